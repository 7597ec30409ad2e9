package predict

import (
	"slices"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// problem is the selection of n judgments of each attribute of a predictor, in the attributes' own
// units and with the ridge, if it is to count, on the diagonal of Σ⁺.
func (s *noise) problem(p *model.Predictor, n []int, ridge float64) *selection.Problem {
	d := len(p.Attributes)
	q := &selection.Problem{
		B: [][]float64{make([]float64, d)}, V: make([]float64, d), Sigma: make([]float64, 0, d*d), VarY: p.LabelVariance,
		Price: make([]model.Amount, d), Candidate: slices.Repeat([]bool{true}, d),
	}
	f := &selection.Forms{Of: make([]int, d), Price: make([]model.Amount, 2*d)}
	for a := range p.Attributes {
		at := &p.Attributes[a]
		q.B[0][a], q.V[a] = at.Covariance(), at.InternalVariance
		q.Sigma = append(q.Sigma, p.External[a]...)
		q.Sigma[a*d+a] += ridge * at.Scale * at.Scale
		f.Of[a] = a
		if s.halo == nil {
			continue
		}
		if f.Halo = append(f.Halo, s.halo[a]...); s.form[a] >= 0 {
			f.Of[a] = d + s.form[a]
		}
		for e := range d {
			if e != a && !s.onForm(a, e) {
				q.Sigma[a*d+e] += s.shared(a, n[a], e, n[e])
			}
		}
	}
	if s.halo == nil {
		return q
	}
	return q.WithForms(f)
}

// weights are those of the package's documentation by attribute of the predictor, 0 where n is 0; b
// is b̃ where the predictor has it, and a refit's own (noise). A refit keeps its own weights for n ≥ r.
func weights(p *model.Predictor, s *noise, n []int) []float64 {
	if s.refit && slices.EqualFunc(p.Attributes, n, func(a model.PredictorAttribute, n int) bool { return n >= a.Repeats }) {
		w := make([]float64, len(n))
		for a := range w {
			w[a] = p.Attributes[a].Weight // also where an attribute adds nothing to others
		}
		return w
	}
	q := s.problem(p, n, p.Ridge)
	var order []int
	for _, redundant := range []bool{false, true} {
		for a := range p.Attributes {
			if (p.Attributes[a].Weight == 0) == redundant {
				order = append(order, a)
			}
			q.B[0][a] = s.covariance(p, a, n[a])
		}
	}
	return q.WeightsAt(n, order)[0]
}

// loss is the projected loss of weights with the counts n, in squared label
// units; attributes with weight 0 may have n = 0.
func loss(p *model.Predictor, s *noise, w []float64, n []int) float64 {
	return s.problem(p, n, 0).LossOf(w, n)
}

// conditional is loss of the weights for n judgments of each attribute. Of a refit it is the
// loss of its own and the variance of ŷ(r) that ŷ(n) does not explain, V(r) - wᵀb.
func conditional(p *model.Predictor, s *noise, w []float64, n []int) float64 {
	if !s.refit {
		return loss(p, s, w, n)
	}
	l := p.ProjectedLoss + s.v
	for a, x := range w {
		if x != 0 {
			l -= x * s.covariance(p, a, n[a])
		}
	}
	return l
}

func labelMean(p *model.Predictor) float64 {
	y := p.Intercept
	for _, a := range p.Attributes {
		y += a.Weight * a.Mean
	}
	return y
}
