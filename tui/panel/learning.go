package panel

import (
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// LearningAxis is what learning curves are drawn against.
type LearningAxis uint8

// The axes.
const (
	LearningObjects   LearningAxis = iota // objects learned from
	LearningJudgments                     // number of judgments, up to the end of the learners from few judgments
)

// LearningCurve is one learner's losses as it sees more.
type LearningCurve struct {
	Name    string
	Whole   bool // it looks at all judgments of an object, not at a few
	Objects []float64
	Seen    []float64 // judgments looked at by then
	Loss    []float64
}

// Learning is the chart of losses on test objects along the way of learning.
type Learning struct {
	Curves  []LearningCurve
	Against LearningAxis
	Words   string  // what Loss is shown as, with a capital
	Mean    float64 // loss of predicting the mean, in this unit
	Worst   float64 // the worst that the chart has room for
	Empty   string  // said in place of the chart where there are no curves
	Boxed   bool    // with a frame; otherwise with a title line alone
	Focus   bool
}

func (l *Learning) title() string {
	if l.Against == LearningJudgments {
		return l.Words + " on test objects against judgments seen"
	}
	return l.Words + " on test objects against objects learned from"
}

// learningStyle is how a learner's curve is drawn.
func learningStyle(name string) (theme.Pen, chart.Style) {
	switch name {
	case "aer":
		return theme.Accent, chart.Solid
	case "baseline":
		return theme.Baseline, chart.Dashed
	case "baseline-psd":
		return theme.Baseline, chart.Dotted
	case "lasso":
		return theme.Muted, chart.Short
	}
	return theme.Text, chart.Long
}

// end is the end of the range. A range of judgments ends with the last learner from few
// judgments, because the others go many times as far.
func (l *Learning) end() float64 {
	var few, most float64
	for i := range l.Curves {
		x := l.along(&l.Curves[i])
		last := x[len(x)-1]
		most = max(most, last)
		if !l.Curves[i].Whole {
			few = max(few, last)
		}
	}
	if l.Against == LearningJudgments && few > 0 {
		return few
	}
	return most
}

func (l *Learning) along(c *LearningCurve) []float64 {
	if l.Against == LearningJudgments {
		return c.Seen
	}
	return c.Objects
}

func (l *Learning) plot() *chart.Plot {
	end := l.end()
	p := &chart.Plot{X: chart.Range{Min: 0, Max: end}}
	var all [][]float64
	for i := range l.Curves {
		c := &l.Curves[i]
		pen, style := learningStyle(c.Name)
		s := chart.Series{Name: c.Name, Pen: pen, Style: style}
		for k, x := range l.along(c) {
			if x <= end {
				s.X, s.Y = append(s.X, x), append(s.Y, c.Loss[k])
			}
		}
		all = append(all, s.Y)
		p.Series = append(p.Series, s)
	}
	p.Y = chart.RangeOf(all...)
	if l.Mean < l.Worst {
		p.Y.Max = min(p.Y.Max, l.Worst) // an estimate from few objects can be many times that
	} else {
		p.Y.Min = max(p.Y.Min, l.Worst)
	}
	if p.Y.Max > l.Mean && p.Y.Min < l.Mean {
		p.Guides = []chart.Guide{{Y: l.Mean, Name: "the mean", Pen: theme.Guide}}
	}
	return p
}

// Draw draws the chart.
func (l *Learning) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	inner := c.Bounds()
	if l.Boxed {
		inner = c.Box(inner, l.title(), border(l.Focus), theme.Title)
	} else {
		c.TextMax(1, 0, l.title(), w-1, theme.Title)
		inner.Min.Y++
	}
	switch {
	case inner.Empty():
	case len(l.Curves) == 0:
		drawWrapped(c, inner, l.Empty)
	default:
		l.plot().Draw(c.Sub(inner))
	}
}

// LearnerPen is the hue of a learner.
func LearnerPen(name string) theme.Pen {
	pen, _ := learningStyle(name)
	return pen
}
