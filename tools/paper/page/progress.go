package page

import (
	"fmt"
	"io"
	"os"

	"github.com/charmbracelet/x/term"
)

// Line returns what is called whenever more is done: it writes "3 of 12 worlds"
// over what it wrote before, where that is a terminal and else nowhere.
func Line(to io.Writer, what string) func(done, of int) {
	if f, ok := to.(*os.File); !ok || !term.IsTerminal(f.Fd()) {
		return func(int, int) {}
	}
	return func(done, of int) {
		end := ""
		if done == of {
			end = "\n"
		}
		fmt.Fprintf(to, "\r%d of %d %s%s", done, of, what, end)
	}
}
