package main

import (
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

// caught is a panic with the stack of whoever calls it from a deferred function. Packages parallel
// and job pass panics of other goroutines on as text, with their stacks.
func caught(value any) string { return fmt.Sprintf("%v\n%s", value, debug.Stack()) }

// tellCrash writes the report of a panic and says in one sentence where it is.
func (p *program) tellCrash(panicked string) {
	what, where, err := writeCrash(panicked)
	send := where + ", which holds no judgments and no names of yours, and what you did"
	if err != nil {
		what, send = fmt.Sprintf("%s; no report could be written: %v", what, err), "this message and what you did"
	}
	p.tell(fmt.Sprintf("a defect of the program stopped it (%s): files written before are whole; please send %s to whoever gave you the program", what, send))
}

// crashedOnScreen writes the report of a panic that the screen goes on after, and says in
// one sentence where it is: the file first, for the footer may be narrow.
func crashedOnScreen(panicked string) string {
	what, where, err := writeCrash(panicked)
	if err != nil {
		return fmt.Sprintf("a defect of the program: %s (no report could be written: %v)", what, err)
	}
	return fmt.Sprintf("a defect of the program: please send %s, which holds no data, and what you did (%s)", where, what)
}

// writeCrash writes the report of a panic to a file of its own, which only the user may read, in the
// folder for temporary files. It says what happened and where in the program, and nothing of the
// data: quoted text is left out, and arguments out of the stack, for numbers of the data may be
// among them.
func writeCrash(panicked string) (what, path string, err error) {
	what, stack, _ := strings.Cut(panicked, "\n")
	what = quoted.ReplaceAllString(what, `"…"`)
	stack = stack[max(0, strings.Index(stack, "goroutine ")):] // without further lines of the message
	f, err := os.CreateTemp("", "fms-tui-crash-*.txt")
	if err != nil {
		return what, "", err
	}
	fmt.Fprintf(f, "%s, %s, %s/%s\n\n%s\n\n", versionLine(), runtime.Version(), runtime.GOOS, runtime.GOARCH, what)
	for line := range strings.SplitSeq(stack, "\n") {
		if _, err = f.WriteString(withoutArguments(line) + "\n"); err != nil {
			break
		}
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	return what, f.Name(), err
}

// quoted is what a message quotes, which may be of the data.
var quoted = regexp.MustCompile("\"(?:[^\"\\\\\n]|\\\\.)*\"?|`[^`\n]*`?")

// withoutArguments is a line of a stack without the arguments of its function.
func withoutArguments(line string) string {
	if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "goroutine ") || strings.HasPrefix(line, "created by ") {
		return line
	}
	if at := strings.LastIndexByte(line, '('); at >= 0 {
		line = line[:at] + "(…)"
	}
	return quoted.ReplaceAllString(line, `"…"`)
}
