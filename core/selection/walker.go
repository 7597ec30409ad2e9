package selection

import (
	"slices"

	"fms-tui/model"
)

// walker follows one trunk for rising budgets. The trunk is what the greedy buys
// when money does not end: which item is next depends on what was bought, never
// on the budget. So the choices at rising budgets are rising parts of one trunk,
// each finished with what the rest of its budget still pays for:
//
//	trunk   a b a c │ a d …        a and b cost 1, c costs 5
//	B = 7   a b a · │              and with the 4 that c would not have left: a tail
//	B = 8   a b a c │
//
// A trunk is extended once, over all budgets; a tail starts from a copy of the
// state and is thrown away. Where all items cost the same there are no tails.
type walker struct {
	p      *Problem
	offer  *offer
	by     rule
	least  model.Amount // price of the cheapest item
	number int          // number of a curve's walker, from 1
	trunk  []Step
	spent  model.Amount   // on the trunk
	ended  bool           // no item is worth having any more
	state  objective      // after the trunk, over the offer's items
	end    objective      // the same for tails, made when first needed
	counts []int          // judgments of each attribute on the trunk, where prices depend on them
	tails  []int          // room for tails
	tops   []int          // room for the raters of each form
	price  []model.Amount // room for prices
	// pending is what the trunk buys next, where a budget did not pay for it; its
	// price is above 0 then.
	pending struct {
		item  int
		price model.Amount
	}
}

func newWalker(p *Problem, o *offer, by rule) *walker {
	w := &walker{p: p, offer: o, by: by, state: o.start(), least: o.items.Cheapest()}
	if p.forms.isPriced() {
		w.counts = make([]int, p.d())
	}
	for _, a := range p.minima() {
		w.record(a)
	}
	for _, j := range o.owned {
		w.state.add(j)
	}
	return w
}

// mostAhead bounds the judgments that room is made for at once.
const mostAhead = 1 << 20

// expect makes room for a path to a budget, so that the number of allocations does not
// grow with the judgments bought.
func (w *walker) expect(budget model.Amount) {
	if w.least <= 0 || budget <= w.spent {
		return
	}
	ahead := int(min((budget-w.spent)/w.least, mostAhead))
	if w.offer.lots == nil && w.counts == nil {
		ahead = min(ahead, w.offer.items.salable(ahead))
		w.trunk = slices.Grow(w.trunk, ahead)
	}
	if s, ok := w.state.(*fullState); ok {
		s.expect(ahead)
	}
}

// salable is how many judgments the candidates' maxima allow, no more than most.
func (p *Problem) salable(most int) int {
	sum := 0
	for a, ok := range p.Candidate {
		if ok {
			if sum += min(p.most(a), most); sum >= most {
				return most
			}
		}
	}
	return sum
}

// record notes a judgment of attribute a on the trunk.
func (w *walker) record(a int) {
	w.spent += w.priceOf(a)
	if w.counts != nil {
		w.counts[a]++
	}
	w.trunk = append(w.trunk, Step{Attribute: a, Spent: w.spent})
}

// priceOf is what one more judgment of attribute a on the trunk costs.
func (w *walker) priceOf(a int) model.Amount {
	if w.counts == nil {
		return w.p.Price[a]
	}
	return w.p.lotPrice(lot{a, 1}, w.counts[a], w.p.top(w.p.forms.Of[a], w.counts))
}

// prices returns the prices of the items after the given numbers of judgments, nil if
// prices do not depend on these numbers. They hold until the next call.
func (w *walker) prices(counts []int) []model.Amount {
	if counts == nil {
		return w.offer.items.Price
	}
	f := w.p.forms
	tops := slices.Grow(w.tops[:0], len(f.on))[:len(f.on)]
	for g := range tops {
		tops[g] = w.p.top(g, counts)
	}
	price := slices.Grow(w.price[:0], len(w.offer.items.Price))[:len(w.offer.items.Price)]
	for j := range price {
		l := w.offer.lot(j)
		price[j] = w.p.lotPrice(l, counts[l.attribute], tops[f.Of[l.attribute]])
	}
	w.tops, w.price = tops, price
	return price
}

// choose returns the choice for a budget not below the last one asked for. A budget
// that does not pay for the minima buys nothing. Only Full's walkers compute the loss;
// for others it is left to follow, which knows which attributes matter.
func (w *walker) choose(budget model.Amount) Choice {
	if budget < w.spent {
		return Choice{Loss: w.p.VarY}
	}
	stopped := false // at an item that the budget does not pay for
	for !w.ended && !stopped {
		j, price, ok := w.next()
		switch {
		case !ok:
			w.ended = true
		case w.spent+price > budget:
			w.pending.item, w.pending.price = j, price
			stopped = true
		default:
			w.state.add(j)
			w.pending.price = 0
			l := w.offer.lot(j)
			for range l.judgments {
				w.record(l.attribute)
			}
		}
	}
	c := Choice{
		trunk:     w.trunk[:len(w.trunk):len(w.trunk)],
		Spent:     w.spent,
		Objective: w.state.value(),
		Loss:      w.loss(w.state),
		walk:      w.number,
	}
	if stopped && (w.counts != nil || budget-w.spent >= w.least) {
		w.finish(&c, budget)
	}
	return c
}

// next returns the item that the trunk buys next, and its price; it is found once
// for all budgets that do not pay for it.
func (w *walker) next() (item int, price model.Amount, ok bool) {
	if w.pending.price > 0 {
		return w.pending.item, w.pending.price, true
	}
	prices := w.prices(w.counts)
	if item, ok = w.offer.items.next(w.state, w.by, unlimited, prices); ok {
		price = prices[item]
	}
	return item, price, ok
}

// loss is the projected loss at a state of Full's, 0 at any other.
func (w *walker) loss(o objective) float64 {
	if full, ok := o.(*fullState); ok && full.p == w.p {
		return full.loss()
	}
	return 0
}

// finish spends what the trunk's next step is too dear for.
func (w *walker) finish(c *Choice, budget model.Amount) {
	if w.end == nil {
		w.end = w.state.fresh()
	}
	w.end.copyFrom(w.state)
	counts := slices.Clone(w.counts)
	from := len(w.tails)
	for {
		price := w.prices(counts)
		j, ok := w.offer.items.next(w.end, w.by, budget-c.Spent, price)
		if !ok {
			break
		}
		w.end.add(j)
		l := w.offer.lot(j)
		for range l.judgments {
			w.tails = append(w.tails, l.attribute)
		}
		if counts != nil {
			counts[l.attribute] += l.judgments
		}
		c.Spent += price[j]
	}
	c.tail = w.tails[from:len(w.tails):len(w.tails)]
	c.Objective, c.Loss = w.end.value(), w.loss(w.end)
}
