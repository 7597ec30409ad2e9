package panel

import (
	"image"
	"math"
	"slices"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Chart is a plot in a frame, or under its title if it has one.
type Chart struct {
	Title  string
	Legend string // over the data; "" for none
	Plot   chart.Plot
	Empty  string // said in place of a plot without series
	Bare   bool   // without a frame
	Focus  bool
}

func (p *Chart) Draw(c *chart.Canvas) {
	inner := c.Bounds()
	if !p.Bare {
		inner = c.Box(inner, p.Title, border(p.Focus), theme.Title)
	} else if p.Title != "" {
		c.TextMax(0, 0, p.Title, inner.Dx(), theme.Title)
		inner.Min.Y = min(1, inner.Max.Y)
	}
	if inner.Empty() {
		return
	}
	if len(p.Plot.Series) == 0 && p.Empty != "" {
		within := c.Sub(inner)
		for i, line := range chart.Wrap(p.Empty, max(inner.Dx()-2, 1)) {
			within.TextMax(1, i, line, inner.Dx()-2, theme.Muted)
		}
		return
	}
	if p.Legend != "" {
		c.TextMax(inner.Min.X+1, inner.Min.Y, p.Legend, inner.Dx()-2, theme.Muted)
		inner.Min.Y++
	}
	p.Plot.Draw(c.Sub(inner))
}

// Scatter is predicted against true labels, with the line on which they are the same: one
// range for both axes makes it the diagonal of the data.
func Scatter(predicted, truth []float64, pen theme.Pen) chart.Plot {
	if len(truth) == 0 {
		return chart.Plot{}
	}
	r := chart.RangeOf(predicted, truth)
	return chart.Plot{X: r, Y: r, Series: []chart.Series{
		{X: truth, Y: predicted, Pen: pen, Style: chart.Points},
		{X: []float64{r.Min, r.Max}, Y: []float64{r.Min, r.Max}, Pen: theme.Guide, Style: chart.Dashed},
	}}
}

// LearningCurve is one learner's losses as it sees more.
type LearningCurve struct {
	Name    string
	Whole   bool // it looks at all judgments of an object, not at a few
	Objects []float64
	Seen    []float64 // judgments looked at by then
	Loss    []float64
}

// Learning are the charts of losses on test objects along the way of learning, against
// objects and against judgments. The axis of judgments ends with the last learner from few
// judgments, because the others go many times as far. words is what losses are shown as,
// mean the loss of predicting the mean, and worst the worst that the charts have room for:
// an estimate from few objects can be many times that.
func Learning(curves []LearningCurve, words string, mean, worst float64) (charts [2]Chart) {
	for k, against := range []string{"objects learned from", "judgments seen"} {
		var p chart.Plot
		var losses [][]float64
		few := 0.
		for i := range curves {
			c := &curves[i]
			look := drawnAs(learners, c.Name)
			s := chart.Series{Name: c.Name, X: c.Objects, Y: c.Loss, Pen: look.pen, Style: look.style}
			if k == 1 {
				s.X = c.Seen
			}
			last := s.X[len(s.X)-1]
			if p.X.Max = max(p.X.Max, last); k == 1 && !c.Whole {
				few = max(few, last)
			}
			p.Series = append(p.Series, s)
		}
		if few > 0 {
			p.X.Max = few
		}
		for i := range p.Series {
			s := &p.Series[i]
			n, _ := slices.BinarySearch(s.X, math.Nextafter(p.X.Max, math.Inf(1)))
			s.X, s.Y = s.X[:n], s.Y[:n]
			losses = append(losses, s.Y)
		}
		if p.Y = chart.RangeOf(losses...); mean < worst {
			p.Y.Max = min(p.Y.Max, worst)
		} else {
			p.Y.Min = max(p.Y.Min, worst)
		}
		if p.Y.Max > mean && p.Y.Min < mean {
			p.Guides = []chart.Guide{{Y: mean, Name: "the mean", Pen: theme.Guide}}
		}
		charts[k] = Chart{Title: words + " on test objects against " + against, Plot: p}
	}
	return charts
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
