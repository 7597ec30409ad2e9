package core

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"fms-tui/core/internal/predict"
	"fms-tui/core/internal/stopping"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

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

// StoppingFigures are what a rule does over some objects; see Stopping.
type StoppingFigures = stopping.Figures

// Stopping is a rule that decides objects early, with what it saves.
type Stopping struct {
	Rule model.Stopping
	// Expected are the figures of Gaussian objects with the projected losses.
	Expected StoppingFigures
	// Replay are the figures on the pilot's own judgments, in the order of reading. Rule and
	// whole plan use weights that were learned from these objects: compare the two.
	Replay StoppingFigures
	// Depth is how many judgments of an attribute the replay used at most; below the plan
	// where cells are too shallow.
	Depth int
	Most  int    // the plan's judgments of an attribute at most
	Why   string // why there is no replay, "" where there is one
}

// expectedObjects are drawn for the expected figures: shares are right to half a percent.
const expectedObjects = 20_000

// Stop makes the rule for a decision. Judgments are bought in the algorithm's order, until
// the rest would change the decision with a probability of at most 1 - confidence (.5 <
// confidence < 1). The error says why no decision is possible.
func (p *Pick) Stop(d Decision, confidence float64, seed uint64) (*Stopping, error) {
	if !(confidence > .5 && confidence < 1) {
		return nil, fmt.Errorf("a confidence of %g: accepted are numbers between .5 and 1, such as .95", confidence)
	}
	if p.Selection.Spent == 0 {
		return nil, errors.New("nothing is chosen, so no judgment can be left out")
	}
	if err := p.notSeveral("stopping early"); err != nil {
		return nil, err
	}
	r, out := p.Result, &Stopping{Most: slices.Max(p.Selection.Repeats)}
	b := stopBuilder{pick: p, decision: d, confidence: confidence, predictor: p.bare()}
	var err error
	if out.Rule, err = b.rule(out.Most); err != nil {
		return nil, err
	}
	truth := stopping.Above(b.truth())
	if k := b.predictor.Classes(); k != nil {
		truth = stopping.Class(k.Intercepts[1], k.Slopes[1])
	}
	out.Expected = stopping.Expect(&out.Rule, r.LabelMean, r.LabelVar, truth, expectedObjects, seed)
	return out, b.replay(out)
}

type stopBuilder struct {
	pick       *Pick
	decision   Decision
	confidence float64
	predictor  model.Predictor
}

// calls are the calls for one object, in the order of their first judgment on the
// algorithm's path, with at most depth judgments of an attribute, and how many of each
// attribute of the predictor come with the first calls.
func (b *stopBuilder) calls(depth int) (stages []model.StoppingStage, counts [][]int) {
	r, repeats := b.pick.Result, b.pick.Selection.Repeats
	place := make([]int, len(repeats)) // in the predictor
	for k, a := range b.pick.Selection.support() {
		place[a] = k
	}
	so, n, filled := make([]int, len(repeats)), make([]int, len(b.predictor.Attributes)), make([]int, len(r.Design.Forms))
	answer, on := r.Design.Answers(r.prices()), r.Design.on(len(repeats))
	var spent model.Amount
	for _, step := range r.problem.Steps(&b.pick.Selection.choice) {
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
func (b *stopBuilder) rule(depth int) (model.Stopping, error) {
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
func (b *stopBuilder) threshold(loss float64) (float64, error) {
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
func (b *stopBuilder) above(variance float64) float64 {
	if !math.IsNaN(b.decision.Above) {
		return b.decision.Above
	}
	return b.pick.LabelMean + distuv.UnitNormal.Quantile(b.decision.Percentile)*math.Sqrt(max(0, variance))
}

// truth is the threshold of the label itself.
func (b *stopBuilder) truth() float64 {
	if x := b.above(b.pick.LabelVar); !math.IsNaN(x) {
		return x
	}
	return b.pick.LabelMean // labels are 0 and 1
}

// replay follows the rule over the pilot's own judgments. If too few objects hold the
// plan's judgments of every attribute, the plan is cut to the judgments that enough
// objects hold: half of the objects with all attributes, and at least LeastSeen.
func (b *stopBuilder) replay(out *Stopping) error {
	r := b.pick.Result
	objects, depths, err := stoppingObjects(&b.predictor, r.Data(), r.known.label)
	if err != nil { // an attribute that the data lack: there are no judgments
		out.Why = "the data hold no judgments to replay"
		return nil
	}
	if len(objects) < LeastSeen {
		out.Why = fmt.Sprintf("%d objects hold a judgment of every attribute chosen, and %d are needed", len(objects), LeastSeen)
		return nil
	}
	slices.Sort(depths)
	out.Depth = depths[len(depths)-max(LeastSeen, (len(depths)+1)/2)]
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
	out.Replay = stopping.Replay(&rule, objects, truth)
	return nil
}

// ReplayStopping follows a rule over other data with a label of the rule's name. It
// returns the rule's cost and accuracy next to the whole plan. Objects without all
// judgments of the plan are left out. truth is the threshold of the label.
func ReplayStopping(rule *model.Stopping, p *model.Predictor, ds *model.Dataset, truth float64) (StoppingFigures, error) {
	label := ds.Label(rule.Label)
	if label == nil {
		return StoppingFigures{}, ErrNoLabel
	}
	objects, _, err := stoppingObjects(p, ds, label)
	if err != nil {
		return StoppingFigures{}, err
	}
	return stopping.Replay(rule, objects, truth), nil
}

// stoppingObjects are the objects with a label and a judgment of each attribute of a predictor, and
// the depth that their cells allow: at most so many judgments of an attribute are asked.
func stoppingObjects(p *model.Predictor, ds *model.Dataset, label *model.Label) (all []stopping.Object, depths []int, err error) {
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
			all = append(all, stopping.Object{Judgments: func(a string) []float64 { return byName[a] }, Label: y})
			depths = append(depths, depth)
		}
	}
	return all, depths, nil
}

func (s *Stopping) Report(r *report.Section) {
	rule, amounts, shares := &s.Rule, report.Always(amountOf), report.Always(figure.Share)
	r.Field("decide", rule.Decide, "threshold", rule.Threshold, "confidence", rule.Confidence, "replay_judgments", s.Depth, "plan_judgments", s.Most, "reason", orNull(s.Why))
	r.Space()
	r.Head("stop early: %s, that is predictions above %s; ask on while all judgments could change the decision with more than %s",
		rule.Decide, figure.Significant(rule.Threshold, 4), figure.Percent(1-rule.Confidence))
	figures := &report.Table{Name: "figures", Columns: []report.Column{
		{Name: "objects_are", Head: report.NoHead},
		{Name: "objects", Head: "objects", Format: report.Counts, Priority: 3},
		{Name: "cost", Head: "cost of an object", Estimate: true},
		{Name: "whole_cost", Head: "whole plan", Format: amounts},
		{Name: "saved", Head: "saved", Format: report.Always(figure.Percent)},
		{Name: "right", Head: "right", Format: shares},
		{Name: "whole_right", Head: "whole plan", Format: shares},
		{Name: "difference", Head: "difference", Estimate: true, Priority: 2},
		{Name: "same", Head: "same decision", Format: shares, Priority: 4},
		{Name: "yes", Only: report.OnlyJSON},
		{Name: "found", Only: report.OnlyJSON},
		{Name: "correct", Only: report.OnlyJSON},
	}}
	plans, spread := plansTable(amounts, shares), spreadTable(amounts)
	add := func(what string, f *StoppingFigures) {
		figures.Row(what, f.Objects, report.Estimate{X: f.Cost, SE: f.CostSE}, f.Whole.Cost, 1-f.Cost/f.Whole.Cost, f.Right, f.Whole.Right,
			report.Estimate{X: -f.Less, SE: f.LessSE}, f.Same, f.Yes, f.Found, f.Correct)
		for name, p := range f.Plans() {
			plans.Row(what, name, p.Calls, p.Cost, p.Right, p.Found, p.Correct)
		}
		row := []report.Value{what}
		for _, x := range f.Quantile {
			row = append(row, x)
		}
		spread.Row(row...)
	}
	add("expected", &s.Expected)
	if s.Why == "" {
		add("replayed", &s.Replay)
	}
	for _, t := range []*report.Table{figures, plans, spread} {
		r.Space()
		r.Add(t)
	}
	r.Space()
	r.Say("found: of the objects whose label says yes, decided yes. correct: of those decided yes, the label says yes.")
	r.Say("expected: Gaussian objects with the projected losses. replayed: the pilot's own judgments, in the order of reading; rule and plan learned from these objects, so compare the two.")
	switch {
	case s.Why != "":
		r.Say("Not replayed: %s.", s.Why)
	case s.Depth < s.Most:
		r.Say("The cells are too shallow for the plan: the replay is of the plan with at most %s of each attribute in place of %d.", figure.CountOf(s.Depth, "judgment"), s.Most)
	}
	r.Say("Stopping saves for decisions only: an object that stops early has a prediction with a larger squared error.")
}

// plansTable compares the rule with a fixed plan of its cost, and with its whole plan: what each finds
// of the objects whose label says yes, and how many of its calls are right.
func plansTable(amounts, shares func(report.Value) string) *report.Table {
	return &report.Table{Name: "plans", Columns: []report.Column{
		{Name: "objects_are", Head: report.NoHead},
		{Name: "plan", Head: "calls of an object"},
		{Name: "calls", Only: report.OnlyJSON},
		{Name: "cost", Head: "cost", Format: amounts},
		{Name: "right", Head: "right", Format: shares, Priority: 1},
		{Name: "found", Head: "found", Format: shares},
		{Name: "correct", Head: "correct", Format: shares},
	}}
}

func spreadTable(amounts func(report.Value) string) *report.Table {
	t := &report.Table{Name: "cost", Columns: []report.Column{{Name: "objects_are", Head: "cost of an object up to"}}}
	for _, q := range stopping.At {
		t.Columns = append(t.Columns, report.Column{Name: "at_" + strconv.Itoa(int(math.Round(100*q))), Head: figure.Percent(q), Format: amounts})
	}
	return t
}

func amountOf(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
