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
	none     *holding   // prices judgments by raters who are asked nothing else
	state    *fullState // at the minima
	minima   []lot
	required model.Amount
}

func newSpender(p *Problem, one int) *spender {
	repeats := minimalRepeats(p)
	s := &spender{p: p, one: one, none: newHolding(p), minima: lotsOf(repeats, support(repeats))}
	s.required, _ = p.Required()
	s.state = newFullStateAt(p, repeats, support(repeats))
	return s
}

// chooseSingle returns the choices of single=NAME, or of Single for no name, at
// rising budgets.
func chooseSingle(ctx context.Context, p *Problem, name string, budgets []model.Amount) ([]Choice, error) {
	one := -1
	if name != "" {
		var err error
		if one, err = findCandidate(p, name); err != nil {
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
	lots := s.minima
	if j := s.best(left); j >= 0 {
		lots = append(slices.Clip(lots), lot{j, s.affordable(j, left)})
	}
	return newChoice(s.p, lots, new(cholesky))
}

// best returns the attribute to spend the rest on, -1 for none.
func (s *spender) best(left model.Amount) int {
	if s.one >= 0 {
		return s.one
	}
	best, top := -1, negligibleGain(s.p)
	for j, ok := range s.p.Candidate {
		if !ok {
			continue
		}
		if n := s.affordable(j, left); n > 0 {
			if gain := s.state.market.gain(j, n); gain > top*(1+tie) {
				best, top = j, gain
			}
		}
	}
	return best
}

// affordable returns how many judgments of j the rest pays for, on top of its
// minimum and within its maximum.
func (s *spender) affordable(j int, left model.Amount) int {
	return min(int(left/s.none.priceOf(lot{j, 1})), s.p.most(j)-s.state.repeats[j])
}
