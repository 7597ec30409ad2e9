package moments

import (
	"math"
	"slices"
)

// symmetric returns a d×d matrix, by rows, of the entries between some attributes; all others are 0.
func symmetric(d int, some func(a int) bool, entry func(i, j int) float64) []float64 {
	x := make([]float64, d*d)
	for i := range d {
		for j := i; some(i) && j < d; j++ {
			if some(j) {
				x[i*d+j] = entry(i, j)
				x[j*d+i] = x[i*d+j]
			}
		}
	}
	return x
}

// isUsable tells whether an attribute is.
func (m *Moments) isUsable(a int) bool { return m.Attr[a].Status == Usable }

// CellMeans returns the covariance of the cell means x̄ over the objects of s,
// d×d by rows and symmetric, in products of the attributes' units: what a
// regression on the averages sees. Unlike Σ it holds the noise that averaging
// left, t² on its diagonal, and in every mode it comes from all pairs of
// judgments, without the severity term. m must be the Moments of s.
//
// Entries that no object supports are 0. Rows of attributes without judgments, constant
// attributes and attributes with too large sums are 0 too.
func (b *Blocks) CellMeans(s *Sums, m *Moments) []float64 {
	return symmetric(b.d, func(a int) bool { return m.Attr[a].varies() }, func(i, j int) float64 {
		if i == j {
			return m.Attr[i].T * m.Attr[i].T
		}
		c, _ := b.pairCovariance(m, s, AllPairs, i, j)
		return c
	})
}

// varies tells whether the attribute's cell means have a variance to speak of.
func (a *Attribute) varies() bool { return a.T > 0 && a.Status != TooLarge }

// K returns, by attribute, the judgments of a cell: their mean over O(a),
// rounded (half up); 0 without judgments.
func (m *Moments) K() []int {
	k := make([]int, len(m.Attr))
	for a := range k {
		if at := &m.Attr[a]; at.Objects > 0 {
			k[a] = int(math.Round(float64(at.Judgments) / float64(at.Objects)))
		}
	}
	return k
}

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
	return symmetric(b.d, m.isUsable, func(i, j int) float64 {
		switch {
		case i == j:
			return m.Attr[i].noise(&s.Attr[i])
		case b.kind(i, j) == AllPairs:
			return 0
		}
		different, ok := b.pairCovariance(m, s, DifferentRaters, i, j)
		if !ok {
			return 0
		}
		all, _ := b.pairCovariance(m, s, AllPairs, i, j)
		return all - different
	})
}

// Held returns the shares of the objects of s that have judgments of
// both of two attributes, d×d by rows and symmetric, in [0,1]; nil where every usable attribute
// is judged of all objects. m must be the Moments of s. Rows of attributes that are not usable
// are 0.
func (s *Sums) Held(m *Moments) []float64 {
	gaps := func(at Attribute) bool { return at.Status == Usable && at.Objects < m.Objects }
	if !slices.ContainsFunc(m.Attr, gaps) {
		return nil
	}
	return symmetric(len(s.Attr), m.isUsable, func(i, j int) float64 {
		n := float64(m.Attr[i].Objects)
		if i != j {
			n, _, _, _ = s.pair(AllPairs, i, j)
		}
		return n / float64(m.Objects)
	})
}
