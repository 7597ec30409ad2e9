package main

import (
	"io"
	"math"

	"fms-tui/core/experts"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model/export"
)

// report is the consensus: models, what the one taken is made of, experts, labels.
func (v *consensus) report() *report.Report {
	d, f := v.data, v.fit
	r := &report.Report{}
	r.Head("%s: %s by %s on %s, %s", d.Label, figure.CountOf(len(d.Yes), "vote"), figure.CountOf(len(d.Experts), "expert"),
		figure.CountOf(len(d.Voted()), "object"), figure.CountOf(len(d.X), "feature"))
	r.Head("surrogate risk: share of held-out votes that disagree with the classifier; %s", v.rule())
	r.Space()
	r.Field("version", 1, "label", d.Label)
	r.Begin("data").Field("objects", len(d.Objects), "objects_with_votes", len(d.Voted()), "votes", len(d.Yes), "experts", len(d.Experts),
		"features", append([]string{}, d.Features...))
	held, folds := 0, any(nil) // null: held out once
	for _, p := range v.study.Parts {
		held += len(p.Test)
	}
	if n := len(v.study.Parts); n > 1 {
		folds = n
	}
	r.Begin("held_out").Field("objects", held, "folds", folds, "restarts", v.study.Options.Restarts, "seed", v.study.Options.Seed)
	r.Add(v.models())
	if risk := v.risk(); !math.IsNaN(risk) && len(d.X) > 0 {
		r.Space()
		r.Head("risk of the classifier read off its surrogate risk: %s (experts' mean error %s)", figure.Share(risk), figure.Share(f.MeanError(&d.Data)))
	}
	r.Field("chosen", v.study.Chosen().Model) // of the smallest surrogate risk
	v.addFit(r.Begin("fit"))                  // of chosen, or of --model
	r.Space()
	r.Add(v.expertTable())
	if more := len(v.found) - mostExperts; more > 0 {
		r.Head("and %s, with --json", figure.CountOf(more, "more expert"))
	}
	r.Space()
	r.Head("accuracy: estimated share of right votes; agreement: with most of the other experts")
	r.Add(v.labels())
	r.Field("warnings", warningsOf(d.Warnings, v.warnings()))
	return r
}

// models has a row for each model at its best λ, with its curve in JSON.
func (v *consensus) models() *report.Table {
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
	for _, m := range experts.Models() {
		p := v.study.Best(m)
		if p == nil {
			continue
		}
		d, se := p.Difference(v.point)
		more, mark := report.Estimate{X: d, SE: se}, ""
		shown := more.String()
		if p == v.point {
			shown, mark = "", "chosen"
			if v.asked {
				mark = "asked for"
			}
		}
		curve := &report.Table{Columns: []report.Column{
			{Name: "lambda"}, {Name: "lambda_gamma"}, {Name: "surrogate_risk", Estimate: true}, {Name: "support"},
		}}
		for _, p := range v.study.Curve(m) {
			curve.Row(p.Penalty.Beta, ofVotes(m, p.Penalty.Gamma), report.Estimate{X: p.S, SE: p.SE}, p.Fit.Support())
		}
		t.Row(m, lambdaText(p), p.Penalty.Beta, ofVotes(m, p.Penalty.Gamma), report.Estimate{X: p.S, SE: p.SE}, shown, p.Fit.Support(), more, curve, mark)
	}
	return t
}

// ofVotes is a figure about how votes come about, of which Majority knows nothing.
func ofVotes(m experts.Model, x float64) float64 {
	if m == experts.Majority {
		return math.NaN()
	}
	return x
}

// lambdaText is λ, two of them where they differ.
func lambdaText(p *experts.Point) string {
	if p.Penalty.Beta == 0 {
		return "0"
	}
	l := figure.Significant(p.Penalty.Beta, 3)
	if p.Model == experts.EMSparse && p.Penalty.Gamma != p.Penalty.Beta {
		l += ", " + figure.Significant(p.Penalty.Gamma, 3)
	}
	return l
}

// addFit adds the model taken. People see the coefficients that are not 0; one
// times the feature's standard deviation says what it counts beside others.
func (v *consensus) addFit(r *report.Section) {
	f, d := v.fit, v.data
	r.Field("model", f.Model, "lambda", f.Penalty.Beta, "lambda_gamma", ofVotes(f.Model, f.Penalty.Gamma), "intercept", f.Beta0)
	perSD := report.Float(func(x float64) string { return figure.Fixed(x, 2) })
	t := &report.Table{Name: "coefficients", Shown: []int{}, Columns: []report.Column{
		{Name: "feature", Head: "feature"},
		{Name: "label", Head: "label", Format: digits(3)}, // β, per unit of the feature
		{Name: "label_per_sd", Head: "per sd", Format: perSD},
		{Name: "ease", Head: "right vote", Format: digits(3)}, // γ
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
		r.Space()
		ease := ""
		if f.Model != experts.Majority {
			ease = ", and of a right vote (item difficulty, negative where votes are hard)"
		}
		r.Head("%s: log odds of a label of 1%s", f.Model, ease)
		r.Space()
	} else {
		for i := range t.Columns {
			t.Columns[i].Head = "" // for programs alone
		}
	}
	r.Add(t)
	if shown && left > 0 {
		r.Head("and %s with coefficients of 0", figure.CountOf(left, "feature"))
	}
	r.Field("penalized_log_likelihood", f.Objective, "iterations", f.Iterations, "converged", f.Converged,
		"mean_error", f.MeanError(&d.Data), "risk", v.risk()) // mean_error of the experts, risk read off the surrogate risk
}

// mostExperts is how many experts people see.
const mostExperts = 50

func (v *consensus) expertTable() *report.Table {
	t := &report.Table{Name: "experts", Columns: []report.Column{
		{Name: "expert", Head: "expert"},
		{Name: "votes", Head: "votes", Format: asCount},
		{Name: "accuracy", Head: "accuracy", Format: asShare},
		{Head: "95 %"},
		{Name: "accuracy_low"}, // of a 95 % interval
		{Name: "accuracy_high"},
		{Name: "agreement", Head: "agreement", Format: asShare},
		{Name: "alpha"}, // log odds of a right vote at mean features
		{Name: "saturated"},
		{Head: report.NoHead},
	}}
	for k, e := range v.found {
		note, interval := "", ""
		if e.Saturated {
			note = "no limit: taken for always right or always wrong"
		}
		if !math.IsNaN(e.Low) {
			interval = figure.Share(e.Low) + " to " + figure.Share(e.High)
		}
		t.Row(v.data.Experts[k], e.Votes, e.Accuracy, interval, e.Low, e.High, e.Agreement, e.Alpha, e.Saturated, note)
		if k < mostExperts {
			t.Shown = append(t.Shown, k)
		}
	}
	return t
}

// labels has a row for each object: null where neither votes nor features are known.
func (v *consensus) labels() *report.Table {
	t := &report.Table{Name: "labels", Columns: []report.Column{{Name: "object"}, {Name: "votes"}, {Name: "label"}, {Name: "probability"}}}
	for i, l := range v.fit.Labels(&v.data.Data) {
		if v.data.Blank[i] {
			t.Row(v.data.Objects[i], v.data.Of(i), nil, nil)
			continue
		}
		class := 0
		if l.Class {
			class = 1
		}
		t.Row(v.data.Objects[i], v.data.Of(i), class, l.Probability)
	}
	return t
}

// writeLabels writes a row for each object that anything is known of.
func (v *consensus) writeLabels(w io.Writer) error {
	return export.Labels(w, v.data.Labels(v.fit))
}
