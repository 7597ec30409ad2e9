package tui

import (
	"image"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
)

// dialog is something over the screen that takes the keys until it closes: a list to take a row
// of, or a text that scrolls.
type dialog struct {
	view  any // what it shows
	draw  func(c *chart.Canvas)
	place func(w, h int) image.Rectangle // on a screen of w×h cells
	move  func(a *app, rows int)         // moves the selection, or the text
	// take does what the selected row is for, and reports whether that closes it; nil for a
	// text, which enter closes. press selects the row at a point; false where there is none.
	take  func(a *app) (done bool, cmd tea.Cmd)
	press func(a *app, q image.Point) bool
	keys  map[string]func(a *app) (done bool, cmd tea.Cmd) // that only it has
	// typed is the text that is typed, found brings the rows up to it, and cursor is where it
	// stands on the screen; nil where keys are no text.
	typed  *textinput.Model
	found  func(a *app)
	cursor func(a *app) image.Point
	// refresh brings it up to what is known; nil where that does not change.
	refresh func(a *app)
}

// openDialog puts a dialog over the screen.
func (a *app) openDialog(d *dialog) tea.Cmd {
	a.pointer.release(a)
	a.overlay = d
	return nil
}

// rowKeys are the keys that move by rows; a letter does where keys are no text.
var rowKeys = map[string]int{"up": -1, "k": -1, "down": 1, "j": 1, "home": -allRows, "g": -allRows, "end": allRows, "G": allRows}

func (a *app) overlayKey(name string, k tea.KeyPressMsg) tea.Cmd {
	d := a.overlay
	text := d.typed != nil && k.Text != ""
	a.Change()
	step, moves := rowKeys[name]
	page := max(d.place(a.w, a.h).Dy()-4, 1)
	switch own := d.keys[name]; {
	case name == "esc" || name == "q" && d.typed == nil:
		a.overlay = nil
	case own != nil && !text:
		return a.answer(own(a))
	case name == "enter" || name == "space" && d.typed == nil && d.take != nil:
		if d.take == nil {
			return a.answer(true, nil)
		}
		return a.answer(d.take(a))
	case name == "pgup":
		d.move(a, -page)
	case name == "pgdown" || name == "space" && d.typed == nil:
		d.move(a, page)
	case moves && (d.typed == nil || step*step == 1 && !text):
		d.move(a, step)
	case d.typed != nil:
		d.edit(a, k)
	}
	return nil
}

// edit hands a key, or text that is pasted, to what is typed.
func (d *dialog) edit(a *app, msg tea.Msg) {
	edit(d.typed, msg)
	d.found(a)
	a.Change()
}

// answer closes the dialog if it is done.
func (a *app) answer(done bool, cmd tea.Cmd) tea.Cmd {
	if done {
		a.overlay = nil
	}
	a.Change()
	return cmd
}

// click does what a press at a point of the screen means: beside the dialog, that it closes.
func (d *dialog) click(a *app, p image.Point) tea.Cmd {
	box := d.place(a.w, a.h)
	switch {
	case !p.In(box):
		return a.answer(true, nil)
	case d.press != nil && d.press(a, p.Sub(box.Min)):
		return a.answer(d.take(a))
	}
	return nil
}

// Choose shows a list to take one of.
func (a *app) Choose(title string, items []string, at int, again string, take func(i int) tea.Cmd) {
	v, x := panel.Choices(title, items, at), a.front.header.LabelAt(a.w)
	place := func(w, h int) image.Rectangle { return v.Box(x, 1, w, h) }
	a.openDialog(&dialog{
		view: v, draw: v.Draw, place: place,
		move: func(_ *app, rows int) { v.Move(rows) },
		take: func(*app) (bool, tea.Cmd) { return true, take(v.Cursor) },
		press: func(a *app, q image.Point) bool {
			i := v.RowAt(q.Y, place(a.w, a.h).Dy())
			v.Cursor = max(i, 0)
			return i >= 0
		},
		keys: map[string]func(*app) (bool, tea.Cmd){again: func(*app) (bool, tea.Cmd) { return true, nil }},
	})
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

// The widest card, and the rows above and below it.
const cardWidth, cardMargin = 84, 2

// openCard shows the figures of the selected attribute.
func openCard(a *app) tea.Cmd {
	name := a.Selected()
	if name == "" {
		return nil
	}
	v := &panel.Document{Title: name, Over: true}
	place := func(w, h int) image.Rectangle {
		bw, bh := min(w, cardWidth), min(h-cardMargin, len(v.Lines)+2)
		return image.Rect((w-bw)/2, (h-bh)/2, (w-bw)/2+bw, (h-bh)/2+bh)
	}
	copied := func(a *app) (bool, tea.Cmd) { return false, copyRow(a, name) }
	return a.openDialog(&dialog{
		view: v, place: place, draw: v.Draw,
		move: func(a *app, lines int) {
			v.Offset += lines
			v.Clamp(place(a.w, a.h).Dy())
		},
		keys: map[string]func(*app) (bool, tea.Cmd){"y": copied, "Y": copied},
		refresh: func(a *app) {
			a.Card = name
			for i := range a.Shown.Result.Attributes {
				if a.Shown.Result.Attributes[i].Name == name {
					v.Lines = a.CardLines(i, min(cardWidth, a.w)-screen.DocumentEdge)
				}
			}
		},
	})
}
