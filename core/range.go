package core

import (
	"fmt"
	"slices"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// stretch applies a Request's range and reach to the usual end of the range.
func stretch(most, step model.Amount, q Request) model.Amount {
	if step == 0 {
		return 0
	}
	end, ok := step.Times(MostJudgments)
	if !ok {
		end = model.MaxAmount
	}
	if q.Range > 0 {
		most = min(max(q.Range, step), end)
	}
	for most < q.Reach {
		n, ok := most.Times(2)
		if !ok || n > end {
			break
		}
		most = n
	}
	return max(most, min(q.Reach, end))
}

// pathBudgets and tailBudgets are the greatest numbers of budgets on a curve. With
// equal prices all of them come from one path and a range of 20·2⁸ steps still fits;
// with unequal prices each budget may end in a tail of its own.
const (
	pathBudgets = 10240
	tailBudgets = 640
)

// budgets returns the budgets that curves are computed for: multiples of the
// step from 0 to Max, all of them where that is cheap.
func (r *Result) budgets() []model.Amount { return r.budgetsTo(r.Max) }

// alone returns the budgets of a Request that can be answered, rising, after 0; nil
// where there are none.
func (r *Result) alone(asked []model.Amount) []model.Amount {
	only := []model.Amount{0}
	for _, b := range asked {
		if r.CheckBudget(b) == nil {
			only = with(only, b)
		}
	}
	if len(only) == 1 || r.Step == 0 {
		return nil
	}
	return only
}

// AtBudgets tells whether choices are known only at the budgets of Request.Budgets, and at
// no others of the range.
func (r *Result) AtBudgets() bool { return r.only != nil }

// usualBudgets returns the budgets of the usual range, whatever range is shown: the
// recommendation does not depend on how far the user looks.
func (r *Result) usualBudgets() []model.Amount { return r.budgetsTo(r.UsualMax) }

// usual are the usual budgets that a curve has.
func (r *Result) usual(c *selection.Curve) []model.Amount {
	return slices.DeleteFunc(r.usualBudgets(), func(b model.Amount) bool {
		_, found := slices.BinarySearch(c.Budgets, b)
		return !found
	})
}

func (r *Result) budgetsTo(end model.Amount) []model.Amount {
	switch {
	case r.Step == 0:
		return []model.Amount{0}
	case r.only != nil:
		return slices.Clone(r.only)
	}
	most := pathBudgets
	if !r.samePrice() {
		most = tailBudgets
	}
	stride := r.Step
	if n := int(end / r.Step); n > most {
		stride *= model.Amount((n + most - 1) / most)
	}
	var b []model.Amount
	for x := model.Amount(0); x < end; x += stride {
		b = append(b, x)
	}
	return append(b, end)
}

// with returns rising budgets with one more among them.
func with(budgets []model.Amount, one model.Amount) []model.Amount {
	i, found := slices.BinarySearch(budgets, one)
	if found {
		return budgets
	}
	return slices.Insert(budgets, i, one)
}

// readySteps is how many judgments a budget may buy for its choice to be
// computed while a frame waits for it.
const readySteps = 400

// Ready tells whether the choices at a budget can be looked up, or are computed
// in a few milliseconds. Others should be asked for with Request.Reach.
func (r *Result) Ready(budget model.Amount) bool {
	if r.Step == 0 || budget/r.Step <= readySteps {
		return true
	}
	for _, c := range r.curves {
		if _, found := slices.BinarySearch(c.Budgets, budget); !found {
			return false
		}
	}
	return true
}

// chartBudgets is how many budgets a curve needs to be drawn.
const chartBudgets = 60

// coarseBudgets returns at most chartBudgets budgets over the range.
func (r *Result) coarseBudgets() []model.Amount {
	switch {
	case r.Step == 0:
		return []model.Amount{0}
	case r.only != nil:
		return slices.Clone(r.only)
	}
	steps := int(r.Max / r.Step)
	stride := r.Step * model.Amount(max(1, (steps+chartBudgets-1)/chartBudgets))
	var b []model.Amount
	for x := model.Amount(0); x < r.Max; x += stride {
		b = append(b, x)
	}
	return append(b, r.Max)
}

func (r *Result) samePrice() bool {
	if r.problem.OnForms() {
		return false
	}
	return !slices.ContainsFunc(r.Attributes, func(a Attribute) bool { return a.Selectable() && a.Price != r.Step })
}

// MostJudgments is the largest number of judgments of one object that a budget may buy:
// paths hold every judgment.
const MostJudgments = 1_000_000

// CheckBudget refuses a budget that does not pay for the minima, or that buys more than
// MostJudgments.
func (r *Result) CheckBudget(b model.Amount) error {
	if b < r.Required {
		return fmt.Errorf("a budget of %s does not pay for the least judgments asked for: they cost %s", b, r.Required)
	}
	if r.Step > 0 && b/r.Step > MostJudgments {
		return fmt.Errorf("a budget of %s buys up to %d judgments of every object: at most %d are computed",
			b, b/r.Step, MostJudgments)
	}
	return nil
}

// PromptAttributes is the number of attributes up to which the honest loss is fast enough to
// wait for at the start. With more, the projection of each fold takes a second.
const PromptAttributes = 300

// FirstBudget is the budget to begin with when the user names none and there is
// no honest loss to recommend one: a quarter of the range, in whole steps.
func (r *Result) FirstBudget() model.Amount {
	if r.Step == 0 {
		return 0
	}
	return max(r.UsualMax/4/r.Step*r.Step, r.Step, r.Required)
}
