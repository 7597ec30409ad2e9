package screen

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"math"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/partial"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// partialState is what the Partial screen is set to.
type partialState struct {
	K    int // judgments looked at of an object; 0 is the usual number
	Norm int // step of the bound on the sum of the weights' sizes; 0 is by cross-validation
}

const (
	usualK = 4
	// The bounds on the norm are powers of √2, from an eighth on, rounded.
	leastNorm  = .125
	normSteps  = 18 // up to 64
	normFactor = math.Sqrt2
	normDigits = 3 // of all that is shown and copied, so that they are the same
)

func (p partialState) k() int { return cmp.Or(p.K, usualK) }

// norm is the bound, 0 for that of the cross-validation.
func (p partialState) norm() float64 {
	if p.Norm == 0 {
		return 0
	}
	shown := strconv.FormatFloat(leastNorm*math.Pow(normFactor, float64(p.Norm)), 'g', normDigits, 64)
	norm, _ := strconv.ParseFloat(shown, 64) // it was just written
	return norm
}

// learned is what a course depends on.
type learned struct {
	partialState
	label, excluded string
}

// Equal compares what courses depend on.
func (l learned) Equal(o learned) bool { return l == o }

// course is what there is so far. It is not changed.
type course struct {
	report     *partial.Report // nil for nothing yet
	variance   float64         // of the label
	attributes int
	left       int // objects left out, for they lack a judgment
	Why        error
}

// learned is what the present state asks for.
func (v *PartialView) learned() learned {
	return learned{v.Shown.State.Partial, v.Shown.Result.Label, v.excluded()}
}

// Work learns from what is shown. A course that nobody asks for any more is
// given up.
func (v *PartialView) Work() tea.Cmd {
	want, r := v.learned(), v.Shown.Result
	q := partial.Question{
		K: want.k(), Norm: want.norm(), Algorithms: partial.Algorithms(), Folds: PartialFolds, Splits: cmp.Or(v.Opt.Courses, partialSplits), Points: PartialPoints, Seed: v.Opt.Seed,
	}
	return v.Course.Ask(v.Runner(), job.Question[learned, course]{
		Key: want, Delay: Stillness,
		Work: func(ctx context.Context, report func(course)) (course, error) { return follow(ctx, r, q, report), nil },
		Took: func() tea.Cmd { v.Course.Abandon(v.learned()); return nil },
	})
}

// As the command has them.
const (
	PartialFolds  = 10
	partialSplits = 10
	PartialPoints = 12
)

// follow learns, and reports each point of the curves.
func follow(ctx context.Context, r *core.Result, q partial.Question, report func(course)) course {
	var c course
	cells, err := r.CompleteCells()
	if err == nil {
		err = q.Check(cells.Attributes())
	}
	if err != nil {
		c.Why = err
		return c
	}
	c.variance, c.attributes, c.left = cells.LabelVariance(), cells.Attributes(), cells.Incomplete
	report(c)
	c.Why = partial.Follow(ctx, cells.Scaled(), cells.Len(), q, func(r *partial.Report) {
		c.report = r
		report(c)
	})
	return c
}

// PartialView is the Partial screen: what is learned from k judgments of each
// object, drawn as it is learned.
type PartialView struct {
	base
	Course job.Latest[learned, course]

	panes    [2]*Pane          // of the curves
	learning [2]panel.Learning // against objects, against judgments
	text     *Document
}

func newPartialView(a *Analysis) *PartialView {
	v := &PartialView{base: base{Analysis: a}, text: newDocument(0, a.Change)}
	for i := range v.panes {
		v.panes[i] = &Pane{Panel: func(focus bool) panel.Panel { v.learning[i].Focus = focus; return &v.learning[i] }}
	}
	v.kind = About{
		Tab: "8 Partial", Help: "Partial: learning from a few judgments of each object",
		Panes: []*Pane{v.panes[0], &v.text.Pane, v.panes[1]}, Noteless: true, // notes are about the choice at B
		Dial: &dial{
			Hint: "norm", Slider: v.normSlider, Readout: v.partialReadout,
			Step: func(n int) tea.Cmd { return v.setNorm(v.State.Partial.Norm + n) },
			To:   func(share float64) tea.Cmd { return v.setNorm(int(math.Round(share * normSteps))) },
			Off:  func() string { return "" },
		},
		Keys: map[string]instead{
			"+": {"judgments", nil, func() tea.Cmd { return v.setK(v.State.Partial.k() + 2) }},
			"-": {"judgments", nil, func() tea.Cmd { return v.setK(v.State.Partial.k() - 2) }},
			"a": {"", nil, func() tea.Cmd { return v.Say("all algorithms of partial are shown") }},
			"e": {"export", nil, func() tea.Cmd {
				return v.Say("predictors are written by fms-tui partial --predictor FILE: C copies the command")
			}},
		},
	}
	return v
}

// Place puts the curves against objects beside what they come to and the curves
// against judgments, or above it.
func (v *PartialView) Place(b *Body) {
	text := b.Area
	switch b.Mode {
	case modeColumns:
		left, right := cutLeft(b.Area, b.Area.Dx()*11/20)
		b.put(v.panes[0], left)
		var below image.Rectangle
		text, below = cutTop(right, right.Dy()/2)
		b.put(v.panes[1], below)
	case modeStacked:
		above, rest := cutTop(b.Area, b.Area.Dy()/2)
		b.put(v.panes[0], above)
		text = rest
	}
	b.put(&v.text.Pane, text)
}

func (v *PartialView) setNorm(step int) tea.Cmd {
	s := v.State
	s.Partial.Norm = max(0, min(step, normSteps))
	return v.Set(s, changeDial)
}

func (v *PartialView) setK(k int) tea.Cmd {
	s := v.State
	if d := len(v.Shown.Result.Attributes); k < 2 || k > max(2, 2*d) {
		return v.Say(fmt.Sprintf("from 2 to %d judgments of an object can be looked at, an even number", max(2, 2*d)))
	}
	s.Partial.K = k
	return v.Set(s, ChangeSetting)
}

func (v *PartialView) normSlider() panel.Slider {
	p := v.Shown.State.Partial
	return panel.Slider{Name: "Norm", Symbol: "norm", Value: normText(p), Longest: len("by validation"), Fraction: float64(p.Norm) / normSteps}
}

func normText(p partialState) string {
	if p.Norm == 0 {
		return "by validation"
	}
	return figure.Significant(p.norm(), normDigits)
}

// Report is what there is for what is shown, nil for nothing.
func (v *PartialView) Report() *partial.Report {
	r := v.Course.Value.report
	if r == nil || !v.Course.For(v.learned()) {
		return nil
	}
	for i := range r.Outcomes {
		if len(r.Outcomes[i].Curve) > 0 {
			return r
		}
	}
	return nil
}

// unlearned says why there is no curve, or that it is to come.
func (v *PartialView) unlearned() string {
	if why := v.Course.Value.Why; why != nil && v.Course.For(v.learned()) {
		return adviseError(why)
	}
	return "tuning…"
}

func (v *PartialView) partialReadout(w int) []panel.Span {
	spans := []panel.Span{{Text: fmt.Sprintf("k = %d judgments of an object", v.Shown.State.Partial.k()), Pen: theme.Text.Strong()}}
	r := v.Report()
	if r == nil {
		return append(spans, panel.Span{Text: " · " + v.unlearned(), Pen: theme.Muted})
	}
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		if len(o.Curve) == 0 {
			continue
		}
		s := panel.Span{Text: fmt.Sprintf(" · %s %s", o.Algorithm, figure.PlusMinus(math.Sqrt(max(0, o.Last().Loss)))), Pen: panel.LearnerPen(string(o.Algorithm))}
		if chart.Width(panel.Plain(append(append([]panel.Span{}, spans...), s))) <= w {
			spans = append(spans, s)
		}
	}
	return spans
}
