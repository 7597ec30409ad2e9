package selection

// Gains returns by how much the projected loss would fall by one more judgment
// of each attribute on top of a choice, per unit of cost: squared label
// units, 0 for attributes that cannot be used. Attributes that are left out
// have a gain too: what taking them back would bring.
func (p *Problem) Gains(c *Choice) []float64 {
	gains := make([]float64, p.d())
	if p.onForms() {
		p.formGains(c, gains)
		return gains
	}
	s := newFullStateAt(p, c.Repeats(p.d()), c.order(p.d()))
	for a := range gains {
		gains[a] = s.gain(a) / p.Price[a].Float()
	}
	return gains
}

// Losses returns the projected loss after each of the steps.
func (p *Problem) Losses(steps []Step) []float64 {
	if p.onForms() {
		return p.formLosses(steps)
	}
	q, _, place := p.bought([]Choice{{trunk: steps}})
	s := newBlindState(q)
	losses := make([]float64, len(steps))
	for i, st := range steps {
		s.add(place[st.Attribute])
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
		_, _, losses[n] = p.weigh(repeats, order)
	}
	return losses
}

// formGains is Gains on forms. The attributes of a call have the price of the call.
func (p *Problem) formGains(c *Choice, gains []float64) {
	s := newFormPool(p).newFormState(c.Repeats(p.d()), c.order(p.d()))
	price := p.prices(s.repeats)
	for a := range gains {
		each := price[a]
		if each == 0 {
			each = p.forms.Price[p.forms.Of[a]]
		}
		if s.repeats[a] == 0 {
			gains[a] = s.first(a, 1, p.top(p.forms.Of[a], s.repeats)) / each.Float()
		} else {
			gains[a] = s.more(a, 1) / each.Float()
		}
	}
}

// formLosses is Losses on forms.
func (p *Problem) formLosses(steps []Step) []float64 {
	losses := make([]float64, len(steps))
	repeats := make([]int, p.d())
	var order []int
	for i, st := range steps {
		if repeats[st.Attribute] == 0 {
			order = append(order, st.Attribute)
		}
		repeats[st.Attribute]++
		_, _, losses[i] = p.weigh(repeats, order)
	}
	return losses
}
