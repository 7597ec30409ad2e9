package tui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
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

// pickView is a list over the screen to take one of.
type pickView struct {
	panel panel.Chooser
	x     int    // where the list opens
	again string // the key that opened it closes it too
	take  func(i int) tea.Cmd
}

func (v *pickView) place(w, h int) image.Rectangle { return v.panel.Box(v.x, 1, w, h) }

func (v *pickView) draw(c *chart.Canvas) { v.panel.Draw(c) }

func (v *pickView) key(a *app, name string) (bool, tea.Cmd) {
	switch name {
	case "up", "k":
		v.wheel(a, -1)
	case "down", "j":
		v.wheel(a, 1)
	case "g", "home":
		v.panel.Cursor = 0
	case "G", "end":
		v.panel.Cursor = len(v.panel.Items) - 1
	case "enter", "space":
		return true, v.take(v.panel.Cursor)
	case v.again:
		return true, nil
	}
	return false, nil
}

func (v *pickView) wheel(_ *app, lines int) {
	v.panel.Cursor = max(0, min(v.panel.Cursor+lines, len(v.panel.Items)-1))
}

func (v *pickView) click(a *app, p image.Point) (bool, tea.Cmd) {
	box := v.place(a.w, a.h)
	if !p.In(box) {
		return true, nil
	}
	if i := v.panel.ItemAt(p.Y-box.Min.Y, box.Dy()); i >= 0 {
		return true, v.take(i)
	}
	return false, nil
}

// choose shows a list to take one of.
func (a *app) Choose(title string, items []string, at int, again string, take func(i int) tea.Cmd) {
	a.overlay = &pickView{panel: panel.Chooser{Title: title, Items: items, Cursor: at}, x: a.front.header.LabelAt(a.w), again: again, take: take}
}

// Type asks for a text in a prompt.
func (a *app) Type(name, hint, text string, check func(text string) error, take func(text string) tea.Cmd) {
	a.open(name, hint, text, func(_ *app, text string) (tea.Cmd, error) {
		if err := check(text); err != nil {
			return nil, err
		}
		return take(text), nil
	})
	a.prompt.check = check
}

// cardView is an attribute's card over the screen.
type cardView struct{ panel panel.Document }

const (
	cardWidth  = 84
	cardMargin = 2 // rows above and below
)

// openCard shows the figures of the selected attribute.
func openCard(a *app) tea.Cmd {
	for i := range a.Shown.Result.Attributes {
		if a.Shown.Result.Attributes[i].Name == a.Selected() {
			a.pointer.release(a)
			width := min(cardWidth, a.w) - screen.DocumentEdge
			a.overlay = &cardView{panel.Document{Title: a.Selected(), Lines: a.CardLines(i, width)}}
		}
	}
	return nil
}

func (v *cardView) place(w, h int) image.Rectangle {
	bw, bh := min(w, cardWidth), min(h-cardMargin, len(v.panel.Lines)+2)
	return image.Rect((w-bw)/2, (h-bh)/2, (w-bw)/2+bw, (h-bh)/2+bh)
}

func (v *cardView) draw(c *chart.Canvas) {
	c.Fill(c.Bounds(), ' ', theme.Text)
	v.panel.Draw(c)
}

func (v *cardView) key(a *app, name string) (bool, tea.Cmd) {
	switch name {
	case "enter":
		return true, nil
	case "y", "Y":
		return false, copyRow(a, v.panel.Title)
	case "up", "k":
		v.wheel(a, -1)
	case "down", "j":
		v.wheel(a, 1)
	case "pgup", "g", "home":
		v.wheel(a, -len(v.panel.Lines))
	case "pgdown", "space", "G", "end":
		v.wheel(a, len(v.panel.Lines))
	}
	return false, nil
}

func (v *cardView) wheel(a *app, lines int) {
	v.panel.Offset += lines
	v.panel.Clamp(v.place(a.w, a.h).Dy())
}

func (v *cardView) click(a *app, p image.Point) (bool, tea.Cmd) { return !p.In(v.place(a.w, a.h)), nil }
