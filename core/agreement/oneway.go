package agreement

import (
	"math"

	"fms-tui/core/internal/moments"
)

// Sums are what ICC(1) needs of the objects of one block, and what moments hold of
// them. With x̄ the mean of an object's n judgments about any fixed number, s² their
// variance with divisor n-1:
type Sums struct {
	Objects  int     // m, with a judgment
	Repeated int     // of them with two or more
	X, XX    float64 // Σ x̄, Σ x̄²
	S2, S2n  float64 // Σ s², Σ s²/n over the objects with two judgments or more
}

// oneWay is an attribute's sums by block.
type oneWay []Sums

// icc1 is ICC(1) with every block weighted.
//
// With v the mean s² of the objects judged twice, the variance of the m object means
// is σo² plus the mean of v/n, so that
//
//	σo² = Σ(x̄ - mean)²/(m-1) - (1/m) (Σ s²/n + v · #{n=1})
//
// Every object counts alike, however often it was judged (the unweighted analysis of
// Searle, Casella and McCulloch 1992, section 3.4, with each object's own s²). With n
// the same everywhere it is (MSB - MSW)/n, and ICC(1) agrees with the analysis of
// variance. m-1 becomes (m² - Σ w² m)/m in a replicate: the pairs of an object with its
// copies differ by nothing and are no pairs.
func (o oneWay) icc1(w []float64) float64 {
	var m, own, repeated, x, xx, s2, s2n float64
	for b := range min(len(w), len(o)) {
		s := &o[b]
		m += w[b] * float64(s.Objects)
		own += w[b] * w[b] * float64(s.Objects)
		repeated += w[b] * float64(s.Repeated)
		x += w[b] * s.X
		xx += w[b] * s.XX
		s2 += w[b] * s.S2
		s2n += w[b] * s.S2n
	}
	v := s2 / repeated
	between := (m*xx - x*x) / (m*m - own)
	sigma2 := between - (s2n+v*(m-repeated))/m
	return ratio(sigma2, v)
}

// ratio is signal/(signal+noise): NaN where either is not known or there is neither.
// The estimate of a small signal can be below 0, and is left so, as it is in the
// published tables. Where the noise is estimated below 0 it counts as 0.
func ratio(signal, noise float64) float64 {
	if !(signal+noise > 0) {
		return math.NaN()
	}
	return max(-1, min(1, signal/(signal+noise)))
}

// sums are an attribute's sums by block, about the first judgment.
func (c *column) sums(blocks *blocks) []Sums {
	all := make([]Sums, blocks.n)
	if len(c.cells) == 0 {
		return all
	}
	shift := c.cells[0].value
	c.objects(func(own []judgment) {
		s := &all[blocks.of[own[0].object]]
		x := mean(own) - shift
		s.Objects++
		s.X += x
		s.XX += x * x
		if n := float64(len(own)); n >= 2 {
			s2 := within(own) / (n - 1)
			s.Repeated++
			s.S2 += s2
			s.S2n += s2 / n
		}
	})
	return all
}

// OfSums measures what moments can tell: ICC(1) by attribute, and nothing else. attributes
// and sums have one element for each attribute, in the same order. The counts of an
// attribute mean the same as in Attribute. The sums of an attribute have one element for
// each block.
func OfSums(attributes []Attribute, sums [][]Sums, q Question) *Agreement {
	used := []int{}
	for b := range moments.BlockCount(len(attributes)) {
		for a := range sums {
			if b < len(sums[a]) && sums[a][b].Objects > 0 {
				used = append(used, b)
				break
			}
		}
	}
	draws := newDraws(used, q)
	r := &Agreement{}
	for i, a := range attributes {
		a.ICC1 = draws.one(oneWay(sums[i]).icc1)
		a.ICCA1, a.ICCC1, a.ICCAk = unknown, unknown, unknown
		a.AlphaInterval, a.AlphaOrdinal, a.AlphaNominal, a.Kappa = unknown, unknown, unknown, unknown
		r.Attributes = append(r.Attributes, a)
	}
	return r
}
