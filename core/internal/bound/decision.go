package bound

import (
	"math"
	"slices"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// decision is what a search decides at once: the judgments of one attribute, or of all
// candidates on a call, which asks everything it can.
type decision struct {
	attrs []int
	least int          // judgments that the minima ask for
	price model.Amount // of one more, about: of an answer with its share of the form, or of a call
	// mayRaise says that another judgment may raise the loss. Where raters answer
	// several questions, one rater's errors can cancel where the errors of a mean of
	// two cannot. In a call that everybody answers completely all of C+/r falls, and
	// for a single attribute v/r does.
	mayRaise bool
}

// decisions lists a problem's decisions by their first attribute.
func decisions(p *selection.Problem) []decision {
	var list []decision
	for _, s := range p.Sheets() {
		if s.IsCall {
			list = append(list, wholeCall(p, &s))
			continue
		}
		share := s.Price / model.Amount(len(s.On)) // of an answer, of the price of the form
		for _, a := range s.On {
			list = append(list, decision{attrs: []int{a}, least: p.Least(a), price: p.Price[a] + share, mayRaise: len(s.On) > 1})
		}
	}
	slices.SortFunc(list, func(x, y decision) int { return x.attrs[0] - y.attrs[0] })
	return list
}

// wholeCall is the decision about a call. Where some attributes on it have
// maxima, raters answer some of it.
func wholeCall(p *selection.Problem, s *selection.Sheet) decision {
	it := decision{attrs: s.On, price: s.Price}
	for _, a := range s.On {
		it.least = max(it.least, p.Least(a))
		it.mayRaise = it.mayRaise || p.Most(a) < math.MaxInt
	}
	return it
}

// repeats returns the judgments that a repeat vector has of a decision.
func (it *decision) repeats(r []int) int {
	n := 0
	for _, a := range it.attrs {
		n = max(n, r[a])
	}
	return n
}

// most returns the largest number of judgments worth having within the budget, on top of what
// is decided and the minima of the rest.
func (s *search) most(it *decision) int {
	most, noisy := 0, false
	for _, a := range it.attrs {
		most = max(most, s.p.Most(a))
		noisy = noisy || s.p.V[a] != 0
	}
	if !noisy {
		most = min(most, max(1, it.least)) // a second one tells nothing
	}
	n := it.least
	for n < most {
		s.decide(it, n+1)
		if cost, ok := s.p.Cost(s.repeats); !ok || cost > s.budget {
			break
		}
		n++
	}
	return n
}
