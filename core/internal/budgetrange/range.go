// Package budgetrange says which budgets an answer is about: the range worth looking at, and the
// budgets at which curves are computed.
package budgetrange

import (
	"fmt"
	"slices"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// Range are the budgets that an answer is about.
type Range struct {
	Step     model.Amount // cheapest price among the candidates: one step of a budget slider; 0 without candidates
	UsualMax model.Amount // end of the range of budgets worth looking at; 0 without candidates
	Max      model.Amount // end of the range that was asked for
	Required model.Amount // what the minima cost: no smaller budget buys anything

	reach model.Amount   // the budget that is reached for, within the range
	only  []model.Amount // 0 and the budgets of interest, rising; nil for the range
	alike bool           // every candidate's judgments cost Step, and none is on a form
}

// Asked is what is asked of a range.
type Asked struct {
	End, Reach model.Amount   // 0 for the usual end, and for no budget to reach for
	Alone      []model.Amount // the budgets of interest, if not empty
}

// New is the range of candidates of which the cheapest costs step, with minima that cost required.
// alike says that every judgment costs step, and none is on a form; usual finds the end of the budgets
// worth looking at.
func New(step, required model.Amount, alike bool, q Asked, usual func() (model.Amount, error)) (Range, error) {
	r := Range{Step: step, Required: required, alike: alike}
	if step > 0 && required/step > MostJudgments {
		return r, fmt.Errorf("the least judgments asked for cost %s, as much as %d of the cheapest: at most %d are computed",
			required, required/step, MostJudgments)
	}
	if r.only = r.alone(q.Alone); r.only != nil {
		r.UsualMax = r.only[len(r.only)-1]
		r.Max = r.UsualMax
	} else {
		if len(q.Alone) > 0 {
			if err := r.CheckBudget(slices.Min(q.Alone)); err != nil {
				return r, err
			}
		}
		most, err := usual()
		if err != nil {
			return r, err
		}
		r.UsualMax, r.Max = most, stretch(most, step, q)
	}
	r.reach = min(q.Reach, r.Max)
	return r, nil
}

const (
	// pathBudgets and tailBudgets are the greatest numbers of budgets on a curve. With
	// equal prices all of them come from one path and a range of 20·2⁸ steps still fits;
	// with unequal prices each budget may end in a tail of its own. Up to pathBudgets of the
	// cheapest judgments the training parts choose at every budget of a curve.
	pathBudgets = 10240
	tailBudgets = 640
	// ChartBudgets is how many budgets a curve needs to be drawn.
	ChartBudgets = 60
	// MostJudgments is the largest number of judgments of one object that a budget may buy:
	// paths hold every judgment.
	MostJudgments = 1_000_000
)

// stretch applies what is asked to the usual end of the range.
func stretch(most, step model.Amount, q Asked) model.Amount {
	if step == 0 {
		return 0
	}
	end, ok := step.Times(MostJudgments)
	if !ok {
		end = model.MaxAmount
	}
	if q.End > 0 {
		most = min(max(q.End, step), end)
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

// alone returns the budgets asked for that can be answered, rising, after 0; nil
// where there are none.
func (r *Range) alone(asked []model.Amount) []model.Amount {
	can := slices.DeleteFunc(slices.Clone(asked), func(b model.Amount) bool { return b == 0 || r.CheckBudget(b) != nil })
	if len(can) == 0 || r.Step == 0 {
		return nil
	}
	return United(can, 0)
}

// AtBudgets tells whether choices are known only at the budgets of interest, and at no others of the
// range.
func (r *Range) AtBudgets() bool { return r.only != nil }

// Usual are the usual budgets that a curve has.
func Usual(r *Range, c *selection.Curve) []model.Amount {
	return slices.DeleteFunc(To(r, r.UsualMax), func(b model.Amount) bool {
		_, found := slices.BinarySearch(c.Budgets, b)
		return !found
	})
}

// To are the budgets of a curve up to an end.
func To(r *Range, end model.Amount) []model.Amount {
	if r.alike {
		return r.grid(end, pathBudgets)
	}
	return r.grid(end, tailBudgets)
}

// Coarse are the budgets at which a chart needs a curve.
func Coarse(r *Range) []model.Amount { return r.grid(r.Max, ChartBudgets) }

// grid returns at most n+1 budgets up to an end: those that were asked for where these are all.
func (r *Range) grid(end model.Amount, n int) []model.Amount {
	if r.only != nil {
		return slices.Clone(r.only)
	}
	return Within(end, r.Step, n)
}

// CheckBudget refuses a budget that does not pay for the minima, or that buys more than
// MostJudgments.
func (r *Range) CheckBudget(b model.Amount) error {
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
func (r *Range) FirstBudget() model.Amount {
	if r.Step == 0 {
		return 0
	}
	return max(r.UsualMax/4/r.Step*r.Step, r.Step, r.Required)
}

// Worked are the budgets of a curve at which the training parts choose: all near ones, and of
// the far ones the budgets of the honest curve and the budget that is reached for. With
// 13 attributes and a range of 60,000 judgments an answer takes 2.2 times as long at all of them.
func Worked(r *Range, c *selection.Curve, points []model.Amount) []model.Amount {
	if r.Step == 0 || c.Budgets[len(c.Budgets)-1]/r.Step <= pathBudgets {
		return c.Budgets
	}
	near, _ := slices.BinarySearch(c.Budgets, pathBudgets*r.Step)
	all := United(c.Budgets[:near], points...)
	if _, found := slices.BinarySearch(c.Budgets, r.reach); found {
		all = United(all, r.reach)
	}
	return all
}

// TestBudgets are ten budgets spread over the slider's range, the default of an
// experiment. A range with fewer steps has fewer.
func (r *Range) TestBudgets() []model.Amount {
	if r.Step == 0 {
		return nil
	}
	var budgets []model.Amount
	for i := model.Amount(1); i <= 10; i++ {
		budgets = append(budgets, max(r.Max*i/10/r.Step*r.Step, r.Step, r.Required))
	}
	return slices.Compact(budgets)
}

// United are budgets and more of them, rising.
func United(budgets []model.Amount, more ...model.Amount) []model.Amount {
	all := slices.Concat(budgets, more)
	slices.Sort(all)
	return slices.Compact(all)
}

// Thin returns at most n+1 of rising budgets, evenly, the last one included.
func Thin(budgets []model.Amount, n int) []model.Amount {
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

// Within returns at most n+1 multiples of step from 0 to end, which is the last; 0 alone
// without a step.
func Within(end, step model.Amount, n int) []model.Amount {
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
