package screen

import "image"

// mode is how much of the screen fits a terminal's size.
type mode int

const (
	ModeTiny    mode = iota // a line that says what is needed
	modeCompact             // table, slider and readout
	modeStacked             // chart above the table
	modeColumns             // table beside chart and repeats
)

// The least sizes of the modes (ui.md, "Sizes").
const (
	ColumnsWidth, columnsHeight = 100, 24
	stackedHeight, stackedArea  = 24, 80 * 24
	CompactWidth, CompactHeight = 40, 10
	stackedChart                = 6 // least rows of a chart beside a table
)

// ModeOf is the mode of a terminal of w×h cells.
func ModeOf(w, h int) mode {
	switch {
	case w >= ColumnsWidth && h >= columnsHeight:
		return modeColumns
	case w >= CompactWidth && h >= stackedHeight && w*h >= stackedArea:
		return modeStacked
	case w >= CompactWidth && h >= CompactHeight:
		return modeCompact
	}
	return ModeTiny
}

// Body is the part of the terminal that a screen fills, with the places of its panes.
// Both drawing and hit-testing read it. Panes without room on a smaller terminal are
// left out, and reached by z.
type Body struct {
	Mode mode
	W    int // width of the terminal
	Area image.Rectangle
	Full *Pane // fills it; nil where several panes share it
	// Slider is where the slider lies, on screens that have it on their axis.
	Slider image.Rectangle
	places [mostPanes]placed
	n      int // panes placed
}

// mostPanes bounds the panes of a screen.
const mostPanes = 8

type placed struct {
	pane *Pane
	at   image.Rectangle
}

// put gives a pane a place.
func (b *Body) put(p *Pane, at image.Rectangle) {
	b.places[b.n] = placed{p, at}
	b.n++
}

// Fill gives one pane all of the body.
func (b *Body) Fill(p *Pane) {
	b.n = 0
	b.put(p, b.Area)
}

// share gives a pane a share of an area in percent: on the left where there are columns, of half of
// it above where these are stacked, none else. It returns the rest.
func (b *Body) share(p *Pane, area image.Rectangle, percent int) (rest image.Rectangle) {
	var own image.Rectangle
	switch rest = area; b.Mode {
	case modeColumns:
		own, rest = cutLeft(area, area.Dx()*percent/100)
	case modeStacked:
		own, rest = cutTop(area, area.Dy()/2)
	default:
		return area
	}
	b.put(p, own)
	return rest
}

// At is where a pane lies; empty where it has no place.
func (b *Body) At(p *Pane) image.Rectangle {
	for i := range b.places[:b.n] {
		if b.places[i].pane == p {
			return b.places[i].at
		}
	}
	return image.Rectangle{}
}

// PaneAt is the pane at a point of the terminal, nil where there is none.
func (b *Body) PaneAt(p image.Point) *Pane {
	for i := range b.places[:b.n] {
		if p.In(b.places[i].at) {
			return b.places[i].pane
		}
	}
	return nil
}

// cutTop cuts rows off the top of a place.
func cutTop(r image.Rectangle, rows int) (top, rest image.Rectangle) {
	y := r.Min.Y + max(0, min(rows, r.Dy()))
	return image.Rect(r.Min.X, r.Min.Y, r.Max.X, y), image.Rect(r.Min.X, y, r.Max.X, r.Max.Y)
}

// cutBottom cuts rows off the bottom of a place.
func cutBottom(r image.Rectangle, rows int) (rest, bottom image.Rectangle) {
	return cutTop(r, r.Dy()-max(0, min(rows, r.Dy())))
}

// cutLeft cuts columns off the left of a place.
func cutLeft(r image.Rectangle, columns int) (left, rest image.Rectangle) {
	x := r.Min.X + max(0, min(columns, r.Dx()))
	return image.Rect(r.Min.X, r.Min.Y, x, r.Max.Y), image.Rect(x, r.Min.Y, r.Max.X, r.Max.Y)
}
