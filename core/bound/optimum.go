package bound

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/selection"
	"fms-tui/model"
)

const (
	// mostCandidates and mostJudgments are the largest problem that Optimum searches:
	// 20 choose 8 = 125,970 repeat vectors if the bounds prune none.
	mostCandidates = 8
	mostJudgments  = 12
	// redundant is the share of its own variance that an attribute must keep,
	// given those already in, to be told apart from them, as in selection.
	redundant = 1e-10
	// negligible is the difference in loss, as a share of Var(y), that is worth
	// no judgment, as in selection.
	negligible = 1e-12
	// worthBounding is how many attributes must be undecided for a bound to cost
	// less than going through what it may prune.
	worthBounding = 3
)

// Optimum returns the repeats, by attribute, with the smallest projected loss
// of all within the budget, minima and maxima respected, and that loss, in
// squared label units. Where several are equally good to 1e-12 Var(y) it is
// the choice of Full if that is one of them.
//
// There is an answer, and ok is true, for at most 8 candidates and a budget
// that pays for at most 12 of the cheapest judgments, if it pays for the
// minima and ctx does not end first. The loss is that without a ridge, which
// no ridge can better wherever there is a bound.
func Optimum(ctx context.Context, p *selection.Problem, budget model.Amount) (repeats []int, loss float64, ok bool) {
	cheapest := p.Cheapest()
	if cheapest == 0 || budget/cheapest > mostJudgments || candidates(p) > mostCandidates {
		return nil, math.NaN(), false
	}
	s, err := begin(ctx, p, budget, selection.Full)
	if err != nil || s.run() != nil {
		return nil, math.NaN(), false
	}
	return s.best, s.loss, true
}

// search is a branch and bound over the candidates' repeats, decided one
// candidate after another.
type search struct {
	ctx     context.Context
	p       *selection.Problem
	node    selection.Problem // p with what is decided fixed
	budget  model.Amount
	order   []int // candidates in the order of decision
	first   []int // candidates in the order in which they enter a loss
	repeats []int // by attribute: decided, and 0
	best    []int
	loss    float64 // of best
	visited int     // parts of the search so far
	ceiling int     // parts after which it gives up; 0 for any number
	factor  [][]float64
	in      []int
	half    []float64 // L⁻¹ b
}

// newSearch decides first what the relaxed problem spends most on: its bound
// moves most there.
func newSearch(ctx context.Context, p *selection.Problem, budget model.Amount) *search {
	d := len(p.B)
	s := &search{ctx: ctx, p: p, node: *p, budget: budget, repeats: make([]int, d)}
	s.node.Candidate = slices.Clone(p.Candidate)
	s.node.Min, s.node.Max = make([]int, d), make([]int, d)
	copy(s.node.Min, p.Min)
	copy(s.node.Max, p.Max)
	path := NewPath(p)
	path.At(budget)
	spent := make([]float64, d)
	for a := range spent {
		spent[a] = math.Inf(1) // on free attributes
	}
	for i, a := range path.relaxed.attrs {
		spent[a] = math.Abs(path.descent.x[i])
	}
	for a, ok := range p.Candidate {
		if ok {
			s.order = append(s.order, a)
		}
	}
	s.first = slices.Clone(s.order)
	slices.SortStableFunc(s.first, func(a, b int) int { return cmp.Compare(min(1, s.least(b)), min(1, s.least(a))) })
	slices.SortStableFunc(s.order, func(a, b int) int { return cmp.Compare(spent[b], spent[a]) })
	n := len(s.order)
	s.in, s.half, s.factor = make([]int, n), make([]float64, n), make([][]float64, n)
	for i := range s.factor {
		s.factor[i] = make([]float64, n)
	}
	return s
}

func (s *search) least(a int) int {
	if s.p.Min == nil {
		return 0
	}
	return s.p.Min[a]
}

// most returns the largest number of judgments of a worth having for extra
// money on top of the minima.
func (s *search) most(a int, extra model.Amount) int {
	n := s.least(a) + int(extra/s.p.Price[a])
	if s.p.Max != nil && s.p.Max[a] > 0 {
		n = min(n, s.p.Max[a])
	}
	if s.p.V[a] == 0 {
		n = min(n, max(1, s.least(a))) // a second one tells nothing
	}
	return n
}

// branch tries all that is left to decide from position i of the order, with
// extra money on top of the minima. Another judgment never raises the loss, so
// the last candidate takes what it can.
func (s *search) branch(i int, extra model.Amount) {
	if i == len(s.order) {
		if loss := s.lossOf(s.repeats); loss < s.loss-negligible*s.p.VarY {
			s.loss = loss
			copy(s.best, s.repeats)
		}
		return
	}
	s.visited++
	if s.ended() || len(s.order)-i >= worthBounding && s.isPruned() {
		return
	}
	a := s.order[i]
	least, most := s.least(a), s.most(a, extra)
	from := least
	if i == len(s.order)-1 {
		from = most
	}
	for r := from; r <= most; r++ {
		s.decide(a, r)
		s.branch(i+1, extra-s.p.Price[a]*model.Amount(r-least))
	}
	s.undo(a)
}

// decide fixes the repeats of a.
func (s *search) decide(a, r int) {
	s.repeats[a] = r
	s.node.Candidate[a] = r > 0
	s.node.Min[a], s.node.Max[a] = r, r
}

// undo takes back what was decided about a.
func (s *search) undo(a int) {
	s.repeats[a] = 0
	s.node.Candidate[a] = true
	s.node.Min[a], s.node.Max[a] = s.least(a), 0
	if s.p.Max != nil {
		s.node.Max[a] = s.p.Max[a]
	}
}

// isPruned tells whether nothing that agrees with what is decided can be
// better than the best so far.
func (s *search) isPruned() bool {
	lb, ok := NewPath(&s.node).At(s.budget)
	return ok && lb >= s.loss-negligible*s.p.VarY
}

// lossOf returns the projected loss of repeats without a ridge, by Cholesky
// decomposition of M_S. The minima enter first, then the rest in data order. A
// redundant attribute gets no weight: a repeat vector without it costs less
// and is no worse, unless it is a minimum, and those a greedy buys in the same
// order.
func (s *search) lossOf(repeats []int) float64 {
	n, loss := 0, s.p.VarY
	in, half := s.in, s.half
	for _, a := range s.first {
		if repeats[a] == 0 {
			continue
		}
		sigma := s.p.Sigma[a*len(s.p.B):][:len(s.p.B)]
		row := s.factor[n][:n+1]
		own := sigma[a] + s.p.V[a]/float64(repeats[a])
		pivot, residual := own, s.p.B[a]
		for k, e := range in[:n] {
			row[k] = (sigma[e] - floats.Dot(s.factor[k][:k], row[:k])) / s.factor[k][k]
			pivot -= row[k] * row[k]
			residual -= row[k] * half[k]
		}
		if !(pivot > redundant*own) {
			continue
		}
		row[n] = math.Sqrt(pivot)
		in[n], half[n] = a, residual/row[n]
		loss -= half[n] * half[n]
		n++
	}
	return loss
}

// trim gives back what the last candidate of a branch took for nothing.
func (s *search) trim() {
	r := slices.Clone(s.best)
	for _, a := range slices.Backward(s.order) {
		for r[a] > s.least(a) {
			r[a]--
			if s.lossOf(r) > s.loss+negligible*s.p.VarY {
				r[a]++
				break
			}
		}
	}
	s.best, s.loss = r, s.lossOf(r)
}
