package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fms-tui/core/classes"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/report"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// ClassMetric names a metric of classes that a budget is chosen by.
type ClassMetric string

// The metrics of classes, as package classes defines them.
const (
	Accuracy ClassMetric = "accuracy"
	Balanced ClassMetric = "balanced"
	F1       ClassMetric = "f1"
	Kappa    ClassMetric = "kappa"
	AUC      ClassMetric = "auc"
	LogLoss  ClassMetric = "log-loss"
	Brier    ClassMetric = "brier"
)

// ClassMetrics lists the metrics of classes.
func ClassMetrics() []ClassMetric {
	return []ClassMetric{Accuracy, Balanced, F1, Kappa, AUC, LogLoss, Brier}
}

// metricTitles are the names for people.
var metricTitles = map[ClassMetric]string{Balanced: "balanced accuracy", F1: "F1", Kappa: "κ", AUC: "AUC", LogLoss: "log loss", Brier: "Brier score"}

// Title names the metric for people.
func (m ClassMetric) Title() string {
	if title, ok := metricTitles[m]; ok {
		return title
	}
	return string(m)
}

// HigherIsBetter tells whether larger values are better.
func (m ClassMetric) HigherIsBetter() bool { return m != LogLoss && m != Brier }

// of returns the metric from the metrics of classes.
func (m ClassMetric) of(x *classes.Metrics) float64 {
	switch m {
	case Accuracy:
		return x.Accuracy
	case Balanced:
		return x.Balanced
	case F1:
		return x.F1
	case Kappa:
		return x.Kappa
	case AUC:
		return x.AUC
	case LogLoss:
		return x.LogLoss
	}
	return x.Brier
}

// ClassMetric returns a metric of the pick on objects held out, with its standard error; NaN
// and the reason in words for the user if it was not measured. The threshold is as in
// [Pick.Classes]. Errors are a label without classes, and the context's.
func (p *Pick) ClassMetric(ctx context.Context, m ClassMetric, threshold float64) (x report.Estimate, why string, err error) {
	defer overflow.Catch(&err)
	unknown := report.Estimate{X: math.NaN(), SE: math.NaN()}
	switch c, err := p.Classes(ctx, threshold); {
	case err != nil:
		return unknown, "", err
	case c == nil:
		return unknown, "", fmt.Errorf("the metric %s is for a label with classes, and %s has numbers or is several labels", m.Title(), p.Result.Predicted())
	case c.Why != "":
		return unknown, c.Why, nil
	default:
		return report.Estimate{X: m.of(&c.Metrics), SE: m.of(&c.SE)}, "", nil
	}
}

// MetricBudget is a budget that is chosen by a metric of classes.
type MetricBudget struct {
	Algorithm selection.Algorithm
	Metric    ClassMetric
	Rule      Rule
	Budget    model.Amount    // the smallest that is enough
	Has       report.Estimate // the metric there
	BestAt    model.Amount    // the budget with the best metric
	Best      report.Estimate
}

// measuredBudgets is at how many budgets of the range a metric is measured: each takes
// predictions of all objects.
const measuredBudgets = 40

// closeMetric is by how much a metric may miss the best at a recommended budget, if its
// standard error is less: with many objects the last thousandth would be bought.
const closeMetric = .005

// rareClass is the share of the objects below which a class is rare: a plan that never calls it
// has the best accuracy, or nearly so.
const rareClass = .25

// BudgetBy returns the smallest budget that is enough by a metric of classes: with [OneSE] at
// most one standard error from the best of the usual range, with [Within] at most that share of
// the best of the range. It looks at 40 budgets of the range, and then between two of them.
// Errors are as for [Honest.Budget] and [Pick.ClassMetric], about other rules, and about accuracy
// where a class has less than a quarter of the objects.
func (t *Tuning) BudgetBy(ctx context.Context, a selection.Algorithm, q Rule, m ClassMetric, threshold float64) (out MetricBudget, err error) {
	defer overflow.Catch(&err)
	h := t.Answers[0].Honest
	switch {
	case q.By != OneSE && q.By != Within:
		return out, fmt.Errorf("the metric %s goes with rules about the best budget, not with a loss or R²", m.Title())
	case m == Accuracy && slices.ContainsFunc(t.Answers[0].Result.ClassShares(), func(share float64) bool { return share < rareClass }):
		return out, fmt.Errorf("no budget is chosen by accuracy where a class has less than %g of the objects, since never calling it is nearly always right: choose by balanced, kappa or log-loss", rareClass)
	case h == nil || h.Why != "":
		_, err := t.Budget(a, q)
		return out, err
	}
	r := h.result
	budgets := r.grids[a]
	if q.By == OneSE {
		budgets = r.usual(r.curves[a])
	}
	var few []model.Amount
	for _, i := range h.points(a, budgets) {
		few = append(few, h.runs[a].budgets[i])
	}
	measured, err := t.measure(ctx, a, thin(few, measuredBudgets), m, threshold)
	if err != nil {
		return out, err
	}
	if len(measured) == 0 {
		return out, fmt.Errorf("no budget can be chosen by %s: it has no value at any budget", m.Title())
	}
	best := measured[0]
	for _, x := range measured[1:] {
		if better(m, x.X, best.X) {
			best = x
		}
	}
	out = MetricBudget{Algorithm: a, Metric: m, Rule: q, BestAt: best.budget, Best: best.Estimate}
	enough := func(x metered) bool { return !better(m, q.metricLimit(m, best.Estimate), x.X) }
	at := slices.IndexFunc(measured, enough)
	if at > 0 {
		between, err := t.measure(ctx, a, thin(h.between(h.runs[a].asked, budgets, measured[at-1].budget+1, measured[at].budget), 8), m, threshold)
		if err != nil {
			return out, err
		}
		measured = append(between, measured[at])
		at = slices.IndexFunc(measured, enough)
	}
	out.Budget, out.Has = measured[at].budget, measured[at].Estimate
	return out, nil
}

// Advise says what the metric says of a budget: whether it is enough.
func (m *MetricBudget) Advise(budget model.Amount) Advice {
	switch {
	case m.Budget == 0:
		return Advice{State: AdviceHopeless}
	case budget < m.Budget:
		return Advice{AdviceMore, m.Budget}
	case budget > m.Budget:
		return Advice{AdviceLess, m.Budget}
	}
	return Advice{AdviceEnough, m.BestAt}
}

// metricLimit is the metric that a budget must reach.
func (q Rule) metricLimit(m ClassMetric, best report.Estimate) float64 {
	off := max(best.SE, closeMetric)
	switch {
	case q.By == Within:
		off = q.Within * math.Abs(best.X)
	case best.SE != best.SE:
		off = closeMetric
	}
	if m.HigherIsBetter() {
		return best.X - off
	}
	return best.X + off
}

// better tells whether one value of a metric is better than another.
func better(m ClassMetric, x, y float64) bool {
	if m.HigherIsBetter() {
		return x > y
	}
	return x < y
}

// metered is a metric at a budget.
type metered struct {
	report.Estimate
	budget model.Amount
}

// measure measures a metric at rising budgets, and leaves out those where it cannot be had. It
// is an error if that is all of several.
func (t *Tuning) measure(ctx context.Context, a selection.Algorithm, budgets []model.Amount, m ClassMetric, threshold float64) ([]metered, error) {
	var out []metered
	last := ""
	for _, b := range budgets {
		answer := t.At(a, b)
		p := Pick{Answer: answer, Selection: answer.At(a, b)}
		x, why, err := p.ClassMetric(ctx, m, threshold)
		if err != nil {
			return nil, err
		}
		if last = why; x.X == x.X {
			out = append(out, metered{x, b})
		}
	}
	if len(out) == 0 && last != "" {
		return nil, fmt.Errorf("no budget can be chosen by %s: %s", m.Title(), last)
	}
	return out, nil
}
