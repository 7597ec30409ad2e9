package bound

import (
	"cmp"
	"context"
	"math"
	"slices"

	"fms-tui/core/selection"
	"fms-tui/model"
)

const (
	// mostCandidates and mostJudgments are the largest problem that Optimum searches:
	// 20 choose 8 = 125,970 repeat vectors if the bounds prune none.
	mostCandidates = 8
	mostJudgments  = 12
	// negligible is the difference in loss, as a share of Var(y), that is worth
	// no judgment, as in selection.
	negligible = 1e-12
	// mostQuickParts is the number of parts after which Optimum gives up on forms
	// that are paid by the answer: some hundredths of a second.
	mostQuickParts = 1500
	// worthBounding is how many attributes must be undecided for a bound to cost
	// less than going through what it may prune.
	worthBounding = 3
)

// Optimum returns the repeats, by attribute, with the smallest projected loss
// of all within the budget, minima and maxima respected, and that loss, in
// squared label units. Where several are equally good to 1e-12 Var(y) it is
// the choice of Full if that is one of them.
//
// There is an answer, and ok is true, for at most 8 candidates and a budget that pays
// for at most 12 of the cheapest judgments, if it pays for the minima and ctx does not
// end first; and where there is nothing but one call, of at most 64 candidates, which
// is made as often as it can be. On forms paid by the answer the bound prunes less:
// there is none after 1,500 parts of a search, which depends on the problem alone. The
// loss is without a ridge; with a bound, no ridge can lower it. In calls everything
// that can be asked is asked.
func Optimum(ctx context.Context, p *selection.Problem, budget model.Amount) (repeats []int, loss float64, ok bool) {
	cheapest := p.Cheapest()
	if cheapest == 0 || !isForced(p) && (budget/cheapest > mostJudgments || candidates(p) > mostCandidates) {
		return nil, math.NaN(), false
	}
	s, err := begin(ctx, p, budget, selection.Full)
	if err != nil {
		return nil, math.NaN(), false
	}
	if slices.ContainsFunc(s.order, func(it decision) bool { return it.mayRaise }) {
		s.ceiling = mostQuickParts
	}
	if s.run() != nil {
		return nil, math.NaN(), false
	}
	return s.best, s.loss, true
}

// isForced tells whether there is but one thing to decide, and nothing to weigh.
func isForced(p *selection.Problem) bool {
	list := decisions(p)
	return len(list) == 1 && !list[0].mayRaise && candidates(p) <= mostSearched
}

// search is a branch and bound over the candidates' repeats, decided one
// candidate, or one call with all of its candidates, after another.
type search struct {
	ctx     context.Context
	p       *selection.Problem
	node    selection.Problem // p with what is decided fixed
	budget  model.Amount
	order   []decision
	first   []int // candidates in the order in which they enter a loss
	repeats []int // by attribute: decided, and minima
	best    []int
	loss    float64 // of best
	visited int     // parts of the search so far
	ceiling int     // parts after which it gives up; 0 for any number
	of      func(repeats, order []int) (loss float64, redundant bool)
	dropped bool // the last loss left out an attribute as redundant
}

// newSearch decides first what the relaxed problem spends most on: its bound
// moves most there.
func newSearch(ctx context.Context, p *selection.Problem, budget model.Amount) *search {
	d := len(p.V)
	s := &search{ctx: ctx, p: p, node: *p, budget: budget, repeats: make([]int, d), order: decisions(p), of: p.Projected()}
	s.node.Candidate = slices.Clone(p.Candidate)
	s.node.Min, s.node.Max = make([]int, d), make([]int, d)
	for a, ok := range p.Candidate {
		if ok {
			s.first = append(s.first, a)
		}
	}
	slices.SortStableFunc(s.first, func(a, b int) int { return cmp.Compare(min(1, p.Least(b)), min(1, p.Least(a))) })
	spent := spending(p, budget)
	slices.SortStableFunc(s.order, func(x, y decision) int { return cmp.Compare(spent[y.attrs[0]], spent[x.attrs[0]]) })
	for i := range s.order {
		s.undo(&s.order[i])
	}
	return s
}

// spending returns what the relaxed problem spends on each attribute, or on all
// of the form it is on, in some unit; +Inf on free ones.
func spending(p *selection.Problem, budget model.Amount) []float64 {
	spent := slices.Repeat([]float64{math.Inf(1)}, len(p.V))
	if p.Labels() > 1 {
		return spent
	}
	for _, x := range NewPath(p).descents {
		x.bracket(budget)
		for _, g := range x.groups {
			first, size := x.attrs[g.from], length(x.x[g.from:g.to])
			spent[first] = size
			for a := 0; g.len() > 1 && a < len(spent); a++ {
				if of := p.Forms().Of; of[a] == of[first] {
					spent[a] = size
				}
			}
		}
	}
	return spent
}

// branch tries all that is left to decide from position i of the order. Unless another judgment may raise the loss,
// the last decision takes what it can; and nothing, where that makes an attribute
// redundant that counted for more.
func (s *search) branch(i int) {
	if i == len(s.order) {
		if loss := s.lossOf(s.repeats); loss < s.loss-negligible*s.p.VarY {
			s.loss = loss
			copy(s.best, s.repeats)
		}
		return
	}
	s.visited++
	if s.ended() {
		return
	}
	if len(s.order)-i >= worthBounding { // nothing that agrees with what is decided may be better than the best so far
		if lb, ok := NewPath(&s.node).At(s.budget); ok && lb >= s.loss-negligible*s.p.VarY {
			return
		}
	}
	it := &s.order[i]
	most := s.most(it)
	from := it.least
	if i == len(s.order)-1 && !it.mayRaise {
		from = most
	}
	for r := from; r <= most; r++ {
		s.decide(it, r)
		s.branch(i + 1)
	}
	if from > it.least && s.dropped {
		s.decide(it, it.least)
		s.branch(i + 1)
	}
	s.undo(it)
}

// decide fixes the repeats of a decision.
func (s *search) decide(it *decision, r int) {
	for _, a := range it.attrs {
		n := min(r, s.p.Most(a))
		s.repeats[a] = n
		s.node.Candidate[a] = n > 0
		s.node.Min[a], s.node.Max[a] = n, n
	}
}

// undo takes back what was decided.
func (s *search) undo(it *decision) {
	for _, a := range it.attrs {
		s.repeats[a] = min(it.least, s.p.Most(a))
		s.node.Candidate[a] = true
		s.node.Min[a], s.node.Max[a] = s.p.Least(a), s.p.Most(a)
	}
}

// lossOf returns the projected loss of repeats without a ridge. The minima enter first, then the
// rest in data order, as a greedy buys them. An attribute that selection calls redundant, or
// rounding, gets no weight. A repeat vector without it costs less and is no worse, unless it is
// a minimum.
func (s *search) lossOf(repeats []int) (loss float64) {
	loss, s.dropped = s.of(repeats, s.first)
	return loss
}

// trim gives back what the last decision of a branch took for nothing.
func (s *search) trim() {
	r := slices.Clone(s.best)
	for i := range slices.Backward(s.order) {
		it := &s.order[i]
		for n := it.repeats(r); n > it.least; n-- {
			before := slices.Clone(r)
			for _, a := range it.attrs {
				r[a] = min(n-1, s.p.Most(a))
			}
			if s.lossOf(r) > s.loss+negligible*s.p.VarY {
				r = before
				break
			}
		}
	}
	s.best, s.loss = r, s.lossOf(r)
}

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
