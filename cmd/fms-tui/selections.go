package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui"
)

// selections is what select prints: a report drawn with the panels of the screen,
// and its figures as tables.
func selectionReport(ctx context.Context, p *program, ds *model.Dataset, t *core.Tuning, all [][]core.Pick, boot []core.Stability, paths []string, f *flags) *report.Report {
	r := t.Answers[0].Result
	out := &report.Report{Title: "fms-tui: " + r.Label, Metric: report.SquaredLoss()}
	out.Field("version", 1)
	out.Begin("data").Field("objects", r.Objects, "attributes", len(r.Attributes), "judgments", r.Judgments,
		"label", r.Label, "label_mean", r.LabelMean, "label_variance", r.LabelVar, "raters", r.Raters, "psd_cut", r.PSDCut, "blocks", r.Blocks)
	settingsOf(out.Begin("settings"), r, f)
	if at := honestBudgetsOf(&t.Answers[0]); at != nil {
		out.Begin("honest_budgets").Field("count", at.count, "from", at.from, "to", at.to, "spacing", at.spacing)
	}
	out.Add(report.Drawing(func(w io.Writer, width int) error {
		if !f.all {
			return writeAnswer(ctx, p, w, width, all, paths, f)
		}
		return tui.Report(ctx, w, all, width, p.reportTheme(f))
	}),
		attributeTable(r), selectionTable(ctx, all, boot))
	out.Field("warnings", warningsOf(ds.Warnings, r.Warnings, selectionWarnings(all)))
	return out
}

// settingsOf adds the settings: the mode that was asked for, and the design taken.
func settingsOf(to *report.Section, r *core.Result, f *flags) {
	set := r.Settings
	var names []string
	for i := range r.Attributes {
		name := r.Attributes[i].Name
		names, set = append(names, name), set.WithLimit(name, set.Limit(name)) // with the bound of all
	}
	for _, field := range model.SettingsFields() {
		switch field.Option {
		case model.OptionMaxRepeats, model.OptionSheet, model.OptionLabel, model.OptionAlso, model.OptionOrdered: // which stand elsewhere
		case model.OptionDesign:
			to.Field(field.Key, describedDesign(r))
		default:
			to.Field(field.Key, field.JSON(set, names))
		}
	}
	to.Field("seed", f.seed, "folds", f.foldsTaken())
}

func attributeTable(r *core.Result) *report.Table {
	t := &report.Table{Name: "attributes", Drawn: true, Columns: []report.Column{
		{Name: "name", Head: "attribute"},
		{Name: "cost", Head: "cost", Align: report.Right},
		{Name: "objects", Head: "objects", Format: asCount, Align: report.Right},
		{Name: "judgments", Head: "judgments", Format: asCount, Align: report.Right},
		{Name: "mean", Head: "mean", Align: report.Right},
		{Name: "label_covariance", Head: "b", Align: report.Right}, // as measured
		{Name: "label_covariance_posterior"},                       // b̃ of --shrink auto, in the units of b
		{Name: "tau"},                                              // its prior variance, squared label units
		{Name: "correlation", Head: "corr", Format: report.Always(figure.Corr), Align: report.Right},
		{Name: "internal_variance", Head: "v", Align: report.Right},
		{Name: "external_variance", Head: "σ²", Align: report.Right},
		{Name: "normalized_correlation"},
		{Name: "noise_ratio"},
		{Name: "reliability", Head: "reliability", Format: asShare, Align: report.Right},
		{Name: "noise"}, // measured, assumed or unknown
		{Name: "selectable"},
	}}
	for i := range r.Attributes {
		a, shrunk := &r.Attributes[i], r.Shrunk(i)
		t.Row(a.Name, a.Price, a.Objects, a.Judgments, a.Mean, a.B, shrunk.B, shrunk.Tau, a.Corr, a.V, a.Sigma2,
			a.NormalizedCorrelation(), a.NoiseRatio(), a.Reliability(), a.Noise(), a.Selectable())
	}
	return t
}

// selectionTable has a row for each budget and algorithm. It is made while it is
// written, and of the paths, which can have a million steps, one at a time.
func selectionTable(ctx context.Context, all [][]core.Pick, boot []core.Stability) *report.Table {
	return &report.Table{
		Name: "selections", Drawn: true,
		Columns: selectionColumns(),
		Each: func(yield func(...report.Value) error) error {
			for i, p := range slices.Concat(all...) {
				c, err := p.Certify(ctx, &p.Selection)
				if err != nil {
					return err
				}
				st := core.Stability{}
				if i < len(boot) {
					st = boot[i]
				}
				if err := yield(selectionRow(&p, c, st)...); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func selectionColumns() []report.Column {
	return []report.Column{
		{Head: "budget", Merge: true},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "budget"},
		{Name: "spent", Head: "spent", Align: report.Right},
		{Name: "ridge"},
		{Head: "repeats"},
		{Name: "repeats"},                             // of the support
		{Name: "cost_by_form", Only: report.OnlyJSON}, // what is left of spent is for single judgments; null without forms
		{Name: "projected_loss", Head: "projected", Format: asLoss, Align: report.Right},
		{Name: "rmse"},
		{Name: "r2", Head: "R²", Format: asShare, Align: report.Right},
		{Name: "scoring_objective"},
		{Name: "honest_loss", Head: "honest ± se", Estimate: true},
		{Name: "seen_loss", Head: "seen ± se", Estimate: true, Format: report.Known},
		{Name: "seen_objects"},
		{Name: "lower_bound"},
		{Name: "optimality_gap", Head: "gap R²", Format: digits(2), Align: report.Right},
		{Name: "optimal"},
		{Name: "selection_frequency", Only: report.OnlyJSON},
		{Name: "median_repeats", Only: report.OnlyJSON},
		{Name: "weights"}, // of the support
		{Name: "weights_from"},
		// Honest loss of the label refitted on the pilot's own means, and its difference
		// from the honest loss of the moments' weights. If there is no refit, the reason
		// says why.
		{Name: "refit_loss", Estimate: true},
		{Name: "refit_less", Estimate: true},
		{Name: "refit_reason"},
		{Name: "intercept"},
		{Name: "warnings", Only: report.OnlyJSON}, // on this selection
		{Name: "path", Only: report.OnlyJSON},
	}
}

func selectionRow(p *core.Pick, c core.Certificate, st core.Stability) []report.Value {
	s, e, seen := &p.Selection, p.Estimate(), seenOf(p)
	w, intercept := p.Weights()
	refit, less, why := refitOfPick(p)
	weights := map[string]number{}
	for a, n := range s.Repeats {
		if n > 0 {
			weights[p.Attributes[a].Name] = number(w[a])
		}
	}
	rmse := s.RMSE()
	if s.Optimistic() {
		rmse = math.NaN() // the projected loss is below 0, and has no root
	}
	return []report.Value{
		s.Budget, s.Algorithm, s.Budget, s.Spent, p.Settings.Ridge, written(p.Result, s.Repeats), supportOf(p.Result, s.Repeats), p.CostByForm(s),
		s.Loss, rmse, s.R2(), s.Score, estimate(e), seen.loss, seen.objects, c.Bound, c.Gap, c.Optimal,
		named(p.Result, st.Frequency), named(p.Result, st.Median), weights, p.WeightsFrom(), estimate(refit), estimate(less), why, intercept, warningsOf(p.Warnings()),
		func() any { return pathTable(p.Result, p.Path(s)) },
	}
}

// refitOfPick is the candidate for other weights, or why there is none.
func refitOfPick(p *core.Pick) (loss, less core.Estimate, why *string) {
	x := p.RidgeRefit
	switch {
	case x == nil:
		none := "there is no honest loss to choose it by"
		return core.UnknownEstimate(), core.UnknownEstimate(), &none
	case x.Why != "":
		why = &x.Why
	}
	return x.Honest, x.Less, why
}

func pathTable(r *core.Result, path []core.PathStep) *report.Table {
	return &report.Table{
		Columns: []report.Column{{Name: "attribute"}, {Name: "spent"}, {Name: "projected_loss"}},
		Each: func(yield func(...report.Value) error) error {
			for _, step := range path {
				if err := yield(r.Attributes[step.Attribute].Name, step.Spent, step.Loss); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// named maps attributes to figures; nil stays nil, for null.
func named(r *core.Result, figures []float64) map[string]number {
	if figures == nil {
		return nil
	}
	m := make(map[string]number)
	for a, x := range figures {
		m[r.Attributes[a].Name] = number(x)
	}
	return m
}

// supportOf maps the attributes that are chosen to their repeats.
func supportOf(r *core.Result, repeats []int) map[string]int {
	m := make(map[string]int)
	for a, n := range repeats {
		if n > 0 {
			m[r.Attributes[a].Name] = n
		}
	}
	return m
}

// written lists repeats, the most first.
func written(r *core.Result, repeats []int) string {
	var order []int
	for a, n := range repeats {
		if n > 0 {
			order = append(order, a)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return repeats[b] - repeats[a] })
	var list []string
	for _, a := range order {
		list = append(list, fmt.Sprintf("%s %d", r.Attributes[a].Name, repeats[a]))
	}
	return strings.Join(list, ", ")
}
