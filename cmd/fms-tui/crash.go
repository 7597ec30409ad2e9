package main

import (
	"errors"
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

// reportCrash writes the report of a panic to a file of its own, which only the user may read, in the
// folder for temporary files, and says in one sentence where it is.
// The report says what happened and where in the program, and nothing of the data: quoted text is left
// out, and arguments out of the stack, for numbers of the data may be among them.
func reportCrash(panicked string) (sentence string) {
	what, stack, _ := strings.Cut(panicked, "\n")
	what = quoted.ReplaceAllString(what, `"…"`)
	lines := strings.Split(stack[max(0, strings.Index(stack, "goroutine ")):], "\n") // without further lines of the message
	for i, line := range lines {
		lines[i] = withoutArguments(line)
	}
	f, err := os.CreateTemp("", "fms-tui-crash-*.txt")
	if err == nil {
		_, err = fmt.Fprintf(f, "%s, %s, %s/%s\n\n%s\n\n%s\n", versionLine(), runtime.Version(), runtime.GOOS, runtime.GOARCH, what, strings.Join(lines, "\n"))
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Sprintf("a defect of the program: %s (no report could be written: %v)", what, err)
	}
	return fmt.Sprintf("a defect of the program: please send %s, which holds no data, and what you did (%s)", f.Name(), what)
}

// quoted is what a message quotes, which may be of the data.
var quoted = regexp.MustCompile("\"(?:[^\"\\\\\n]|\\\\.)*\"?|`[^`\n]*`?")

func withoutArguments(line string) string {
	if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "goroutine ") || strings.HasPrefix(line, "created by ") {
		return line
	}
	if at := strings.LastIndexByte(line, '('); at >= 0 {
		line = line[:at] + "(…)"
	}
	return quoted.ReplaceAllString(line, `"…"`)
}
