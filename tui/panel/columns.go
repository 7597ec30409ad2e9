package panel

import (
	"math"
	"slices"
	"strconv"

	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
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
	ColumnReliability
	ColumnFull    // repeats by Full, where no panel of their own shows them
	ColumnScoring // repeats by Scoring
	ColumnFrequency
	ColumnMedian
	ColumnGain
	columns int = iota
)

// String is the column's head.
func (c Column) String() string { return kinds[c].head }

// Row is one attribute of the table.
type Row struct {
	Name    string
	Cost    string // written, as are V and Sigma2, by column
	V       string
	Sigma2  string
	Corr    float64 // NaN where not defined
	Rel     float64 // in [0,1], NaN where not defined
	Gain    float64 // share of the largest gain, in [0,1]
	Full    int     // repeats
	Scoring int
	// Frequency and Median say how often the active algorithm chooses the
	// attribute from resampled objects, and how many judgments; NaN while that is
	// not known.
	Frequency, Median float64

	Chosen   bool   // by the active algorithm
	Unusable string // why it cannot be chosen, or ""
	Limit    string // bounds on its repeats, or ""
}

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

// kind is all that the table knows of a column.
type kind struct {
	head string
	left bool // the head stands on the left
	// text is written on the right, as wide as it comes; nil where width and draw say
	// more.
	text func(r *Row) string
	// width is what the content takes, where the head is w wide; nil for that of text.
	width func(t *Table, w int) int
	draw  func(t *Table, c *chart.Canvas, p Place, y int, r *Row, text theme.Pen)
	// shown tells whether the column is there; nil where it always is.
	shown func(t *Table) bool
	// leave is when the column leaves where not all fit: the lowest first, those
	// below easyLeave before names are cut below nameEasy; 0 is never.
	leave int
}

// easyLeave parts what is of use from what is nice to have.
const easyLeave = 30

// kinds are the columns. A new one is a constant, an entry here and its value in Row;
// what its value is, how it is sorted by and kept says tui/screen/columns.go.
var kinds [columns]kind

func init() { // in init, for the functions refer to the table
	fixed := func(w int) func(*Table, int) int { return func(*Table, int) int { return w } }
	kinds = [columns]kind{
		ColumnName:        {head: "attribute", left: true, width: (*Table).nameWidth, draw: drawName},
		ColumnCost:        {head: "cost", leave: 60, text: func(r *Row) string { return r.Cost }},
		ColumnCorr:        {head: "corr", width: fixed(corrBar + figureWide), draw: drawCorr},
		ColumnV:           {head: "v", leave: 50, text: func(r *Row) string { return r.V }},
		ColumnSigma2:      {head: "σ²", leave: 40, text: func(r *Row) string { return r.Sigma2 }},
		ColumnReliability: {head: "rel", left: true, leave: 70, width: fixed(relBar), draw: drawReliability},
		ColumnFull: {head: "full", shown: func(t *Table) bool { return t.Repeats }, draw: func(_ *Table, c *chart.Canvas, p Place, y int, r *Row, _ theme.Pen) {
			drawCount(c, p, y, r.Full, theme.Full)
		}},
		ColumnScoring: {head: "scor", shown: func(t *Table) bool { return t.Repeats }, draw: func(_ *Table, c *chart.Canvas, p Place, y int, r *Row, _ theme.Pen) {
			drawCount(c, p, y, r.Scoring, theme.Scoring)
		}},
		ColumnFrequency: {head: "freq", leave: 20, shown: func(t *Table) bool { return t.Stable }, draw: func(_ *Table, c *chart.Canvas, p Place, y int, r *Row, _ theme.Pen) {
			drawKnown(c, p, y, r.Frequency, figure.Share(r.Frequency))
		}},
		ColumnMedian: {
			head: "med", leave: 10, shown: func(t *Table) bool { return t.Stable }, width: func(_ *Table, w int) int { return max(w, medianWide) },
			draw: func(_ *Table, c *chart.Canvas, p Place, y int, r *Row, _ theme.Pen) {
				drawKnown(c, p, y, r.Median, strconv.FormatFloat(r.Median, 'f', -1, 64))
			},
		},
		ColumnGain: {head: "gain", left: true, leave: 30, width: fixed(gainLeast), draw: (*Table).drawGain},
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

// Columns lays the columns out on a table w wide, frame included. Where they
// do not all fit, some leave.
func (t *Table) Columns(w int) []Place {
	shown := [columns]bool{}
	width := [columns]int{}
	for c := range columns {
		shown[c] = kinds[c].shown == nil || kinds[c].shown(t)
		width[c] = t.need(Column(c))
	}
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
	k := &kinds[c]
	w := chart.Width(k.head)
	if c == t.Sort {
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
		w = max(w, min(nameWidth(&t.Rows[i]), nameMost))
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

// drawName writes the name, and behind it the bounds on its repeats.
func drawName(_ *Table, c *chart.Canvas, p Place, y int, r *Row, text theme.Pen) {
	room := p.W
	if r.Limit != "" {
		room -= chart.Width(r.Limit) + 1
	}
	end := p.X + c.TextMax(p.X, y, r.Name, max(room, 1), text)
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

func drawCount(c *chart.Canvas, p Place, y, n int, pen theme.Pen) {
	if n == 0 {
		c.TextRight(p.X+p.W, y, "·", theme.Faint)
		return
	}
	c.TextRight(p.X+p.W, y, strconv.Itoa(n), pen)
}

func drawCorr(_ *Table, c *chart.Canvas, p Place, y int, r *Row, text theme.Pen) {
	c.SignedBar(p.X, y, p.W-figureWide, r.Corr, theme.Muted, theme.Muted, theme.Faint)
	c.TextRight(p.X+p.W, y, figure.Corr(r.Corr), text)
}

func drawReliability(_ *Table, c *chart.Canvas, p Place, y int, r *Row, text theme.Pen) {
	if r.Unusable != "" {
		return // the reason stands there
	}
	c.Bar(p.X, y, relBar, r.Rel, theme.Muted)
	if p.W > relBar {
		c.TextRight(p.X+p.W, y, figure.Share(r.Rel), text)
	}
}
