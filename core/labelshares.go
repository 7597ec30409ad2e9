package core

import "math"

// LabelShare is how much of one of several labels a pick explains.
type LabelShare struct {
	Name      string
	Projected float64 // R², at most 1
	R2, SE    float64 // honest R² with its standard error; the projected one and NaN where none is known
	// Loss is the honest mean squared error in squared label units, or the projected loss; NaN
	// for classes without an order, whose K indicators have losses of their own.
	Loss float64
}

// LabelShares returns how much of each label is explained. The variance of classes without an
// order is the sum over their indicators.
func (p *Pick) LabelShares() []LabelShare {
	r := p.Result
	w, _ := r.problem.WeightsOf(&p.Selection.choice)
	var out []LabelShare
	for _, l := range r.aims.labels {
		s, loss, variance, one := LabelShare{Name: l.Name, SE: math.NaN()}, 0.0, 0.0, math.NaN()
		var honestLoss []float64
		for k := range r.aims.list {
			aim := &r.aims.list[k]
			if aim.Label != l.Name {
				continue
			}
			of := r.knownOf(k).all.LabelVariance
			part := r.problem.LossOfLabel(k, of, w[k], p.Selection.Repeats)
			loss, variance = loss+part, variance+of
			if h := p.Honest; h != nil && h.runs[p.Selection.Algorithm] != nil {
				for b, x := range h.runs[p.Selection.Algorithm].AtLabel(p.Selection.Budget, k) {
					if b == len(honestLoss) {
						honestLoss = append(honestLoss, 0)
					}
					honestLoss[b] += x
				}
			}
			if aim.Class < 0 {
				one = 1 / aim.Weight
			}
		}
		s.Projected = 1 - loss/variance
		if honestLoss != nil {
			e := p.Honest.parts.Estimate(honestLoss)
			loss, s.SE = e.Loss, e.SE/variance
		}
		s.R2, s.Loss = 1-loss/variance, loss*one
		out = append(out, s)
	}
	return out
}
