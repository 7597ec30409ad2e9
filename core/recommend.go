package core

import (
	"fmt"
	"math"
	"slices"

	"fms-tui/core/internal/honest"
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

// closeEnough is the share of Var(y) by which the loss of a recommended budget may
// exceed the lowest loss, if one standard error is less. With many objects one standard
// error is nearly 0, and the last thousandth would be bought.
const closeEnough = .01

// limit is the loss that a budget must not exceed, given the lowest of the range.
func (q Rule) limit(e Estimate, labelVar float64) float64 {
	switch q.By {
	case Within:
		return e.Loss + q.Within*math.Abs(e.Loss)
	case MostLoss:
		return q.Loss
	case LeastR2:
		return (1 - q.R2) * labelVar
	}
	if math.IsNaN(e.SE) {
		return e.Loss + closeEnough*labelVar
	}
	return e.Loss + max(e.SE, closeEnough*labelVar)
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

// FirstBudget is the budget to begin with if the user names none: the budget
// recommended for an algorithm, or else the Result's.
func (h *Honest) FirstBudget(a selection.Algorithm) model.Amount {
	if b, ok := h.Recommended(a); ok {
		return b
	}
	return h.result.FirstBudget()
}

// Lowest returns the budget on the honest curve of a cross-validated algorithm with the
// lowest honest loss. The budget pays for the minima. Budgets with impossible figures
// are passed over unless all are impossible.
func (h *Honest) Lowest(a selection.Algorithm) (model.Amount, honest.Estimate) {
	o := h.runs[a]
	best := h.lowest(a, h.points(a, h.result.grids[a]))
	return o.budgets[best], o.estimates[best]
}

// points returns the numbers of an honest curve's points at the given rising budgets
// that pay for the minima; the last point if no budget does.
func (h *Honest) points(a selection.Algorithm, budgets []model.Amount) []int {
	o := h.runs[a]
	var list []int
	for _, b := range thin(budgets, honestBudgets(len(h.result.Attributes))) {
		if i, found := slices.BinarySearch(o.budgets, b); found && b >= h.result.Required {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		return []int{len(o.budgets) - 1}
	}
	return list
}

// lowest is the first of some points with the lowest honest loss. Impossible points are
// passed over unless all are impossible.
func (h *Honest) lowest(a selection.Algorithm, points []int) int {
	o := h.runs[a]
	best := -1
	for _, i := range h.possible(a, points) {
		if best < 0 || o.estimates[i].Loss < o.estimates[best].Loss {
			best = i
		}
	}
	return best
}

// possible are the points without impossible figures, all of them where none is
// left.
func (h *Honest) possible(a selection.Algorithm, points []int) []int {
	o := h.runs[a]
	list := slices.DeleteFunc(slices.Clone(points), func(i int) bool { return o.impossible[i] })
	if len(list) == 0 {
		return points
	}
	return list
}

// Possible reports whether the honest loss of an algorithm is possible at some budget
// of the range above 0.
func (h *Honest) Possible(a selection.Algorithm, budget model.Amount) bool {
	s := h.result.At(a, budget)
	return s.Loss >= 0 && !(h.Raw(a, budget).Loss < h.result.noise(&s))
}

// Budget returns the smallest budget that is enough for an algorithm that was
// cross-validated: the first on the honest curve, or between it and the point
// before. The recommendation, Rule's zero value, looks at the usual range whatever
// the range asked for is. Errors are a *NoBudgetError, and Why there is no honest
// loss.
func (h *Honest) Budget(a selection.Algorithm, q Rule) (model.Amount, error) {
	if h.Why != "" {
		return 0, fmt.Errorf("no budget can be recommended: %s", h.Why)
	}
	r, o := h.result, h.runs[a]
	budgets, end := r.grids[a], r.Max
	if q.By == OneSE {
		budgets, end = r.usual(r.curves[a]), r.UsualMax
	}
	if r.Required > end {
		return 0, fmt.Errorf("no budget can be recommended: the least judgments asked for cost %s, and the range ends at %s", r.Required, end)
	}
	points := h.points(a, budgets)
	lowest := h.lowest(a, points)
	limit := q.limit(o.estimates[lowest], r.LabelVar)
	enough := h.possible(a, points)
	at := slices.IndexFunc(enough, func(i int) bool { return o.estimates[i].Loss <= limit })
	if at < 0 {
		e := o.estimates[lowest]
		return 0, &NoBudgetError{
			Algorithm: a, Rule: q, Best: e.Loss, BestR2: 1 - e.Loss/r.LabelVar, Budget: o.budgets[lowest],
		}
	}
	from, to := r.Required, o.budgets[enough[at]] // what is below from was found to be too little
	if i := slices.Index(points, enough[at]); i > 0 {
		from = o.budgets[points[i-1]] + 1
	}
	for _, b := range h.between(o.asked, budgets, from, to) {
		if h.At(a, b).Loss <= limit && h.Possible(a, b) {
			return b, nil
		}
	}
	return to, nil
}

// between returns, of rising budgets, the budgets in [from, to) whose choices are known in
// every training part, plus from if it equals the cost of the minima.
func (h *Honest) between(known, budgets []model.Amount, from, to model.Amount) []model.Amount {
	i, found := slices.BinarySearch(budgets, from)
	j, _ := slices.BinarySearch(budgets, to)
	list := slices.DeleteFunc(slices.Clone(budgets[i:j]), func(b model.Amount) bool {
		_, found := slices.BinarySearch(known, b)
		return !found
	})
	if !found && from == h.result.Required && from < to {
		list = slices.Insert(list, 0, from)
	}
	return list
}
