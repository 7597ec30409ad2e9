package screen

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"fms-tui/core"
	"fms-tui/core/partial"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

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

// norm is the bound, 0 for the cross-validation's choice.
func (p partialState) norm() float64 {
	if p.Norm == 0 {
		return 0
	}
	shown := strconv.FormatFloat(leastNorm*math.Pow(normFactor, float64(p.Norm)), 'g', normDigits, 64)
	norm, _ := strconv.ParseFloat(shown, 64) // it was just written
	return norm
}

type learned struct {
	partialState
	labelled
}

// course is what there is so far. It is not changed.
type course struct {
	report     *partial.Report // nil for nothing yet
	variance   float64         // of the label
	attributes int
	left       int // objects left out, for they lack a judgment
}

// As the command has them.
const (
	PartialFolds  = 10
	partialSplits = 10
	PartialPoints = 12
)

// PartialView is the Partial screen: what is learned from k judgments of each object, drawn as it is learned.
type PartialView struct {
	*Session
	kind   Screen
	Course asked[learned, course]

	pane     *Pane // of the curves
	learning panel.Chart
	text     *Document
}

func newPartialView(a *Session) *PartialView {
	v := &PartialView{Session: a, text: newDocument(0)}
	v.Course = follows(Stillness, func() (learned, bool) {
		return learned{v.Shown.State.Partial, labelled{nil, v.Shown.Result.Label, v.excluded()}}, v.applying.partial == ""
	}, v.learn)
	v.pane = plotPane(&v.learning, nil)
	v.kind = Screen{
		Answer: v.answer, Tab: "6 Partial", Help: "show Partial: learning from a few judgments of each object", Saved: "partial",
		Place: v.place, Refresh: v.refresh, Asks: []question{&v.Course}, Command: v.command,
		Table: func(to *tables.Report) string {
			if r := v.Report(); r != nil {
				return counted(to, r.Curves(), "point") + " of the learning curves"
			}
			return ""
		},
		Panes: []*Pane{&v.text.Pane, v.pane}, Off: func() string { return v.applying.partial },
		Dial: &stops{Hint: "norm", name: "Norm", symbol: "norm", longest: len("by validation"), now: func() (n, at, best int, value string) {
			p := v.Shown.State.Partial
			if value = "by validation"; p.Norm > 0 {
				value = figure.Significant(p.norm(), normDigits)
			}
			return normSteps + 1, p.Norm, -1, value
		}, set: func(step int) {
			s := v.State
			s.Partial.Norm = step
			v.Set(s, changeDial)
		}},
		Keys: map[string]instead{
			"+": {"judgments", func() { v.setK(v.State.Partial.k() + 2) }},
			"-": {"judgments", func() { v.setK(v.State.Partial.k() - 2) }},
			"a": {"", func() { v.Say("all algorithms of partial are shown") }},
			"e": {"export", func() {
				v.Say("predictors are written by fms-tui lab partial --predictor FILE: C copies the command")
			}},
		},
	}
	return v
}

func (v *PartialView) learn(want learned) work[course] {
	r := v.Shown.Result
	q := partial.Question{
		K: want.k(), Norm: want.norm(), Algorithms: partial.Algorithms(), Folds: PartialFolds, Splits: v.splits(), Points: PartialPoints, Seed: v.Opt.Seed,
	}
	return func(ctx context.Context, report func(course)) (c course, err error) {
		cells, err := r.CompleteCells()
		if err == nil {
			err = q.Check(cells.Attributes())
		}
		if err != nil {
			return c, err
		}
		c.variance, c.attributes, c.left = cells.LabelVariance(), cells.Attributes(), cells.Incomplete
		report(c)
		c.report, err = partial.Run(ctx, cells.Scaled(), cells.Len(), q, func(r *partial.Report) {
			report(course{r, c.variance, c.attributes, c.left})
		})
		return c, err
	}
}

func (v *PartialView) splits() int { return cmp.Or(v.Opt.Courses, partialSplits) }

func (v *PartialView) Report() *partial.Report {
	r := v.Course.now().report
	if r == nil || !slices.ContainsFunc(r.Outcomes, func(o partial.Outcome) bool { return len(o.Curve) > 0 }) {
		return nil
	}
	return r
}

func (v *PartialView) unlearned() string { return v.Course.coming("tuning…") }

// place puts the curves beside what they come to, or below it.
func (v *PartialView) place(b *Body) {
	if v.applying.partial != "" || b.Mode == modeCompact {
		b.put(&v.text.Pane, b.Area)
	} else {
		b.put(v.pane, b.share(&v.text.Pane, b.Area, 54))
	}
}

func (v *PartialView) setK(k int) {
	if most := max(2, 2*len(v.Shown.Result.Attributes)); k < 2 || k > most {
		v.Say(fmt.Sprintf("from 2 to %d judgments of an object can be looked at, an even number", most))
	} else {
		v.Alter(func(s *State) { s.Partial.K = k })
	}
}

// scale is what losses are shown in, of the label of what is learned: they are losses alone.
func (v *PartialView) scale() measure {
	m := v.Measure().Losses()
	m.variance = v.Course.Value.variance
	return m
}

func (v *PartialView) answer() []said {
	m, r, text := v.scale(), v.Report(), theme.Text
	from := []panel.Span{in(text, "From "), in(theme.Accent.Strong(), "%d judgments", v.Shown.State.Partial.k()), in(text, " of each object")}
	if r == nil {
		return []said{{append(from, in(theme.Muted, ": %s", v.unlearned()))}}
	}
	least := func(fromPart bool) string {
		if o := bestLearner(r, fromPart); o != nil {
			return m.TextOf(o.Last().Loss)
		}
		return m.TextOf(math.NaN())
	}
	got := in(theme.Honest.Strong(), "%s", least(true))
	return []said{{
		slices.Concat(from, say(", %v is predicted with %v%v of %v; from all judgments %v; guessing gives %v.",
			chart.Clean(v.Shown.Result.Label), m.article(), m.Words(), got, in(theme.Muted, "%s", least(false)), in(theme.Muted, "%s", m.TextOf(m.variance)))),
		slices.Concat(from, say(": %v %v.", m.Words(), got)),
	}}
}

// bestLearner is the outcome of the least loss so far of those that learn from a part of the judgments,
// or from all; nil for none.
func bestLearner(r *partial.Report, fromPart bool) (best *partial.Outcome) {
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		if o.Algorithm.Partial() == fromPart && len(o.Curve) > 0 && (best == nil || o.Last().Loss < best.Last().Loss) {
			best = o
		}
	}
	return best
}

func (v *PartialView) refresh(b *Body) {
	if why := v.applying.partial; why != "" {
		v.text.write(b, "Partial", why, nil)
		return
	}
	known, m := v.Report(), v.scale()
	r := cmp.Or(known, &partial.Report{})
	v.learning = LearningChart(r, Capital(m.Words()), m.of, m.variance, bestLearner(r, true))
	v.learning.Empty = v.unlearned()
	title, why := "What is learned", v.unlearned()
	if known != nil {
		if why = ""; !v.Course.Done {
			title += fmt.Sprintf(" · %d of %d splits", r.Splits, v.splits())
		}
	}
	v.text.write(b, title, why, func(o *Page) { v.writeCourse(o, r) })
}

// enough says what twice the objects have brought to the best learner from a part, in standard errors of
// its loss; "" where that is not known.
func enough(best *partial.Outcome, m measure) string {
	if best == nil || len(best.Curve) < 2 || !(best.Last().SE > 0) {
		return ""
	}
	last, before := best.Last(), best.Curve[0]
	for _, at := range best.Curve {
		if 2*at.Seen <= last.Seen {
			before = at
		}
	}
	gain := (before.Loss - last.Loss) / last.SE
	said := fmt.Sprintf("a gain of %s standard errors: more objects may pay", figure.Significant(gain, 2))
	switch {
	case gain <= 0:
		said = "no gain"
	case gain < 1:
		said = "a gain of less than one standard error"
	}
	return fmt.Sprintf("Enough? From %s to %s judgments the %s of %s went from %s to %s, %s.", figure.Count(int(math.Round(before.Seen))),
		figure.Count(int(math.Round(last.Seen))), m.Words(), best.Algorithm, m.TextOf(before.Loss), m.TextOf(last.Loss), said)
}

// LearningChart is losses on test objects along the way of learning, against the judgments seen, which
// learners from all judgments need many times more of. The best learner, nil for none, has a band of two
// standard errors. What is worse than guessing by far is cut, as an estimate from few objects can be.
func LearningChart(r *partial.Report, words string, of func(loss float64) float64, variance float64, best *partial.Outcome) panel.Chart {
	p, losses, mean, worst := chart.Plot{X: chart.Range{Min: 0, Max: 1}}, [][]float64(nil), of(variance), of(worstShown*variance)
	p.Axis.K = math.Inf(1)
	for i := range r.Outcomes {
		for _, at := range r.Outcomes[i].Curve {
			p.Axis.K, p.Axis.Max = min(p.Axis.K, judgmentsInBend*at.Seen), max(p.Axis.Max, math.Ceil(at.Seen))
		}
	}
	for i := range r.Outcomes {
		s, band := panel.AlgorithmSeries(string(r.Outcomes[i].Algorithm)), chart.Band{}
		s.Name = s.Of
		for _, at := range r.Outcomes[i].Curve {
			e := interval(core.Estimate{Loss: at.Loss, SE: at.SE})
			s.X, s.Y = append(s.X, p.Axis.Share(at.Seen)), append(s.Y, of(at.Loss))
			band.Lo, band.Hi = append(band.Lo, of(e[1])), append(band.Hi, of(e[2]))
		}
		if band.X = s.X; &r.Outcomes[i] == best {
			s.Pen, s.Thick, p.Bands = theme.Honest, true, []chart.Band{band}
		}
		if len(s.X) > 0 {
			p.Series, losses = append(p.Series, s), append(losses, s.Y)
		}
	}
	if p.Y = chart.RangeOf(losses...); mean < worst {
		p.Y.Max = min(p.Y.Max, worst)
	} else {
		p.Y.Min = max(p.Y.Min, worst)
	}
	if p.Y.Max > mean && p.Y.Min < mean {
		p.Series = append(p.Series, chart.Series{Name: "the mean", X: []float64{0, 1}, Y: []float64{mean, mean}, Pen: theme.Guide, Style: chart.Short})
	}
	return panel.Chart{Title: words + " on test objects against judgments seen", Plot: p}
}

func (v *PartialView) writeCourse(o *Page, r *partial.Report) {
	c := &v.Course.Value
	m, right := v.scale(), tables.Right
	t := tables.Table{Columns: []tables.Column{{Head: "algorithm"}, {Head: tables.NoHead, Priority: 2, Least: 12}, {Head: "judgments", Align: right}, {Head: m.Words(), Align: right}, {Head: "R²", Align: right, Priority: 1}, {Head: "norm", Align: right, Priority: 3}}}
	best := bestLearner(r, true)
	for i := range r.Outcomes {
		l := &r.Outcomes[i]
		if len(l.Curve) == 0 {
			continue
		}
		last, pen := l.Last(), theme.Text
		if l == best {
			pen = theme.Honest.Strong()
		}
		t.Row(panel.Cell{Text: string(l.Algorithm), Pen: pen}, panel.Cell{Text: learns[l.Algorithm], Pen: theme.Muted}, figure.Count(int(math.Round(last.Seen))), m.withError(m.estimate(core.Estimate{Loss: last.Loss, SE: last.SE})),
			figure.Share(1-last.Loss/c.variance), figure.Significant(l.Usual().Norm, normDigits))
	}
	o.reported(&t)
	if text := enough(best, m); text != "" {
		o.Space()
		o.Say(theme.Text, "%s", text)
	}
	o.Space()
	o.Say(theme.Muted, "Of %s on %s, from all their judgments, after learning from %s. aer and baseline look at %d judgments of each, of attributes drawn at random; lasso and ridge at all of %s. Guessing the mean has %s.",
		chart.Clean(v.Shown.Result.Label), figure.CountOf(r.Test, "object"), figure.CountOf(r.Train, "object"), v.Shown.State.Partial.k(), figure.CountOf(c.attributes, "attribute"), m.TextOf(c.variance))
	if c.left > 0 {
		o.Say(theme.Warning, "%s without a judgment of every attribute: any might be looked at, so they are left out", figure.CountOf(c.left, "object"))
	}
	if v.Shown.State.Partial.Norm == 0 {
		o.Say(theme.Muted, "Cross-validation chooses norm and λ in each split: medians are shown. ←/→ sets the norm, +/- how many judgments are looked at.")
	}
}

// learns says in a few words how each algorithm learns.
var learns = map[partial.Algorithm]string{
	partial.EstimatedConvex: "moments, psd", partial.Estimated: "moments", partial.AttributeEfficient: "by gradient",
	partial.FullRidge: "all seen", partial.FullLasso: "all seen",
}

func (v *PartialView) command(q *Asked) bool {
	p := v.Shown.State.Partial
	q.Command, q.Flags = "lab partial", []string{"--k", strconv.Itoa(p.k())}
	if p.Norm > 0 {
		q.Flags = append(q.Flags, "--norm", strconv.FormatFloat(p.norm(), 'g', -1, 64))
	}
	return true
}
