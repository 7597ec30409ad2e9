package selection

import (
	"math"

	"fms-tui/model"
)

// everyJudgment is the number of judgments, or raters, up to which a move buys one.
// Beyond it a move buys a hundredth of the present number. There the gain of a judgment
// falls with the square of the number, by 2 % over a move, and a path to a million
// raters has a thousand moves.
const everyJudgment = 200

// formMove is what a greedy can buy at once.
type formMove struct {
	bought []lot
	price  model.Amount // of all of it; may be 0 on a form that is paid already
	gain   float64      // of the objective
	ratio  float64      // gain per cost
	// pending is true of one more rater whose gain is not computed yet: that costs
	// more than all others together, and often nothing is left to pay for it, or it is known
	// to be less than another's. It is at most the gain then; 0 is unknown.
	pending bool
	most    float64
}

// newMove is a move with its ratio.
func newMove(bought []lot, price model.Amount, gain float64) formMove {
	m := formMove{bought: bought, price: price}
	m.reckon(gain)
	return m
}

// reckon sets the gain.
func (m *formMove) reckon(gain float64) {
	m.gain, m.ratio, m.pending = gain, math.Inf(1), false
	if m.price != 0 {
		m.ratio = gain / m.price.Float()
	}
}

// with returns the move with a first judgment of a more.
func (m *formMove) with(a int, price model.Amount, gain float64) formMove {
	n := len(m.bought)
	return newMove(append(m.bought[:n:n], lot{a, 1}), m.price+price, m.gain+gain)
}

// score is what a rule compares.
func (m *formMove) score(by rule) float64 {
	if by == byGain {
		return m.gain
	}
	return m.ratio
}

// moves appends what can be bought next and raises the objective, form by form:
//
//   - one more judgment of an attribute;
//   - an attribute that is not asked yet, of all the form's raters at once;
//   - one more rater, for all attributes that every rater so far was asked;
//   - a form that nobody filled yet, with a set of first judgments;
//   - of a call, one more, for all of its attributes.
//
// Beyond everyJudgment, one more is a hundredth more.
func (s *formState) moves(list []formMove) []formMove {
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

// step is how many judgments are bought at once on top of r, of most.
func step(r, most int) int {
	t := 1
	if r >= everyJudgment {
		t = r / 100
	}
	return min(t, most-r)
}

// priceOf is what lots cost on form g that top raters fill, and false where that
// is beyond any budget.
func (s *formState) priceOf(g, top int, bought []lot) (model.Amount, bool) {
	var sum model.Amount
	raters := 0
	for _, l := range bought {
		price, ok := s.p.Price[l.attribute].Times(l.judgments)
		if sum += price; !ok || sum > model.MaxAmount {
			return 0, false
		}
		raters = max(raters, s.repeats[l.attribute]+l.judgments-top)
	}
	price, ok := s.p.forms.Price[g].Times(raters)
	return sum + price, ok
}

// answered appends judgments of single attributes on a form that top raters
// fill.
func (s *formState) answered(list []formMove, g, top int) []formMove {
	for _, a := range s.p.forms.on[g] {
		r, most := s.repeats[a], s.p.most(a)
		if r >= most {
			continue
		}
		if r > 0 {
			t := step(r, most)
			bought := s.p.forms.one[a]
			if t > 1 {
				bought = []lot{{a, t}}
			}
			if price, ok := s.priceOf(g, top, bought); ok {
				list = s.worth(list, newMove(bought, price, s.more(a, t)))
			}
			continue
		}
		list = s.worth(list, newMove(s.p.forms.one[a], s.p.Price[a], s.first(a, 1, top)))
		all := min(top, most)
		if price, ok := s.p.Price[a].Times(all); ok && all > 1 {
			list = s.worth(list, newMove([]lot{{a, all}}, price, s.first(a, all, top)))
		}
	}
	return list
}

// raised appends one more rater of form g for all attributes that each of its
// raters was asked; on a call nobody filled yet, for all that can be asked.
func (s *formState) raised(list []formMove, g, top int) []formMove {
	t := step(top, math.MaxInt)
	n := 0
	for _, a := range s.p.forms.on[g] {
		if most := s.p.most(a); s.repeats[a] == top && top < most {
			t = min(t, most-top)
			n++
		}
	}
	if n == 0 || n == 1 && top > 0 && !s.p.isCall(g) {
		return list // the same as one more judgment of it
	}
	bought := make([]lot, 0, n)
	for _, a := range s.p.forms.on[g] {
		if s.repeats[a] == top && top < s.p.most(a) {
			bought = append(bought, lot{a, t})
		}
	}
	if price, ok := s.priceOf(g, top, bought); ok {
		list = append(list, formMove{bought: bought, price: price, pending: true})
	}
	return list
}

// fewer returns a move of further judgments with as many as left pays for, and
// false where that is none.
func (s *formState) fewer(m *formMove, left model.Amount) (formMove, bool) {
	first := m.bought[0]
	g := s.p.forms.Of[first.attribute]
	top := s.p.top(g, s.repeats)
	t := max(1, int(left.Float()/m.price.Float()*float64(first.judgments)))
	bought := make([]lot, len(m.bought))
	for i, l := range m.bought {
		bought[i] = lot{l.attribute, t}
	}
	price, ok := s.priceOf(g, top, bought)
	if !ok || price > left {
		return formMove{}, false
	}
	if len(bought) == 1 && !s.p.isCall(g) {
		return newMove(bought, price, s.more(first.attribute, t)), true
	}
	return newMove(bought, price, s.raise(bought)), true
}

// isShare tells whether a move is more than one more judgment.
func (s *formState) isShare(m *formMove) bool {
	l := m.bought[0]
	return l.judgments > 1 && s.repeats[l.attribute] > 0
}

// pick is a move of a list, or a number of judgments of each of its lots; the zero
// value is no pick.
type pick struct{ move, judgments int }

// isBeaten tells whether a pending move has a lower score than another. Several moves may
// each be within a tie of the next.
func (s *formState) isBeaten(m *formMove, by rule, score float64) bool {
	if score == 0 {
		return false
	}
	if m.most == 0 {
		m.most = s.mostRaised(m)
	}
	bound := *m
	bound.reckon(m.most)
	return bound.score(by)*(1+boundRounding) < score
}

// boundRounding is the share of a bound that may be rounding, and a few ties.
const boundRounding = 1e-6

// known returns the highest score of the moves that cost at most left and whose gain is
// computed.
func known(moves []formMove, by rule, left model.Amount) float64 {
	highest := 0.0
	for i := range moves {
		if m := &moves[i]; !m.pending && m.price <= left {
			highest = max(highest, m.score(by))
		}
	}
	return highest
}

// best returns the first of the moves that cost at most left whose score is
// within a tie of the highest. The zero pick means that there is none.
func (s *formState) best(moves []formMove, by rule, left model.Amount) (best pick, chosen formMove) {
	top, score := 0.0, -1.0 // score of the best known move; -1 is not computed yet
	for i := range moves {
		m := &moves[i]
		if m.price > left {
			if !s.isShare(m) {
				continue
			}
			small, ok := s.fewer(m, left)
			if !ok {
				continue
			}
			m = &small
		} else if m.pending {
			if score < 0 {
				score = known(moves, by, left)
			}
			if s.isBeaten(m, by, score) {
				continue
			}
			m.reckon(s.raise(m.bought))
		}
		if score := m.score(by); score > top*(1+tie) && m.gain > s.p.negligible() {
			top, chosen, best = score, *m, pick{i, m.bought[0].judgments}
		}
	}
	return best, chosen
}
