package selection

import (
	"context"

	"fms-tui/model"
)

// chooseSingle spends each budget beyond the minima on one attribute, up to its maximum: on the
// best one at this budget, or on the attribute that is named (the baseline of S&K section 4 that
// averages the crowd's own guesses of the label). If no attribute is worth a judgment, only the
// minima are bought. A named attribute is always bought.
func chooseSingle(ctx context.Context, p *Problem, a Algorithm, budgets []model.Amount) ([]Choice, error) {
	one := -1
	if name, named := a.one(); named {
		one, _ = findCandidate(p, name) // Check has found it
	}
	least, none := minimalRepeats(p), newHolding(p) // which prices judgments by raters who are asked nothing else
	required, _ := p.Required()
	s := newFullStateAt(p, least, support(least))
	choices, room := make([]Choice, len(budgets)), new(cholesky)
	for i, budget := range budgets {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if budget < required {
			choices[i] = Choice{Loss: p.VarY}
			continue
		}
		affordable := func(j int) int {
			return min(int((budget-required)/none.priceOf(lot{j, 1})), p.Most(j)-least[j])
		}
		best, top := one, negligibleGain(p)
		for j, ok := range p.Candidate {
			if ok && one < 0 && affordable(j) > 0 {
				if gain := s.market.gain(j, affordable(j)); gain > top*(1+tie) {
					best, top = j, gain
				}
			}
		}
		lots := lotsOf(least, support(least))
		if best >= 0 {
			lots = append(lots, lot{best, affordable(best)})
		}
		choices[i] = newChoice(p, lots, room)
	}
	return choices, nil
}
