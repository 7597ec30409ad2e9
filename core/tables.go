package core

import (
	"fmt"
	"math"
	"strconv"

	"fms-tui/core/classes"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
)

// NameClasses names classes with their shares of the objects, and says what is called.
func NameClasses(names []string, shares []float64, calling classes.Calling) string {
	share := func(p float64) string { return strconv.FormatFloat(100*p, 'f', 0, 64) + " %" }
	var named []string
	for k, name := range names {
		named = append(named, fmt.Sprintf("%s (%s)", name, share(shares[k])))
	}
	word, call := "Classes", "The call is the most probable class."
	if calling.Ordered {
		word = "Classes in order"
	}
	switch {
	case len(names) == 2:
		call = fmt.Sprintf("An object is called %s from a probability of %s on.", names[1], share(calling.Threshold()))
	case calling.Costs != nil:
		call = "The call is the class of least expected cost."
	}
	return fmt.Sprintf("%s: %s. %s", word, figure.List(named, "and"), call)
}

// Confused counts objects held out by class and call, for people. names are the classes' as they
// are to be shown.
func (c *Classes) Confused(names []string) *report.Table {
	t := &report.Table{Columns: []report.Column{{Head: "class"}}}
	for _, name := range names {
		t.Columns = append(t.Columns, report.Column{Head: "called " + name, Format: report.Counts, Align: report.Right})
	}
	t.Columns = append(t.Columns, report.Column{Head: "called right", Format: report.Always(figure.Share), Align: report.Right})
	for k, row := range c.Confusion {
		cells, all := []report.Value{names[k]}, 0
		for _, n := range row {
			cells = append(cells, n)
			all += n
		}
		t.Row(append(cells, float64(row[k])/float64(all))...)
	}
	return t
}

// Probabilities compares the probabilities of some classes with the shares of objects held out
// that are of the class.
func (c *Classes) Probabilities(names []string, of ...int) *report.Table {
	t := &report.Table{Name: "calibration", Columns: []report.Column{
		{Name: "class", Head: "class", Merge: true},
		{Name: "objects", Head: "objects", Format: report.Counts, Align: report.Right},
		{Name: "probability", Head: "probability", Format: report.Always(figure.Share), Align: report.Right},
		{Name: "share", Head: "share", Estimate: true, Align: report.Right},
	}}
	for _, k := range of {
		for _, b := range c.Calibration[k] {
			t.Row(names[k], b.Objects, b.Mean, report.Estimate{X: b.Share, SE: b.SE})
		}
	}
	return t
}

// unknownOr is the format of what is not known where an attribute was asked once: see
// [UnknownLegend].
func unknownOr(f func(float64) string) func(report.Value) string {
	return report.Always(func(x float64) string {
		if math.IsNaN(x) {
			return "?"
		}
		return f(x)
	})
}

// AttributeTable has what is known of each attribute, in the order of the data.
func AttributeTable(r *Result) *report.Table {
	t := &report.Table{Name: "attributes", Columns: []report.Column{
		{Name: "name", Head: "attribute"},
		{Name: "cost", Head: "cost", Align: report.Right},
		{Name: "objects", Head: "objects", Format: report.Counts, Align: report.Right},
		{Name: "judgments", Head: "judgments", Format: report.Counts, Align: report.Right},
		{Name: "mean", Head: "mean", Align: report.Right},
		{Name: "label_covariance", Head: "b", Align: report.Right}, // as measured
		{Name: "label_covariance_posterior"},                       // b̃ of --shrink auto, in the units of b
		{Name: "tau"},                                              // its prior variance, squared label units
		{Name: "correlation", Head: "corr", Format: report.Always(figure.Corr), Align: report.Right},
		{Name: "internal_variance", Head: "v", Format: unknownOr(figure.Loss), Align: report.Right},
		{Name: "external_variance", Head: "σ²", Format: unknownOr(figure.Loss), Align: report.Right},
		{Name: "normalized_correlation"},
		{Name: "noise_ratio"},
		{Name: "reliability", Head: "reliability", Format: unknownOr(figure.Share), Align: report.Right},
		{Name: "noise"}, // measured, assumed or unknown
		{Name: "selectable"},
	}}
	for i := range r.Attributes {
		a := &r.Attributes[i]
		shrunk, tau, _ := r.Shrunk(i)
		t.Row(a.Name, a.Price, a.Objects, a.Judgments, a.Mean, a.B, shrunk, tau, a.Corr, a.V, a.Sigma2,
			a.NormalizedCorrelation(), a.NoiseRatio(), a.Reliability(), a.Noise(), a.Selectable())
	}
	return t
}

// ScoreTable has what each of several labels loses by the same judgments.
func ScoreTable(picks ...Pick) *report.Table {
	loss := report.Float(figure.Loss)
	t := &report.Table{Name: "labels", Columns: []report.Column{
		{Name: "budget", Head: "budget", Align: report.Right},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "label", Head: "label"},
		{Name: "projected_loss", Head: "projected", Align: report.Right, Format: loss},
		{Name: "honest_loss", Head: "honest ± se", Estimate: true},
		{Name: "honest_r2", Head: "R²", Align: report.Right, Format: report.Float(figure.Share)},
		{Name: "variance"},
		{Name: "weight"},
	}}
	for i := range picks {
		p := &picks[i]
		for k, s := range p.Scores() {
			e := p.ScoreEstimate(k)
			t.Row(p.Selection.Budget, p.Selection.Algorithm, s.Title(), s.Projected, report.Estimate{X: e.Loss, SE: e.SE}, 1-e.Loss/s.Var, s.Var, s.Weight)
		}
	}
	return t
}
