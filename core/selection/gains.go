package selection

// Gains returns by how much the projected loss would fall by one more judgment
// of each attribute on top of a choice, per unit of cost: squared label
// units, 0 for attributes that cannot be used. Attributes that are left out
// have a gain too: what taking them back would bring.
func (p *Problem) Gains(c *Choice) []float64 {
	gains := make([]float64, p.d())
	s := newFullStateAt(p, c.Repeats(p.d()), c.order(p.d()))
	for a := range gains {
		each := s.priceOf(lot{a, 1})
		if each == 0 { // in a call, which has the price of the call
			each = p.forms.Price[p.forms.Of[a]]
		}
		gains[a] = s.market.gain(a, 1) / each.Float()
	}
	return gains
}

// Losses returns the projected loss after each of the steps, of which some are parts of a call.
func (p *Problem) Losses(steps []Step) []float64 {
	s := newBlindState(p)
	losses := make([]float64, len(steps))
	for i, st := range steps {
		s.answer(st.Attribute)
		losses[i] = s.loss()
	}
	return losses
}

// Further returns the projected loss after 1, 2, … most more judgments of
// attribute a on top of a choice: what judging it still more would bring, apart
// from its price. Equal losses mean that the attribute cannot be used, or that
// more judgments of it change nothing.
func (p *Problem) Further(c *Choice, a, most int) []float64 {
	repeats, order := c.Repeats(p.d()), c.order(p.d())
	if repeats[a] == 0 {
		order = append(order, a)
	}
	losses := make([]float64, most)
	for n := range losses {
		repeats[a]++
		losses[n] = newFactor(p, repeats, order).loss(p)
	}
	return losses
}
