package selection

import (
	"context"
	"slices"

	"fms-tui/core/parallel"
	"fms-tui/model"
)

// worthMoving is the least rise of the objective, as a share of Var(y), for which
// judgments are moved. It is far above rounding, so that a search ends.
const worthMoving = 1e-10

// Exchange improves a choice at a budget: an exchange gives something up, and repeatedly buys
// what raises the Full objective most until nothing is affordable. Given up are a judgment, where
// prices differ or forms are filled all of an attribute, and on forms a rater of all that each
// rater was asked. The best exchange is made first, as long as one raises the objective by more
// than 1e-10 Var(y). Minima and maxima hold. The result's objective is never below start's. The
// result is start itself if no exchange helps, or if start does not pay the minima. With a ridge
// the ridge's objective rises, and the loss without the penalty need not fall.
//
// The order of buying is start's order without the judgments given up, followed by the
// judgments bought. The only error is the context's.
func (p *Problem) Exchange(ctx context.Context, start Choice, budget model.Amount) (Choice, error) {
	if required, ok := p.Required(); !ok || required > start.Spent {
		return start, ctx.Err()
	}
	best, s, least := start, newFullState(p), minimalRepeats(p)
	t := newStateIn(p, s.room)
	for {
		var bought []lot
		repeats, lots := best.Repeats(p.d()), slices.Collect(best.lots)
		s.become(repeats, best.order(p.d()))
		top := s.value() + worthMoving*p.VarY
		for _, kept := range removalsFrom(p, repeats, least) {
			if ctx.Err() != nil {
				return start, ctx.Err()
			}
			s.copyTo(t)
			t.reduce(kept)
			if refilled := t.market.refill(budget); t.value() > top {
				top, bought = t.value()+worthMoving*p.VarY, append(upTo(lots, kept), refilled...)
			}
		}
		if bought == nil {
			return best, ctx.Err()
		}
		// The result of many updates is compared with a factorisation.
		next := newChoice(p, bought, new(cholesky))
		if !(next.Objective > s.value()+worthMoving*p.VarY) {
			return best, ctx.Err()
		}
		best = next
	}
}

// chooseExchange is Exchange from Full's choice at each of rising budgets.
func chooseExchange(ctx context.Context, p *Problem, _ Algorithm, budgets []model.Amount) ([]Choice, error) {
	choices, err := chooseGreedily(ctx, p, Full, budgets)
	if err != nil {
		return nil, err
	}
	parallel.Each(len(budgets), func(i int) {
		if ctx.Err() == nil {
			choices[i], _ = p.Exchange(ctx, choices[i], budgets[i])
		}
	})
	return choices, ctx.Err()
}

// upTo returns lots up to some repeats: what goes beyond them was bought last.
func upTo(lots []lot, repeats []int) []lot {
	left := slices.Clone(repeats)
	var kept []lot
	for _, l := range lots {
		if l.judgments = min(l.judgments, left[l.attribute]); l.judgments > 0 {
			left[l.attribute] -= l.judgments
			kept = append(kept, l)
		}
	}
	return kept
}

// removalsFrom lists repeats with something removed. The unchanged repeats come first: the
// unspent budget may buy something, too.
func removalsFrom(p *Problem, repeats, least []int) [][]int {
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
	if p.forms != nil {
		for g, on := range p.forms.on {
			if top := p.forms.top(g, repeats); top > 0 && len(on) > 1 {
				take(func(r []int) { // one rater
					for _, a := range on {
						r[a] = min(r[a], top-1)
					}
				})
			}
		}
	}
	alike := samePrice(p)
	for a, n := range repeats {
		if p.forms != nil && p.forms.kind[p.forms.Of[a]] == call {
			continue
		}
		if n > 0 {
			take(func(r []int) { r[a]-- })
		}
		if n > 1 && !alike {
			take(func(r []int) { r[a] = 0 })
		}
	}
	return list
}

// reduce sets the state's repeats to fewer. Of one attribute that is bought singly judgments are
// taken off by a term, as long as none is redundant, which may cease with it.
func (s *fullState) reduce(repeats []int) {
	changed := -1
	for a, n := range repeats {
		switch {
		case n == s.repeats[a]:
		case changed >= 0 || s.p.OnForms() || len(s.order) > len(s.support) || len(s.support) == s.candidates:
			s.become(repeats, slices.DeleteFunc(slices.Clone(s.order), func(a int) bool { return repeats[a] == 0 }))
			return
		default:
			changed = a
		}
	}
	if changed < 0 {
		return
	}
	s.exact = false
	if k, n := s.place[changed], repeats[changed]; n > 0 {
		s.further(k, n)
	} else {
		s.leave(k)
	}
	if s.isWorn() {
		s.rebuild()
	}
}

// refill buys by gain from the state's repeats on, until nothing is affordable.
func (s *market) refill(budget model.Amount) (bought []lot) {
	left, _ := s.p.Cost(s.repeats)
	left = budget - left
	for {
		lots, price, _, ok := s.best(byGain, left, s.p.Price)
		if !ok {
			return bought
		}
		left -= price
		bought = append(bought, lots...)
		s.buy(lots)
	}
}
