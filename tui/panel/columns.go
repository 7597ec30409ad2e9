package panel

import (
	"slices"

	"fms-tui/core/report"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Column names a column of the attribute table.
type Column int

// The columns, in the order they are shown in.
const (
	ColumnName Column = iota
	ColumnCost
	ColumnCorr
	ColumnV
	ColumnSigma2
	ColumnNoise
	ColumnReliability
	ColumnFrequency
	ColumnMedian
	ColumnGain
	ColumnRolls        // repeats at every budget, by the active algorithm and the compared one
	ColumnActive       // repeats at B by the active algorithm
	ColumnCompared     // and by the one compared with it
	AllColumns     int = iota
)

// Row is one attribute of the table.
type Row struct {
	Index    int // of the attribute, for Table.Rolls
	Name     string
	Cells    [AllColumns]Cell // as they are written; a plain one is in the pen of the row
	Corr     float64          // NaN where not defined
	Gain     float64          // share of the largest gain, in [0,1]
	Active   int              // repeats by the active algorithm
	Compared int              // by the one compared with it

	Shared   bool   // its form's line shows its rolls
	Unusable string // why it cannot be chosen, or ""
	Limit    string // bounds on its repeats, or ""
}

// Place is a column's place in a table, in columns from its left edge.
type Place struct {
	Column Column
	X, W   int
}

// kind is how the table lays a column out.
type kind struct {
	head string
	left bool // the head stands on the left
	// The column is as wide as its values, or least columns; it gives way down to cut, 0 is never.
	least, cut int
	from       int // least width of a table that shows it
	leave      int // the rank at which it leaves if not all fit: the lowest first; 0 is never
}

const (
	nameLeast  = 10
	nameEasy   = 16 // what is nice to have does not cut names below
	gainLeast  = 5
	corrThin   = 5 // beside rolls
	figureWide = 4
	trackLeast = 18 // columns of the rolls before others leave
	wideTable  = 100
)

// kinds are the columns. A new one is a constant and an entry here; what its value is, how it is
// written, sorted by and kept says tui/screen/columns.go.
var kinds = [AllColumns]kind{
	ColumnName:        {head: "attribute", left: true, cut: nameLeast},
	ColumnCost:        {head: "cost", leave: 60},
	ColumnCorr:        {head: "corr", leave: 70, least: figureWide},
	ColumnV:           {head: "v", from: wideTable, leave: 50},
	ColumnSigma2:      {head: "σ²", from: wideTable, leave: 40},
	ColumnNoise:       {head: "noise", leave: 80, least: figureWide},
	ColumnReliability: {head: "rel", leave: 55},
	ColumnFrequency:   {head: "freq", leave: 20},
	ColumnMedian:      {head: "med", leave: 10, least: figureWide},
	ColumnGain:        {head: "gain", left: true, leave: 30, least: gainLeast},
	ColumnRolls:       {left: true, least: trackLeast},
	ColumnActive:      {least: figureWide},
	ColumnCompared:    {leave: 90, least: figureWide},
}

// leavingFrom makes priorities of ranks: the lowest rank has the highest.
const leavingFrom = 100

func (k *kind) column() report.Column {
	c := report.Column{Head: k.head, Align: report.Right, Least: k.cut}
	if k.left {
		c.Align = report.Left
	}
	if k.leave > 0 {
		c.Priority = leavingFrom - k.leave
	}
	return c
}

// Figure is a value of a column: a faint dot for nothing.
func Figure(text string, nothing bool, pen theme.Pen) Cell {
	if nothing {
		return Cell{Text: "·", Pen: theme.Faint}
	}
	return Cell{Text: text, Pen: pen}
}

// Attributes are attributes as a table of figures, without rolls. A row says why its attribute
// cannot be used in place of them.
func Attributes(rows []Row, columns ...Column) (t report.Table) {
	for _, c := range columns {
		column := kinds[c].column()
		column.Least = 0
		t.Columns = append(t.Columns, column)
	}
	for i := range rows {
		var cells []report.Value
		for _, c := range columns {
			cells = append(cells, rows[i].Cells[c])
		}
		if why := rows[i].Unusable; why != "" && len(cells) > 1 {
			cells[1] = report.Spill(why)
		}
		t.Row(cells...)
	}
	return t
}

const edge = 1

// head is the head of a column: of repeats, the algorithm.
func (t *Table) head(c Column) string {
	switch {
	case c == ColumnActive:
		return t.ActiveName
	case c == ColumnCompared && t.Brief:
		return ShortName(t.ComparedName)
	case c == ColumnCompared:
		return t.ComparedName
	case c == ColumnName && t.Prefix != "":
		return chart.Clean(t.Prefix) + "…"
	}
	return kinds[c].head
}

func (t *Table) need(c Column) int {
	k := &kinds[c]
	w := chart.Width(t.head(c))
	if c == t.Sort {
		w++ // the mark
	}
	w = max(w, k.least)
	for i := range t.Rows {
		switch r := &t.Rows[i]; {
		case c == ColumnName && r.Limit != "":
			w = max(w, chart.Width(r.Name)-chart.Width(t.Prefix)+1+chart.Width(r.Limit))
		case c == ColumnName:
			w = max(w, chart.Width(r.Name)-chart.Width(t.Prefix))
		case k.least == 0:
			w = max(w, chart.Width(r.Cells[c].Text))
		}
	}
	return w
}

// Columns lays the columns out on a table w wide: the rolls lie where the axis of budgets does,
// names and figures left of it, and what is asked at B right of it, under the names of the
// chart's curves. If not all fit, some leave.
func (t *Table) Columns(w int) []Place {
	var columns []report.Column
	var natural []int
	var left, right []Place
	after := 0 // columns that the right takes
	for c := range Column(AllColumns) {
		if c == ColumnRolls || c != ColumnName && !t.Show[c] || w < kinds[c].from {
			continue
		}
		n := t.need(c)
		if c < ColumnRolls {
			columns, natural, left = append(columns, kinds[c].column()), append(natural, n), append(left, Place{Column: c})
		} else if after+n+1 <= w-edge-nameLeast-trackLeast-2 {
			right, after = append(right, Place{Column: c, W: n}), after+n+1
		}
	}
	if w >= wideTable {
		columns[0].Least = nameEasy
	}
	from := w - 1 - trackLeast - after // at most
	kept, widths := report.Fit(columns, natural, min(axisFrom(w), from+1)-edge-2, 1)
	if len(kept) < len(columns) { // figures that are asked for push the axis away
		natural[0] = min(natural[0], max(nameLeast, min(w/5, nameEasy)))
		kept, widths = report.Fit(columns, natural, from-edge-1, 1)
	}
	gap := 1 // keeps the figures left of the axis under the receipt
	if w >= wideTable {
		gap = AxisLabels - 1
	}
	spare := min(axisFrom(w)-gap, from) - edge
	for _, n := range widths {
		spare -= n + 1
	}
	if i := slices.IndexFunc(kept, func(i int) bool { return left[i].Column == ColumnCorr }); i > 0 && spare > corrThin { // room for bars
		widths[i] += corrThin + 1
		spare -= corrThin + 1
	}
	widths[0] += max(spare, 0)
	x := edge
	var out []Place
	for i, c := range kept {
		out = append(out, Place{left[c].Column, x, widths[i]})
		x += widths[i] + 1
	}
	from = max(x, min(axisFrom(w), from))
	to := max(w-1-max(after, curveNames(w)), min(from+trackLeast, w-1-after))
	out, x = append(out, Place{ColumnRolls, from, max(to-from, 1)}), to+1
	for _, p := range right {
		out = append(out, Place{p.Column, x, p.W})
		x += p.W + 1
	}
	return out
}

// curveNames are the columns that the names of the chart's curves have right of the rolls, on a
// table w wide.
func curveNames(w int) int {
	switch {
	case w >= 130:
		return 16
	case w >= wideTable:
		return 13
	case w >= 72:
		return 11
	}
	return 0
}

// rolls is the place of the rolls, which every table has.
func rolls(places []Place) Place {
	return places[slices.IndexFunc(places, func(p Place) bool { return p.Column == ColumnRolls })]
}

// AxisAt is where the rolls lie on a table w wide: their first column, and the one
// after the last. The chart above shares them.
func (t *Table) AxisAt(w int) (from, to int) {
	p := rolls(t.Columns(w))
	return p.X, p.X + p.W
}

// AxisLabels are the columns of a chart's own labels, left of its axis.
const AxisLabels = 7

// axisFrom is the column at which the axis of budgets begins on a table w wide, where what
// lies left of it does not take more: left of it stand the receipt, and names and figures.
func axisFrom(w int) int {
	const fixed, easy = 60, 120 // the widths from which it has a place of its own, and half of what is more
	switch {
	case w < fixed:
		return 0
	case w < easy:
		return 46 + (w-80)*3/10
	}
	return 58 + (w-easy)/2
}
