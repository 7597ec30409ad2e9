package selection

import (
	"context"
	"slices"

	"fms-tui/model"
)

// spender spends the budget beyond the minima on one attribute, up to its maximum: the
// best attribute at this budget, or a named attribute (the baseline of S&K section 4
// that averages the crowd's own guesses of the label).
type spender struct {
	p        *Problem
	one      int        // the attribute named, or -1
	state    *fullState // at the minima
	order    []int      // support of the minima
	minima   []Step
	required model.Amount
	paths    map[int][]Step // by attribute: the minima, then its judgments
}

func newSpender(p *Problem, one int) *spender {
	s := &spender{p: p, one: one, paths: make(map[int][]Step)}
	repeats := make([]int, p.d())
	for _, j := range p.minima() {
		if repeats[j]++; repeats[j] == 1 {
			s.order = append(s.order, j)
		}
		s.required += p.Price[j]
		s.minima = append(s.minima, Step{Attribute: j, Spent: s.required})
	}
	s.state = newFullStateAt(p, repeats, s.order)
	return s
}

// single returns the choices of single=NAME, or of Single for no name, at
// rising budgets.
func (p *Problem) single(ctx context.Context, name string, budgets []model.Amount) ([]Choice, error) {
	one := -1
	if name != "" {
		var err error
		if one, err = p.candidate(name); err != nil {
			return nil, err
		}
	}
	s := newSpender(p, one)
	choices := make([]Choice, len(budgets))
	for i, budget := range budgets {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		choices[i] = s.choose(budget)
	}
	return choices, nil
}

// choose returns the choice at a budget. If no attribute is worth a judgment, only the
// minima are bought. A named attribute is always bought.
func (s *spender) choose(budget model.Amount) Choice {
	if budget < s.required {
		return Choice{Loss: s.p.VarY}
	}
	left := budget - s.required
	c := Choice{Spent: s.required, trunk: s.minima}
	repeats, order := slices.Clone(s.state.repeats), s.order
	if j := s.best(left); j >= 0 {
		n := s.affordable(j, left)
		c.Spent += s.price(j) * model.Amount(n)
		c.trunk = s.path(j, n)
		if repeats[j] == 0 && n > 0 {
			order = append(slices.Clip(order), j)
		}
		repeats[j] += n
	}
	_, c.Objective, c.Loss = s.p.weigh(repeats, order)
	if s.p.onForms() {
		n := s.p.onNode(&c)
		return Choice{Spent: n.spent, Objective: c.Objective, Loss: c.Loss, node: n}
	}
	return c
}

// best returns the attribute to spend the rest on, -1 for none.
func (s *spender) best(left model.Amount) int {
	if s.one >= 0 {
		return s.one
	}
	best, top := -1, s.p.negligible()
	for j, ok := range s.p.Candidate {
		if !ok {
			continue
		}
		if gain := s.state.give(j, s.affordable(j, left), &loan{}); gain > top*(1+tie) {
			best, top = j, gain
		}
	}
	return best
}

// affordable returns how many judgments of j the rest pays for, on top of its
// minimum and within its maximum.
func (s *spender) affordable(j int, left model.Amount) int {
	return min(int(left/s.price(j)), s.p.most(j)-s.p.least(j))
}

// price is the price of a judgment of j by a rater who is asked nothing else.
func (s *spender) price(j int) model.Amount {
	if f := s.p.forms; f != nil {
		return s.p.Price[j] + f.Price[f.Of[j]]
	}
	return s.p.Price[j]
}

// path returns the steps of the minima and n judgments of j. Budgets share it.
func (s *spender) path(j, n int) []Step {
	steps := s.paths[j]
	if steps == nil {
		steps = append(steps, s.minima...)
	}
	for end := len(s.minima) + n; len(steps) < end; {
		spent := s.required + s.price(j)*model.Amount(len(steps)+1-len(s.minima))
		steps = append(steps, Step{Attribute: j, Spent: spent})
	}
	s.paths[j] = steps
	end := len(s.minima) + n
	return steps[:end:end]
}
