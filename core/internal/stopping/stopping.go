// Package stopping decides early whether a label is above a threshold.
//
// # The rule
//
// Judgments of an object are bought one call after another, in the order of the greedy
// path. Let m_k be the prediction of the label y from the first k calls, by the weights of
// least projected loss V_k for them, and m_B the prediction from all calls of the plan,
// with loss V_B. Predictions of least squares are projections: the error y - m_B is
// uncorrelated with every prediction from fewer judgments, so
//
//	y - m_k = (y - m_B) + (m_B - m_k),  V_k = V_B + Var(m_B - m_k).
//
// So the change of the prediction by the missing judgments has the variance V_k - V_B,
// whatever their costs and attributes. If values are Gaussian, the difference m_B - m_k
// is independent of everything known after k calls, and
//
//	P(m_B > τ | k calls) = Φ((m_k - τ) / sqrt(V_k - V_B)).
//
// The rule stops as soon as that probability is above the confidence, or below one minus
// the confidence:
//
//	|m_k - τ| > c sqrt(V_k - V_B),  c = Φ⁻¹(confidence).
//
// For a confidence of .95 c is 1.645. Stopping means: the whole plan would decide the same
// with at least this probability. V_B = V_k at the last call, which always decides.
//
// A squared error gains nothing by it: stopped at k, the expected squared error of the
// prediction is V_k, whatever m_k is. Only a decision has objects that are clear early.
//
// # What to expect
//
// Predictions m_1, m_2, … are a random walk with Gaussian steps of the variances
// V_{k-1} - V_k, from the mean label with V_0 = Var(y); [Expect] draws such walks.
// [Replay] follows the rule over present judgments.
package stopping

import (
	"math"
	"math/rand/v2"
	"slices"

	"fms-tui/core/classes"
	"fms-tui/model"
)

// Figures are what a rule did, or is expected to do, over some objects.
type Figures struct {
	Objects  int
	Cost     float64 // mean of the cost of an object, in units of an amount
	CostSE   float64 // its standard error
	Quantile [5]float64
	Stopped  []int // objects by the stage that decided, counted from 0
	// Shares of the objects.
	Same    float64 // decided as the whole plan decides
	Right   float64 // decided as the label is
	Fixed   float64 // the whole plan decides as the label is
	Less    float64 // Fixed less Right
	LessSE  float64 // its standard error, of paired differences
	Yes     float64 // the whole plan says yes
	Found   float64 // of these, the rule says yes; NaN for none
	Correct float64 // of the rule's yes, the label says yes; NaN for none
}

// At are the shares of the objects that [Figures.Quantile] has the cost of.
var At = [5]float64{.1, .25, .5, .75, .9}

// tally collects objects one by one.
type tally struct {
	Figures
	costs                   []float64
	same, right, fixed, yes int
	found, called, correct  int
	differ                  int // fixed right and rule wrong, plus the reverse
}

func newTally(stages int) *tally { return &tally{Figures: Figures{Stopped: make([]int, stages)}} }

// add counts an object that was decided at a stage for a cost.
func (t *tally) add(stage int, cost float64, rule, whole, truth bool) {
	t.Objects++
	t.Stopped[stage]++
	t.costs = append(t.costs, cost)
	count := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	count(&t.same, rule == whole)
	count(&t.right, rule == truth)
	count(&t.fixed, whole == truth)
	count(&t.differ, (rule == truth) != (whole == truth))
	count(&t.yes, whole)
	count(&t.found, whole && rule)
	count(&t.called, rule)
	count(&t.correct, rule && truth)
}

// figures sums up. The standard error of a mean over n objects is s/√n; the paired
// difference of two shares is a mean of -1, 0 and 1.
func (t *tally) figures() Figures {
	f, n := t.Figures, float64(t.Objects)
	if n == 0 {
		return f
	}
	slices.Sort(t.costs)
	for _, c := range t.costs {
		f.Cost += c / n
	}
	ss := 0.0
	for _, c := range t.costs {
		ss += (c - f.Cost) * (c - f.Cost)
	}
	f.CostSE = math.Sqrt(ss / max(n-1, 1) / n)
	for i, q := range At {
		f.Quantile[i] = t.costs[min(int(q*n), len(t.costs)-1)]
	}
	f.Same, f.Right, f.Fixed = float64(t.same)/n, float64(t.right)/n, float64(t.fixed)/n
	f.Less = f.Fixed - f.Right
	f.LessSE = math.Sqrt(max(float64(t.differ)/n-f.Less*f.Less, 0) / n)
	f.Yes = float64(t.yes) / n
	f.Found, f.Correct = float64(t.found)/float64(t.yes), float64(t.correct)/float64(t.called)
	return f
}

// Expect returns what a rule does with Gaussian objects: labels of a mean and a variance,
// and predictions with the losses of the stages. truth tells, for the whole plan's
// prediction m and its loss v, whether the label that is drawn is above its threshold.
func Expect(rule *model.Stopping, mean, variance float64, truth func(m, v float64, rng *rand.Rand) bool, objects int, seed uint64) Figures {
	rng := rand.New(rand.NewPCG(seed, 0x5709))
	t := newTally(len(rule.Stages))
	last := len(rule.Stages) - 1
	for range objects {
		m, v, stage, yes := mean, variance, -1, false
		for k := range rule.Stages {
			g := &rule.Stages[k]
			m += math.Sqrt(max(v-g.Loss, 0)) * rng.NormFloat64()
			v = min(v, g.Loss)
			if stage < 0 && (m > g.Above || m < g.Below || k == last) {
				stage, yes = k, m > g.Above
			}
		}
		t.add(stage, rule.Stages[stage].Spent.Float(), yes, m > rule.Threshold, truth(m, max(v, 0), rng))
	}
	return t.figures()
}

// Above draws Gaussian labels y = m + N(0, v), and tells whether they are above a threshold.
func Above(threshold float64) func(m, v float64, rng *rand.Rand) bool {
	return func(m, v float64, rng *rand.Rand) bool { return m+math.Sqrt(v)*rng.NormFloat64() > threshold }
}

// Class draws classes, of which 1 has the log odds intercept + slope m.
func Class(intercept, slope float64) func(m, v float64, rng *rand.Rand) bool {
	return func(m, _ float64, rng *rand.Rand) bool { return rng.Float64() < classes.Logistic(intercept+slope*m) }
}

// Object is one object of a replay.
type Object struct {
	Judgments func(attribute string) []float64
	Label     float64
}

// Replay follows a rule over objects that hold all judgments of its last stage; others
// are left out.
func Replay(rule *model.Stopping, objects []Object, truth float64) Figures {
	t := newTally(len(rule.Stages))
	whole := *rule
	whole.Stages = rule.Stages[len(rule.Stages)-1:]
	for _, o := range objects {
		end := whole.At(o.Judgments)
		if !end.Decided {
			continue
		}
		s := rule.At(o.Judgments)
		t.add(s.Stage, rule.Stages[s.Stage].Spent.Float(), s.Yes, end.Yes, o.Label > truth)
	}
	return t.figures()
}
