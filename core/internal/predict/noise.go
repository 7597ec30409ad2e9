package predict

import "fms-tui/model"

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
