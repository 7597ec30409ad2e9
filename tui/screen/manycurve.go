package screen

import (
	"math"

	"fms-tui/core"
	"fms-tui/core/classes"
)

// classKind says what classes a label has, as far as the screen speaks of them.
type classKind int

const (
	noClasses classKind = iota
	twoClasses
	manyClasses    // three or more
	orderedClasses // three or more, the steps of a scale
)

// classesOfLabel tells what classes the label of a Result has.
func classesOfLabel(r *core.Result) classKind {
	if l := r.ManyClasses(); l != nil {
		if l.Ordered {
			return orderedClasses
		}
		return manyClasses
	}
	if _, two := r.TwoClasses(); two && r.LabelMean > 0 && r.LabelMean < 1 && !r.Several() {
		return twoClasses
	}
	return noClasses
}

// classNames are the names of the label's classes, nil where it has none.
func classNames(r *core.Result) []string {
	if l := r.ManyClasses(); l != nil {
		return l.Classes
	}
	if names, two := r.TwoClasses(); two && classesOfLabel(r) == twoClasses {
		return names[:]
	}
	return nil
}

// manyCurve are the metrics of three or more classes by how much of the label is explained.
type manyCurve struct {
	explained float64 // at scale 1
	guess     classes.ManyMetrics
	at        []classes.ManyMetrics // at the scales curveStep, 2 curveStep …, up to curveEnd
}

// The scales of a manyCurve: other choices may explain a little more than the richest one.
const curveStep, curveEnd = 1.0 / 16, 1.25

// newManyCurve returns the curve of a Result, nil where its label has no three classes.
func newManyCurve(r *core.Result) *manyCurve {
	n, explained := r.ManyNormal()
	if n == nil {
		return nil
	}
	c := &manyCurve{explained: explained, guess: classes.Guess(n.Shares)}
	for s := curveStep; s <= curveEnd && explained > 0; s += curveStep {
		c.at = append(c.at, n.At(s))
	}
	return c
}

// figure is a metric where so much of the label's variance is explained, between the
// scales that are known.
func (c *manyCurve) figure(s Scale, explained float64) float64 {
	if c == nil {
		return math.NaN()
	}
	get := scaleTable[s].get
	x := min(max(explained/c.explained, 0)/curveStep, float64(len(c.at)))
	if len(c.at) == 0 || !(x > 0) {
		return get(&c.guess)
	}
	i := int(math.Ceil(x)) - 1
	from := &c.guess
	if i > 0 {
		from = &c.at[i-1]
	}
	low, high := get(from), get(&c.at[i])
	return low + (high-low)*(x-float64(i))
}

// manyCurves are the curves of every Result that an answer may show.
func manyCurves(s *Shown) map[*core.Result]*manyCurve {
	if s.Result.ManyClasses() == nil {
		return nil
	}
	all := map[*core.Result]*manyCurve{s.Result: newManyCurve(s.Result)}
	if s.Tuning != nil {
		for i := range s.Tuning.Answers {
			r := s.Tuning.Answers[i].Result
			all[r] = newManyCurve(r)
		}
	}
	return all
}

// manyCurve is the curve of what is shown, nil where there is none.
func (s *Shown) manyCurve() *manyCurve { return s.curves[s.Result] }

// asMany are metrics of two classes in the form of metrics of several.
func asMany(m classes.Metrics) classes.ManyMetrics {
	return classes.ManyMetrics{
		LogLoss: m.LogLoss, Brier: m.Brier, AUC: m.AUC, Accuracy: m.Accuracy, Balanced: m.Balanced, F1: math.NaN(), Kappa: m.Kappa,
	}
}

// sharesAt keeps what is explained of each of several labels by a choice.
type sharesAt struct {
	chosenAt
	honest *core.Honest
	shares []core.LabelShare
}

// labelShares are what is explained of each label. The honest ones are left out where they take
// longer than a frame.
func (a *Measures) labelShares() []core.LabelShare {
	s, h := a.Active(), a.Shown.Honest
	if h != nil && (!h.Has(s.Algorithm) || math.IsNaN(a.honestAt(h, s.Algorithm, s.Budget).Loss)) {
		h = nil
	}
	k := &a.Look.shares
	if of := (chosenAt{a.Shown.Result, s.Algorithm, s.Budget}); k.shares == nil || k.chosenAt != of || k.honest != h {
		p := core.Pick{Answer: core.Answer{Result: a.Shown.Result, Honest: h}, Selection: *s}
		*k = sharesAt{of, h, p.LabelShares()}
	}
	return k.shares
}
