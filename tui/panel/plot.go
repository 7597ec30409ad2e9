package panel

import (
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

// Histogram is a line of blocks, one a bin, over the range of some figures, as high as the counts;
// a count above 0 shows at least the lowest.
func Histogram(values []float64, bins int) string {
	r := chart.RangeOf(values)
	if bins <= 0 || len(values) == 0 || !(r.Max > r.Min) {
		return ""
	}
	counts, most := make([]int, bins), 0
	for _, v := range values {
		if !math.IsNaN(v) {
			i := min(int(float64(bins)*(v-r.Min)/(r.Max-r.Min)), bins-1)
			counts[i]++
			most = max(most, counts[i])
		}
	}
	levels := []rune("▁▂▃▄▅▆▇") // a full block would run into the row above
	line := make([]rune, bins)
	for i, n := range counts {
		if line[i] = ' '; n > 0 {
			line[i] = levels[(n*len(levels)-1)/most]
		}
	}
	return string(line)
}
