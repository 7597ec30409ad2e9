package tui

import "image"

// inlineWidth is from where the readout stands beside the slider.
const inlineWidth = 150

// layout says where everything is on a screen of w×h cells. Rectangles that a
// mode does not show are empty. Both drawing and hit-testing read it.
type layout struct {
	body
	header, slider, readout, note, footer image.Rectangle
	inline                                bool // the readout is on the slider's line
}

// newLayout is a pure function of the terminal's size and of what there is to
// show: a note or none, a screen, and the pane that fills its body, nil where several
// share it.
func newLayout(w, h int, note bool, of Screen, full *pane) layout {
	l := layout{body: body{mode: modeOf(w, h), w: w}}
	if l.mode == modeTiny {
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
	l.area = image.Rect(0, 1, w, bottom)
	of.place(&l.body)
	if full != nil {
		l.fill(full)
	}
	return l
}

// layout is the layout of the present screen.
func (a *app) layout() layout { return a.layoutWith(a.filling()) }

// layoutWith is the layout with one pane filling the body, or none.
func (a *app) layoutWith(full *pane) layout {
	return newLayout(a.w, a.h, a.look.noted && !a.kind().noteless, a.screens[a.screen], full)
}
