package selection

import (
	"context"
	"slices"

	"fms-tui/core/internal/parallel"
	"fms-tui/model"
)

// worthMoving is the least rise of the objective, as a share of Var(y), for which
// judgments are moved. It is far above rounding, so that a search ends.
const worthMoving = 1e-10

// Exchange improves a choice at a budget: a move takes judgments of one attribute back
// and spends the money, with the unspent rest, on another attribute. The best move is
// made first, as long as a move raises the Full objective by more than 1e-10 Var(y).
// Minima and maxima hold. The result's objective is never below start's. The result is
// start itself if no move helps, or if start does not pay the minima. With a ridge the
// ridge's objective rises, and the loss without the penalty need not fall.
//
// The order of buying is start's order without the judgments given up, followed by the
// judgments bought. The only error is the context's.
func (p *Problem) Exchange(ctx context.Context, start Choice, budget model.Amount) (Choice, error) {
	if p.onForms() {
		return p.exchangeForms(ctx, start, budget)
	}
	if required, ok := p.Required(); !ok || required > start.Spent {
		return start, ctx.Err()
	}
	x := newExchanger(p, &start, budget)
	moved := false
	for x.improve() {
		moved = true
		if ctx.Err() != nil {
			return start, ctx.Err()
		}
	}
	if !moved {
		return start, ctx.Err()
	}
	return Choice{
		Spent: budget - x.left, Objective: x.s.value(), Loss: x.s.loss(), tail: x.book.bought(),
	}, ctx.Err()
}

// exchange is Exchange from Full's choice at each of rising budgets.
func (p *Problem) exchange(ctx context.Context, budgets []model.Amount, weighed bool) ([]Choice, error) {
	choices, err := p.greedy(ctx, Full, budgets, weighed)
	if err != nil {
		return nil, err
	}
	parallel.Each(len(budgets), func(i int) {
		if ctx.Err() == nil {
			choices[i], _ = p.Exchange(ctx, choices[i], budgets[i])
		}
	})
	return choices, ctx.Err()
}

// exchanger is a repeat vector whose judgments are moved. After every move the state is
// rebuilt from a fresh factorisation: moves are few, and the closed forms below then
// start from exact figures.
type exchanger struct {
	p     *Problem
	s     *fullState
	book  ledger
	left  model.Amount
	cross []float64 // |S|×d: row k is Σ⁺_:S P_:k
}

// move takes judgments of from, -1 for none, and gives some to to.
type move struct{ from, taken, to, given int }

// reversed is the move back.
func (m move) reversed() move { return move{from: m.to, taken: m.given, to: m.from, given: m.taken} }

func newExchanger(p *Problem, start *Choice, budget model.Amount) *exchanger {
	x := &exchanger{p: p, left: budget - start.Spent, book: newLedger(p, start)}
	x.s = newFullStateAt(p, start.Repeats(p.d()), x.book.order)
	return x
}

// improve makes the best move and reports whether there was one. The closed form's gain
// is compared with the resulting state, because with nearly singular M_S it may be
// rounding.
func (x *exchanger) improve() bool {
	x.fillCross()
	var refused []move
	for {
		m, ok := x.best(refused)
		if !ok {
			return false
		}
		before, book := x.s.value(), x.book
		x.apply(m, book.after(m))
		if x.s.value()-before > worthMoving*x.p.VarY {
			return true
		}
		x.apply(m.reversed(), book)
		refused = append(refused, m)
	}
}

// fillCross computes Σ⁺_:S P by row.
func (x *exchanger) fillCross() {
	d, n := x.p.d(), len(x.s.support)
	x.cross = slices.Grow(x.cross[:0], n*d)[:n*d]
	for k := range n {
		x.s.crossAll(x.s.row(k))
		copy(x.cross[k*d:], x.s.g)
	}
}

// best returns the move that promises the largest rise; of moves within a tie
// the first, by what is taken and then by what is given to, in data order.
func (x *exchanger) best(refused []move) (best move, ok bool) {
	top := worthMoving * x.p.VarY
	for from := -1; from < x.p.d(); from++ {
		if from >= 0 && x.s.repeats[from] <= x.p.least(from) {
			continue // nothing to take
		}
		var l loan
		for to := range x.p.d() {
			m, possible := x.between(from, to)
			if !possible {
				continue
			}
			if m.taken != l.taken {
				l = x.take(from, m.taken)
			}
			if gain := x.gain(m, &l); gain > top*(1+tie) && !slices.Contains(refused, m) {
				best, top, ok = m, gain, true
			}
		}
	}
	return best, ok
}

// between returns the smallest move from one attribute to another, and false
// where limits or the budget forbid it.
func (x *exchanger) between(from, to int) (m move, ok bool) {
	p := x.p
	room := p.most(to) - x.s.repeats[to]
	if to == from || !p.Candidate[to] || room <= 0 {
		return m, false
	}
	m = move{from: from, to: to}
	free, price := x.left, p.Price[to]
	if from >= 0 {
		m.taken = 1
		if price > x.left {
			m.taken = int((price - x.left + p.Price[from] - 1) / p.Price[from])
		}
		if m.taken > x.s.repeats[from]-p.least(from) {
			return m, false
		}
		free += p.Price[from] * model.Amount(m.taken)
	}
	m.given = min(int(free/price), room)
	return m, m.given > 0
}

// gain returns by how much a move raises the objective, given what taking its
// judgments does.
func (x *exchanger) gain(m move, l *loan) float64 {
	square := l.w * l.w
	for _, w := range l.also {
		square += w * w
	}
	return x.s.give(m.to, m.given, l) - l.tau*square
}

// take returns the effect of taking u judgments of i. M_S gains δ = v_i(1/(r-u) - 1/r)
// in i's place. By Sherman and Morrison P loses τ p pᵀ with p = P_:i and τ =
// δ/(1+δP_ii). If i leaves the support, τ is the limit 1/P_ii. The objective falls by τ
// w_i². An attribute without weight loses nothing.
func (x *exchanger) take(i, u int) loan {
	s, k := x.s, x.s.place[i]
	if k < 0 {
		return loan{taken: u}
	}
	pii := s.row(k)[k]
	l := loan{taken: u, tau: 1 / pii, w: s.w[k], p: s.row(k), g: x.cross[k*x.p.d():][:x.p.d()]}
	for a := range s.also {
		l.also = append(l.also, s.also[a].w[k])
	}
	if r := s.repeats[i]; u < r {
		delta := x.p.V[i] * float64(u) / (float64(r) * float64(r-u))
		l.tau = delta / (1 + delta*pii)
	}
	return l
}

// apply moves judgments, either side -1 for none, and rebuilds the state for
// the order of buying that results.
func (x *exchanger) apply(m move, book ledger) {
	if m.from >= 0 {
		x.s.repeats[m.from] -= m.taken
		x.left += x.p.Price[m.from] * model.Amount(m.taken)
	}
	if m.to >= 0 {
		x.s.repeats[m.to] += m.given
		x.left -= x.p.Price[m.to] * model.Amount(m.given)
	}
	x.book = book
	x.s.support = append(x.s.support[:0], book.support()...)
	x.s.rebuild()
}
