package panel

import (
	"math"
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

const (
	nameLeast  = 10
	nameEasy   = 16 // what is nice to have does not cut names below
	gainLeast  = 5
	corrThin   = 5 // beside rolls
	figureWide = 4
	trackLeast = 18 // columns of the rolls before others leave
	// From these widths on there is room right of the rolls for the names of the
	// chart's curves, and from wideTable on for v, σ² and bars.
	briefNamesFrom, briefNames = 72, 11
	usualNames                 = 13
	longNamesFrom, longNames   = 130, 16
	wideTable                  = 100
)

// kind is how the table lays a column out.
type kind struct {
	head string
	left bool // the head stands on the left
	// draw draws the value where it is not just written on the right. It is as wide as it comes, or
	// least columns.
	draw  func(t *Table, c *chart.Canvas, p Place, y int, r *Row, text theme.Pen)
	least int
	from  int // least width of a table that shows it
	// leave is the rank at which the column leaves if not all fit: the lowest first; 0 is never.
	leave int
	cut   int // it gives way down to this width; 0 is never
}

// kinds are the columns. A new one is a constant and an entry here; what its value is, how it is
// written, sorted by and kept says tui/screen/columns.go.
var kinds [AllColumns]kind

func init() { // in init, for the functions refer to the table
	kinds = [AllColumns]kind{
		ColumnName:        {head: "attribute", left: true, cut: nameLeast, draw: (*Table).drawName},
		ColumnCost:        {head: "cost", leave: 60},
		ColumnCorr:        {head: "corr", leave: 70, least: figureWide, draw: drawCorr},
		ColumnV:           {head: "v", from: wideTable, leave: 50},
		ColumnSigma2:      {head: "σ²", from: wideTable, leave: 40},
		ColumnNoise:       {head: "noise", leave: 80, least: figureWide},
		ColumnReliability: {head: "rel", leave: 55},
		ColumnFrequency:   {head: "freq", leave: 20},
		ColumnMedian:      {head: "med", leave: 10, least: figureWide},
		ColumnGain:        {head: "gain", left: true, leave: 30, least: gainLeast, draw: (*Table).drawGain},
		ColumnRolls: {left: true, least: trackLeast, draw: func(t *Table, c *chart.Canvas, p Place, y int, r *Row, _ theme.Pen) {
			t.drawRoll(c, p, y, r.Index, r.Shared)
		}},
		ColumnActive:   {least: figureWide},
		ColumnCompared: {leave: 90, least: figureWide},
	}
}

// column is the column as tables lay it out.
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

// leavingFrom makes priorities of ranks: the lowest rank has the highest.
const leavingFrom = 100

// edge is the room before the names.
const edge = 1

// head is the head of a column: of repeats, the algorithm.
func (t *Table) head(c Column) string {
	switch c {
	case ColumnActive:
		return t.ActiveName
	case ColumnCompared:
		if t.Brief {
			return ShortName(t.ComparedName)
		}
		return t.ComparedName
	case ColumnName:
		if t.Prefix != "" {
			return chart.Clean(t.Prefix) + "…"
		}
	}
	return kinds[c].head
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
		switch n := t.need(c); {
		case c == ColumnRolls || c != ColumnName && !t.Show[c] || w < kinds[c].from:
		case c < ColumnRolls:
			columns, natural, left = append(columns, kinds[c].column()), append(natural, n), append(left, Place{Column: c})
		case after+n+1 <= w-edge-nameLeast-trackLeast-2:
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
	spare := min(axisFrom(w)-axisGap(w), from) - edge
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

// curveNames are the columns that the names of the chart's curves have, on a table w wide.
func curveNames(w int) int {
	switch {
	case w >= longNamesFrom:
		return longNames
	case w >= wideTable:
		return usualNames
	case w >= briefNamesFrom:
		return briefNames
	}
	return 0
}

// AxisAt is where the rolls lie on a table w wide: their first column, and the one
// after the last. The chart above shares them.
func (t *Table) AxisAt(w int) (from, to int) {
	for _, p := range t.Columns(w) {
		if p.Column == ColumnRolls {
			from, to = p.X, p.X+p.W
		}
	}
	return from, to
}

// axisFrom is the column at which the axis of budgets begins on a table w wide, where what
// lies left of it does not take more: left of it stand the receipt, and names and figures.
func axisFrom(w int) int {
	switch {
	case w < axisFixed:
		return 0
	case w < axisEasy:
		return 46 + (w-80)*3/10
	}
	return 58 + (w-axisEasy)/2
}

// Widths from which the axis begins at a place of its own, and from which it leaves half of
// what is more.
const axisFixed, axisEasy = 60, 120

// AxisLabels are the columns of a chart's own labels, left of its axis.
const AxisLabels = 7

// axisGap keeps the figures left of the axis under the receipt.
func axisGap(w int) int {
	if w < wideTable {
		return 1
	}
	return AxisLabels - 1
}

// need is the width that a column's content takes.
func (t *Table) need(c Column) int {
	k := &kinds[c]
	w := chart.Width(t.head(c))
	if c == t.Sort && c != ColumnRolls {
		w++ // the mark
	}
	w = max(w, k.least)
	for i := range t.Rows {
		switch {
		case c == ColumnName:
			w = max(w, t.nameAndLimit(&t.Rows[i]))
		case k.least == 0:
			w = max(w, chart.Width(t.Rows[i].Cells[c].Text))
		}
	}
	return w
}

// nameAndLimit is the width of a name with the bounds on its repeats.
func (t *Table) nameAndLimit(r *Row) int {
	w := chart.Width(r.Name) - chart.Width(t.Prefix)
	if r.Limit != "" {
		w += 1 + chart.Width(r.Limit)
	}
	return w
}

// drawName writes the name, and behind it the bounds on its repeats.
func (t *Table) drawName(c *chart.Canvas, p Place, y int, r *Row, text theme.Pen) {
	room := p.W
	if r.Limit != "" {
		room -= chart.Width(r.Limit) + 1
	}
	end := p.X + c.Text(p.X, y, chart.TruncateMiddle(r.Name[min(len(t.Prefix), len(r.Name)):], max(room, 1)), text)
	c.TextMax(end+1, y, r.Limit, p.X+p.W-end-1, theme.Accent)
}

// drawGain shows the gain as a bar.
func (t *Table) drawGain(c *chart.Canvas, p Place, y int, r *Row, _ theme.Pen) {
	if r.Unusable == "" && !math.IsNaN(r.Gain) {
		c.Text(p.X, y, chart.BarText(r.Gain, p.W), t.Active)
	}
}

// drawCell writes a value on the right.
func (t *Table) drawCell(c *chart.Canvas, p Place, y int, r *Row, text theme.Pen) {
	cell := r.Cells[p.Column]
	if cell.Pen == theme.Text {
		cell.Pen = text
	}
	c.TextRight(p.X+p.W, y, cell.Text, cell.Pen)
}

func drawCorr(_ *Table, c *chart.Canvas, p Place, y int, r *Row, text theme.Pen) {
	bar := p.W - figureWide
	if bar%2 == 0 { // an odd one has a middle
		bar--
	}
	c.SignedBar(p.X, y, bar, r.Corr, theme.Muted, theme.Muted, theme.Faint)
	c.TextRight(p.X+p.W, y, r.Cells[ColumnCorr].Text, text)
}
