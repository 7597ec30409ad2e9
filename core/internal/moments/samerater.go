package moments

import (
	"math"

	"fms-tui/model"
)

// What one rater gets wrong on one attribute of an object is often what the same
// rater gets wrong on the next: same-rater error, or halo. Judgments that are
// bought in forms carry it, and it does not fade with more attributes. It is
// estimated from the objects that have pairs of judgments of both kinds, with
//
//	E = average of x'_a x'_a' over the pairs by one rater
//	D = average of x'_a x'_a' over the pairs by different raters
//
// E - D holds neither the truth nor, but for their averages of x', the shift:
//
//	avg (x_a-μ_a)(x_a'-μ_a') = avg x'_a x'_a' - μ'_a' avg x'_a - μ'_a avg x'_a' + μ'_a μ'_a'
//
// and the last term is in both averages. With P = Σ(E-D) and A the same
// difference of the averages of x'_a, the covariance of one rater's errors is
//
//	C[a,a'] = (P - μ'_a' A[a,a'] - μ'_a A[a',a]) / N
//
// Judgments whose rater is not known are by raters of their own.

// sameForms returns the SameRater sums of a block in which every object is
// complete and judged in whole forms. There E = Σ_j x_j x_jᵀ / n, which by
// Helmert's contrasts z (see contrasts) is x̄ x̄ᵀ + Σ z zᵀ/n, and
//
//	E - D = Σ z zᵀ/n + Σ z zᵀ/(n²-n) = n · Σ z zᵀ/(n²-n),
//
// n times what D lacks of x̄ x̄ᵀ. Every pair of judgments of a is in a pair of
// either kind, so that A = 0. With n_0 the least n of the block, the n_0 times
// are a difference of sums that are there; rows of objects that more raters
// judged are summed once more, n - n_0 times.
func (c *accumulator) sameForms(all, different *PairSums) *PairSums {
	least := c.raters[0]
	for _, n := range c.raters {
		least = min(least, n)
	}
	p := &PairSums{P: make([]float64, len(all.P))}
	for i, x := range all.P {
		p.P[i] = float64(least) * (x - different.P[i])
	}
	more, at := 0, 0
	for _, n := range c.raters {
		rows := (n - 1) * c.d
		if n > least {
			root := math.Sqrt(float64(n - least))
			for i, z := range c.forms[at : at+rows] {
				c.forms[more+i] = root * z // never ahead of what is read
			}
			more += rows
		}
		at += rows
	}
	if c.d > 0 {
		addGram(p.P, c.forms, more/c.d, c.d, 1)
	}
	return p
}

// HasSameRater tells whether the blocks keep same-rater sums: not in the paper
// mode, and not from a moments file of version 1, with which judgments can only
// be bought one by one (--design single).
func (b *Blocks) HasSameRater() bool {
	if b.Mode == model.RatersPaper {
		return false
	}
	for _, s := range b.Block {
		if s != nil && s.Pairs[SameRater] == nil {
			return false
		}
	}
	return true
}

// withoutSameRater returns the sums without those of that kind.
func (s *Sums) withoutSameRater() *Sums {
	out := *s
	out.Pairs[SameRater] = nil
	return &out
}

// halo is the off-diagonal part of HeldOut.Halo for the sums of a block:
//
//	(P_k - μ_a' A_k[a,a'] - μ_a A_k[a',a]) / N
//
// with the training means about the shift, N of all blocks, and both
// attributes standardised.
func (h *holdOut) halo(s *Sums) []float64 {
	d := h.d
	out := make([]float64, d*d)
	for i := range d {
		at := &h.train.Attr[i]
		if at.Status != Usable {
			continue
		}
		mi := at.Mean - h.Shift[i]
		for j := i + 1; j < d; j++ {
			other := &h.train.Attr[j]
			n, _, _, _ := h.whole.pair(SameRater, i, j)
			if n == 0 || other.Status != Usable {
				continue
			}
			_, p, ai, aj := s.pair(SameRater, i, j)
			x := (p - (other.Mean-h.Shift[j])*ai - mi*aj) / n / (at.T * other.T)
			out[i*d+j], out[j*d+i] = x, x
		}
	}
	return out
}
