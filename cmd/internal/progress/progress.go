// Package progress says on a terminal how much of some work is done.
package progress

import (
	"fmt"
	"os"

	"github.com/charmbracelet/x/term"
)

// Line returns what is called whenever more is done: it writes "3 of 12 worlds"
// over what it wrote before, to stderr where that is a terminal and else nowhere.
func Line(what string) func(done, of int) {
	if !term.IsTerminal(os.Stderr.Fd()) {
		return func(int, int) {}
	}
	return func(done, of int) {
		end := ""
		if done == of {
			end = "\n"
		}
		fmt.Fprintf(os.Stderr, "\r%d of %d %s%s", done, of, what, end)
	}
}
