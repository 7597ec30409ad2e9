package selection

import "fmt"

// WithPosterior returns p, of one label, with a shrunk label covariance in place of the paper's: b̃ by
// attribute, standardised, as from package posterior. Objectives, bounds and weights
// all use b̃. The paper's baseline Averages still chooses by b, kept in PaperB.
func (p *Problem) WithPosterior(b []float64) *Problem {
	if len(b) != p.d() {
		panic(fmt.Sprintf("selection: a label covariance of %d attributes for %d", len(b), p.d()))
	}
	q := *p
	q.PaperB, q.B = measuredOf(p), [][]float64{b}
	return &q
}

// measuredOf is b as the pilot shows it, standardised.
func measuredOf(p *Problem) [][]float64 {
	if p.PaperB != nil {
		return p.PaperB
	}
	return p.B
}
