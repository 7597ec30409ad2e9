package tui

import "image"

// Where there is room for columns, each screen's body is divided in two, the
// right side mostly once more:
//
//	Budget            Map            Compare           Predictor          Data
//	┌──────┬─────┐    ┌──────┬────┐  ┌────────────┐    ┌─────┬───────┐    ┌─────┬───────┐
//	│table │chart│    │map   │card│  │algorithms  │    │equa-│scatter│    │read │worth  │
//	│      ├─────┤    │      │    │  ├──────┬─────┤    │tion ├───────┤    │     │       │
//	│      │rep. │    │      │    │  │chart │rep. │    │     │resid. │    │     │       │
//	└──────┴─────┘    └──────┴────┘  └──────┴─────┘    └─────┴───────┘    └─────┴───────┘
//
// What has no place on a smaller terminal is left out, and reached by z.

// home is the Budget screen.
func (l *layout) home(body image.Rectangle, _ *content) {
	switch l.mode {
	case modeColumns:
		l.columns(body)
	case modeStacked:
		l.panes[paneChart], l.panes[paneTable] = cutTop(body, stackedChart)
	default:
		l.panes[paneTable] = body
	}
}

// cutTop cuts rows off the top of a place.
func cutTop(r image.Rectangle, rows int) (top, rest image.Rectangle) {
	y := r.Min.Y + max(0, min(rows, r.Dy()))
	return image.Rect(r.Min.X, r.Min.Y, r.Max.X, y), image.Rect(r.Min.X, y, r.Max.X, r.Max.Y)
}

// cutLeft cuts columns off the left of a place.
func cutLeft(r image.Rectangle, columns int) (left, rest image.Rectangle) {
	x := r.Min.X + max(0, min(columns, r.Dx()))
	return image.Rect(r.Min.X, r.Min.Y, x, r.Max.Y), image.Rect(x, r.Min.Y, r.Max.X, r.Max.Y)
}

// tableMost is the width beyond which the table has nothing more to show.
const tableMost = 110

// columns splits the body: the table takes the larger part on the left, as far
// as its columns can use it, and the chart the larger part of the right.
func (l *layout) columns(body image.Rectangle) {
	var right image.Rectangle
	l.panes[paneTable], right = cutLeft(body, min(body.Dx()*11/20, tableMost))
	l.panes[paneChart], l.panes[paneRepeats] = cutTop(right, body.Dy()*11/20)
}

// mapCard is the least width of the card beside the map.
const mapCard = 44

// mapping puts the selected attribute's card beside the map where there is room.
func (l *layout) mapping(body image.Rectangle, _ *content) {
	l.panes[paneMap] = body
	if l.mode == modeColumns {
		l.panes[paneMap], l.panes[paneCard] = cutLeft(body, body.Dx()-min(max(body.Dx()*2/5, mapCard), 2*mapCard))
	}
}

// comparing puts the table of algorithms above the chart, with their repeats
// beside it where there is room.
func (l *layout) comparing(body image.Rectangle, of *content) {
	l.panes[paneCompare] = body
	if l.mode == modeCompact {
		return
	}
	l.panes[paneCompare], l.panes[paneChart] = cutTop(body, min(of.compare, body.Dy()-stackedChart))
	if l.mode == modeColumns {
		l.panes[paneChart], l.panes[paneRepeats] = cutLeft(l.panes[paneChart], body.Dx()*11/20)
	}
}

// residualRows is the height of the panel of residuals.
const residualRows = 8

// predicting puts the predictor beside what it predicts where there is room, or
// below it.
func (l *layout) predicting(body image.Rectangle, _ *content) {
	l.panes[paneEquation] = body
	switch l.mode {
	case modeColumns:
		var right image.Rectangle
		l.panes[paneEquation], right = cutLeft(body, body.Dx()/2)
		l.panes[paneScatter], l.panes[paneResiduals] = cutTop(right, body.Dy()-residualRows)
	case modeStacked:
		l.panes[paneScatter], l.panes[paneEquation] = cutTop(body, body.Dy()/2)
	}
}

// reading puts what was read beside what it is worth, or both in one.
func (l *layout) reading(body image.Rectangle, _ *content) {
	l.panes[paneWorth] = body
	if l.mode == modeColumns {
		l.panes[paneRead], l.panes[paneWorth] = cutLeft(body, body.Dx()*9/20)
	}
}
