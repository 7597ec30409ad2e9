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

func (a *app) learned() learned {
	return learned{a.shown.state.Partial, a.shown.result.Label, a.voted().excluded}
}

// askPartial learns from what is shown. A course that nobody asks for any more is
// given up.
func (a *app) askPartial() tea.Cmd {
	want, r := a.learned(), a.shown.result
	q := partial.Question{
		K: want.k(), Norm: want.norm(), Algorithms: partial.Algorithms(), Folds: partialFolds, Splits: cmp.Or(a.opt.Courses, partialSplits), Points: partialPoints, Seed: a.opt.Seed,
	}
	return a.learning.Ask(a.runner(), job.Question[learned, course]{
		Key: want, Delay: stillness,
		Work: func(ctx context.Context, report func(course)) (course, error) { return follow(ctx, r, q, report), nil },
		Took: func() tea.Cmd { a.learning.Abandon(a.learned()); return nil },
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

// partialScreen is the Partial screen in the table of screens.
func partialScreen() screenKind {
	return screenKind{
		tab: "8 Partial", help: "Partial: learning from a few judgments of each object",
		panes: []pane{paneLearning, paneLearned, paneSeen}, place: (*layout).learning,
		look: (*app).lookPartial, work: (*app).askPartial, sentence: (*app).partialSentence, table: (*app).partialTable, command: (*app).askLearning,
		noteless: true, // notes are about the choice at B
		dial: &dial{
			hint: "norm", slider: (*app).normSlider, readout: (*app).partialReadout,
			step: func(a *app, n int) tea.Cmd { return a.setNorm(a.state.Partial.Norm + n) },
			to:   func(a *app, share float64) tea.Cmd { return a.setNorm(int(math.Round(share * normSteps))) },
			off:  func(*app) string { return "" },
		},
		instead: map[string]instead{
			"+": {"judgments", nil, func(a *app) tea.Cmd { return a.setK(a.state.Partial.k() + 2) }},
			"-": {"judgments", nil, func(a *app) tea.Cmd { return a.setK(a.state.Partial.k() - 2) }},
			"a": {"", nil, func(a *app) tea.Cmd { return a.say("all algorithms of partial are shown") }},
			"e": {"export", nil, func(a *app) tea.Cmd {
				return a.say("predictors are written by fms-tui partial --predictor FILE: C copies the command")
			}},
		},
	}
}

// partialPanes are those of the Partial screen that are no text.
func partialPanes() map[pane]paneKind {
	return map[pane]paneKind{
		paneLearning: {panel: func(k *look, focus bool) panel.Panel { k.learning[0].Focus = focus; return &k.learning[0] }},
		paneSeen:     {panel: func(k *look, focus bool) panel.Panel { k.learning[1].Focus = focus; return &k.learning[1] }},
	}
}

// learning puts the curves against objects beside what they come to and the
// curves against judgments, or above it.
func (l *layout) learning(body image.Rectangle, _ *content) {
	switch l.mode {
	case modeColumns:
		var right image.Rectangle
		l.panes[paneLearning], right = cutLeft(body, body.Dx()*11/20)
		l.panes[paneLearned], l.panes[paneSeen] = cutTop(right, right.Dy()/2)
	case modeStacked:
		l.panes[paneLearning], l.panes[paneLearned] = cutTop(body, body.Dy()/2)
	default:
		l.panes[paneLearned] = body
	}
}

func (a *app) setNorm(step int) tea.Cmd {
	s := a.state
	s.Partial.Norm = max(0, min(step, normSteps))
	return a.set(s, changeDial)
}

func (a *app) setK(k int) tea.Cmd {
	s := a.state
	if d := len(a.shown.result.Attributes); k < 2 || k > max(2, 2*d) {
		return a.say(fmt.Sprintf("from 2 to %d judgments of an object can be looked at, an even number", max(2, 2*d)))
	}
	s.Partial.K = k
	return a.set(s, changeSetting)
}

func (a *app) normSlider() panel.Slider {
	p := a.shown.state.Partial
	return panel.Slider{Name: "Norm", Symbol: "norm", Value: normText(p), Longest: len("by validation"), Fraction: float64(p.Norm) / normSteps}
}

func normText(p partialState) string {
	if p.Norm == 0 {
		return "by validation"
	}
	return figure.Significant(p.norm(), normDigits)
}

// report is what there is for what is shown, nil for nothing.
func (a *app) report() *partial.Report {
	r := a.learning.Value.report
	if r == nil || !a.learning.For(a.learned()) {
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
func (a *app) unlearned() string {
	if why := a.learning.Value.why; why != nil && a.learning.For(a.learned()) {
		return adviseError(why)
	}
	return "tuning…"
}

func (a *app) partialReadout(w int) []panel.Span {
	spans := []panel.Span{{Text: fmt.Sprintf("k = %d judgments of an object", a.shown.state.Partial.k()), Pen: theme.Text.Strong()}}
	r := a.report()
	if r == nil {
		return append(spans, panel.Span{Text: " · " + a.unlearned(), Pen: theme.Muted})
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
