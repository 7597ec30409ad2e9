package selection

import (
	"context"
	"slices"

	"fms-tui/model"
)

// exchangeForms improves a choice on forms at a budget: it takes off one
// judgment, one rater of all attributes that each rater was asked, or an
// attribute, and buys with what is left whatever gains most, until nothing is
// affordable; the best such exchange first, while one raises the objective by
// more than worthMoving. Minima and maxima hold. The only error is the context's.
func (p *Problem) exchangeForms(ctx context.Context, start Choice, budget model.Amount) (Choice, error) {
	least := p.minimalRepeats()
	if required, ok := p.Cost(least); !ok || required > start.Spent {
		return start, ctx.Err()
	}
	best := start
	for {
		next := best
		for _, r := range p.without(best.Repeats(p.d()), least) {
			if ctx.Err() != nil {
				return start, ctx.Err()
			}
			n := p.refill(r, best.order(p.d()), budget)
			if n.objective > max(next.Objective, best.Objective+worthMoving*p.VarY) {
				next = n.choice()
			}
			n.release()
		}
		if next.node == best.node {
			return best, ctx.Err()
		}
		best = next
	}
}

// without lists repeats from which something was taken off, and first the
// repeats themselves: what is left of the budget may buy something, too.
func (p *Problem) without(repeats, least []int) [][]int {
	list := [][]int{repeats}
	take := func(change func(r []int)) {
		r := slices.Clone(repeats)
		change(r)
		for a, n := range r {
			if n < least[a] {
				return
			}
		}
		list = append(list, r)
	}
	for g, on := range p.forms.on {
		top := p.top(g, repeats)
		if top == 0 {
			continue
		}
		take(func(r []int) { // one rater
			for _, a := range on {
				r[a] = min(r[a], top-1)
			}
		})
		if p.isCall(g) {
			continue
		}
		for _, a := range on {
			if repeats[a] > 0 {
				take(func(r []int) { r[a]-- })
			}
			if repeats[a] > 1 {
				take(func(r []int) { r[a] = 0 })
			}
		}
	}
	return list
}

// refill buys by gain from given repeats on, whose support enters in the given
// order, until nothing is affordable.
func (p *Problem) refill(repeats, order []int, budget model.Amount) *formNode {
	var bought []lot
	for _, a := range order {
		if repeats[a] > 0 {
			bought = append(bought, lot{a, repeats[a]})
		}
	}
	n := newFormNode(nil, bought, newFormState(p, make([]int, p.d()), nil).at(bought))
	for {
		best := n.best(byGain, budget-n.spent)
		if best < 0 {
			return n
		}
		n = n.after(best)
	}
}
