package screen

import (
	"fmt"
	"math"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/figure"
)

// enough is what the honest figures of the scale shown say of an algorithm's budgets.
type enough struct {
	budget model.Amount // the smallest that is enough by --one-se
	ok     bool         // it is better than judging nothing
	best   model.Amount // where the figures are best
}

// enoughOf is what is enough for an algorithm that was cross-validated: by the metric of
// classes that is shown once it is measured along the curve, by the honest loss otherwise.
func (a *Analysis) enoughOf(alg selection.Algorithm) enough {
	h, m := a.Shown.Honest, a.measure()
	if curves := a.classCurves(); curves != nil && curves.finished {
		if e, known := m.enough(a.Shown.Result, curves.of[alg]); known {
			return e
		}
	}
	var e enough
	e.budget, e.ok = h.Recommended(alg)
	e.best, _ = h.Lowest(alg)
	return e
}

// enough is the same of a metric of classes along a curve; false where it has no figures.
func (m measure) enough(r *core.Result, curve []classPoint) (e enough, known bool) {
	var figures []core.Estimate
	var budgets []model.Amount
	for _, p := range curve {
		if p.budget >= r.Required && p.budget <= r.UsualMax {
			figures, budgets = append(figures, m.measured(p.called)), append(budgets, p.budget)
		}
	}
	at, best := core.Rule{}.Enough(figures, m.Metric().Better == report.Higher)
	if best < 0 {
		return enough{}, false
	}
	return enough{budgets[at], budgets[at] > 0, budgets[best]}, true
}

// recommended is the budget recommended for an algorithm; false where none is better than
// judging nothing, and while the honest loss is not known.
func (a *Analysis) recommended(alg selection.Algorithm) (model.Amount, bool) {
	if h := a.Shown.Honest; h == nil || h.Why != "" || !h.Has(alg) {
		return 0, false
	}
	e := a.enoughOf(alg)
	return e.budget, e.ok
}

// givenUp says what the recommended budget costs, and what is lost against the best.
func (a *Analysis) givenUp(alg selection.Algorithm, b model.Amount) string {
	best, m := a.enoughOf(alg).best, a.measure()
	at, most := a.worthAt(b), a.worthAt(best)
	if m.Classes() && (math.IsNaN(at.Loss) || math.IsNaN(most.Loss)) {
		m = m.losses()
		at, most = m.estimate(a.Shown.Honest.At(alg, b)), m.estimate(a.Shown.Honest.At(alg, best))
	}
	text := fmt.Sprintf("B = %s an object: honest %s %s", b, m.Words(), m.Text(at.Loss))
	if given := m.lowestFirst(at.Loss) - m.lowestFirst(most.Loss); given > 0 {
		text += fmt.Sprintf(", gives up %s against B = %s (%s)", figure.Significant(given, 2), best, m.Text(most.Loss))
	}
	return text
}
