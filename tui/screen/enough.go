package screen

import (
	"context"
	"fmt"
	"math"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// enough is what the honest figures of the scale shown say of an algorithm's budgets.
type enough struct {
	budget model.Amount // the smallest that is enough by the recommendation
	ok     bool         // it is better than judging nothing
	best   model.Amount // where the figures are best
}

// enoughBy asks for the budget that an algorithm's metric of classes recommends.
type enoughBy struct {
	result    *core.Result
	honest    *core.Honest
	algorithm selection.Algorithm
	metric    classes.Metric
}

// declare declares the budget that the metric of classes chosen recommends. The usual scale is
// nobody's choice: there the loss recommends, as in select.
func (a *Measures) declare() {
	a.Enough = asks(Stillness, func() (enoughBy, bool) {
		m, h, alg := a.measure(), a.Shown.Honest, a.Shown.State.Algorithm
		return enoughBy{a.Shown.Result, h, alg, scaleTable[m.Scale].metric}, a.Shown.State.Scale.Classes() && m.Classes() && h != nil && h.Why == "" && h.Has(alg)
	}, func(ctx context.Context, key enoughBy) (*core.MetricBudget, error) {
		t := core.Tuning{Answers: []core.Answer{{Result: key.result, Honest: key.honest}}}
		b, err := t.BudgetBy(ctx, key.algorithm, core.Rule{}, key.metric, nil)
		if err != nil {
			return nil, ctx.Err() // the honest loss recommends in its place
		}
		return &b, nil
	})
}

// byMetric is the budget that the metric of classes shown recommends for an algorithm; nil while
// that is not known.
func (a *Measures) byMetric(alg selection.Algorithm) *core.MetricBudget {
	if alg != a.Shown.State.Algorithm {
		return nil
	}
	return a.Enough.now()
}

// open moves B from where it was put at the start to the recommended budget, by the loss or the
// metric of classes shown, once that is known and unless the user has moved it.
func (a *Session) open() tea.Cmd {
	h, alg := a.Shown.Honest, a.State.Algorithm
	if a.opening == nil || h == nil {
		return nil
	}
	to := h.FirstBudget(alg)
	if key, wanted := a.Enough.key(); wanted {
		by, known := a.Enough.Answer(key)
		if !known {
			return nil
		}
		if by != nil && by.Budget > 0 {
			to = by.Budget
		}
	}
	untouched := *a.opening == a.State.Budget
	a.opening = nil
	if !untouched {
		return nil
	}
	s := a.State
	s.Budget = to
	return a.Turn(s)
}

// enoughOf is what is enough for an algorithm that was cross-validated: by the metric of
// classes that is shown once that is known, by the honest loss otherwise.
func (a *Measures) enoughOf(alg selection.Algorithm) enough {
	if b := a.byMetric(alg); b != nil {
		return enough{b.Budget, b.Budget > 0, b.BestAt}
	}
	var e enough
	e.budget, e.ok = a.Shown.Honest.Recommended(alg)
	e.best, _ = a.Shown.Honest.Lowest(alg)
	return e
}

// recommended is the budget recommended for an algorithm; false where none is better than
// judging nothing, and while the honest loss is not known.
func (a *Measures) recommended(alg selection.Algorithm) (model.Amount, bool) {
	if h := a.Shown.Honest; h == nil || h.Why != "" || !h.Has(alg) {
		return 0, false
	}
	e := a.enoughOf(alg)
	return e.budget, e.ok
}

// givenUp says what the recommended budget costs, and what is lost against the best.
func (a *Measures) givenUp(alg selection.Algorithm, b model.Amount) string {
	best, m := a.enoughOf(alg).best, a.measure()
	at, most := a.worthAt(b), a.worthAt(best)
	if m.Classes() && (math.IsNaN(at.Loss) || math.IsNaN(most.Loss)) {
		m = m.losses()
		at, most = m.estimate(a.Shown.Honest.At(alg, b)), m.estimate(a.Shown.Honest.At(alg, best))
	}
	text := fmt.Sprintf("B = %s an object: honest %s %s", a.money(b), m.Words(), m.Text(at.Loss))
	if given := m.lowestFirst(at.Loss) - m.lowestFirst(most.Loss); given > 0 {
		text += fmt.Sprintf(", gives up %s against B = %s (%s)", figure.Significant(given, 2), a.money(best), m.Text(most.Loss))
	}
	return text
}
