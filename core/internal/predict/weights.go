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

// noise is what the errors of the mean judgments of two attributes share, under
// the design of a predictor.
type noise struct {
	halo  [][]float64 // C+, in the order of the predictor's attributes; nil where errors share nothing
	form  []int       // by attribute: the form that it is asked on, -1 for none
	panel int         // R, the raters who judge every object; 0 without a panel

	// refit says that the weights are a refit's, and v is then the variance of its predictions.
	refit bool
	v     float64
}

// noiseOf reads the design of a predictor. Without C+, or where every judgment is
// by another rater, errors share nothing.
func noiseOf(p *model.Predictor) noise {
	var s noise
	if d := p.Design; d != nil && len(d.Halo) == len(p.Attributes) {
		s.halo, s.form = d.Halo, p.FormOf()
		if d.Panel != nil {
			s.panel = *d.Panel
		}
	}
	s.refit = p.Weights != nil && *p.Weights == model.WeightsRefit && p.HasMoments()
	for a, at := range p.Attributes {
		if s.refit {
			s.v += at.Weight * s.covariance(p, a, at.Repeats)
		}
	}
	return s
}

// covariance is b of attribute a, from which weights for n judgments of it are made: the
// predictor's own, but of a refit with weights w for r judgments Cov(x̄_a(n), wᵀx̄(r)).
//
// The best prediction of the label from some of the r judgments is the best prediction of
// ŷ(r) = wᵀx̄(r) from these (the tower property). With n = r for all attributes
// M⁻¹ Cov(x̄(r), ŷ(r)) = M⁻¹ M w = w.
func (s *noise) covariance(p *model.Predictor, a, n int) float64 {
	at := &p.Attributes[a]
	if !s.refit {
		return at.Covariance()
	}
	b := (p.Ridge*at.Scale*at.Scale + at.InternalVariance/float64(max(n, at.Repeats))) * at.Weight
	for e := range p.Attributes {
		other := &p.Attributes[e]
		b += p.External[a][e] * other.Weight
		if e != a {
			b += s.shared(a, n, e, other.Repeats) * other.Weight
		}
	}
	return b
}

// counts tells whether what one rater's judgments of two attributes share is
// known, and is in the losses.
func (s *noise) counts(a, e int) bool {
	return s.halo != nil && (s.panel > 0 || s.onForm(a, e))
}

func (s *noise) onForm(a, e int) bool { return s.form[a] >= 0 && s.form[a] == s.form[e] }

// shared is (C+ ∘ Ω(n))[a,e] of two different attributes with n >= 1 judgments each. On
// one form the same raters answer, nested, so min(n[a], n[e]) of the n[a]·n[e] pairs
// are by one rater:
//
//	Ω[a,e] = min(n[a], n[e]) / (n[a]·n[e]) = 1/max(n[a], n[e])
//
// In a panel of R whose raters are drawn for each attribute by themselves, each pair is
// of one rater with probability 1/R. An object that has more judgments than the panel
// has raters counts as judged by the whole panel.
func (s *noise) shared(a, na, e, ne int) float64 {
	switch {
	case s.halo == nil:
		return 0
	case s.onForm(a, e):
		return s.halo[a][e] / float64(max(na, ne))
	case s.panel > 0:
		return s.halo[a][e] / float64(max(s.panel, na, ne))
	}
	return 0
}
