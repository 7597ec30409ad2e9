package moments

import (
	"slices"

	"fms-tui/model"
)

// CellNoise returns N, the covariance of the noise of the pilot's cell means: with
// x̄ = s + noise, s the external values, N = Cov(noise). It is d×d by rows and
// symmetric, in products of the attributes' units. m must be the Moments of s, a
// union of b's blocks.
//
// Off the diagonal it is what one rater's errors in two attributes leave in the means
// of one object: products over all pairs of judgments include that part, products over
// different raters do not,
//
//	N[a,a']  = mean over O(a,a') of x̄[a] x̄[a'] less the mean over the objects that
//	           have judgments of different raters of those judgments' average product
//	N[a,a]   = t² - Σ[a,a], Σ[a,a] without severity: mean of s²/n, v where n = 1
//
// both about μ. The two sets of objects may differ, so that N need not be positive
// semi-definite.
//
// N leaves out the severity term K: severity is a shift of the raters, not an error of
// these objects' means, that a small pool hides in t². For a fixed panel N is the noise
// without the raters' offsets. In the paper mode every judgment is by another rater,
// and N is diagonal. If no object has judgments of two attributes by different raters,
// their entry is 0 too, and Σ borrows the entry of all pairs (Moments.Borrowed). Rows
// of attributes that are not usable are 0.
func (b *Blocks) CellNoise(s *Sums, m *Moments) []float64 {
	d := b.d
	noise := make([]float64, d*d)
	for i := range d {
		at := &m.Attr[i]
		if at.Status != Usable {
			continue
		}
		noise[i*d+i] = at.noise(&s.Attr[i])
		if b.Mode == model.RatersPaper {
			continue
		}
		for j := i + 1; j < d; j++ {
			if m.Attr[j].Status == Usable {
				noise[i*d+j] = b.sharedNoise(m, s, i, j)
				noise[j*d+i] = noise[i*d+j]
			}
		}
	}
	return noise
}

// sharedNoise is N[i,j], i < j.
func (b *Blocks) sharedNoise(m *Moments, s *Sums, i, j int) float64 {
	if b.kind(i, j) == AllPairs {
		return 0
	}
	different, ok := b.pairCovariance(m, s, DifferentRaters, i, j)
	if !ok {
		return 0
	}
	all, _ := b.pairCovariance(m, s, AllPairs, i, j)
	return all - different
}

// Held returns the shares of the objects of s that have judgments of
// both of two attributes, d×d by rows and symmetric, in [0,1]; nil where every usable attribute
// is judged of all objects. m must be the Moments of s. Rows of attributes that are not usable
// are 0.
func (s *Sums) Held(m *Moments) []float64 {
	usable := func(a int) bool { return m.Attr[a].Status == Usable }
	gaps := func(at Attribute) bool { return at.Status == Usable && at.Objects < m.Objects }
	if !slices.ContainsFunc(m.Attr, gaps) {
		return nil
	}
	d, all := len(s.Attr), float64(m.Objects)
	held := make([]float64, d*d)
	for i := range d {
		if !usable(i) {
			continue
		}
		held[i*d+i] = float64(m.Attr[i].Objects) / all
		for j := i + 1; j < d; j++ {
			if usable(j) {
				n, _, _, _ := s.pair(AllPairs, i, j)
				held[i*d+j], held[j*d+i] = n/all, n/all
			}
		}
	}
	return held
}
