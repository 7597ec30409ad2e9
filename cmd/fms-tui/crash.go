package main

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// statusBroken is the exit status after a defect of the program itself, EX_SOFTWARE
// of sysexits.h.
const statusBroken = 70

// crash is a panic that was caught: a defect of the program.
type crash struct {
	value any    // what was panicked with
	stack string // of the goroutine that panicked
}

// caught is the crash of a panic, with the stack of whoever calls it from a
// deferred function.
func caught(value any) crash { return crash{value, string(debug.Stack())} }

// tellCrash writes the report of a crash and says in one sentence where it is.
func (p *program) tellCrash(c crash) {
	const please = "files written before are whole; please send %s to whoever gave you the program"
	what, send := firstLine(redacted(fmt.Sprint(c.value))), "this message and what you did"
	if where, err := writeCrash(c); err != nil {
		what += fmt.Sprintf("; no report could be written: %v", err)
	} else {
		send = where + ", which holds no judgments and no names of yours, and what you did"
	}
	p.tell(fmt.Sprintf("a defect of the program stopped it (%s): "+please, what, send))
}

// crashedOnScreen writes the report of a panic that the screen goes on after, and says in
// one sentence where it is: the file first, for the footer may be narrow.
func crashedOnScreen(panicked string) string {
	what := firstLine(redacted(panicked))
	where, err := writeCrash(crash{value: panicked})
	if err != nil {
		return fmt.Sprintf("a defect of the program: %s (no report could be written: %v)", what, err)
	}
	return fmt.Sprintf("a defect of the program: please send %s, which holds no data, and what you did (%s)", where, what)
}

// writeCrash writes the report of a crash to a file of its own, which only the
// user may read, in the folder for temporary files.
func writeCrash(c crash) (path string, err error) {
	f, err := os.CreateTemp("", "fms-tui-crash-*.txt")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(c.report())
	if closing := f.Close(); err == nil {
		err = closing
	}
	return f.Name(), err
}

// report says what happened and where in the program, and nothing of the data:
// quoted text is left out of the message, and arguments out of the stack, for
// numbers of the data may be among them.
func (c crash) report() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s, %s/%s\n\n%s\n\n", versionLine(), runtime.Version(), runtime.GOOS, runtime.GOARCH, redacted(firstLine(fmt.Sprint(c.value))))
	for _, stack := range []string{c.inner(), c.stack} {
		lines := bufio.NewScanner(strings.NewReader(stack))
		for lines.Scan() {
			b.WriteString(withoutArguments(lines.Text()) + "\n")
		}
	}
	return b.String()
}

// inner is the stack of another goroutine that a panic carries along: package
// parallel and package job pass panics on as text.
func (c crash) inner() string {
	_, rest, found := strings.Cut(fmt.Sprint(c.value), "\ngoroutine ")
	if !found {
		return ""
	}
	return "goroutine " + rest
}

var quoted = regexp.MustCompile("\"(?:[^\"\\\\\n]|\\\\.)*\"?|`[^`\n]*`?")

// redacted is a message without what it quotes, which may be of the data.
func redacted(message string) string { return quoted.ReplaceAllString(message, `"…"`) }

// withoutArguments is a line of a stack without the arguments of its function.
func withoutArguments(line string) string {
	if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "goroutine ") || strings.HasPrefix(line, "created by ") {
		return line
	}
	if at := strings.LastIndexByte(line, '('); at >= 0 {
		line = line[:at] + "(…)"
	}
	return redacted(line)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
