package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"fms-tui/core/experts"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

// expertsFlags are the flags of experts only.
type expertsFlags struct {
	features []string
	lambdas  int
	restarts int
	holdout  float64
	folds    int
	separate bool
	model    string
}

// automatic is the model that the surrogate risk chooses.
const automatic = "auto"

func expertsCommand(p *program) *cobra.Command {
	f, of := p.flags(), &expertsFlags{}
	c := &cobra.Command{
		Use:   "experts VOTES...",
		Short: "Infer labels from experts' votes: majority, EM, EM-Sparse",
		Long: "If nobody knows the true labels, and experts voted 0 or 1 on objects, infer labels, a classifier with few\n" +
			"features, how good each expert is, and what makes objects hard. Three models are fitted at many\n" +
			"penalties λ; the share of held-out votes that a classifier disagrees with (the surrogate risk)\n" +
			"chooses between them.\n\n" +
			"VOTES are judgments of one attribute, 0 or 1. If there are several attributes, --label-from names the one that is voted on; the means of\n" +
			"the others are features. -o writes a probability and a label of every object, which --labels of the\n" +
			"other commands reads.",
		Example: "  fms-tui lab experts votes.csv --features features.csv -o labels-made.csv\n" +
			"  fms-tui lab experts votes.csv --features features.csv --folds 5 --model em-sparse --json",
		Args: arguments(1, -1, "VOTES, the files of the experts' votes"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := of.check(f); err != nil {
				return err
			}
			return inferLabels(c.Context(), p, args, f, of)
		},
	}
	fs := c.Flags()
	fs.StringArrayVar(&of.features, "features", nil, "`FILE` of features: one column for the object, one for each feature; objects without votes get labels too")
	fs.StringVar(&f.labelFrom, "label-from", "", "`ATTRIBUTE` that holds the votes, if there are several")
	f.addSetting(c, model.OptionExclude)
	fs.Lookup("exclude").Usage = "leave out the features that GLOB matches"
	f.addColumns(c)
	addChoice(c, fs, &of.model, "model", "model that makes the labels; auto takes the model with the smallest surrogate risk", append([]string{automatic}, texts(experts.Models())...)...)
	fs.Var(whole(&of.lambdas, 2, 1000, "λ"), "lambdas", "number of λ to try (default 20)")
	fs.BoolVar(&of.separate, "separate", false, "also try other λ for the difficulty of objects: .1, 1 and 10 times the λ of the classifier")
	fs.Var(whole(&of.restarts, 1, 1000, "starts"), "restarts", "random starts of EM at each λ (default 30)")
	fs.Var(decimal("SHARE", &of.holdout, func(x float64) bool { return x > 0 && x < 1 }, "not a share between 0 and 1"), "holdout", "share of the objects to hold out (default .5, if 1000 objects or more have votes)")
	fs.Var(whole(&of.folds, 2, 1000, "folds"), "folds", "cross-validate instead, with this number of folds (default 5, if fewer than 1000 objects have votes)")
	fs.Uint64Var(&f.seed, "seed", 1, "random seed")
	f.addForm(c, "text")
	f.addOut(c, "write object,label,probability to `FILE`; - is stdout, in place of the table")
	f.addQuiet(c)
	f.addWidth(c)
	return c
}

// check refuses flags that contradict each other.
func (of *expertsFlags) check(f *flags) error {
	switch {
	case of.holdout > 0 && of.folds > 0:
		return misused("--holdout holds objects out once, and --folds each of them: use one of them")
	case f.out == "-" && f.form != "text":
		return misused("-o - and --%s would both go to stdout: write the labels to a file", f.form)
	}
	return nil
}

func inferLabels(ctx context.Context, p *program, paths []string, f *flags, of *expertsFlags) error {
	data, err := openVotes(ctx, p, paths, f, of)
	if err != nil {
		return err
	}
	p.warn(data.Warnings, f)
	study, err := experts.Select(ctx, &data.Data, of.options(data, f), p.pieces("fitting", f))
	if err != nil {
		return fmt.Errorf("%s: %w", data.Label, err)
	}
	point := study.Chosen()
	if of.model != automatic {
		if point = study.Best(experts.Model(of.model)); point == nil {
			return fmt.Errorf("--model %s needs features: name a file of them with --features", of.model)
		}
	}
	v := &consensus{data: data, study: study, point: point, fit: point.Fit, asked: of.model != automatic, found: point.Fit.Experts(&data.Data)}
	p.warn(v.warnings(), f)
	if f.out != "" {
		if err := p.write(ctx, f.out, v.writeLabels); err != nil || f.out == "-" {
			return err
		}
		if !f.quiet {
			p.tell(fmt.Sprintf("wrote the labels of %s to %s: read them with --labels %s --label label, or --label probability",
				figure.CountOf(v.labelled(), "object"), f.out, f.out))
		}
	}
	return p.printTo(ctx, f, "", v.report())
}

// manyObjects is from how many objects with votes on half of them are held out
// once; fewer are cross-validated.
const manyObjects = 1000

func (of *expertsFlags) options(data *experts.Named, f *flags) experts.Options {
	o := experts.Options{Lambdas: of.lambdas, Restarts: of.restarts, Holdout: of.holdout, Folds: of.folds, Seed: f.seed}
	if of.holdout == 0 && of.folds == 0 && len(data.Voted()) < manyObjects {
		o.Folds = 5
	}
	if of.separate {
		o.Ratios = []float64{.1, 1, 10}
	}
	return o
}

// openVotes reads the votes and the features.
func openVotes(ctx context.Context, p *program, paths []string, f *flags, of *expertsFlags) (*experts.Named, error) {
	from := f.labelFrom
	ds, err := p.open(ctx, paths, f.with(func(g *flags) { g.labelFrom = "" })) // which would make a label of means
	if err != nil {
		return nil, err
	}
	attribute, err := votedOn(ds, from)
	if err != nil {
		return nil, err
	}
	var more *model.Features
	if len(of.features) > 0 {
		sources, err := p.sources(ctx, of.features, "")
		if err != nil {
			return nil, err
		}
		if more, err = read.FeatureFiles(ctx, sources, f.reading()); err != nil {
			return nil, err
		}
	}
	keep, err := f.keeps(ds, attribute, more)
	if err != nil {
		return nil, err
	}
	for _, w := range ds.Warnings {
		if w.Code == model.CodeRaterColumns || w.Code == model.CodeSilentRaters {
			p.warn([]model.Finding{w}, f)
		}
	}
	return experts.FromDataset(ds, attribute, keep, more)
}

// votedOn is the attribute that the votes are about.
func votedOn(ds *model.Dataset, from string) (int, error) {
	switch a := slices.Index(ds.Attributes, from); {
	case a >= 0:
		return a, nil
	case from != "":
		return 0, fmt.Errorf("--label-from %q %s", from, model.NoMatch(ds.Attributes, from))
	case len(ds.Attributes) == 1:
		return 0, nil
	}
	return 0, fmt.Errorf("which attribute is voted on? --label-from names one of %s; the means of the others are features", some(ds.Attributes))
}

// keeps tells which features --exclude leaves.
func (f *flags) keeps(ds *model.Dataset, attribute int, more *model.Features) (func(name string) bool, error) {
	names := slices.Delete(slices.Clone(ds.Attributes), attribute, attribute+1)
	if more != nil {
		names = append(names, more.Names...)
	}
	out := make(map[string]bool)
	for _, g := range f.values(model.OptionExclude) {
		glob := g.glob
		if len(names) == 0 {
			return nil, fmt.Errorf("--exclude %q: there are no features", glob)
		}
		found := model.Matching(names, glob)
		if len(found) == 0 {
			return nil, fmt.Errorf("--exclude %q matches no feature: the nearest is %q", glob, model.Nearest(glob, names)[0])
		}
		for _, a := range found {
			out[names[a]] = true
		}
	}
	return func(name string) bool { return !out[name] }, nil
}

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

// consensus is what experts prints.
type consensus struct {
	data  *experts.Named
	study *experts.Study
	point *experts.Point // whose fit makes the labels
	fit   *experts.Fit
	found []experts.Expert
	asked bool // --model named the model
}

// warnings are about what was fitted.
func (v *consensus) warnings() (all []model.Finding) {
	warn := func(code model.Code, format string, args ...any) {
		all = append(all, model.Finding{Code: code, Message: fmt.Sprintf(format, args...)})
	}
	var sure []string
	for k, e := range v.found {
		if e.Saturated {
			sure = append(sure, v.data.Experts[k])
		}
	}
	if len(sure) > 0 {
		warn(model.CodeSaturatedExperts, "%s takes %s for always right or always wrong: with few experts the likelihood often has no other maximum; believe it only where you would anyway", v.fit.Model, some(sure))
	}
	if e := v.fit.MeanError(&v.data.Data); e >= .5 {
		warn(model.CodeExpertsBelowChance, "the experts are estimated to be wrong in %s of their votes: the surrogate risk needs experts who are right more often than not", figure.Percent(e))
	}
	if len(v.data.X) == 0 {
		warn(model.CodeNoFeatures, "there are no features: labels come from the votes alone, and the surrogate risk compares nothing; --features names a file")
	}
	switch {
	case v.fit.Separates(&v.data.Data):
		warn(model.CodeSeparableFeatures, "the features separate the labels: coefficients of %s grow without limit, and only their signs and ratios say anything; a penalty limits them (--model em-sparse)", v.fit.Model)
	case v.fit.Model == experts.EM && len(v.data.X) > 0 && !v.fit.Converged:
		warn(model.CodeNotConverged, "EM did not come to an end: with this many features some coefficients grow without limit")
	}
	return all
}

// labelled counts the objects that get a label.
func (v *consensus) labelled() (n int) {
	for _, blank := range v.data.Blank {
		if !blank {
			n++
		}
	}
	return n
}

// risk is the risk of the classifier, computed from its surrogate risk; NaN if experts'
// mean error is not estimated.
func (v *consensus) risk() float64 {
	e := v.fit.MeanError(&v.data.Data)
	if math.IsNaN(e) {
		return e
	}
	return max(experts.Risk(v.point.S, e), 0)
}

// rule is how the parts were made, in words.
func (v *consensus) rule() string {
	voted := len(v.data.Voted())
	if n := len(v.study.Parts); n > 1 {
		return fmt.Sprintf("cross-validation over %d folds of %s", n, figure.CountOf(voted, "object"))
	}
	return fmt.Sprintf("%s of %s held out", figure.Count(len(v.study.Parts[0].Test)), figure.CountOf(voted, "object"))
}
