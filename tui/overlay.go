package tui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/chart"
)

// overlay is something over the screen that takes the keys until it closes.
type overlay interface {
	// key does what a key means to it and reports whether it closes.
	key(a *app, name string) (done bool, cmd tea.Cmd)
	// click does the same for a press at p.
	click(a *app, p image.Point) (done bool, cmd tea.Cmd)
	// wheel scrolls by the given number of lines.
	wheel(a *app, lines int)
	// place is where it lies on a screen of w×h cells.
	place(w, h int) image.Rectangle
	draw(c *chart.Canvas)
}

// typing is an overlay in which the user types: every key but esc is its own.
type typing interface {
	overlay
	// input takes a key press, or text that is pasted.
	input(a *app, msg tea.Msg) (done bool, cmd tea.Cmd)
	// cursor is where the text cursor stands on the screen.
	cursor(a *app) image.Point
}

func (a *app) overlayKey(name string, k tea.KeyPressMsg) tea.Cmd {
	a.Change()
	v, types := a.overlay.(typing)
	switch {
	case name == "esc" || name == "q" && !types:
		a.overlay = nil
		return nil
	case types:
		return a.answer(v.input(a, k))
	}
	return a.answer(a.overlay.key(a, name))
}

// answer closes the overlay if it is done.
func (a *app) answer(done bool, cmd tea.Cmd) tea.Cmd {
	if done {
		a.overlay = nil
	}
	a.Change()
	return cmd
}
