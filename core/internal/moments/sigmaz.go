package moments

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// SigmaZ returns, by attribute, how many standard errors the external variance
// Σ[a,a], as it is before any projection, is away from 0. Far below 0 raters
// disagree more than independent raters can: judgments were selected, balanced
// or shuffled. It is NaN where Σ[a,a] or its error cannot be had: attributes
// that are not usable, of all objects or without one of the blocks, fewer than 2
// blocks with judgments, and estimates that do not differ between blocks.
//
// The error comes from a jackknife over blocks. With Σ_(k) the estimate without block k
// of the K blocks that hold judgments of a, and Σ_(.) their mean,
//
//	se² = (K-1)/K Σ_k (Σ_(k) - Σ_(.))²
//
// For a mean of blocks of equal size Σ_(k) - Σ_(.) is -(x_k - x̄)/(K-1), and se²
// the sample variance of x by K. Σ[a,a] is a smooth function of means, t² less
// noise, of which the same holds. The severity term and a panel's offsets come
// from all objects and stay as they are in every Σ_(k): they have no part in the
// error.
func (b *Blocks) SigmaZ() []float64 {
	z := make([]float64, b.d)
	for a := range z {
		var own []AttrSums
		for _, s := range b.Block {
			if s != nil && s.Attr[a].Objects > 0 {
				own = append(own, s.Attr[a])
			}
		}
		z[a] = b.sigmaZ(a, own)
	}
	return z
}

// sigmaZ returns SigmaZ of attribute a, from its sums by block. The sums without a
// block are added from the blocks before and after it: nothing is subtracted.
func (b *Blocks) sigmaZ(a int, own []AttrSums) float64 {
	before := NewSums(1).Attr[0]
	after := slices.Repeat([]AttrSums{before}, len(own)+1)
	for i := len(own) - 1; i >= 0; i-- {
		after[i].add(&own[i])
		after[i].add(&after[i+1])
	}
	sigma, ok := b.ownVariance(a, &after[0])
	if !ok || len(own) < 2 {
		return math.NaN()
	}
	left := make([]float64, len(own))
	for i := range own {
		q := before
		q.add(&after[i+1])
		if left[i], ok = b.ownVariance(a, &q); !ok {
			return math.NaN()
		}
		before.add(&own[i])
	}
	squares := float64(len(own)-1) * stat.PopVariance(left, nil)
	if squares == 0 {
		return math.NaN()
	}
	return sigma / math.Sqrt(squares)
}

// ownVariance is Σ[a,a] of some objects; false where a is not usable in them.
func (b *Blocks) ownVariance(a int, q *AttrSums) (sigma float64, ok bool) {
	at := b.attribute(q, a)
	if at.Status != Usable || !b.ownNoise(a) {
		return 0, false
	}
	sigma = at.external(q)
	if b.Severity != nil {
		sigma += b.Severity.K[a*b.d+a]
	}
	return sigma, true
}
