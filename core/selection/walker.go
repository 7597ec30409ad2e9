package selection

import "fms-tui/model"

// walker follows one trunk for rising budgets.
type walker struct {
	p       *Problem
	offer   *offer
	by      rule
	trunk   []Step
	spent   model.Amount // on the trunk
	ended   bool         // no item is worth having any more
	state   objective    // after the trunk, over the offer's items
	full    *fullState   // the Full objective there: state itself, for Full
	end     objective    // the same two for tails, made when first needed
	endFull *fullState
}

func newWalker(p *Problem, o *offer, by rule) *walker {
	w := &walker{p: p, offer: o, by: by}
	w.state, w.full = withFull(p, o.start())
	for _, a := range p.minima() {
		w.full.add(a)
		w.record(a)
	}
	if w.state != objective(w.full) {
		for _, j := range o.owned {
			w.state.add(j)
		}
	}
	return w
}

// record notes a judgment of attribute a on the trunk.
func (w *walker) record(a int) {
	w.spent += w.p.Price[a]
	w.trunk = append(w.trunk, Step{Attribute: a, Spent: w.spent})
}

// withFull returns o and the Full objective that goes with it.
func withFull(p *Problem, o objective) (objective, *fullState) {
	if full, ok := o.(*fullState); ok && full.p == p {
		return o, full
	}
	return o, newFullState(p)
}

// choose returns the choice for a budget not below the last one asked for.
// A budget that does not pay for the minima buys nothing.
func (w *walker) choose(budget model.Amount) Choice {
	if budget < w.spent {
		return Choice{Loss: w.p.VarY}
	}
	items := w.offer.items
	stopped := false // at an item that the budget does not pay for
	for !w.ended && !stopped {
		j, ok := items.next(w.state, w.by, unlimited)
		switch {
		case !ok:
			w.ended = true
		case w.spent+items.Price[j] > budget:
			stopped = true
		default:
			l := w.buy(w.state, w.full, j)
			for range l.judgments {
				w.record(l.attribute)
			}
		}
	}
	c := Choice{
		trunk:     w.trunk[:len(w.trunk):len(w.trunk)],
		Spent:     w.spent,
		Objective: w.state.value(),
		Loss:      w.full.loss(),
	}
	if stopped && budget-w.spent >= items.Cheapest() {
		w.finish(&c, budget)
	}
	return c
}

// buy adds an item to the state, and its judgments, which it returns, to the
// Full objective beside it where that is another one.
func (w *walker) buy(o objective, full *fullState, j int) lot {
	l := w.offer.lot(j)
	o.add(j)
	if o != objective(full) {
		for range l.judgments {
			full.add(l.attribute)
		}
	}
	return l
}

// finish spends what the trunk's next step is too dear for.
func (w *walker) finish(c *Choice, budget model.Amount) {
	if w.end == nil {
		w.end, w.endFull = withFull(w.p, w.state.fresh())
	}
	w.end.copyFrom(w.state)
	if w.end != objective(w.endFull) {
		w.endFull.copyFrom(w.full)
	}
	for {
		j, ok := w.offer.items.next(w.end, w.by, budget-c.Spent)
		if !ok {
			break
		}
		l := w.buy(w.end, w.endFull, j)
		for range l.judgments {
			c.tail = append(c.tail, l.attribute)
		}
		c.Spent += w.offer.items.Price[j]
	}
	c.Objective, c.Loss = w.end.value(), w.endFull.loss()
}
