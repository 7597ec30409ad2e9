package core

import (
	"fmt"
	"math"
	"slices"

	"fms-tui/core/honest"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Rule says which budget is enough, by the honest loss of an algorithm. The
// zero value is the recommendation: within one standard error of the lowest.
type Rule struct {
	Within float64 // at most so much above the lowest of the range, as a share; e.g. .05
	Loss   float64 // at most this loss, squared label units
	R2     float64 // honest R² at least this, up to 1
	By     RuleKind
}

// RuleKind says which of a Rule's figures counts.
type RuleKind int

// The rules of --one-se, --within, --loss and --r2.
const (
	OneSE RuleKind = iota
	Within
	MostLoss
	LeastR2
)

// limit is the loss that a budget must not exceed, and the budget whose loss is
// lowest.
func (q Rule) limit(estimates []honest.Estimate, labelVar float64) (limit float64, lowest int) {
	lowest = honest.Lowest(estimates)
	e := estimates[lowest]
	switch q.By {
	case Within:
		return e.Loss + q.Within*math.Abs(e.Loss), lowest
	case MostLoss:
		return q.Loss, lowest
	case LeastR2:
		return (1 - q.R2) * labelVar, lowest
	}
	if math.IsNaN(e.SE) {
		return e.Loss, lowest
	}
	return e.Loss + e.SE, lowest
}

// NoBudgetError says that no budget of the range is enough.
type NoBudgetError struct {
	Algorithm selection.Algorithm
	Rule      Rule
	Best      float64      // lowest honest loss of the range
	BestR2    float64      // its R²
	Budget    model.Amount // where that is
}

func (e *NoBudgetError) Error() string {
	if e.Rule.By == LeastR2 {
		return fmt.Sprintf("no budget gives %s an honest R² of %g: the best is %.3g, at a budget of %s", e.Algorithm, e.Rule.R2, e.BestR2, e.Budget)
	}
	return fmt.Sprintf("no budget gives %s an honest loss of %g: the lowest is %.4g, at a budget of %s", e.Algorithm, e.Rule.Loss, e.Best, e.Budget)
}

// FirstBudget is the budget to begin with when the user names none: the one
// recommended for an algorithm, or the Result's where there is none.
func (h *Honest) FirstBudget(a selection.Algorithm) model.Amount {
	if b, ok := h.Recommended(a); ok {
		return b
	}
	return h.result.FirstBudget()
}

// Lowest returns the budget of the range, among those that pay for the minima,
// whose honest loss is lowest for an algorithm that was cross-validated, on its
// honest curve.
func (h *Honest) Lowest(a selection.Algorithm) (model.Amount, honest.Estimate) {
	o := h.runs[a]
	first, _ := slices.BinarySearch(o.budgets, h.result.Required)
	first = min(first, len(o.budgets)-1)
	i := first + honest.Lowest(o.estimates[first:])
	return o.budgets[i], o.estimates[i]
}

// Budget returns the smallest budget of the range that is enough for an
// algorithm that was cross-validated: the first on the honest curve, or between
// it and the point before. Errors are a *NoBudgetError, and Why there is no
// honest loss.
func (h *Honest) Budget(a selection.Algorithm, q Rule) (model.Amount, error) {
	if h.Why != "" {
		return 0, fmt.Errorf("no budget can be recommended: %s", h.Why)
	}
	o := h.runs[a]
	first, _ := slices.BinarySearch(o.budgets, h.result.Required)
	budgets, estimates := o.budgets[first:], o.estimates[first:]
	if len(budgets) == 0 {
		return 0, fmt.Errorf("no budget can be recommended: the least judgments asked for cost %s, and the range ends at %s", h.result.Required, h.result.Max)
	}
	limit, lowest := q.limit(estimates, h.result.LabelVar)
	at, ok := honest.Smallest(estimates, limit)
	if !ok {
		e := estimates[lowest]
		return 0, &NoBudgetError{
			Algorithm: a, Rule: q, Best: e.Loss, BestR2: 1 - e.Loss/h.result.LabelVar, Budget: budgets[lowest],
		}
	}
	from := h.result.Required // what is below was found to be too little
	if at > 0 {
		from = budgets[at-1] + 1
	}
	for _, b := range h.between(a, from, budgets[at]) {
		if h.parts.Estimate(o.At(b)).Loss <= limit {
			return b, nil
		}
	}
	return budgets[at], nil
}

// between lists the budgets of an algorithm's curve from one on, itself if it
// is what the minima cost, to below another.
func (h *Honest) between(a selection.Algorithm, from, to model.Amount) []model.Amount {
	all := h.result.curves[a].Budgets
	i, found := slices.BinarySearch(all, from)
	j, _ := slices.BinarySearch(all, to)
	list := slices.Clone(all[i:j])
	if !found && from == h.result.Required && from < to {
		list = slices.Insert(list, 0, from)
	}
	return list
}
