package selection

import (
	"context"

	"fms-tui/model"
)

const (
	// baseSteps is how many of the cheapest judgments the shortest useful range
	// of budgets buys.
	baseSteps = 20
	// mostDoublings bounds the range at 20·2⁸ of the cheapest judgments.
	mostDoublings = 8
	// worthDoubling is the fall of the projected loss, as a share of Var(y),
	// for which a range is worth doubling. The projected loss is optimistic and
	// falls for ever: on real pilots of some hundred objects each doubling goes
	// on to gain 1 or 2 %, so a smaller share would never end.
	worthDoubling = 0.03
)

// BudgetRange returns the largest useful budget: 20·2^j of the cheapest judgments. j <=
// 8 is the smallest exponent for which doubling lowers the projected loss of Full by
// less than 3 % of Var(y), or to below 0, where it is meaningless. The range is longer
// if the minima take half of it, and ends where everything is bought that can be. It is 0
// without candidates. The only error is the context's.
func BudgetRange(ctx context.Context, p *Problem) (model.Amount, error) {
	budget, ok := openingPrice(p).Times(baseSteps)
	if !ok || budget == 0 {
		return openingPrice(p), nil
	}
	walkers := []*walker{newWalker(p, offerOf(p, Full), perCost)}
	if !samePrice(p) && !p.OnForms() {
		walkers = append(walkers, newWalker(p, offerOf(p, Full), byGain))
	}
	lossAt := func(b model.Amount) float64 {
		best := walkers[0].choose(b)
		for _, w := range walkers[1:] {
			if c := w.choose(b); c.Objective > best.Objective*(1+tie) {
				best = c // as Curve chooses: with a ridge it may lose more
			}
		}
		return best.Loss
	}
	if required, ok := p.Required(); ok {
		var payable bool
		for budget/2 < required { // as much again to choose about
			if budget, payable = budget.Times(2); !payable {
				return model.MaxAmount, ctx.Err()
			}
		}
	}
	loss := lossAt(budget)
	for range mostDoublings {
		twice, ok := budget.Times(2)
		if !ok || ctx.Err() != nil {
			break
		}
		next := lossAt(twice)
		if next < 0 || loss-next < worthDoubling*p.VarY {
			break
		}
		budget, loss = twice, next
	}
	most := make([]int, p.d())
	for a, ok := range p.Candidate {
		if ok {
			most[a] = p.Most(a)
		}
	}
	if all, ok := p.Cost(most); ok {
		budget = min(budget, all)
	}
	return budget, ctx.Err()
}
