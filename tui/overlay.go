package tui

import (
	"image"
	"math"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
)

// dialog is something over the screen that takes the keys until it closes: a list to take a row
// of, or a text that scrolls.
type dialog struct {
	view any             // what it shows
	list *panel.Sheet    // nil for a text
	text *panel.Document // nil for a list
	// Its widest box, the lines of it beside its frame, and the line that it begins at most on: a
	// box is in the middle else. at, where it is not nil, says otherwise where it lies.
	wide, top int
	lines     func() int
	at        func(w, h int) image.Rectangle

	moved func(a *app) // is told that another row is selected; nil for nobody
	// take does what the selected row is for, and reports whether that closes it; nil for a
	// text, which enter closes.
	take func(a *app) (done bool, cmd tea.Cmd)
	keys map[string]func(a *app) (done bool, cmd tea.Cmd) // that only it has
	// typed is the text that is typed, and found brings the rows up to it; nil where keys are no
	// text.
	typed *textinput.Model
	found func(a *app)
	// refresh brings it up to what is known; nil where that does not change.
	refresh func(a *app)
}

// centred is the line at which no box need begin.
const centred = math.MaxInt

// closes is the key of a dialog that closes it.
func closes(*app) (bool, tea.Cmd) { return true, nil }

// openDialog puts a dialog over the screen.
func (a *app) openDialog(d *dialog) tea.Cmd {
	a.pointer.release(a)
	a.overlay = d
	return nil
}

// place is where the dialog lies on a screen of w×h cells.
func (d *dialog) place(w, h int) image.Rectangle {
	if d.at != nil {
		return d.at(w, h)
	}
	bw, bh := min(w, d.wide), min(h, d.lines()+2)
	x, y := (w-bw)/2, min((h-bh)/2, d.top)
	return image.Rect(x, y, x+bw, y+bh)
}

func (d *dialog) draw(c *chart.Canvas) {
	c.Target(c.Bounds(), nil)
	switch {
	case d.text == nil:
		if d.typed != nil {
			d.list.Prompt = &panel.Prompt{Name: ":", Value: []rune(d.typed.Value()), At: d.typed.Position()}
		}
		d.list.Draw(c)
		return
	case d.typed != nil: // it stands at the end of the title
		behind := []rune(d.typed.Value())[d.typed.Position():]
		c.PutCursor(2+chart.Width(d.text.Title)-chart.Width(string(behind)), 0)
	}
	d.text.Draw(c)
}

// move moves the selection by n rows, or the text.
func (d *dialog) move(a *app, n int) {
	if d.text != nil {
		d.text.Offset += n
		d.text.Clamp(d.place(a.w, a.h).Dy())
		return
	}
	if d.list.Move(n); d.moved != nil {
		d.moved(a)
	}
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
	before := d.typed.Value()
	if edit(d.typed, msg); d.typed.Value() != before {
		d.found(a)
	}
	a.Change()
}

func (a *app) answer(done bool, cmd tea.Cmd) tea.Cmd {
	if done {
		a.overlay = nil
	}
	a.Change()
	return cmd
}

// click does what a press at a point of the screen means: beside the dialog, that it closes; on a
// row, what that is for.
func (d *dialog) click(a *app, p image.Point) tea.Cmd {
	if !p.In(d.place(a.w, a.h)) {
		return a.answer(true, nil)
	}
	if is, row := a.canvas.TargetAt(p).(panel.At); row {
		d.move(a, is.Row-d.list.Cursor)
		return a.answer(d.take(a))
	}
	return nil
}

// Choose shows a list to take one of.
func (a *app) Choose(title string, items []string, at int, again string, take func(i int) tea.Cmd) {
	v, x := panel.Choices(title, items, at), a.front.header.LabelAt(a.w)
	a.openDialog(&dialog{
		view: v, list: v, at: func(w, h int) image.Rectangle { return v.Box(x, 1, w, h) },
		take: func(*app) (bool, tea.Cmd) { return true, take(v.Cursor) },
		keys: map[string]func(*app) (bool, tea.Cmd){again: closes},
	})
}

// The widest card.
const cardWidth = 84

// openCard shows the figures of the selected attribute.
func openCard(a *app) tea.Cmd {
	name := a.Selected()
	if name == "" {
		return nil
	}
	v := &panel.Document{Title: name, Over: true}
	copied := func(a *app) (bool, tea.Cmd) { return false, copyRow(a, name) }
	return a.openDialog(&dialog{
		view: v, text: v, wide: cardWidth, top: centred, lines: func() int { return len(v.Lines) },
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
