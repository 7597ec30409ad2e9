package predict

import "fms-tui/model"

// noise is what the errors of the mean judgments of two attributes share, under
// the design of a predictor.
type noise struct {
	halo  [][]float64 // C+, in the order of the predictor's attributes; nil where errors share nothing
	form  []int       // by attribute: the form that it is asked on, -1 for none
	panel int         // R, the raters who judge every object; 0 without a panel
}

// noiseOf reads the design of a predictor. Without C+, or where every judgment is
// by another rater, errors share nothing.
func noiseOf(p *model.Predictor) noise {
	var s noise
	d := p.Design
	if d == nil || len(d.Halo) != len(p.Attributes) {
		return s
	}
	s.halo, s.form = d.Halo, p.FormOf()
	if d.Panel != nil {
		s.panel = *d.Panel
	}
	return s
}

// counts tells whether what one rater's judgments of two attributes share is
// known, and is in the losses.
func (s *noise) counts(a, e int) bool {
	return s.halo != nil && (s.panel > 0 || s.form[a] >= 0 && s.form[a] == s.form[e])
}

// shared is (C+ ∘ Ω(n))[a,e] of two different attributes with n >= 1 judgments each. On
// one form the same raters answer, nested, so min(n[a], n[e]) of the n[a]·n[e] pairs
// are by one rater:
//
//	Ω[a,e] = min(n[a], n[e]) / (n[a]·n[e]) = 1/max(n[a], n[e])
//
// In a panel of R whose raters are drawn for each attribute by themselves, each pair is
// of one rater with probability 1/R. An object that has more judgments than the panel
// has raters counts as judged by the whole panel.
func (s *noise) shared(a, e int, n []int) float64 {
	switch {
	case s.halo == nil:
		return 0
	case s.form[a] >= 0 && s.form[a] == s.form[e]:
		return s.halo[a][e] / float64(max(n[a], n[e]))
	case s.panel > 0:
		return s.halo[a][e] / float64(max(s.panel, n[a], n[e]))
	}
	return 0
}
