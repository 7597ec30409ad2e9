//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"fms-tui/internal/session"
)

func (u *ui) resize(w, h int) {
	u.Helper()
	if err := u.Resize(w, h); err != nil {
		u.Fatal(err)
	}
}

// settled is a condition: the screen is drawn for a size, to the last cell.
func settled(w, h int) func(screen string) bool {
	return func(screen string) bool {
		rows := strings.Split(screen, "\n")
		if w < 40 || h < 10 { // too small for the screen: a line says so
			needs := []string{fmt.Sprintf("%d×%d is too small: 40×10 needed", w, h), "needs 40×10"}
			line := strings.TrimRight(rows[0], " ")
			shown := strings.TrimSuffix(line, "…")
			return line != "" && (strings.HasPrefix(shown, needs[0]) || strings.HasPrefix(needs[1], shown)) &&
				strings.TrimSpace(strings.Join(rows[1:], "")) == ""
		}
		_, y := slider(screen)
		tabs := w < 80 || ansi.StringWidth(strings.TrimRight(rows[0], " ")) >= w-2
		return len(rows) == h && footer(screen) && y > 0 && tabs
	}
}

// TestSizes: the screen fits each size in turn, and is the same again at the
// first.
//
// Like TestStorm it runs alone: the slower the program, the more it writes for
// a size that is gone, which terminals put up with better than their emulator.
func TestSizes(t *testing.T) {
	u := openUI(t, 120, 40)
	u.await(settled(120, 40))
	u.awaitText("Seen in your data") // which comes last, after the honest loss
	first := u.Screen()
	for _, size := range [][2]int{
		{1, 1}, {250, 70}, {39, 9}, {40, 10}, {80, 24}, {2, 50}, {100, 24}, {99, 23}, {300, 3}, {79, 60}, {5, 5}, {120, 40},
	} {
		u.resize(size[0], size[1])
		u.await(settled(size[0], size[1]))
	}
	u.await(func(screen string) bool { return screen == first })
	u.send("q")
	u.ends(statusDone)
}

// TestStorm resizes at any moment, while keys and the mouse go on. After two calm resizes the
// screen is like the screen of a program that starts with these settings.
func TestStorm(t *testing.T) {
	calm := openUI(t, 90, 33, "--budget", "27")
	calm.await(settled(90, 33))
	calm.send("g") // ends the way of a first session in the footer
	calm.await(func(screen string) bool { return settled(90, 33)(screen) && !strings.Contains(screen, "first: ") })
	u := openUI(t, 120, 40)
	_, y := slider(u.Screen())
	before := budget(u.Screen())
	u.send(session.Mouse(session.Left, 70, y, true))                      // all that follows is one drag
	u.await(func(screen string) bool { return budget(screen) != before }) // a resize may overtake the press
	inputs := []string{"?", "l", "\x1b[C", "\x1b[B", session.Mouse(session.WheelDown, 20, 9, true)}
	random := rand.New(rand.NewPCG(1, 2))
	for range 80 {
		u.resize(1+random.IntN(160), 1+random.IntN(50))
		u.send(session.Mouse(session.Left+session.Motion, random.IntN(160), random.IntN(50), true), inputs[random.IntN(len(inputs))])
	}
	u.resize(90, 33)
	const esc = "\x1b[27u" // as terminals send it that tell it from the start of a sequence
	u.send(session.Mouse(session.Left, 0, 0, false), esc, "b27\r")
	u.await(func(screen string) bool { return budget(screen) == "27" })
	u.resize(91, 33) // what was on its way to a terminal of another size is drawn over
	u.await(settled(91, 33))
	u.resize(90, 33)
	u.await(settled(90, 33))
	u.send("g") // the first row of what is shown
	u.await(func(screen string) bool { return screen == calm.Screen() })
	u.send("q")
	u.ends(statusDone)
}
