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
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/classes"
	"fms-tui/model"
)

// Plan is what judging some way comes to: by a rule, or by the same calls for every object.
type Plan struct {
	Calls int     // of each object; 0 by a rule
	Cost  float64 // mean of the cost of an object, in units of an amount
	// Shares of objects.
	Right   float64 // decided as the label is
	Found   float64 // of those whose label says yes, decided yes; NaN for none
	Correct float64 // of those decided yes, the label says yes; NaN for none
}

// Figures are what a rule did, or is expected to do, over some objects.
type Figures struct {
	Objects  int
	Plan             // by the rule
	CostSE   float64 // of Cost
	Quantile [5]float64
	Stopped  []int // objects by the stage that decided, counted from 0
	Whole    Plan  // all calls
	// Short is the rule's rival: its first calls for every object, as many as cost no more than
	// the rule does on average, and at least one. What the rule saves of a plan that buys too
	// much, this saves too.
	Short Plan
	// Shares of the objects.
	Same   float64 // decided as the whole plan decides
	Less   float64 // Whole.Right less Right
	LessSE float64 // its standard error, of paired differences
	Yes    float64 // the whole plan says yes
}

// Plans are the rule, its rival and the whole plan, with their names.
func (f *Figures) Plans() iter.Seq2[string, Plan] {
	return func(yield func(string, Plan) bool) {
		_ = yield("stop early", f.Plan) && yield(fmt.Sprintf("always %d", f.Short.Calls), f.Short) && yield(fmt.Sprintf("all %d", f.Whole.Calls), f.Whole)
	}
}

// At are the shares of the objects that [Figures.Quantile] has the cost of.
var At = [5]float64{.1, .25, .5, .75, .9}

type tally struct {
	rule    *model.Stopping
	stopped []int
	costs   []float64
	by      []count // of the first 1, 2, … calls, and last of the rule
	truths  int     // labels that say yes
	same    int
	differ  int // whole plan right and rule wrong, plus the reverse
}

type count struct{ yes, right, correct int }

func newTally(rule *model.Stopping) *tally {
	return &tally{rule: rule, stopped: make([]int, len(rule.Stages)), by: make([]count, len(rule.Stages)+1)}
}

// add counts an object that was decided at a stage: says has what the first 1, 2, … calls decide,
// and last what the rule does.
func (t *tally) add(stage int, says []bool, truth bool) {
	t.stopped[stage]++
	t.costs = append(t.costs, t.rule.Stages[stage].Spent.Float())
	add := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	for k, yes := range says {
		add(&t.by[k].yes, yes)
		add(&t.by[k].right, yes == truth)
		add(&t.by[k].correct, yes && truth)
	}
	rule, whole := says[len(says)-1], says[len(says)-2]
	add(&t.truths, truth)
	add(&t.same, rule == whole)
	add(&t.differ, (rule == truth) != (whole == truth))
}

func (t *tally) plan(k, calls int, cost float64) Plan {
	c, n := t.by[k], float64(len(t.costs))
	return Plan{calls, cost, float64(c.right) / n, float64(c.correct) / float64(t.truths), float64(c.correct) / float64(c.yes)}
}

// figures sums up. The standard error of a mean over n objects is s/√n; the paired
// difference of two shares is a mean of -1, 0 and 1.
func (t *tally) figures() Figures {
	f, n := Figures{Objects: len(t.costs), Stopped: t.stopped}, float64(len(t.costs))
	if n == 0 {
		return f
	}
	slices.Sort(t.costs)
	cost := floats.Sum(t.costs) / n // exact where prices and mean are whole: the rival may cost as much
	ss := 0.0
	for _, c := range t.costs {
		ss += (c - cost) * (c - cost)
	}
	f.CostSE = math.Sqrt(ss / max(n-1, 1) / n)
	for i, q := range At {
		f.Quantile[i] = t.costs[min(int(q*n), len(t.costs)-1)]
	}
	all := len(t.rule.Stages)
	short := 1
	for short < all && t.rule.Stages[short].Spent.Float() <= cost {
		short++
	}
	f.Plan = t.plan(all, 0, cost)
	f.Whole = t.plan(all-1, all, t.rule.Stages[all-1].Spent.Float())
	f.Short = t.plan(short-1, short, t.rule.Stages[short-1].Spent.Float())
	f.Same, f.Yes = float64(t.same)/n, float64(t.by[all-1].yes)/n
	f.Less = f.Whole.Right - f.Right
	f.LessSE = math.Sqrt(max(float64(t.differ)/n-f.Less*f.Less, 0) / n)
	return f
}

// Expect returns what a rule does with Gaussian objects: labels of a mean and a variance,
// and predictions with the losses of the stages. truth tells, for the whole plan's
// prediction m and its loss v, whether the label that is drawn is above its threshold.
func Expect(rule *model.Stopping, mean, variance float64, truth func(m, v float64, rng *rand.Rand) bool, objects int, seed uint64) Figures {
	rng := rand.New(rand.NewPCG(seed, 0x5709))
	t := newTally(rule)
	last := len(rule.Stages) - 1
	says := make([]bool, len(rule.Stages)+1)
	for range objects {
		m, v, stage := mean, variance, -1
		for k := range rule.Stages {
			g := &rule.Stages[k]
			m += math.Sqrt(max(v-g.Loss, 0)) * rng.NormFloat64()
			v = min(v, g.Loss)
			says[k] = m > rule.Threshold
			if stage < 0 && (m > g.Above || m < g.Below || k == last) {
				stage, says[last+1] = k, m > g.Above
			}
		}
		t.add(stage, says, truth(m, max(v, 0), rng))
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
	t := newTally(rule)
	fixed := make([]model.Stopping, len(rule.Stages)) // the first calls, which always decide
	for k, g := range rule.Stages {
		g.Below, g.Above = rule.Threshold, rule.Threshold
		fixed[k].Stages = []model.StoppingStage{g}
	}
	says := make([]bool, len(fixed)+1)
	for _, o := range objects {
		if !fixed[len(fixed)-1].At(o.Judgments).Decided {
			continue
		}
		for k := range fixed {
			says[k] = fixed[k].At(o.Judgments).Yes
		}
		s := rule.At(o.Judgments)
		says[len(fixed)] = s.Yes
		t.add(s.Stage, says, o.Label > truth)
	}
	return t.figures()
}
