package selection

import (
	"slices"

	"fms-tui/model"
)

// state is a repeat vector on its way up, as a greedy sees it.
type state interface {
	// best returns what the rule buys next among what costs at most left, its price, and
	// the money from which on that may be something else; false where nothing is worth
	// having. Prices of single judgments are by attribute. The lots hold until the next
	// call, of whichever copy.
	best(by rule, left model.Amount, price []model.Amount) (lots []lot, cost, until model.Amount, ok bool)
	// buy buys such lots.
	buy(lots []lot)
	// copyTo makes another state, or a new one where that is nil, the same state.
	copyTo(state) state
	// value returns the objective reached.
	value() float64
}

// walker follows a greedy for rising budgets: a trunk and a tail. The trunk is what the greedy
// buys when money does not end: what is next depends on what was bought, never on the budget.
// So the choices at rising budgets are rising parts of one trunk, each finished with what the
// rest of its budget still pays for:
//
//	trunk   a b a c │ a d …        a and b cost 1, c costs 5
//	B = 7   a b a · │              and with the 4 that c would not have left: a tail
//	B = 8   a b a c │
//
// There is one tail. Each of its steps knows up to which money it stays the best. So the next
// budget goes on where the last ended, or, where a step changes, from a copy of the trunk's
// state.
type walker struct {
	p     *Problem
	offer *offer
	by    rule
	trunk []lot
	spent model.Amount // on the trunk
	state state        // after the trunk, over the offer's items
	held  *holding     // of attributes after the trunk; nil where the state is Full's on forms
	ended bool         // nothing is worth having any more
	next  []lot        // what the trunk buys next, where a budget did not pay for it
	dear  model.Amount // its price

	end   state    // after the tail; nil for none
	spare state    // the last one, whose room a new one takes
	ends  *holding // and what is held then
	tail  []tailStep
	least model.Amount // the least that anything costs
	rest  model.Amount // the money below which nothing follows the tail
	price []model.Amount
}

// tailStep is one step of a tail. It stands while the money before it is below until.
type tailStep struct {
	items        []lot
	spent        model.Amount // before it
	price, until model.Amount
}

func newWalker(p *Problem, o *offer, by rule) *walker {
	w := &walker{p: p, offer: o, by: by, state: o.start()}
	s := w.full()
	if s != nil && p.OnForms() {
		least := minimalRepeats(p)
		w.trunk = lotsOf(least, support(least))
		w.spent, _ = p.Cost(least)
		s.become(least, support(least))
		return w
	}
	w.held = newHolding(p)
	if !p.forms.isPriced() {
		w.least = o.items.Cheapest()
		w.rest = w.least
	}
	for _, a := range minimaOf(p) {
		w.spent += w.held.priceOf(lot{a, 1})
		w.take([]lot{{a, 1}})
	}
	for _, j := range o.owned {
		w.state.buy([]lot{{j, 1}})
	}
	return w
}

// support lists the attributes that repeats are of.
func support(repeats []int) []int {
	var list []int
	for a, n := range repeats {
		if n > 0 {
			list = append(list, a)
		}
	}
	return list
}

// take notes lots of attributes on the trunk.
func (w *walker) take(lots []lot) {
	w.trunk = append(w.trunk, lots...)
	for _, l := range lots {
		if w.held != nil {
			w.held.add(l)
		}
	}
}

// prices returns the prices of the items on top of what is held. They hold until the next call.
func (w *walker) prices(held *holding) []model.Amount {
	if held == nil || !w.p.forms.isPriced() {
		return w.offer.items.Price
	}
	w.price = w.price[:0]
	for j := range w.offer.items.Price {
		w.price = append(w.price, held.priceOf(w.offer.lot(j)))
	}
	return w.price
}

// choose returns the choice for a budget not below the last one asked for. A budget
// that does not pay for the minima buys nothing. Of Full it has the loss;
// weights are left to who wants them.
func (w *walker) choose(budget model.Amount) Choice {
	if budget < w.spent {
		return Choice{Loss: w.p.VarY}
	}
	for !w.ended {
		lots, price, ok := w.next, w.dear, true
		if len(lots) == 0 {
			lots, price, _, ok = w.state.best(w.by, unlimited, w.prices(w.held))
		}
		if !ok {
			w.ended = true
			break
		}
		if price > budget-w.spent {
			w.next, w.dear = append(w.next[:0], lots...), price
			break
		}
		w.state.buy(lots)
		w.take(w.lots(lots))
		w.spent += price
		w.next = w.next[:0]
		w.cut(0)
	}
	if !w.ended {
		w.finish(budget)
	}
	c := Choice{Spent: w.spent, trunk: w.trunk[:len(w.trunk):len(w.trunk)]}
	for i := range w.tail {
		c.Spent += w.tail[i].price
		c.tail = append(c.tail, w.lots(w.tail[i].items)...)
	}
	c.Objective = w.at().value()
	if s := w.full(); s != nil {
		c.Loss = s.loss()
	}
	return c
}

// at is the state after the last choice.
func (w *walker) at() state {
	if w.end != nil {
		return w.end
	}
	return w.state
}

// full is the Full objective after the last choice, nil for other objectives.
func (w *walker) full() *fullState {
	if s, isFull := w.at().(*fullState); isFull && s.p == w.p {
		return s
	}
	return nil
}

// lots returns the lots of attributes that lots of items are.
func (w *walker) lots(items []lot) []lot {
	if w.offer.lots == nil {
		return items
	}
	var list []lot
	for _, l := range items {
		if l = w.offer.lots[l.attribute]; l.judgments > 0 {
			list = append(list, l)
		}
	}
	return list
}

// finish spends what the trunk's next step is too dear for.
func (w *walker) finish(budget model.Amount) {
	spent := w.spent
	for k := range w.tail {
		n := &w.tail[k]
		if budget-n.spent >= n.until { // another step may be better now
			w.cut(k)
			break
		}
		spent = n.spent + n.price
	}
	for budget-spent >= w.rest {
		held := w.held
		if len(w.tail) > 0 {
			held = w.ends
		}
		lots, price, until, ok := w.at().best(w.by, budget-spent, w.prices(held))
		if !ok {
			w.rest = until
			return
		}
		w.goOn(tailStep{items: slices.Clone(lots), spent: spent, price: price, until: until})
		spent += price
	}
}

// goOn makes a step of the tail.
func (w *walker) goOn(n tailStep) {
	if w.end == nil {
		w.end = w.state.copyTo(w.spare)
		w.spare = w.end
		if h := w.held; h != nil {
			w.ends = &holding{p: h.p, repeats: slices.Clone(h.repeats), top: slices.Clone(h.top), order: slices.Clone(h.order)}
		}
	}
	w.end.buy(n.items)
	if w.ends != nil {
		for _, l := range w.lots(n.items) {
			w.ends.add(l)
		}
	}
	w.tail, w.rest = append(w.tail, n), w.least
}

// cut leaves the first k steps of the tail.
func (w *walker) cut(k int) {
	w.end = nil
	steps := w.tail[:k]
	w.tail, w.rest = w.tail[:0], w.least
	for _, n := range steps {
		w.goOn(n)
	}
}
