package panel

import (
	"math"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Curve is one algorithm's projected loss at rising budgets.
type Curve struct {
	Name    string
	Budgets []float64
	Loss    []float64
}

// Honest is an algorithm's honest loss with its band of two standard errors.
// Without a Loss it is the band alone.
type Honest struct {
	Curve
	Low, High []float64
	// Recommended is the budget that the honest loss recommends, and its loss
	// there; NaN for none.
	Recommended, At float64
}

// series are the honest curve and the mark of the recommended budget.
func (h *Honest) series() []chart.Series {
	all := []chart.Series{{Name: h.Name, X: h.Budgets, Y: h.Loss, Pen: theme.Honest, Style: chart.Short}}
	if !math.IsNaN(h.Recommended) {
		all = append(all, chart.Series{
			Name: "recommended", X: []float64{h.Recommended}, Y: []float64{h.At}, Pen: theme.Honest, Style: chart.Marks,
		})
	}
	return all
}

// Loss is the chart of loss against budget.
type Loss struct {
	Title  string  // "" is the usual one
	Curves []Curve // the active algorithm's first
	Honest Honest  // nothing where it is not known
	Bound  Curve   // what no choice can be below; nothing where there is none
	Budget float64
	Max    float64 // end of the range of budgets
	Steps  Curve   // where the selected attribute is bought, on the first curve that it is on; by its name
	Boxed  bool    // with a frame; otherwise with a title line alone
	Focus  bool
}

const lossTitle = "Loss against budget"

func (l *Loss) title() string {
	if l.Title != "" {
		return l.Title
	}
	return lossTitle
}

// capped bounds the range of losses: an honest loss from too few objects can be
// many times what judging nothing loses, and would flatten all else.
func capped(r chart.Range, curves []Curve) chart.Range {
	if len(curves) > 0 && len(curves[0].Loss) > 0 {
		r.Max = min(r.Max, worstShown*max(curves[0].Loss[0], r.Min))
	}
	return r
}

// worstShown is the largest loss that the chart has room for, in units of that
// of judging nothing.
const worstShown = 1.5

// plot is the chart proper. The cursor stands at the budget.
func (l *Loss) plot() *chart.Plot {
	p := &chart.Plot{X: chart.Range{Min: 0, Max: l.Max}, Legend: true}
	var all [][]float64
	if len(l.Honest.Low) > 0 {
		p.Bands = []chart.Band{{Name: "honest ± 2 se", X: l.Honest.Budgets, Lo: l.Honest.Low, Hi: l.Honest.High, Pen: theme.Honest}}
	}
	for i, c := range l.Curves {
		p.Series = append(p.Series, chart.Series{
			Name: c.Name, X: c.Budgets, Y: c.Loss, Pen: AlgorithmPen(c.Name), Style: AlgorithmStyle(c.Name),
		})
		all = append(all, l.Curves[i].Loss)
		if i == 0 && len(l.Honest.Loss) > 0 { // before the others: it is what to decide by
			p.Series = append(p.Series, l.Honest.series()...)
			all = append(all, l.Honest.Loss)
		}
	}
	if l.Bound.Name != "" {
		p.Series = append(p.Series, chart.Series{
			Name: l.Bound.Name, X: l.Bound.Budgets, Y: l.Bound.Loss, Pen: theme.Bound, Style: chart.Dotted,
		})
	}
	p.Y = capped(chart.RangeOf(all...), l.Curves)
	if l.Max > 0 {
		p.Cursors = []chart.Cursor{{On: true, X: l.Budget, Marks: true, Pen: theme.Cursor}}
	}
	return p
}

const (
	stepsName = 14 // longest name of an attribute in the legend
	stepsGap  = 2  // columns from one mark to the next, so that the line is seen between them
)

// steps are marks on the curve. Of those in one place the first is drawn.
func (l *Loss) steps(on chart.Layout) chart.Series {
	s := chart.Series{Name: chart.Truncate(l.Steps.Name, stepsName), Pen: theme.Accent, Style: chart.Marks}
	if on.Plot.Empty() {
		return s
	}
	free := 0
	for i, b := range l.Steps.Budgets {
		if col := on.ColAt(b); col >= free {
			s.X, s.Y = append(s.X, b), append(s.Y, l.Steps.Loss[i])
			free = col + stepsGap
		}
	}
	return s
}

// frame is the rows and columns around the chart: left, top, both sides.
func (l *Loss) frame() (edge, top, bottom int) {
	if l.Boxed {
		return 1, 1, 1
	}
	return 0, 1, 0
}

// BudgetAt returns the budget that column x of a panel of w×h cells stands
// for, clamped to the range, and false where there is no chart.
func (l *Loss) BudgetAt(x, w, h int) (float64, bool) {
	edge, top, bottom := l.frame()
	lay := l.plot().Layout(w-2*edge, h-top-bottom)
	if lay.Plot.Empty() || l.Max <= 0 {
		return 0, false
	}
	x = min(max(x-edge, lay.Plot.Min.X), lay.Plot.Max.X-1)
	return lay.XAt(x), true
}

// Draw draws the chart.
func (l *Loss) Draw(c *chart.Canvas) {
	w, h := c.Size()
	edge, top, bottom := l.frame()
	if l.Boxed {
		c.Box(c.Bounds(), l.title(), border(l.Focus), theme.Title)
	} else {
		pen := theme.Title
		if l.Focus {
			pen = theme.BorderFocus
		}
		c.TextMax(1, 0, l.title(), w-1, pen)
	}
	inner := c.Bounds()
	inner.Min.X += edge
	inner.Max.X -= edge
	inner.Min.Y += top
	inner.Max.Y -= bottom
	if inner.Empty() || h < top+bottom {
		return
	}
	p, in := l.plot(), c.Sub(inner)
	if marks := l.steps(p.Layout(in.Size())); len(marks.X) > 0 {
		p.Series = append(p.Series, marks)
	}
	p.Draw(in)
}
