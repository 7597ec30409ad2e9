package selection

import "fms-tui/model"

// moves lists what can be bought next and raises the objective, form by form:
//
//   - one more judgment of an attribute;
//   - an attribute that is not asked yet, of all the form's raters at once;
//   - one more rater, for all attributes that every rater so far was asked;
//   - a form that nobody filled yet, with a set of first judgments;
//   - of a call, one more, for all of its attributes.
func (s *formState) moves() []formMove {
	var list []formMove
	for g := range s.p.forms.on {
		switch top := s.p.top(g, s.repeats); {
		case s.p.isCall(g):
			list = s.raised(list, g, top)
		case top == 0:
			list = s.opened(list, g)
		default:
			list = s.answered(list, g, top)
			list = s.raised(list, g, top)
		}
	}
	return list
}

// worth appends a move if it brings anything.
func (s *formState) worth(list []formMove, m formMove) []formMove {
	if m.gain > s.p.negligible() {
		return append(list, m)
	}
	return list
}

// answered appends judgments of single attributes on a form that top raters
// fill.
func (s *formState) answered(list []formMove, g, top int) []formMove {
	for _, a := range s.p.forms.on[g] {
		r, most, price := s.repeats[a], s.p.most(a), s.p.Price[a]
		switch {
		case r >= most:
		case r > 0:
			if r == top {
				price += s.p.forms.Price[g]
			}
			list = s.worth(list, formMove{[]lot{{a, 1}}, price, s.more(a)})
		default:
			list = s.worth(list, formMove{[]lot{{a, 1}}, price, s.first(a, 1)})
			all := min(top, most)
			if price, ok := s.p.Price[a].Times(all); ok && all > 1 {
				list = s.worth(list, formMove{[]lot{{a, all}}, price, s.first(a, all)})
			}
		}
	}
	return list
}

// raised appends one more rater of form g for all attributes that each of its
// raters was asked; on a call nobody filled yet, for all that can be asked.
func (s *formState) raised(list []formMove, g, top int) []formMove {
	m := formMove{price: s.p.forms.Price[g]}
	for _, a := range s.p.forms.on[g] {
		if s.repeats[a] == top && top < s.p.most(a) {
			m.bought = append(m.bought, lot{a, 1})
			m.price += s.p.Price[a]
		}
	}
	switch {
	case len(m.bought) == 0:
		return list
	case len(m.bought) == 1 && top > 0 && !s.p.isCall(g):
		return list // the same as one more judgment of it
	}
	m.gain = s.at(m.bought).objective() - s.objective()
	return s.worth(list, m)
}

// opened appends sets of first judgments on a form that nobody filled yet: a
// forward selection by gain per cost of the whole set, price of the form
// included, as long as that rises. The smaller sets are for a budget that does
// not pay for the largest.
func (s *formState) opened(list []formMove, g int) []formMove {
	f := s.factor.clipped()
	in := make(map[int]bool)
	set := formMove{price: s.p.forms.Price[g]}
	for {
		best, next := 0.0, formMove{}
		for _, a := range s.p.forms.on[g] {
			if in[a] || s.repeats[a] >= s.p.most(a) {
				continue
			}
			b := f.border(s.p, a, 1)
			if f.isRounding(s.p, &b) {
				continue
			}
			m := formMove{[]lot{{a, 1}}, set.price + s.p.Price[a], set.gain + b.residual*b.residual/b.pivot}
			if score := m.score(perCost); score > best*(1+tie) {
				best, next = score, m
			}
		}
		if len(next.bought) == 0 || len(set.bought) > 0 && best <= set.score(perCost)*(1+tie) {
			return list
		}
		a := next.bought[0].attribute
		in[a] = true
		f.push(s.p, a, 1)
		next.bought = append(set.bought[:len(set.bought):len(set.bought)], next.bought...)
		set = next
		list = s.worth(list, set)
	}
}

// clipped returns a factor that can grow without writing to c.
func (c *cholesky) clipped() cholesky {
	n := len(c.attrs)
	return cholesky{attrs: c.attrs[:n:n], repeats: c.repeats[:n:n], rows: c.rows[:n:n], half: c.half[:n:n]}
}

// bestMove returns the first of the moves that cost at most left whose score is
// within a tie of the highest, or -1.
func bestMove(moves []formMove, by rule, left model.Amount) int {
	best, top := -1, 0.0
	for i := range moves {
		if moves[i].price > left {
			continue
		}
		if score := moves[i].score(by); score > top*(1+tie) {
			best, top = i, score
		}
	}
	return best
}
