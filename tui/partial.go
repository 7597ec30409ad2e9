package tui

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
	why        error
}

// learned is what the present state asks for.
func (v *partialView) learned() learned {
	return learned{v.shown.state.Partial, v.shown.result.Label, v.excluded()}
}

// work learns from what is shown. A course that nobody asks for any more is
// given up.
func (v *partialView) work() tea.Cmd {
	want, r := v.learned(), v.shown.result
	q := partial.Question{
		K: want.k(), Norm: want.norm(), Algorithms: partial.Algorithms(), Folds: partialFolds, Splits: cmp.Or(v.opt.Courses, partialSplits), Points: partialPoints, Seed: v.opt.Seed,
	}
	return v.course.Ask(v.runner(), job.Question[learned, course]{
		Key: want, Delay: stillness,
		Work: func(ctx context.Context, report func(course)) (course, error) { return follow(ctx, r, q, report), nil },
		Took: func() tea.Cmd { v.course.Abandon(v.learned()); return nil },
	})
}

// As the command has them.
const (
	partialFolds  = 10
	partialSplits = 10
	partialPoints = 12
)

// follow learns, and reports each point of the curves.
func follow(ctx context.Context, r *core.Result, q partial.Question, report func(course)) course {
	var c course
	cells, err := r.CompleteCells()
	if err == nil {
		err = q.Check(cells.Attributes())
	}
	if err != nil {
		c.why = err
		return c
	}
	c.variance, c.attributes, c.left = cells.LabelVariance(), cells.Attributes(), cells.Incomplete
	report(c)
	c.why = partial.Follow(ctx, cells.Scaled(), cells.Len(), q, func(r *partial.Report) {
		c.report = r
		report(c)
	})
	return c
}

// partialView is the Partial screen: what is learned from k judgments of each
// object, drawn as it is learned.
type partialView struct {
	base
	course job.Latest[learned, course]

	panes    [2]*pane          // of the curves
	learning [2]panel.Learning // against objects, against judgments
	text     *document
}

func newPartialView(a *Analysis) *partialView {
	v := &partialView{base: base{Analysis: a}, text: newDocument(0, a.change)}
	for i := range v.panes {
		v.panes[i] = &pane{panel: func(focus bool) panel.Panel { v.learning[i].Focus = focus; return &v.learning[i] }}
	}
	v.kind = about{
		tab: "8 Partial", help: "Partial: learning from a few judgments of each object",
		panes: []*pane{v.panes[0], &v.text.pane, v.panes[1]}, noteless: true, // notes are about the choice at B
		dial: &dial{
			hint: "norm", slider: v.normSlider, readout: v.partialReadout,
			step: func(n int) tea.Cmd { return v.setNorm(v.state.Partial.Norm + n) },
			to:   func(share float64) tea.Cmd { return v.setNorm(int(math.Round(share * normSteps))) },
			off:  func() string { return "" },
		},
		keys: map[string]instead{
			"+": {"judgments", nil, func() tea.Cmd { return v.setK(v.state.Partial.k() + 2) }},
			"-": {"judgments", nil, func() tea.Cmd { return v.setK(v.state.Partial.k() - 2) }},
			"a": {"", nil, func() tea.Cmd { return v.say("all algorithms of partial are shown") }},
			"e": {"export", nil, func() tea.Cmd {
				return v.say("predictors are written by fms-tui partial --predictor FILE: C copies the command")
			}},
		},
	}
	return v
}

// place puts the curves against objects beside what they come to and the curves
// against judgments, or above it.
func (v *partialView) place(b *body) {
	text := b.area
	switch b.mode {
	case modeColumns:
		left, right := cutLeft(b.area, b.area.Dx()*11/20)
		b.put(v.panes[0], left)
		var below image.Rectangle
		text, below = cutTop(right, right.Dy()/2)
		b.put(v.panes[1], below)
	case modeStacked:
		above, rest := cutTop(b.area, b.area.Dy()/2)
		b.put(v.panes[0], above)
		text = rest
	}
	b.put(&v.text.pane, text)
}

func (v *partialView) setNorm(step int) tea.Cmd {
	s := v.state
	s.Partial.Norm = max(0, min(step, normSteps))
	return v.set(s, changeDial)
}

func (v *partialView) setK(k int) tea.Cmd {
	s := v.state
	if d := len(v.shown.result.Attributes); k < 2 || k > max(2, 2*d) {
		return v.say(fmt.Sprintf("from 2 to %d judgments of an object can be looked at, an even number", max(2, 2*d)))
	}
	s.Partial.K = k
	return v.set(s, changeSetting)
}

func (v *partialView) normSlider() panel.Slider {
	p := v.shown.state.Partial
	return panel.Slider{Name: "Norm", Symbol: "norm", Value: normText(p), Longest: len("by validation"), Fraction: float64(p.Norm) / normSteps}
}

func normText(p partialState) string {
	if p.Norm == 0 {
		return "by validation"
	}
	return figure.Significant(p.norm(), normDigits)
}

// report is what there is for what is shown, nil for nothing.
func (v *partialView) report() *partial.Report {
	r := v.course.Value.report
	if r == nil || !v.course.For(v.learned()) {
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
func (v *partialView) unlearned() string {
	if why := v.course.Value.why; why != nil && v.course.For(v.learned()) {
		return adviseError(why)
	}
	return "tuning…"
}

func (v *partialView) partialReadout(w int) []panel.Span {
	spans := []panel.Span{{Text: fmt.Sprintf("k = %d judgments of an object", v.shown.state.Partial.k()), Pen: theme.Text.Strong()}}
	r := v.report()
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
