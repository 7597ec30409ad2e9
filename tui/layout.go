package tui

import "image"

// mode is how much of the screen fits a terminal's size.
type mode int

const (
	modeTiny    mode = iota // a line that says what is needed
	modeCompact             // table, slider and readout
	modeStacked             // chart above the table
	modeColumns             // table beside chart and repeats
)

// The least sizes of the modes (ui.md, "Sizes").
const (
	columnsWidth, columnsHeight = 100, 24
	stackedWidth, stackedHeight = 80, 24
	compactWidth, compactHeight = 40, 10
	stackedChart                = 8   // rows of the chart above the table
	inlineWidth                 = 150 // from here the readout stands beside the slider
)

// layout says where everything is on a screen of w×h cells. Rectangles that a
// mode does not show are empty. Both drawing and hit-testing read it.
type layout struct {
	mode                                  mode
	header, slider, readout, note, footer image.Rectangle
	panes                                 [paneCount]image.Rectangle
	inline                                bool // the readout is on the slider's line
}

// content is what a layout depends on besides the terminal's size.
type content struct {
	note    bool // there is a note to show
	screen  *screenKind
	compare int  // rows that the Compare screen's table wants
	full    pane // fills the body; paneNone where several share it
	bare    bool // votes come without features: no coefficients
}

// newLayout is a pure function of the terminal's size and of what there is to
// show.
func newLayout(w, h int, of content) layout {
	l := layout{mode: modeOf(w, h)}
	if l.mode == modeTiny {
		return l
	}
	row := func(y int) image.Rectangle { return image.Rect(0, y, w, y+1) }
	l.header = row(0)
	l.footer = row(h - 1)
	bottom := h - 1
	if of.note {
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
	body := image.Rect(0, 1, w, bottom)
	of.screen.place(&l, body, &of)
	if of.full != paneNone {
		l.fill(of.full, body)
	}
	return l
}

func modeOf(w, h int) mode {
	switch {
	case w >= columnsWidth && h >= columnsHeight:
		return modeColumns
	case w >= stackedWidth && h >= stackedHeight:
		return modeStacked
	case w >= compactWidth && h >= compactHeight:
		return modeCompact
	}
	return modeTiny
}
