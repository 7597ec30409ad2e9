package core

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/honest"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Rule says which budget is enough, by the honest loss of an algorithm. The zero
// value is the recommendation: the smallest budget whose loss is no more above the
// lowest than the standard error of that difference, and that no other budget improves by
// more than two and than .01 Var(y).
type Rule struct {
	Within float64 // at most so much above the lowest of the range, as a share; e.g. .05
	Loss   float64 // at most this loss, squared label units
	R2     float64 // honest R² at least this, up to 1
	By     RuleKind
}

// RuleKind says which of a Rule's figures counts.
type RuleKind int

// The rules of --goal.
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
	}
	return (1 - q.R2) * labelVar
}

// pool makes the honest curve at some of its points, the last of which is the lowest,
// fall: points that rise are averaged with the points before them, block by block (pool
// adjacent violators). A dip that is chance is then no better than its neighbours.
func pool(losses []honest.Loss) []honest.Loss {
	type group struct {
		of   int // points
		sum  honest.Loss
		mean float64
	}
	var groups []group
	for _, l := range losses {
		groups = append(groups, group{1, slices.Clone(l), floats.Sum(l)})
		for n := len(groups); n > 1 && groups[n-1].mean > groups[n-2].mean; n-- {
			g, last := &groups[n-2], groups[n-1]
			g.of += last.of
			floats.Add(g.sum, last.sum)
			g.mean = floats.Sum(g.sum) / float64(g.of)
			groups = groups[:n-1]
		}
	}
	var curve []honest.Loss
	for _, g := range groups {
		floats.Scale(1/float64(g.of), g.sum)
		for range g.of {
			curve = append(curve, g.sum)
		}
	}
	return curve
}

// recommendable are the points of a curve, up to the lowest, that the recommendation may
// take, and whether a budget between points is one.
func (h *Honest) recommendable(a selection.Algorithm, points []int, lowest int) (point func(i int) bool, budget func(model.Amount) bool) {
	o := h.runs[a]
	upTo := points[:slices.Index(points, lowest)+1]
	var losses []honest.Loss
	for _, i := range upTo {
		losses = append(losses, o.delivered(i))
	}
	c := lossCurve{parts: h.parts, budgets: make([]model.Amount, len(upTo)), losses: pool(losses), labelVar: h.result.LabelVar}
	least := o.delivered(lowest)
	enough := func(l honest.Loss) bool {
		_, _, more := c.first(-1, l)
		return !more && h.parts.Difference(l, least).Beyond(h.parts.Blocks(), 1, closeEnough*h.result.LabelVar) != "worse"
	}
	point = func(i int) bool {
		at := slices.Index(upTo, i)
		return at >= 0 && enough(c.losses[at])
	}
	return point, func(b model.Amount) bool { return enough(o.loss(b)) }
}

const (
	// refittedBudgets is at how many budgets of the usual range refits are candidates for the
	// recommendation, and refittedObjects up to how many objects: refits read them all. With
	// more objects the weights of the moments are known as well.
	refittedBudgets, refittedObjects = 40, 2000
)

// weigh finds the points of the usual range at which the refit's weights would be taken.
func (h *Honest) weigh(ctx context.Context, a selection.Algorithm) error {
	r, o := h.result, h.runs[a]
	if r.Objects > refittedObjects || h.noRefit(a) != "" {
		return nil
	}
	o.refits = make(map[int]honest.Loss)
	for _, b := range thin(r.usual(r.curves[a]), refittedBudgets) {
		i, found := slices.BinarySearch(o.budgets, b)
		if !found || b == 0 {
			continue
		}
		x, err := h.RidgeRefit(ctx, a, b)
		if err != nil {
			return err
		}
		if x.Taken {
			o.refits[i] = x.loss
		}
	}
	return ctx.Err()
}

// delivered is the loss at a point of the curve by the weights that are taken there.
func (o *honestRun) delivered(i int) honest.Loss {
	if l := o.refits[i]; l != nil {
		return l
	}
	return o.losses[i]
}

// noBudget says that no budget of the range is enough by a rule, and what the lowest honest
// loss is, with its R².
func noBudget(a selection.Algorithm, q Rule, least, r2 float64, at model.Amount) error {
	if q.By == LeastR2 {
		return fmt.Errorf("no budget gives %s an honest R² of %g: the best is %.3g, at a budget of %s", a, q.R2, r2, at)
	}
	return fmt.Errorf("no budget gives %s an honest loss of %g: the lowest is %.4g, at a budget of %s", a, q.Loss, least, at)
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
	return lowestOf(h.possible(a, points), func(i int) float64 { return h.runs[a].estimates[i].Loss })
}

// lowestDelivered is lowest by the weights that are taken at each point.
func (h *Honest) lowestDelivered(a selection.Algorithm, points []int) int {
	o := h.runs[a]
	return lowestOf(h.possible(a, points), func(i int) float64 {
		if l := o.refits[i]; l != nil {
			return floats.Sum(l)
		}
		return o.estimates[i].Loss
	})
}

func lowestOf(points []int, loss func(i int) float64) int {
	return slices.MinFunc(points, func(i, k int) int { return cmp.Compare(loss(i), loss(k)) })
}

// possible are the points without impossible figures, all of them where none is
// left.
func (h *Honest) possible(a selection.Algorithm, points []int) []int {
	o := h.runs[a]
	list := slices.DeleteFunc(slices.Clone(points), func(i int) bool { return o.impossible[i] && o.refits[i] == nil })
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
// the range asked for is. Errors say that no budget is enough, or Why there is no honest
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
	enough := h.possible(a, points)
	var point func(i int) bool
	var budget func(model.Amount) bool
	if q.By == OneSE {
		lowest = h.lowestDelivered(a, points)
		point, budget = h.recommendable(a, enough, lowest)
	} else {
		limit := q.limit(o.estimates[lowest], r.LabelVar)
		point = func(i int) bool { return o.estimates[i].Loss <= limit }
		budget = func(b model.Amount) bool { return h.At(a, b).Loss <= limit }
	}
	at := slices.IndexFunc(enough, point)
	if at < 0 {
		e := o.estimates[lowest]
		return 0, noBudget(a, q, e.Loss, 1-e.Loss/r.LabelVar, o.budgets[lowest])
	}
	from, to := r.Required, o.budgets[enough[at]] // what is below from was found to be too little
	if i := slices.Index(points, enough[at]); i > 0 {
		from = o.budgets[points[i-1]] + 1
	}
	for _, b := range h.between(o.asked, budgets, from, to) {
		if budget(b) && h.Possible(a, b) {
			return b, nil
		}
	}
	return to, nil
}

// EndsAt tells whether the range ends at a selection's budget while more could be bought.
func (r *Result) EndsAt(s *Selection) bool {
	if s.Budget < r.Max {
		return false
	}
	for a := range r.Attributes {
		if most := r.limits.Max[a]; r.Attributes[a].Selectable() && (most == 0 || s.Repeats[a] < most) {
			return true
		}
	}
	return false
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
