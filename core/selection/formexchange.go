package selection

import (
	"context"
	"slices"

	"fms-tui/model"
)

// exchangeForms improves a choice on forms at a budget: an exchange removes a judgment,
// a rater of all attributes that each rater was asked, or an attribute. With the money
// it repeatedly buys the largest gain, until nothing is affordable. The best exchange
// is made first, as long as an exchange raises the objective by more than worthMoving.
// Minima and maxima hold. The only error is the context's.
func (p *Problem) exchangeForms(ctx context.Context, start Choice, budget model.Amount) (Choice, error) {
	least := p.minimalRepeats()
	if required, ok := p.Cost(least); !ok || required > start.Spent {
		return start, ctx.Err()
	}
	pool := newFormPool(p)
	best := start
	for {
		base := pool.newFormState(best.Repeats(p.d()), best.order(p.d()))
		var bought []lot
		top := best.Objective + worthMoving*p.VarY
		for _, r := range p.without(base.repeats, least) {
			if ctx.Err() != nil {
				return start, ctx.Err()
			}
			s := base.clone()
			s.become(r)
			if s.refill(budget); s.objective() > top {
				top, bought = s.objective()+worthMoving*p.VarY, s.lots()
			}
			s.release()
		}
		base.release()
		if bought == nil {
			return best, ctx.Err()
		}
		// The result of many updates is compared with a factorisation.
		n := p.weighedNode(bought)
		if !(n.objective > best.Objective+worthMoving*p.VarY) {
			return best, ctx.Err()
		}
		best = n.choice()
	}
}

// without lists repeats with something removed. The unchanged repeats come first: the
// unspent budget may buy something, too.
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

// refill buys by gain from the state's repeats on, until nothing is affordable.
func (s *formState) refill(budget model.Amount) {
	spent, _ := s.p.Cost(s.repeats)
	list := s.pool.list()
	for {
		list = s.moves(list[:0])
		best, m := s.best(list, byGain, budget-spent)
		if best == (pick{}) {
			s.pool.putList(list)
			return
		}
		spent += m.price
		s.buy(m.bought)
	}
}

// lots returns the state's repeats in the order of buying.
func (s *formState) lots() []lot {
	var list []lot
	for _, a := range s.order {
		list = append(list, lot{a, s.repeats[a]})
	}
	return list
}
