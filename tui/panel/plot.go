package panel

import (
	"image"
	"math"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Chart is a plot in a frame.
type Chart struct {
	Title  string
	Legend []Span // over the data; nil for none
	Corner string // what the lower right corner is about, where nothing else is; "" for none
	Plot   chart.Plot
	Empty  string // said in place of a plot without series
	Focus  bool
}

func (p *Chart) Draw(c *chart.Canvas) {
	inner := c.Box(c.Bounds(), p.Title, border(p.Focus), theme.Title)
	if inner.Empty() {
		return
	}
	if len(p.Plot.Series)+len(p.Plot.Points) == 0 && p.Empty != "" {
		within := c.Sub(inner)
		for i, line := range chart.Wrap(p.Empty, max(inner.Dx()-2, 1)) {
			within.TextMax(1, i, line, inner.Dx()-2, theme.Muted)
		}
		return
	}
	if p.Legend != nil {
		drawSpans(c, inner.Min.X+1, inner.Min.Y, inner.Max.X-1, p.Legend)
		inner.Min.Y++
	}
	p.Plot.Draw(c.Sub(inner))
	end, y := inner.Min.X+p.Plot.Layout(inner.Dx(), inner.Dy()).Plot.Max.X, inner.Max.Y-3
	for x := end - chart.Width(p.Corner); x < end; x++ {
		if sign, _ := c.At(x, y); sign != " " {
			return
		}
	}
	c.Text(end-chart.Width(p.Corner), y, p.Corner, theme.Good)
}

// Honest is an algorithm's honest loss with its band of two standard errors.
// Without Y it is the band alone.
type Honest struct {
	chart.Series
	Low, High []float64
	// Recommended is the place of the budget that the honest loss recommends, and At
	// its loss there; NaN for none.
	Recommended, At float64
}

func (h *Honest) series() []chart.Series {
	s := h.Series
	s.Of, s.Pen, s.Style, s.Thick = "honest", theme.Honest, chart.Solid, true
	all := []chart.Series{s}
	if !math.IsNaN(h.Recommended) {
		all = append(all, chart.Series{X: []float64{h.Recommended}, Y: []float64{h.At}, Pen: theme.Honest, Style: chart.Marks})
	}
	return all
}

// Loss is the chart of loss against budget.
type Loss struct {
	Title  string         // in the frame
	Words  [2]string      // over the data, where there is no frame: the measure, and of what
	Rows   []LossRow      // what is drawn, at B
	Curves []chart.Series // of algorithms, at shares of the axis in the scale shown, the active one's first
	Honest Honest         // nothing where it is not known
	Bound  chart.Series   // what no choice can be below; nothing where there is none
	Axis   chart.Budgets
	Share  float64 // of the budget on the axis
	Value  string  // at the cursor
	At     string  // what names the budget there
	Least  float64 // losses beyond are not shown: an honest loss from too few
	Most   float64 // objects would flatten all else
	Lit    bool    // the first curve has its hue, the others are grey
	// Columns are the columns of the data, where the axis is drawn elsewhere.
	Columns [2]int
	Plain   bool // the terminal shows no grounds
	Boxed   bool // with a frame
	Focus   bool
}

// LossRow is an algorithm of the readout over the chart: its loss at B.
type LossRow struct {
	Mark, Name string
	Value      string
	Series     chart.Named // "" for none
	Pen        theme.Pen
}

// Scale is the target of what names the scale.
type Scale struct{}

// plot is the chart proper. The cursor stands at the budget.
func (l *Loss) plot(w int) *chart.Plot {
	p := &chart.Plot{X: chart.Range{Min: 0, Max: 1}, Plain: l.Plain}
	cursor := chart.Cursor{X: l.Share, Marks: true, Pen: theme.Cursor}
	if l.Boxed {
		cursor.Value = l.Value
	} else { // the readout has it
		p.Columns = l.Columns
	}
	p.TicksX, p.NamesX = l.Axis.Ticks(max(w*2/3, 1))
	for i, v := range p.TicksX {
		p.TicksX[i] = l.Axis.Share(v)
	}
	var all [][]float64
	if len(l.Honest.Low) > 0 {
		p.Bands = []chart.Band{{X: l.Honest.X, Lo: l.Honest.Low, Hi: l.Honest.High}}
	}
	if len(l.Honest.Y) > 0 { // before the others: it is what to decide by
		p.Series = append(p.Series, l.Honest.series()...)
		all = append(all, l.Honest.Y)
	}
	for i, s := range l.Curves {
		if l.Lit && i > 0 {
			s.Pen = theme.Faint
		}
		p.Series = append(p.Series, s)
		all = append(all, s.Y)
	}
	if len(l.Bound.Y) > 0 && l.Boxed {
		p.Series = append(p.Series, l.Bound)
	}
	p.Y = chart.RangeOf(all...)
	p.Y.Min, p.Y.Max = max(p.Y.Min, min(l.Least, p.Y.Max)), min(p.Y.Max, max(l.Most, p.Y.Min))
	if l.Axis.Max > 0 {
		p.Cursors = []chart.Cursor{cursor}
	}
	return p
}

// Draw draws the chart: in its frame, or on all of the canvas with what it comes to.
func (l *Loss) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	if l.Boxed {
		(&Chart{Title: l.Title, Plot: *l.plot(w - 2), Focus: l.Focus}).Draw(c)
		return
	}
	l.plot(w).Draw(c)
	l.drawReadout(c)
}

// The readout over the chart: the columns that it takes, the rows of a chart that has room
// for it, and for a line of it.
const readoutWide, readoutFrom, readoutLine = 35, 11, 5

// readout is how many lines are written over a chart of w×h cells, and the first of them:
// at the top, or at the bottom where the curves are there.
func (l *Loss) readout(w, h int) (y, lines, from int) {
	room := w - l.Columns[0] - 1
	from = w - 1 - min(readoutWide, room)
	if room < readoutWide*2/3 || h < readoutLine {
		return 0, 0, w
	}
	if h < readoutFrom || room < readoutWide {
		return 0, 1, from
	}
	lines = 1 + len(l.Rows)
	lay, top, bottom := l.plot(w).Layout(w, h), 0, 0
	for _, curve := range append([]chart.Series{l.Honest.Series}, l.Curves...) {
		for i, y := range curve.Y {
			if lay.ColAt(curve.X[i]) < from {
				continue
			}
			switch row := lay.RowAt(y); {
			case row <= lines:
				top++
			case row >= h-lines-1:
				bottom++
			}
		}
	}
	if top > bottom {
		y = h - lines
	}
	return y, lines, from
}

func (l *Loss) drawReadout(c *chart.Canvas) {
	w, h := c.Size()
	y, lines, from := l.readout(w, h)
	if lines == 0 {
		return
	}
	text := func(i int, left, right string, pen, end theme.Pen, is any) {
		c.Target(image.Rect(from, y+i, w-1, y+i+1), is)
		c.Fill(image.Rect(from-1, y+i, w, y+i+1), ' ', theme.Text)
		c.TextMax(from, y+i, left, w-1-from-chart.Width(right)-1, pen)
		c.TextRight(w-1, y+i, right, end)
	}
	if lines == 1 {
		first := l.Rows[0]
		text(0, l.Words[0], first.Value, first.Pen.Strong(), first.Pen.Strong(), Scale{})
		return
	}
	head := theme.Muted
	if l.Focus {
		head = theme.Accent
	}
	text(0, l.Words[0]+" "+l.Words[1], l.At, head, theme.Accent.Strong(), Scale{})
	for i, r := range l.Rows {
		text(1+i, r.Mark+" "+r.Name, r.Value, r.Pen, r.Pen, r.Series)
	}
}
