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
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/internal/predict"
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

// Decision is what is to be decided about each object.
type Decision struct {
	Text string // as it was read
	// One of these holds; the others are NaN.
	Above       float64 // the label is above this value
	Percentile  float64 // the label is among the largest: above this share of the labels, between 0 and 1
	Probability float64 // class 1 has more than this probability, between 0 and 1
}

// ParseDecision reads y>6.5, y>p90 (the largest tenth) or p>.5 (the probability of class 1).
func ParseDecision(s string) (Decision, error) {
	d := Decision{Text: s, Above: math.NaN(), Percentile: math.NaN(), Probability: math.NaN()}
	what, than, _ := strings.Cut(s, ">")
	what, than = strings.TrimSpace(what), strings.TrimSpace(than)
	number, percentile := strings.CutPrefix(than, "p")
	x, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || math.IsInf(x, 0):
	case what == "p" && !percentile && x > 0 && x < 1:
		d.Probability = x
		return d, nil
	case what == "y" && percentile && x > 0 && x < 100:
		d.Percentile = x / 100
		return d, nil
	case what == "y" && !percentile && !math.IsNaN(x):
		d.Above = x
		return d, nil
	}
	return d, fmt.Errorf("%q is no decision: accepted are y>6.5, a percentile such as y>p90, and for two classes a probability such as p>.5", s)
}

// Saving is a rule that decides objects early, with what it saves.
type Saving struct {
	Rule model.Stopping
	// Expected are the figures of Gaussian objects with the projected losses.
	Expected Figures
	// Replay are the figures on the pilot's own judgments, in the order of reading. Rule and
	// whole plan use weights that were learned from these objects: compare the two.
	Replay Figures
	// Depth is how many judgments of an attribute the replay used at most; below the plan
	// where cells are too shallow.
	Depth int
	Most  int    // the plan's judgments of an attribute at most
	Why   string // why there is no replay, "" where there is one
}

// expectedObjects are drawn for the expected figures: shares are right to half a percent.
const expectedObjects = 20_000

// Find makes the rule of a pick for a decision. Judgments are bought in the algorithm's order, until
// the rest would change the decision with a probability of at most 1 - confidence (.5 <
// confidence < 1). The error says why no decision is possible.
func Find(p *core.Pick, d Decision, confidence float64, seed uint64) (*Saving, error) {
	if !(confidence > .5 && confidence < 1) {
		return nil, fmt.Errorf("a confidence of %g: accepted are numbers between .5 and 1, such as .95", confidence)
	}
	if p.Selection.Spent == 0 {
		return nil, errors.New("nothing is chosen, so no judgment can be left out")
	}
	if p.Several() {
		return nil, fmt.Errorf("stopping early is for one label with numbers, two classes or classes in order, not for %d scores at once", len(p.Scores()))
	}
	r, out := p.Result, &Saving{Most: slices.Max(p.Selection.Repeats)}
	b := builder{pick: p, decision: d, confidence: confidence, predictor: p.Predictor()}
	var err error
	if out.Rule, err = b.rule(out.Most); err != nil {
		return nil, err
	}
	truth := Above(b.truth())
	if k := b.predictor.Classes(); k != nil {
		truth = Class(k.Intercepts[1], k.Slopes[1])
	}
	out.Expected = Expect(&out.Rule, r.LabelMean, r.LabelVar, truth, expectedObjects, seed)
	return out, b.replay(out)
}

type builder struct {
	pick       *core.Pick
	decision   Decision
	confidence float64
	predictor  model.Predictor
}

// calls are the calls for one object, in the order of their first judgment on the
// algorithm's path, with at most depth judgments of an attribute, and how many of each
// attribute of the predictor come with the first calls.
func (b *builder) calls(depth int) (stages []model.StoppingStage, counts [][]int) {
	r, repeats := b.pick.Result, b.pick.Selection.Repeats
	place, support := make([]int, len(repeats)), 0 // in the predictor
	for a, n := range repeats {
		if n > 0 {
			place[a] = support
			support++
		}
	}
	so, n, filled := make([]int, len(repeats)), make([]int, len(b.predictor.Attributes)), make([]int, len(r.Design.Forms))
	answer, on := r.Design.Answers(r.Attributes.Prices()), r.Design.On(len(repeats))
	path, _ := r.Path(&b.pick.Selection)
	var spent model.Amount
	for _, step := range path {
		a := step.Attribute
		so[a]++
		if so[a] > depth || on[a] >= 0 && so[a] <= filled[on[a]] {
			continue
		}
		stage, asks := model.StoppingStage{K: len(stages) + 1, Attribute: r.Attributes[a].Name, Repeat: so[a]}, []int{a}
		if g := on[a]; g >= 0 {
			form := &r.Design.Forms[g]
			filled[g], stage.Attribute, stage.Form = so[a], "", form.Name
			asks = slices.DeleteFunc(slices.Clone(form.Attributes), func(e int) bool { return repeats[e] < so[a] })
			spent += form.Price
		}
		for _, e := range asks {
			stage.Attributes = append(stage.Attributes, r.Attributes[e].Name)
			n[place[e]]++
			spent += answer[e]
		}
		stage.Spent = spent
		stages, counts = append(stages, stage), append(counts, slices.Clone(n))
	}
	return stages, counts
}

// rule is the rule with at most depth judgments of an attribute. The last stage of the
// whole plan has the weights of the pick.
func (b *builder) rule(depth int) (model.Stopping, error) {
	r, p := b.pick.Result, &b.predictor
	out := model.Stopping{
		Version: model.StoppingVersion, Kind: model.StoppingKind, Label: r.Label,
		Decide: b.decision.Text, Confidence: b.confidence,
	}
	stages, counts := b.calls(depth)
	for k := range stages {
		at, g := predict.AtCounts(p, counts[k]), &stages[k]
		if whole := k == len(stages)-1 && slices.EqualFunc(p.Attributes, counts[k], func(a model.PredictorAttribute, n int) bool { return a.Repeats == n }); whole {
			at.Intercept, at.Loss = p.Intercept, p.ProjectedLoss
			for i := range p.Attributes {
				at.Weights[i] = p.Attributes[i].Weight
			}
		}
		g.Loss, g.Intercept = at.Loss, at.Intercept
		for i, n := range counts[k] {
			if n > 0 {
				g.Weights = append(g.Weights, model.StoppingWeight{Attribute: p.Attributes[i].Name, Judgments: n, Weight: at.Weights[i]})
			}
		}
	}
	out.Stages = stages
	end := stages[len(stages)-1].Loss
	var err error
	if out.Threshold, err = b.threshold(end); err != nil {
		return out, err
	}
	c := distuv.UnitNormal.Quantile(b.confidence)
	for k := range stages {
		margin := c * math.Sqrt(max(0, stages[k].Loss-end))
		stages[k].Below, stages[k].Above = out.Threshold-margin, out.Threshold+margin
	}
	return out, out.Check()
}

// threshold is τ of the predictions, for a plan of that loss. A percentile is the share of
// objects that the whole plan puts below it: predictions vary less than labels, by the loss.
func (b *builder) threshold(loss float64) (float64, error) {
	r, d := b.pick.Result, b.decision
	if x := b.above(r.LabelVar - loss); !math.IsNaN(x) {
		return x, nil
	}
	k := b.predictor.Classes()
	if k == nil {
		return 0, fmt.Errorf("%s: %q has no two classes: name a value of the label, such as y>%.4g", d.Text, r.Label, r.LabelMean)
	}
	if k.Slopes[1] == 0 {
		return 0, fmt.Errorf("%s: no prediction changes the probability of %s", d.Text, k.Names[1])
	}
	return (math.Log(d.Probability/(1-d.Probability)) - k.Intercepts[1]) / k.Slopes[1], nil
}

// above is the threshold of a Gaussian with the label's mean, NaN for a probability.
func (b *builder) above(variance float64) float64 {
	if !math.IsNaN(b.decision.Above) {
		return b.decision.Above
	}
	return b.pick.LabelMean + distuv.UnitNormal.Quantile(b.decision.Percentile)*math.Sqrt(max(0, variance))
}

// truth is the threshold of the label itself.
func (b *builder) truth() float64 {
	if x := b.above(b.pick.LabelVar); !math.IsNaN(x) {
		return x
	}
	return b.pick.LabelMean // labels are 0 and 1
}

// replay follows the rule over the pilot's own judgments. If too few objects hold the
// plan's judgments of every attribute, the plan is cut to the judgments that enough
// objects hold: half of the objects with all attributes, and at least core.LeastSeen.
func (b *builder) replay(out *Saving) error {
	r := b.pick.Result
	objects, depths, err := ObjectsOf(&b.predictor, r.Data(), r.Data().LabelNamed(r.Label, r.Settings.Ordered))
	if err != nil { // an attribute that the data lack: there are no judgments
		out.Why = "the data hold no judgments to replay"
		return nil
	}
	if len(objects) < core.LeastSeen {
		out.Why = fmt.Sprintf("%d objects hold a judgment of every attribute chosen, and %d are needed", len(objects), core.LeastSeen)
		return nil
	}
	slices.Sort(depths)
	out.Depth = depths[len(depths)-max(core.LeastSeen, (len(depths)+1)/2)]
	rule := out.Rule
	if out.Depth < out.Most {
		if rule, err = b.rule(out.Depth); err != nil {
			return err
		}
	}
	truth := b.truth()
	if q := b.decision.Percentile; !math.IsNaN(q) {
		var labels []float64
		for _, o := range objects {
			labels = append(labels, o.Label)
		}
		slices.Sort(labels)
		truth = labels[min(int(q*float64(len(labels))), len(labels)-1)]
	}
	out.Replay = Replay(&rule, objects, truth)
	return nil
}

// ObjectsOf are the objects with a label and a judgment of each attribute of a predictor, and
// the depth that their cells allow: at most so many judgments of an attribute are asked.
func ObjectsOf(p *model.Predictor, ds *model.Dataset, label *model.Label) (all []Object, depths []int, err error) {
	run, err := predict.New(p, ds, false)
	if err != nil {
		return nil, nil, err
	}
	for i, y := range label.Values {
		if math.IsNaN(y) {
			continue
		}
		byName, most, depth := make(map[string][]float64), 0, math.MaxInt
		for a, x := range run.Values(i) {
			at := &p.Attributes[a]
			if byName[at.Name], most = x, max(most, at.Repeats); len(x) < at.Repeats {
				depth = min(depth, len(x))
			}
		}
		if depth = min(depth, most); depth > 0 {
			all = append(all, Object{Judgments: func(a string) []float64 { return byName[a] }, Label: y})
			depths = append(depths, depth)
		}
	}
	return all, depths, nil
}
