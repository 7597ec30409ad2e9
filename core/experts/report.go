package experts

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// Consensus is what a model of votes comes to: the label of every object, and how good the
// experts are.
type Consensus struct {
	Data    *Named
	Study   *Study
	Point   *Point // whose fit makes the labels
	Asked   bool   // the model was asked for
	Labels  []Label
	Doubt   []int // objects, the most uncertain first
	Experts []Expert
	Best    []int // experts, the most accurate first; where that is not known, by agreement
}

// NewConsensus returns what follows from the fit of a point.
func NewConsensus(data *Named, study *Study, point *Point, asked bool) *Consensus {
	v := &Consensus{Data: data, Study: study, Point: point, Asked: asked, Labels: point.Fit.Labels(&data.Data), Experts: point.Fit.Experts(&data.Data)}
	v.Doubt = ranked(len(v.Labels), func(i int) float64 { return -math.Abs(v.Labels[i].Probability - .5) })
	v.Best = ranked(len(v.Experts), func(k int) float64 {
		if e := &v.Experts[k]; math.IsNaN(e.Accuracy) {
			return e.Agreement
		}
		return v.Experts[k].Accuracy
	})
	return v
}

// ranked lists 0 to n-1 by a figure, the largest first; equals stay in their order.
func ranked(n int, of func(i int) float64) (order []int) {
	for i := range n {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(of(j), of(i)) })
	return order
}

// DoubtTable lists objects for people, the most uncertain first, at most so many.
func (v *Consensus) DoubtTable(most int) *report.Table {
	right := report.Right
	t := &report.Table{Columns: []report.Column{
		{Head: "object"}, {Head: "label", Align: right}, {Head: "P(1)", Format: report.Float(figure.Share), Align: right}, {Head: "votes for 1", Priority: 1},
	}}
	for _, i := range v.Doubt {
		if v.Data.Blank[i] || len(t.Rows) == most {
			continue
		}
		t.Row(v.Data.Objects[i], v.Labels[i].Number(), v.Labels[i].Probability, fmt.Sprintf("%d of %d", v.Data.yes(i), v.Data.Of(i)))
	}
	return t
}

// Number is the label, 0 or 1.
func (l *Label) Number() int {
	if l.Class {
		return 1
	}
	return 0
}

// Report is the [Consensus]: models, what the one taken is made of, experts, labels.
func (v *Consensus) Report() *report.Report {
	d, f := v.Data, v.Point.Fit
	r := &report.Report{}
	r.Head("%s: %s by %s on %s, %s", d.Label, figure.CountOf(len(d.Yes), "vote"), figure.CountOf(len(d.Experts), "expert"),
		figure.CountOf(len(d.Voted()), "object"), figure.CountOf(len(d.X), "feature"))
	r.Head("surrogate risk: share of held-out votes that disagree with the classifier; %s", v.rule())
	r.Field("version", 1, "label", d.Label)
	r.Begin("data").Field("objects", len(d.Objects), "objects_with_votes", len(d.Voted()), "votes", len(d.Yes), "experts", len(d.Experts),
		"features", append([]string{}, d.Features...))
	held, folds := 0, any(nil) // null: held out once
	for _, p := range v.Study.Parts {
		held += len(p.Test)
	}
	if n := len(v.Study.Parts); n > 1 {
		folds = n
	}
	r.Begin("held_out").Field("objects", held, "folds", folds, "restarts", v.Study.Options.Restarts, "seed", v.Study.Options.Seed)
	r.Add(v.modelTable())
	if risk := v.Risk(); !math.IsNaN(risk) && len(d.X) > 0 {
		r.Say("risk of the classifier read off its surrogate risk: %s (experts' mean error %s)", figure.Share(risk), figure.Share(f.MeanError(&d.Data)))
	}
	r.Field("chosen", v.Study.Chosen().Model) // of the smallest surrogate risk
	v.addFit(r.Begin("fit"))                  // of chosen, or of --model
	r.Add(v.expertTable())
	if more := len(v.Experts) - mostExperts; more > 0 {
		r.Head("and %s, in JSON", figure.CountOf(more, "more expert"))
	}
	r.Say("accuracy: estimated share of right votes; agreement: with most of the other experts")
	r.Add(v.labelTable())
	return r
}

// modelTable has a row for each model at its best λ, with its curve in JSON.
func (v *Consensus) modelTable() *report.Table {
	t := &report.Table{Name: "models", Columns: []report.Column{
		{Name: "model", Head: "model"},
		{Head: "λ"},
		{Name: "lambda"}, // for all objects with votes
		{Name: "lambda_gamma"},
		{Name: "surrogate_risk", Head: "surrogate risk ± se", Estimate: true},
		{Head: "more than chosen"},
		{Name: "support", Head: "features"},
		{Name: "difference", Estimate: true}, // to the one of "fit"
		{Name: "curve", Only: report.OnlyJSON},
		{Head: report.NoHead},
	}}
	for _, m := range Models() {
		p := v.Study.Best(m)
		if p == nil {
			continue
		}
		d, se := p.Difference(v.Point)
		more, mark := report.Estimate{X: d, SE: se}, ""
		shown := more.String()
		if p == v.Point {
			shown, mark = "", "chosen"
			if v.Asked {
				mark = "asked for"
			}
		}
		curve := &report.Table{Columns: []report.Column{
			{Name: "lambda"}, {Name: "lambda_gamma"}, {Name: "surrogate_risk", Estimate: true}, {Name: "support"},
		}}
		for _, p := range v.Study.Curve(m) {
			curve.Row(p.Lambda, ofVotes(m, p.Lambda), report.Estimate{X: p.S, SE: p.SE}, p.Fit.Support())
		}
		t.Row(m, lambdaText(p), p.Lambda, ofVotes(m, p.Lambda), report.Estimate{X: p.S, SE: p.SE}, shown, p.Fit.Support(), more, curve, mark)
	}
	return t
}

// ofVotes is a figure about how votes come about, of which Majority knows nothing.
func ofVotes(m Model, x float64) float64 {
	if m == Majority {
		return math.NaN()
	}
	return x
}

// lambdaText is λ for people.
func lambdaText(p *Point) string {
	if p.Lambda == 0 {
		return "0"
	}
	return figure.Significant(p.Lambda, 3)
}

// addFit adds the model taken. People see the coefficients that are not 0; one
// times the feature's standard deviation says what it counts beside others.
func (v *Consensus) addFit(r *report.Report) {
	f, d := v.Point.Fit, v.Data
	r.Field("model", f.Model, "lambda", f.Lambda, "lambda_gamma", ofVotes(f.Model, f.Lambda), "intercept", f.Beta0)
	perSD := report.Float(func(x float64) string { return figure.Fixed(x, 2) })
	t := &report.Table{Name: "coefficients", Shown: []int{}, Columns: []report.Column{
		{Name: "feature", Head: "feature"},
		{Name: "label", Head: "label", Format: report.Digits(3)}, // β, per unit of the feature
		{Name: "label_per_sd", Head: "per sd", Format: perSD},
		{Name: "ease", Head: "right vote", Format: report.Digits(3)}, // γ
		{Name: "ease_per_sd", Head: "per sd", Format: perSD},
	}}
	shown := false
	for j, name := range d.Features {
		t.Row(name, f.Beta[j], f.Beta[j]*f.Spread[j], ofVotes(f.Model, f.Gamma[j]), ofVotes(f.Model, f.Gamma[j]*f.Spread[j]))
		if f.Beta[j] != 0 || f.Gamma[j] != 0 {
			shown, t.Shown = true, append(t.Shown, j)
		}
	}
	left := len(t.Rows) - len(t.Shown)
	t.Shown = append(t.Shown, len(t.Rows))
	t.Row(report.Sum("(intercept)"), f.Beta0, nil, nil, nil)
	if shown {
		ease := ""
		if f.Model != Majority {
			ease = ", and of a right vote (item difficulty, negative where votes are hard)"
		}
		r.Head("%s: log odds of a label of 1%s", f.Model, ease)
	} else {
		t.Shown = []int{}
	}
	r.Add(t)
	if shown && left > 0 {
		r.Head("and %s with coefficients of 0", figure.CountOf(left, "feature"))
	}
	r.Field("penalized_log_likelihood", f.Objective, "iterations", f.Iterations, "converged", f.Converged,
		"mean_error", f.MeanError(&d.Data), "risk", v.Risk()) // mean_error of the experts, risk read off the surrogate risk
}

// mostExperts is how many experts people see.
const mostExperts = 50

func (v *Consensus) expertTable() *report.Table {
	t := &report.Table{Name: "experts", Columns: []report.Column{
		{Name: "expert", Head: "expert"},
		{Name: "votes", Head: "votes", Format: report.Counts},
		{Name: "accuracy", Head: "accuracy", Format: report.Always(figure.Share)},
		{Head: "95 %"},
		{Name: "accuracy_low"}, // of a 95 % interval
		{Name: "accuracy_high"},
		{Name: "agreement", Head: "agreement", Format: report.Always(figure.Share)},
		{Name: "alpha"}, // log odds of a right vote at mean features
		{Name: "saturated"},
		{Head: report.NoHead},
	}}
	for k, e := range v.Experts {
		note, interval := "", ""
		if e.Saturated {
			note = "no limit: taken for always right or always wrong"
		}
		if !math.IsNaN(e.Low) {
			interval = figure.Share(e.Low) + " to " + figure.Share(e.High)
		}
		t.Row(v.Data.Experts[k], e.Votes, e.Accuracy, interval, e.Low, e.High, e.Agreement, e.Alpha, e.Saturated, note)
	}
	t.Shown = v.Best[:min(len(v.Best), mostExperts)]
	return t
}

// labelTable has a row for each object: null where neither votes nor features are known.
func (v *Consensus) labelTable() *report.Table {
	t := &report.Table{Name: "labels", Columns: []report.Column{{Name: "object"}, {Name: "votes"}, {Name: "label"}, {Name: "probability"}}}
	for i, l := range v.Labels {
		if v.Data.Blank[i] {
			t.Row(v.Data.Objects[i], v.Data.Of(i), nil, nil)
			continue
		}
		t.Row(v.Data.Objects[i], v.Data.Of(i), l.Number(), l.Probability)
	}
	return t
}

// Risk is the risk of the classifier, computed from its surrogate risk; NaN if experts'
// mean error is not estimated.
func (v *Consensus) Risk() float64 {
	e := v.Point.Fit.MeanError(&v.Data.Data)
	if math.IsNaN(e) {
		return e
	}
	return max(Risk(v.Point.S, e), 0)
}

// rule is how the parts were made, in words.
func (v *Consensus) rule() string {
	voted := len(v.Data.Voted())
	if n := len(v.Study.Parts); n > 1 {
		return fmt.Sprintf("cross-validation over %d folds of %s", n, figure.CountOf(voted, "object"))
	}
	return fmt.Sprintf("%s of %s held out", figure.Count(len(v.Study.Parts[0].Test)), figure.CountOf(voted, "object"))
}

// Warnings are about what was fitted.
func (v *Consensus) Warnings() (all []model.Finding) {
	warn := func(code model.Code, format string, args ...any) {
		all = append(all, model.Finding{Code: code, Message: fmt.Sprintf(format, args...)})
	}
	var sure []string
	for k, e := range v.Experts {
		if e.Saturated {
			sure = append(sure, v.Data.Experts[k])
		}
	}
	if len(sure) > 0 {
		warn(model.CodeSaturatedExperts, "%s takes %s for always right or always wrong: with few experts the likelihood often has no other maximum; believe it only where you would anyway", v.Point.Fit.Model, figure.First(sure, 8))
	}
	if e := v.Point.Fit.MeanError(&v.Data.Data); e >= .5 {
		warn(model.CodeExpertsBelowChance, "the experts are estimated to be wrong in %s of their votes: the surrogate risk needs experts who are right more often than not", figure.Percent(e))
	}
	if len(v.Data.X) == 0 {
		warn(model.CodeNoFeatures, "there are no features: labels come from the votes alone, and the surrogate risk compares nothing")
	}
	switch {
	case v.Point.Fit.Separates(&v.Data.Data):
		warn(model.CodeSeparableFeatures, "the features separate the labels: coefficients of %s grow without limit, and only their signs and ratios say anything; a penalty limits them (--model em-sparse)", v.Point.Fit.Model)
	case v.Point.Fit.Model == EM && len(v.Data.X) > 0 && !v.Point.Fit.Converged:
		warn(model.CodeNotConverged, "EM did not come to an end: with this many features some coefficients grow without limit")
	}
	return all
}
