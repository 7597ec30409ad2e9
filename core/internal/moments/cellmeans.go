package moments

import "math"

// CellMeans returns the covariance of the cell means x̄ over the objects of s,
// d×d by rows and symmetric, in products of the attributes' units: what a
// regression on the averages sees. Unlike Σ it holds the noise that averaging
// left, t² on its diagonal, and in every mode it comes from all pairs of
// judgments, without the severity term. m must be the Moments of s.
//
// Entries that no object supports are 0. Rows of attributes without judgments, constant
// attributes and attributes with too large sums are 0 too.
func (b *Blocks) CellMeans(s *Sums, m *Moments) []float64 {
	d := b.d
	cov := make([]float64, d*d)
	for i := range d {
		if !m.Attr[i].varies() {
			continue
		}
		cov[i*d+i] = m.Attr[i].T * m.Attr[i].T
		for j := i + 1; j < d; j++ {
			if m.Attr[j].varies() {
				cov[i*d+j], _ = b.pairCovariance(m, s, AllPairs, i, j)
				cov[j*d+i] = cov[i*d+j]
			}
		}
	}
	return cov
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
