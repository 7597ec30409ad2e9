package tui

import (
	"image"

	"fms-tui/tui/screen"
)

// inlineWidth is from where the readout stands beside the slider.
const inlineWidth = 150

// layout says where everything is on a screen of w×h cells. Rectangles that a
// mode does not show are empty. Both drawing and hit-testing read it.
type layout struct {
	screen.Body
	header, slider, readout, note, footer image.Rectangle
	inline                                bool // the readout is on the slider's line
}

// newLayout is a pure function of the terminal's size and of what there is to
// show: a note or none, a screen, and the pane that fills its body, nil where several
// share it.
func newLayout(w, h int, note bool, of screen.Screen, full *screen.Pane) layout {
	l := layout{Body: screen.Body{Mode: screen.ModeOf(w, h), W: w}}
	if l.Mode == screen.ModeTiny {
		return l
	}
	row := func(y int) image.Rectangle { return image.Rect(0, y, w, y+1) }
	l.header = row(0)
	l.footer = row(h - 1)
	bottom := h - 1
	if note {
		bottom--
		l.note = row(bottom)
	}
	if l.inline = w >= inlineWidth; !l.inline {
		bottom--
		l.readout = row(bottom)
	}
	bottom--
	l.slider = row(bottom)
	if l.inline {
		l.readout = l.slider
	}
	l.Area = image.Rect(0, 1, w, bottom)
	of.Place(&l.Body)
	if full != nil {
		l.Fill(full)
	}
	return l
}

// layout is the layout of the present screen.
func (a *app) layout() layout { return a.layoutWith(a.filling()) }

// layoutWith is the layout with one pane filling the body, or none.
func (a *app) layoutWith(full *screen.Pane) layout {
	return newLayout(a.w, a.h, a.Look.Noted && !a.kind().Noteless, a.screens[a.screen], full)
}
