package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fms-tui/core/internal/budgetrange"
	"fms-tui/core/internal/heldout"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Nobody has seen what more judgments of an attribute bring than any object holds: their
// agreement follows from the model of the noise alone. Unless the user sets a limit, choices
// therefore stay within the cells where that costs little. It is decided once for a Result, by
// the projected loss, so that every budget, command and screen has one answer:
//
//   - B° is the least usual budget at which Full, free of this bound, loses at most nearBest of
//     Var(y) more than at the end of the range: no budget that is recommended lies far from it.
//   - Where the choice at B° leaves the cells, and staying within them loses less than cheapCells
//     of Var(y) more at B°, all choices stay within.
const (
	nearBest   = .005
	cheapCells = .02
)

// heldRepeats are, by attribute, the most judgments that objects of at least LeastSeen blocks
// hold, hence as many objects; or the largest cell where there is no such number. On a form all
// attributes have the largest of its own: they are asked together. An attribute with an assumed
// reliability, which is how to ask it more often, counts as held any number of times.
func heldRepeats(r *Result) []int {
	held := make([]int, len(r.Attributes))
	var most []int // by block that holds the attribute
	for a := range held {
		most = most[:0]
		for _, block := range r.known.blocks.Block {
			if block != nil && block.Attr[a].Most > 0 {
				most = append(most, block.Attr[a].Most)
			}
		}
		switch held[a] = r.Attributes[a].Most; {
		case r.Attributes[a].Assumed > 0:
			held[a] = model.MostRepeats
		case len(most) >= LeastSeen:
			slices.Sort(most)
			held[a] = most[len(most)-LeastSeen]
		}
	}
	if r.forms == nil {
		return held
	}
	form := make(map[int]int)
	for a, f := range r.forms.Of {
		form[f] = max(form[f], held[a])
	}
	for a, f := range r.forms.Of {
		held[a] = form[f]
	}
	return held
}

// stayWithinCells bounds repeats by what objects hold where that is cheap. Where it is not, it
// keeps what the bound would leave, to be told beside a choice.
func stayWithinCells(r *Result, ctx context.Context, q Request) error {
	if q.Settings.MaxRepeats != model.AutoRepeats || r.problem.Cheapest() == 0 {
		return nil
	}
	end, err := selection.BudgetRange(ctx, r.problem)
	if err != nil {
		return err
	}
	free, err := selection.NewCurve(ctx, r.problem, selection.Full, budgetrange.Within(end, r.problem.Cheapest(), budgetrange.ChartBudgets))
	if err != nil {
		return err
	}
	least := free.Choices[len(free.Choices)-1].Loss
	at := 0
	for free.Choices[at].Loss > least+nearBest*r.LabelVar {
		at++
	}
	repeats := free.Choices[at].Repeats(len(r.Attributes))
	if !heldout.Leaves(repeats, heldRepeats(r), r.limits.Min) {
		return nil
	}
	bounded := *r
	bounded.limits = repeatLimits(r, true)
	within, err := selection.NewCurve(ctx, bounded.terms().Problem(r.learned), selection.Full, free.Budgets)
	if err != nil {
		return err
	}
	cost := within.Choices[at].Loss - free.Choices[at].Loss
	if cost >= cheapCells*r.LabelVar {
		r.within = within
		return nil
	}
	limitTo(r, bounded.limits)
	r.boundedAt = &cellsBound{free.Budgets[at], cost / r.LabelVar}
	return nil
}

// cellsBound is what staying within the cells costs at a budget, as a share of Var(y).
type cellsBound struct {
	budget model.Amount
	cost   float64
}

// boundByCells says which attribute a selection asks as often as objects hold it, where choices
// stay within the cells unasked; "" for none.
func boundByCells(r *Result, s *Selection) string {
	if r.boundedAt == nil {
		return ""
	}
	asked := askedLimits(r)
	for a, n := range s.Repeats {
		if n > asked.Min[a] && n == r.limits.Max[a] && n != asked.Max[a] {
			return fmt.Sprintf("%s is asked %s, as often as your objects hold it: more is projected to explain %s of R² more at B = %s",
				r.Attributes[a].Name, times(n), figure.Share(max(0, r.boundedAt.cost)), r.boundedAt.budget)
		}
	}
	return ""
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// WithinCells returns the projected R² of Full at a selection's budget where no attribute is asked
// more often than objects hold it, and what that costs; NaN where choices do not leave the cells,
// or a setting says how often attributes are asked.
func WithinCells(r *Result, s *Selection) (r2 float64, spent model.Amount) {
	if r.within == nil {
		return math.NaN(), 0
	}
	c := r.within.At(s.Budget)
	return s.R2At(c.Loss), c.Spent
}
