package core

import (
	"fmt"
	"slices"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// budgetRange are the budgets that a Result is about.
type budgetRange struct {
	Step     model.Amount // cheapest price among the candidates: one step of a budget slider; 0 without candidates
	UsualMax model.Amount // end of the range of budgets worth looking at; 0 without candidates
	Max      model.Amount // end of the range that was asked for
	Required model.Amount // what the minima cost: no smaller budget buys anything

	reach model.Amount   // the budget that a Request reaches for, within the range
	only  []model.Amount // 0 and Request.Budgets, rising; nil for the range
	alike bool           // every candidate's judgments cost Step, and none is on a form
}

const (
	// pathBudgets and tailBudgets are the greatest numbers of budgets on a curve. With
	// equal prices all of them come from one path and a range of 20·2⁸ steps still fits;
	// with unequal prices each budget may end in a tail of its own. Up to pathBudgets of the
	// cheapest judgments the training parts choose at every budget of a curve.
	pathBudgets = 10240
	tailBudgets = 640
	// chartBudgets is how many budgets a curve needs to be drawn.
	chartBudgets = 60
	// MostJudgments is the largest number of judgments of one object that a budget may buy:
	// paths hold every judgment.
	MostJudgments = 1_000_000
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

// alone returns the budgets of a Request that can be answered, rising, after 0; nil
// where there are none.
func (r *budgetRange) alone(asked []model.Amount) []model.Amount {
	can := slices.DeleteFunc(slices.Clone(asked), func(b model.Amount) bool { return b == 0 || r.CheckBudget(b) != nil })
	if len(can) == 0 || r.Step == 0 {
		return nil
	}
	return united(can, 0)
}

// AtBudgets tells whether choices are known only at the budgets of Request.Budgets, and at
// no others of the range.
func (r *budgetRange) AtBudgets() bool { return r.only != nil }

// usual are the usual budgets that a curve has.
func (r *budgetRange) usual(c *selection.Curve) []model.Amount {
	return slices.DeleteFunc(r.budgetsTo(r.UsualMax), func(b model.Amount) bool {
		_, found := slices.BinarySearch(c.Budgets, b)
		return !found
	})
}

// budgetsTo are the budgets of a curve up to an end.
func (r *budgetRange) budgetsTo(end model.Amount) []model.Amount {
	if r.alike {
		return r.grid(end, pathBudgets)
	}
	return r.grid(end, tailBudgets)
}

func (r *budgetRange) coarseBudgets() []model.Amount { return r.grid(r.Max, chartBudgets) }

// grid returns at most n+1 budgets up to an end: those that were asked for where these are all.
func (r *budgetRange) grid(end model.Amount, n int) []model.Amount {
	if r.only != nil {
		return slices.Clone(r.only)
	}
	return budgetsWithin(end, r.Step, n)
}

// CheckBudget refuses a budget that does not pay for the minima, or that buys more than
// MostJudgments.
func (r *budgetRange) CheckBudget(b model.Amount) error {
	if b < r.Required {
		return fmt.Errorf("a budget of %s does not pay for the least judgments asked for: they cost %s", b, r.Required)
	}
	if r.Step > 0 && b/r.Step > MostJudgments {
		return fmt.Errorf("a budget of %s buys up to %d judgments of every object: at most %d are computed",
			b, b/r.Step, MostJudgments)
	}
	return nil
}

// FirstBudget is the budget to begin with when the user names none and there is
// no honest loss to recommend one: a quarter of the range, in whole steps.
func (r *budgetRange) FirstBudget() model.Amount {
	if r.Step == 0 {
		return 0
	}
	return max(r.UsualMax/4/r.Step*r.Step, r.Step, r.Required)
}

// asked are the budgets of a curve at which the training parts choose: all near ones, and of
// the far ones the budgets of the honest curve and the budget that a Request reaches for. With
// 13 attributes and a range of 60,000 judgments an answer takes 2.2 times as long at all of them.
func (r *budgetRange) asked(c *selection.Curve, points []model.Amount) []model.Amount {
	if r.Step == 0 || c.Budgets[len(c.Budgets)-1]/r.Step <= pathBudgets {
		return c.Budgets
	}
	near, _ := slices.BinarySearch(c.Budgets, pathBudgets*r.Step)
	all := united(c.Budgets[:near], points...)
	if _, found := slices.BinarySearch(c.Budgets, r.reach); found {
		all = united(all, r.reach)
	}
	return all
}

// spread is the number of budgets at which an experiment tests where none are
// asked for.
const spread = 10

// TestBudgets are ten budgets spread over the slider's range, the default of an
// experiment. A range with fewer steps has fewer.
func (r *budgetRange) TestBudgets() []model.Amount {
	if r.Step == 0 {
		return nil
	}
	var budgets []model.Amount
	for i := model.Amount(1); i <= spread; i++ {
		budgets = append(budgets, max(r.Max*i/spread/r.Step*r.Step, r.Step, r.Required))
	}
	return slices.Compact(budgets)
}

func united(budgets []model.Amount, more ...model.Amount) []model.Amount {
	all := slices.Concat(budgets, more)
	slices.Sort(all)
	return slices.Compact(all)
}

// thin returns at most n+1 of rising budgets, evenly, the last one included.
func thin(budgets []model.Amount, n int) []model.Amount {
	stride := (len(budgets) + n - 1) / n
	if stride <= 1 {
		return budgets
	}
	var few []model.Amount
	for i := 0; i < len(budgets)-1; i += stride {
		few = append(few, budgets[i])
	}
	return append(few, budgets[len(budgets)-1])
}

// budgetsWithin returns at most n+1 multiples of step from 0 to end, which is the last; 0 alone
// without a step.
func budgetsWithin(end, step model.Amount, n int) []model.Amount {
	if step == 0 {
		return []model.Amount{0}
	}
	stride := step * max(1, (end/step+model.Amount(n)-1)/model.Amount(n))
	var budgets []model.Amount
	for b := model.Amount(0); b < end; b += stride {
		budgets = append(budgets, b)
	}
	return append(budgets, end)
}
