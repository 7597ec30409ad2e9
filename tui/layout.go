package tui

import (
	"image"

	"fms-tui/tui/screen"
)

// layout says where everything is on a screen of w×h cells. Rectangles that a
// mode does not show are empty. Both drawing and hit-testing read it.
type layout struct {
	screen.Body
	header, sentence, slider, footer image.Rectangle
}

// Heights from which there is room around the sentence, and for more of it.
const (
	roomyHeight  = 30
	usualHeight  = 20
	leastHeight  = 14
	sentenceWide = 110 // columns from which a sentence takes two lines
)

// sentenceRows is how many lines the sentence has, on a screen that is about the budget
// or another one.
func sentenceRows(w, h int, axis bool) int {
	switch {
	case h < leastHeight:
		return 1
	case h < usualHeight || w >= sentenceWide || h < roomyHeight && !axis:
		return 2
	}
	return 3
}

// newLayout is a pure function of the terminal's size and of what there is to
// show: a screen, and the pane that fills its body, nil where several share it.
func newLayout(w, h int, of *screen.Screen, full *screen.Pane) layout {
	l := layout{Body: screen.Body{Mode: screen.ModeOf(w, h), W: w, Full: full}}
	if l.Mode == screen.ModeTiny {
		return l
	}
	row := func(y int) image.Rectangle { return image.Rect(0, y, w, y+1) }
	l.header = row(0)
	l.footer = row(h - 1)
	top, bottom := 1, h-1
	rows, gap := 1, 0 // of what is learned aside
	if of.Dial == nil {
		rows = sentenceRows(w, h, of.Axis)
		if h >= roomyHeight {
			gap = 1
		}
	}
	l.sentence = image.Rect(0, top+gap, w, top+gap+rows)
	top = l.sentence.Max.Y + gap
	if !of.Axis {
		bottom--
		l.slider = row(bottom)
	}
	l.Area = image.Rect(0, top, w, bottom)
	of.Place(&l.Body)
	switch {
	case of.Axis:
		l.slider = l.Slider
	case full != nil:
		l.Fill(full)
	}
	return l
}

func (a *app) layout() layout { return a.layoutWith(a.filling()) }

// layoutWith is the layout with one pane filling the body, or none.
func (a *app) layoutWith(full *screen.Pane) layout {
	return newLayout(a.w, a.h, a.screens[a.screen], full)
}
