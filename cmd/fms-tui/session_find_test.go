//go:build unix

package main

import (
	"strings"
	"testing"
)

// TestFindSession: palette, filter and full screen on a real terminal.
func TestFindSession(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		u := openUI(t, size[0], size[1], small(t)...)
		u.send(":")
		u.awaitText("Commands", "B one step up")
		u.send("undo")
		u.awaitText(": undo", "nothing to undo")
		u.send("\x15type b\r") // ctrl+u empties the line
		u.awaitText("Budget B =")
		u.send("7\r")
		u.await(func(screen string) bool { return budget(screen) == "7" && footer(screen) })
		u.send("\x10quit") // ctrl+p; q is text here
		u.awaitText(": quit")
		u.send("\x1b")
		u.await(func(screen string) bool { return !strings.Contains(screen, "Commands") })

		u.send("/BEAU")
		u.awaitText("Filter: BEAU", "/BEAU: 1 of ")
		u.await(func(screen string) bool { return !strings.Contains(screen, "round-jar") })
		u.send("\x1b")
		u.awaitText("round-jar")
		u.send("/beau\r")
		u.awaitText("/beau: 1 of ")
		u.await(footer)
		u.send("\x1b")
		u.await(func(screen string) bool { return !strings.Contains(screen, "/beau") })

		u.send("\tz")
		u.await(func(screen string) bool {
			return strings.Contains(screen, "typical error") && !strings.Contains(screen, "noise")
		})
		u.send("\x1b")
		u.awaitText("noise")
		u.send("q")
		u.ends(statusDone)
	}
}
