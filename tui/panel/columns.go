package panel

import "fms-tui/tui/chart"

// Place is a column's place in a table, in columns from its left edge.
type Place struct {
	Column Column
	X, W   int
}

const (
	tableFrame = 1 // columns and rows of the box on each side
	nameLeast  = 10
	nameEasy   = 16 // what is new here does not cut names below
	nameMost   = 32
	gainLeast  = 5
	gainMost   = 24
	corrBar    = 3 // and four columns for the figure
	corrMost   = 7
	relBar     = 4 // and four columns for the figure where there is room
	figureWide = 4
	medianWide = 4
)

// Columns lays the columns out on a table w wide, frame included. Where they
// do not all fit, columns leave in the order med, freq, gain, σ², v, cost, rel.
func (t *Table) Columns(w int) []Place {
	shown := [columns]bool{}
	width := [columns]int{}
	for c := range columns {
		shown[c] = true
		width[c] = t.need(Column(c))
	}
	shown[ColumnFull], shown[ColumnScoring] = t.Repeats, t.Repeats
	shown[ColumnFrequency], shown[ColumnMedian] = t.Stable, t.Stable
	room := w - 2*tableFrame - markWidth
	total := func() int {
		sum := 0
		for c := range columns {
			if shown[c] {
				sum += width[c] + 1
			}
		}
		return sum
	}
	name := width[ColumnName]
	width[ColumnName] = min(name, nameEasy)
	for _, c := range []Column{ColumnMedian, ColumnFrequency} {
		if total() > room {
			shown[c] = false
		}
	}
	width[ColumnName] = min(name, nameLeast)
	for _, c := range []Column{ColumnGain, ColumnSigma2, ColumnV, ColumnCost, ColumnReliability} {
		if total() > room {
			shown[c] = false
		}
	}
	// What is left widens what gains most by it, in this order.
	spare := max(room-total(), 0)
	widen := func(c Column, to int) {
		if more := min(spare, to-width[c]); shown[c] && more > 0 {
			width[c] += more
			spare -= more
		}
	}
	widen(ColumnName, name)
	if spare >= figureWide {
		widen(ColumnReliability, relBar+figureWide)
	}
	widen(ColumnGain, gainMost)
	if spare >= 2 { // an odd width has a middle
		widen(ColumnCorr, figureWide+min(corrMost, corrBar+spare/2*2))
	}
	return places(shown, width)
}

func places(shown [columns]bool, width [columns]int) []Place {
	var out []Place
	x := tableFrame + markWidth
	for c := range columns {
		if shown[c] {
			out = append(out, Place{Column: Column(c), X: x, W: width[c]})
			x += width[c] + 1
		}
	}
	return out
}

// markWidth is the room before the name for the mark of a chosen attribute.
const markWidth = 2

// need is the width that a column's content takes.
func (t *Table) need(c Column) int {
	w := chart.Width(c.String())
	if c == t.Sort {
		w++ // the mark
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		switch c {
		case ColumnName:
			w = max(w, min(nameWidth(r), nameMost))
		case ColumnCost:
			w = max(w, chart.Width(r.Cost))
		case ColumnV:
			w = max(w, chart.Width(r.V))
		case ColumnSigma2:
			w = max(w, chart.Width(r.Sigma2))
		}
	}
	switch c {
	case ColumnCorr:
		return corrBar + figureWide
	case ColumnReliability:
		return relBar
	case ColumnGain:
		return gainLeast
	case ColumnMedian:
		return max(w, medianWide)
	}
	return w
}

// nameWidth is the width of a name with the bounds on its repeats.
func nameWidth(r *Row) int {
	if r.Limit == "" {
		return chart.Width(r.Name)
	}
	return chart.Width(r.Name) + 1 + chart.Width(r.Limit)
}
