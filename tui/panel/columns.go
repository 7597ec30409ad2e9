package panel

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"fms-tui/core/report/figure"
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

// String is the column's head where it is the same in every table.
func (c Column) String() string { return kinds[c].head }

// Row is one attribute of the table.
type Row struct {
	Index    int // of the attribute, for Table.Rolls
	Name     string
	Cost     string // written, as are V and Sigma2, by column
	V        string
	Sigma2   string
	Corr     float64 // NaN where not defined
	Rel      float64 // in [0,1], NaN where not defined
	RelText  string  // Rel and the noise 1 - Rel, written
	Noise    string
	Gain     float64 // share of the largest gain, in [0,1]
	Active   int     // repeats by the active algorithm
	Compared int     // by the one compared with it
	Change   int     // of Active since the reference budget; 0 without one
	// Frequency and Median say how often the active algorithm chooses the
	// attribute from resampled objects, and how many judgments; NaN while that is
	// not known.
	Frequency, Median float64

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
	gainMost   = 24
	corrBar    = 3 // and four columns for the figure
	corrMost   = 7
	corrThin   = 5 // beside rolls
	relBar     = 4 // and four columns for the figure where there is room
	figureWide = 4
	medianWide = 4
	trackLeast = 18 // columns of the rolls before others leave
	// From these widths on there is room right of the rolls for the names of the
	// chart's curves, and from wideTable on for v, σ² and bars.
	briefNamesFrom, briefNames = 72, 11
	usualNames                 = 13
	longNamesFrom, longNames   = 130, 16
	wideTable                  = 100
)

// kind is all that the table knows of a column.
type kind struct {
	head string
	left bool // the head stands on the left
	// text is written on the right, as wide as it comes; nil where width and draw say
	// more.
	text func(r *Row) string
	// width returns the width of the content under a head of width w; nil means the width
	// of text.
	width func(t *Table, w int) int
	draw  func(t *Table, c *chart.Canvas, p Place, y int, r *Row, text theme.Pen)
	from  int // least width of a table with rolls that shows it
	// leave is the rank at which the column leaves if not all fit: the lowest first,
	// ranks below easyLeave before names are cut below nameEasy; 0 is never.
	leave int
}

// easyLeave parts what is of use from what is nice to have.
const easyLeave = 50

// kinds are the columns. A new one is a constant, an entry here and its value in Row;
// what its value is, how it is sorted by and kept says tui/screen/columns.go.
var kinds [AllColumns]kind

func init() { // in init, for the functions refer to the table
	fixed := func(w int) func(*Table, int) int { return func(*Table, int) int { return w } }
	kinds = [AllColumns]kind{
		ColumnName:        {head: "attribute", left: true, width: (*Table).nameWidth, draw: (*Table).drawName},
		ColumnCost:        {head: "cost", leave: 60, text: func(r *Row) string { return r.Cost }},
		ColumnCorr:        {head: "corr", leave: 70, width: fixed(corrBar + figureWide), draw: drawCorr},
		ColumnV:           {head: "v", from: wideTable, leave: 50, text: func(r *Row) string { return r.V }},
		ColumnSigma2:      {head: "σ²", from: wideTable, leave: 40, text: func(r *Row) string { return r.Sigma2 }},
		ColumnNoise:       {head: "noise", leave: 80, width: func(_ *Table, w int) int { return max(w, figureWide) }, text: func(r *Row) string { return r.Noise }},
		ColumnReliability: {head: "rel", left: true, leave: 55, width: fixed(relBar), draw: drawReliability},
		ColumnFrequency: {head: "freq", leave: 20, draw: func(_ *Table, c *chart.Canvas, p Place, y int, r *Row, _ theme.Pen) {
			drawKnown(c, p, y, r.Frequency, figure.Share(r.Frequency))
		}},
		ColumnMedian: {
			head: "med", leave: 10, width: func(_ *Table, w int) int { return max(w, medianWide) },
			draw: func(_ *Table, c *chart.Canvas, p Place, y int, r *Row, _ theme.Pen) {
				drawKnown(c, p, y, r.Median, strconv.FormatFloat(r.Median, 'f', -1, 64))
			},
		},
		ColumnGain: {head: "gain", left: true, leave: 30, width: fixed(gainLeast), draw: (*Table).drawGain},
		ColumnRolls: {left: true, width: fixed(trackLeast), draw: func(t *Table, c *chart.Canvas, p Place, y int, r *Row, _ theme.Pen) {
			t.drawRoll(c, p, y, r.Index, r.Shared)
		}},
		ColumnActive: {width: func(_ *Table, w int) int { return max(w, 4) }, draw: func(t *Table, c *chart.Canvas, p Place, y int, r *Row, _ theme.Pen) {
			drawCount(c, p, y, r.Active, t.Active, r.Change)
		}},
		ColumnCompared: {leave: 90, width: func(_ *Table, w int) int { return max(w, 4) }, draw: func(t *Table, c *chart.Canvas, p Place, y int, r *Row, _ theme.Pen) {
			drawCount(c, p, y, r.Compared, t.Compared, 0)
		}},
	}
	for i := range kinds {
		if text := kinds[i].text; text != nil {
			kinds[i].draw = func(_ *Table, c *chart.Canvas, p Place, y int, r *Row, pen theme.Pen) {
				c.TextRight(p.X+p.W, y, text(r), pen)
			}
		}
		if kinds[i].leave > 0 {
			leaving = append(leaving, Column(i))
		}
	}
	slices.SortStableFunc(leaving, func(x, y Column) int { return kinds[x].leave - kinds[y].leave })
}

// leaving are the columns that leave, in their order.
var leaving []Column

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

// Columns lays the columns out on a table w wide, frame included. If not all fit, some
// leave. The rolls get the remaining width.
func (t *Table) Columns(w int) []Place {
	shown, width := t.Show, [AllColumns]int{}
	shown[ColumnName] = true
	for c := range AllColumns {
		shown[c] = shown[c] && (!t.Show[ColumnRolls] || w >= kinds[c].from)
		if shown[c] {
			width[c] = t.need(Column(c))
		}
	}
	if t.Show[ColumnRolls] {
		width[ColumnCorr] = figureWide
	}
	room := w - 2*t.frame() - t.edge()
	total := func() int {
		sum := 0
		for c := range AllColumns {
			if shown[c] {
				sum += width[c] + 1
			}
		}
		return sum
	}
	name := width[ColumnName]
	for _, c := range leaving {
		width[ColumnName] = min(name, nameLeast)
		if kinds[c].leave < easyLeave {
			width[ColumnName] = min(name, nameEasy)
		}
		if total() > room {
			shown[c] = false
		}
	}
	width[ColumnName] = min(name, nameLeast)
	t.widen(&shown, &width, max(room-total(), 0), name, w)
	return t.places(shown, width, w)
}

// widen gives what is left on a table w wide to what gains most by it, in order.
func (t *Table) widen(shown *[AllColumns]bool, width *[AllColumns]int, spare, name, w int) {
	widen := func(c Column, to int) {
		if more := min(spare, to-width[c]); shown[c] && more > 0 {
			width[c] += more
			spare -= more
		}
	}
	if shown[ColumnRolls] {
		free := func(gap int) int {
			return axisFrom(w) - gap - t.edge() - shownWidth(*shown, *width, 0) + shownWidth(*shown, *width, ColumnRolls)
		}
		if axisFrom(w) == 0 {
			name = min(name, max(nameLeast, w/5))
		} else {
			widen(ColumnName, min(name, max(nameLeast, width[ColumnName]+free(1))))
			if free(axisGap(w)) > corrThin {
				widen(ColumnCorr, figureWide+corrThin+1)
			}
			name = width[ColumnName] + max(free(axisGap(w)), 0)
		}
	}
	widen(ColumnName, name)
	if shown[ColumnRolls] {
		want := 0
		switch {
		case w >= longNamesFrom:
			want = longNames
		case w >= wideTable:
			want = usualNames
		case w >= briefNamesFrom:
			want = briefNames
		}
		spare -= max(min(want-shownWidth(*shown, *width, ColumnActive), spare), 0)
		left := t.edge() + shownWidth(*shown, *width, 0) - shownWidth(*shown, *width, ColumnRolls)
		gap := max(min(axisFrom(w)-left, spare), 0)
		width[ColumnRolls] += spare - gap
		return
	}
	if spare >= figureWide {
		widen(ColumnReliability, relBar+figureWide)
	}
	widen(ColumnGain, gainMost)
	if spare >= 2 { // an odd width has a middle
		widen(ColumnCorr, figureWide+min(corrMost, corrBar+spare/2*2))
	}
}

// shownWidth is what the columns shown take from one on.
func shownWidth(shown [AllColumns]bool, width [AllColumns]int, from Column) (sum int) {
	for c := from; int(c) < AllColumns; c++ {
		if shown[c] {
			sum += width[c] + 1
		}
	}
	return sum
}

func (t *Table) places(shown [AllColumns]bool, width [AllColumns]int, w int) []Place {
	var out []Place
	x := t.frame() + t.edge()
	for c := range AllColumns {
		if c == int(ColumnRolls) && shown[c] {
			x = max(x, min(axisFrom(w), w-shownWidth(shown, width, ColumnRolls)))
		}
		if shown[c] {
			out = append(out, Place{Column: Column(c), X: x, W: width[c]})
			x += width[c] + 1
		}
	}
	return out
}

// AxisAt is where the rolls lie on a table w wide: their first column, and the one
// after the last. The chart above shares them.
func (t *Table) AxisAt(w int) (from, to int) {
	for _, p := range t.Columns(w) {
		if p.Column == ColumnRolls {
			return p.X, p.X + p.W
		}
	}
	return 0, 0
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

// edge is the room before the names.
func (t *Table) edge() int {
	if t.Show[ColumnRolls] {
		return 1
	}
	return markWidth
}

// need is the width that a column's content takes.
func (t *Table) need(c Column) int {
	k := &kinds[c]
	w := chart.Width(t.head(c))
	if c == t.Sort && c != ColumnRolls {
		w++ // the mark
	}
	if k.width != nil {
		return k.width(t, w)
	}
	if k.text != nil {
		for i := range t.Rows {
			w = max(w, chart.Width(k.text(&t.Rows[i])))
		}
	}
	return w
}

// nameWidth is the width of the names.
func (t *Table) nameWidth(w int) int {
	for i := range t.Rows {
		w = max(w, t.nameAndLimit(&t.Rows[i]))
	}
	if t.Show[ColumnRolls] {
		return w
	}
	return min(w, nameMost)
}

// nameMost is the width of names in lists beside which there is no more to show.
const nameMost = 32

// widest is a width of names that no terminal has.
const widest = 250

// nameAndLimit is the width of a name with the bounds on its repeats.
func (t *Table) nameAndLimit(r *Row) int {
	w := chart.WidthUpTo(r.Name, widest) - chart.Width(t.Prefix)
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
		c.Bar(p.X, y, p.W, r.Gain, t.Active)
	}
}

// drawKnown writes a figure of the bootstrap: a dot for nothing, and no more
// than the place of it while it is not known.
func drawKnown(c *chart.Canvas, p Place, y int, v float64, text string) {
	switch {
	case math.IsNaN(v):
		c.TextRight(p.X+p.W, y, "…", theme.Faint)
	case v == 0:
		c.TextRight(p.X+p.W, y, "·", theme.Faint)
	default:
		c.TextRight(p.X+p.W, y, text, theme.Text)
	}
}

// drawCount writes repeats, and left of them what changed since the reference.
func drawCount(c *chart.Canvas, p Place, y, n int, pen theme.Pen, change int) {
	text := "·"
	if n > 0 {
		text = "×" + strconv.Itoa(n)
		pen = pen.Strong()
	} else {
		pen = theme.Faint
	}
	x := p.X + p.W - c.TextRight(p.X+p.W, y, text, pen)
	if change != 0 {
		sign, pen := cmp.Or(strconv.Itoa(change), ""), theme.Bad
		if change > 0 {
			sign, pen = "+"+sign, theme.Good
		}
		c.TextRight(x-1, y, sign, pen)
	}
}

func drawCorr(_ *Table, c *chart.Canvas, p Place, y int, r *Row, text theme.Pen) {
	bar := p.W - figureWide
	if bar%2 == 0 { // an odd one has a middle
		bar--
	}
	c.SignedBar(p.X, y, bar, r.Corr, theme.Muted, theme.Muted, theme.Faint)
	c.TextRight(p.X+p.W, y, figure.Corr(r.Corr), text)
}

func drawReliability(_ *Table, c *chart.Canvas, p Place, y int, r *Row, text theme.Pen) {
	if r.Unusable != "" {
		return // the reason stands there
	}
	c.Bar(p.X, y, relBar, r.Rel, theme.Muted)
	if p.W > relBar || math.IsNaN(r.Rel) {
		c.TextRight(p.X+p.W, y, r.RelText, text)
	}
}
