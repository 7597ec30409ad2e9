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
// and spends the money, with the unspent rest, on another attribute. The best transfer is
// made first, as long as a move raises the Full objective by more than 1e-10 Var(y).
// Minima and maxima hold. The result's objective is never below start's. The result is
// start itself if no move helps, or if start does not pay the minima. With a ridge the
// ridge's objective rises, and the loss without the penalty need not fall.
//
// The order of buying is start's order without the judgments given up, followed by the
// judgments bought. The only error is the context's.
func (p *Problem) Exchange(ctx context.Context, start Choice, budget model.Amount) (Choice, error) {
	if required, ok := p.Required(); !ok || required > start.Spent {
		return start, ctx.Err()
	}
	if p.OnForms() {
		return exchangeOnForms(ctx, p, start, budget)
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
	c := Choice{Spent: budget - x.left, Objective: x.s.value(), tail: x.book}
	c.weigh(x.s)
	return c, ctx.Err()
}

// exchangeCurve is Exchange from Full's choice at each of rising budgets.
func exchangeCurve(ctx context.Context, p *Problem, budgets []model.Amount) ([]Choice, error) {
	choices, err := chooseGreedily(ctx, p, Full, budgets)
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
	p       *Problem
	s       *fullState
	budget  model.Amount
	book    []lot // what is bought, in the order of buying
	left    model.Amount
	columns []float64 // |S|×|S|: row k is P_:k
	cross   []float64 // |S|×d: row k is Σ⁺_:S P_:k
}

// transfer takes judgments of from, -1 for none, and gives some to to.
type transfer struct{ from, taken, to, given int }

// of returns what is bought after a transfer: of the judgments taken the last go first, and
// what is given comes last.
func (m transfer) of(lots []lot) []lot {
	lots, n := slices.Clone(lots), m.taken
	for i := len(lots) - 1; i >= 0 && n > 0; i-- {
		if lots[i].attribute == m.from {
			k := min(n, lots[i].judgments)
			lots[i].judgments -= k
			n -= k
		}
	}
	lots = slices.DeleteFunc(lots, func(l lot) bool { return l.judgments == 0 })
	return append(lots, lot{m.to, m.given})
}

func newExchanger(p *Problem, start *Choice, budget model.Amount) *exchanger {
	x := &exchanger{p: p, s: newFullState(p), budget: budget}
	x.buy(start.lots())
	return x
}

// buy begins anew, with what is bought.
func (x *exchanger) buy(lots []lot) {
	c := Choice{tail: lots}
	r := c.Repeats(x.p.d())
	spent, _ := x.p.Cost(r)
	x.book, x.left = lots, x.budget-spent
	x.s.become(r, c.order(x.p.d()))
}

// improve makes the best transfer and reports whether there was one. The closed form's gain
// is compared with the resulting state, because with nearly singular M_S it may be
// rounding.
func (x *exchanger) improve() bool {
	x.fillCross()
	before, book := x.s.value(), x.book
	var refused []transfer
	for {
		m, ok := x.best(refused)
		if !ok {
			return false
		}
		x.buy(m.of(book))
		if x.s.value()-before > worthMoving*x.p.VarY {
			return true
		}
		x.buy(book)
		refused = append(refused, m)
	}
}

// fillCross computes Σ⁺_:S P by row.
func (x *exchanger) fillCross() {
	d, n := x.p.d(), len(x.s.support)
	x.columns = slices.Grow(x.columns[:0], n*n)[:n*n]
	x.cross = slices.Grow(x.cross[:0], n*d)[:n*d]
	for k := range n {
		p := x.columns[k*n:][:n]
		x.s.column(p, k)
		x.s.cross(x.cross[k*d:][:d], p)
	}
}

// best returns the move that promises the largest rise; of moves within a tie
// the first, by what is taken and then by what is given to, in data order.
func (x *exchanger) best(refused []transfer) (best transfer, ok bool) {
	top := worthMoving * x.p.VarY
	for from := -1; from < x.p.d(); from++ {
		if from >= 0 && x.s.repeats[from] <= x.p.least(from) {
			continue // nothing to take
		}
		for to := range x.p.d() {
			if m, possible := x.between(from, to); possible {
				if gain := x.gain(m); gain > top*(1+tie) && !slices.Contains(refused, m) {
					best, top, ok = m, gain, true
				}
			}
		}
	}
	return best, ok
}

// between returns the smallest move from one attribute to another, and false
// where limits or the budget forbid it.
func (x *exchanger) between(from, to int) (m transfer, ok bool) {
	p := x.p
	room := p.most(to) - x.s.repeats[to]
	if to == from || !p.Candidate[to] || room <= 0 {
		return m, false
	}
	m = transfer{from: from, to: to}
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

// gain returns by how much a move raises the objective. Where u of r judgments of i are taken,
// M_S gains δ = v_i(1/(r-u) - 1/r) in i's place, and by Sherman and Morrison P loses τ p pᵀ
// with p = P_:i and τ = δ/(1+δP_ii); if i leaves the support, τ is the limit 1/P_ii. The
// objective falls by τ Σ w_i². Then t judgments of j raise it, with g = Σ⁺_:S p, by
//
//	j in S   -δ Σw'²/(1+δP')   w' = w_j - τ w_i P_ij,  P' = P_jj - τ P_ij²,  δ = v_j(1/(r_j+t) - 1/r_j)
//	outside  Σc'²/q'           c' = c_j + τ w_i g_j,   q' = q_j + τ g_j² - v_j + v_j/t
//
// and by 0 where j is redundant. An attribute without weight loses nothing.
func (x *exchanger) gain(m transfer) float64 {
	s, j := x.s, m.to
	n, d := len(s.support), x.p.d()
	from, in := -1, s.place[j]
	var tau, pij, gj float64
	if m.from >= 0 {
		from = s.place[m.from]
	}
	if from >= 0 {
		v, r, p := x.p.V[m.from], s.repeats[m.from], x.columns[from*n:][:n]
		if tau, gj = 1/p[from], x.cross[from*d+j]; m.taken < r {
			delta := v * change(r, r-m.taken)
			tau = delta / (1 + delta*p[from])
		}
		if in >= 0 {
			pij = p[in]
		}
	}
	var lost, square float64
	for l, w := range s.w {
		var wi float64
		if from >= 0 {
			wi = w[from]
		}
		y := s.c[l][j] + tau*wi*gj
		if in >= 0 {
			y = w[in] - tau*wi*pij
		}
		lost += tau * wi * wi
		square += y * y
	}
	v, r, now := x.p.V[j], s.repeats[j], float64(s.repeats[j]+m.given)
	if in >= 0 {
		delta := v * change(r, r+m.given)
		return -lost - delta*square/(1+delta*(x.columns[in*n+in]-tau*pij*pij))
	}
	q := s.q[j] + tau*gj*gj - v + v/now
	if !(q > redundant*(x.p.diag(j)+v/now)) {
		return -lost
	}
	return square/q - lost
}

// exchangeOnForms improves a choice on forms at a budget: an exchange removes a judgment,
// a rater of all attributes that each rater was asked, or an attribute. With the money
// it repeatedly buys the largest gain, until nothing is affordable. The best exchange
// is made first, as long as an exchange raises the objective by more than worthMoving.
// Minima and maxima hold. The only error is the context's.
func exchangeOnForms(ctx context.Context, p *Problem, start Choice, budget model.Amount) (Choice, error) {
	best, s, least := start, newFullState(p), minimalRepeats(p)
	for {
		var bought []lot
		top := best.Objective + worthMoving*p.VarY
		order := best.order(p.d())
		for _, r := range removalsFrom(p, best.Repeats(p.d()), least) {
			if ctx.Err() != nil {
				return start, ctx.Err()
			}
			s.become(r, slices.DeleteFunc(slices.Clone(order), func(a int) bool { return r[a] == 0 }))
			if s.market.refill(budget); s.value() > top {
				top, bought = s.value()+worthMoving*p.VarY, nil
				for _, a := range s.order {
					bought = append(bought, lot{a, s.repeats[a]})
				}
			}
		}
		if bought == nil {
			return best, ctx.Err()
		}
		// The result of many updates is compared with a factorisation.
		next := newChoice(p, bought, new(cholesky))
		if !(next.Objective > best.Objective+worthMoving*p.VarY) {
			return best, ctx.Err()
		}
		best = next
	}
}

// removalsFrom lists repeats with something removed. The unchanged repeats come first: the
// unspent budget may buy something, too.
func removalsFrom(p *Problem, repeats, least []int) [][]int {
	list := [][]int{repeats}
	take := func(change func(r []int)) {
		r := slices.Clone(repeats)
		change(r)
		for a, n := range r {
			if n < least[a] {
				return
			}
		}
		list = append(list, r)
	}
	for g, on := range p.forms.on {
		top := p.forms.top(g, repeats)
		if top == 0 {
			continue
		}
		if len(on) > 1 {
			take(func(r []int) { // one rater
				for _, a := range on {
					r[a] = min(r[a], top-1)
				}
			})
		}
		if p.forms.isCall(g) {
			continue
		}
		for _, a := range on {
			if repeats[a] > 0 {
				take(func(r []int) { r[a]-- })
			}
			if repeats[a] > 1 {
				take(func(r []int) { r[a] = 0 })
			}
		}
	}
	return list
}

// refill buys by gain from the state's repeats on, until nothing is affordable.
func (s *market) refill(budget model.Amount) {
	left, _ := s.p.Cost(s.repeats)
	left = budget - left
	for {
		lots, price, _, ok := s.best(byGain, left, nil)
		if !ok {
			return
		}
		left -= price
		s.buy(lots)
	}
}
