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
	mode                                                                                                 mode
	header, table, compare, chart, repeats, attrMap, scatter, read, worth, slider, readout, note, footer image.Rectangle
	inline                                                                                               bool // the readout is on the slider's line
}

// content is what a layout depends on besides the terminal's size.
type content struct {
	note    bool // there is a note to show
	screen  screen
	compare int  // rows that the Compare screen's table wants
	full    pane // fills the body; paneNone where several share it
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
	switch of.screen {
	case screenMap:
		l.mapping(body)
	case screenCompare:
		l.comparing(body, of.compare)
	case screenPredictor:
		l.predicting(body)
	case screenData:
		l.reading(body)
	default:
		l.home(body)
	}
	if of.full != paneNone {
		l.fill(of.screen, of.full, body)
	}
	return l
}

// home is the Budget screen.
func (l *layout) home(body image.Rectangle) {
	switch l.mode {
	case modeColumns:
		l.columns(body)
	case modeStacked:
		l.chart, l.table = body, body
		l.chart.Max.Y = body.Min.Y + stackedChart
		l.table.Min.Y = l.chart.Max.Y
	default:
		l.table = body
	}
}

// mapping puts the selected attribute's card beside the map where there is room.
func (l *layout) mapping(body image.Rectangle) {
	l.attrMap = body
	if l.mode == modeColumns {
		l.attrMap.Max.X -= min(max(body.Dx()*2/5, mapCard), 2*mapCard)
		l.worth = image.Rect(l.attrMap.Max.X, body.Min.Y, body.Max.X, body.Max.Y)
	}
}

// predicting puts the predictor beside what it predicts where there is room, or
// above it.
func (l *layout) predicting(body image.Rectangle) {
	l.read = body
	switch l.mode {
	case modeColumns:
		l.read.Max.X = body.Min.X + body.Dx()/2
		right := image.Rect(l.read.Max.X, body.Min.Y, body.Max.X, body.Max.Y)
		l.scatter, l.worth = right, right
		l.scatter.Max.Y -= residualRows
		l.worth.Min.Y = l.scatter.Max.Y
	case modeStacked:
		l.scatter = body
		l.scatter.Max.Y = body.Min.Y + body.Dy()/2
		l.read.Min.Y = l.scatter.Max.Y
	}
}

// residualRows is the height of the panel of residuals.
const residualRows = 8

// reading puts what was read beside what it is worth, or both in one.
func (l *layout) reading(body image.Rectangle) {
	l.worth = body
	if l.mode == modeColumns {
		l.worth.Min.X += body.Dx() * 9 / 20
		l.read = image.Rect(body.Min.X, body.Min.Y, l.worth.Min.X, body.Max.Y)
	}
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

// mapCard is the least width of the card beside the map.
const mapCard = 44

// columns splits the body: the table takes the larger part on the left, as far
// as its columns can use it, and the chart the larger part of the right.
func (l *layout) columns(body image.Rectangle) {
	split := body.Min.X + min(body.Dx()*11/20, tableMost)
	l.table = image.Rect(body.Min.X, body.Min.Y, split, body.Max.Y)
	fold := body.Min.Y + body.Dy()*11/20
	l.chart = image.Rect(split, body.Min.Y, body.Max.X, fold)
	l.repeats = image.Rect(split, fold, body.Max.X, body.Max.Y)
}

// tableMost is the width beyond which the table has nothing more to show.
const tableMost = 110

// comparing puts the table of algorithms above the chart, with their repeats
// beside it where there is room.
func (l *layout) comparing(body image.Rectangle, rows int) {
	l.compare = body
	if l.mode == modeCompact {
		return
	}
	fold := body.Min.Y + min(rows, body.Dy()-stackedChart)
	l.compare.Max.Y = fold
	l.chart = image.Rect(body.Min.X, fold, body.Max.X, body.Max.Y)
	if l.mode == modeColumns {
		l.chart.Max.X = body.Min.X + body.Dx()*11/20
		l.repeats = image.Rect(l.chart.Max.X, fold, body.Max.X, body.Max.Y)
	}
}
