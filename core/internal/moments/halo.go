package moments

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A rater's error on one attribute of an object often recurs on the next attribute:
// same-rater error, or halo. Judgments that are bought in forms carry it, and it does
// not fade with more attributes. It is estimated from the objects that have pairs of
// judgments of both kinds, with
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

// Halo is what a rater's judgments of two attributes of one object have in
// common beyond what different raters agree on: for each pair of attributes
//
//	C[a,a'] = mean over objects that have both kinds of pair of
//	          (average over same-rater pairs - average over different-rater pairs)
//
// of the centred products (x_a-μ_a)(x_a'-μ_a'), and C[a,a] = v[a].
type Halo struct {
	C []float64 // d×d, symmetric, in products of the attributes' units
	N []int     // objects that have both kinds of pair; 0 where C is not known, and is 0
	// Unsupported lists the pairs of usable attributes with N = 0, the lesser
	// number first: no object has both of a rater and of others too.
	Unsupported [][2]int
}

// Halo returns the covariances of one rater's errors over the objects of s, a
// union of b's blocks of which m are the Moments. Without same-rater sums
// nothing but the diagonal is known.
func (b *Blocks) Halo(m *Moments, s *Sums) *Halo {
	d := b.d
	out := &Halo{C: make([]float64, d*d), N: make([]int, d*d)}
	for i := range d {
		out.C[i*d+i], out.N[i*d+i] = m.Attr[i].V, m.Attr[i].Objects
		for j := i + 1; j < d; j++ {
			if b.isOnce(i) || b.isOnce(j) {
				continue // in their covariance
			}
			at, ta := i*d+j, j*d+i
			n, p, ai, aj := s.pair(SameRater, i, j)
			if n == 0 {
				if m.Attr[i].Status == Usable && m.Attr[j].Status == Usable {
					out.Unsupported = append(out.Unsupported, [2]int{i, j})
				}
				continue
			}
			mi, mj := m.Attr[i].Mean-b.Shift[i], m.Attr[j].Mean-b.Shift[j]
			out.C[at] = (p - mj*ai - mi*aj) / n
			out.C[ta] = out.C[at]
			out.N[at], out.N[ta] = int(n), int(n)
		}
	}
	return out
}

// ProjectedHalo is C⁺: the covariance of one rater's errors, moved to the
// nearest that is positive semi-definite and has v on its diagonal.
type ProjectedHalo struct {
	// C is d×d by rows and symmetric, in products of t, with v/t² on its diagonal; rows and columns
	// of unusable attributes are 0. For attributes without noise all entries but v are 0.
	C []float64
	// Cut is Σ|negative λ| / Σ|λ| of the correlations of errors, in [0,1].
	Cut float64
}

// noNoise is the root of v, relative to the judgments, up to which v is what
// rounding leaves of equal judgments: errors of that size correlate with nothing.
const noNoise = 1e-12

// ProjectHalo returns C⁺. The projection acts on the correlations
//
//	Z[a,a'] = C[a,a'] / √(v[a] v[a']),   Z[a,a] = 1,
//
// so that units do not matter. It only ever adds to the diagonal of Z, which is
// then scaled back to 1: a correlation matrix again, which scales back to a
// covariance with v on its diagonal. h must be the Halo of the objects of m.
func (m *Moments) ProjectHalo(h *Halo) ProjectedHalo {
	d := len(m.Attr)
	p := ProjectedHalo{C: make([]float64, d*d)}
	var noisy []int
	for a := range m.Attr {
		if at := &m.Attr[a]; at.Status == Usable {
			p.C[a*d+a] = at.Internal() / (at.T * at.T)
			if size := noNoise * max(math.Abs(at.Mean), at.T); at.Internal() > size*size {
				noisy = append(noisy, a)
			}
		}
	}
	if len(noisy) == 0 {
		return p
	}
	scale := make([]float64, d)
	z := mat.NewSymDense(len(noisy), nil)
	for i, a := range noisy {
		scale[a] = math.Sqrt(m.Attr[a].V)
		for j, b := range noisy[:i] {
			z.SetSym(i, j, h.C[a*d+b]/scale[a]/scale[b])
		}
		z.SetSym(i, i, 1)
	}
	p.Cut = NearestPSD(z)
	for i, a := range noisy {
		for j, b := range noisy[:i] {
			c := h.C[a*d+b] // as it was, where nothing is cut
			if p.Cut > 0 {
				c = z.At(i, j) / math.Sqrt(z.At(i, i)*z.At(j, j)) * scale[a] * scale[b]
			}
			c /= m.Attr[a].T * m.Attr[b].T
			p.C[a*d+b], p.C[b*d+a] = c, c
		}
	}
	return p
}

// halo is an entry of Halo, i <= j:
//
//	(P_k - μ_a' A_k[a,a'] - μ_a A_k[a',a]) / N
//
// with the training means about the shift, N of all blocks, and both
// attributes standardised.
func (o *HeldOut) halo(i, j int) float64 {
	h := o.from
	if i == j || !h.train.isUsable(i) || !h.train.isUsable(j) {
		return 0
	}
	n, _, _, _ := h.whole.pair(SameRater, i, j)
	if n == 0 {
		return 0
	}
	at, other := &h.train.Attr[i], &h.train.Attr[j]
	_, p, ai, aj := o.sums.pair(SameRater, i, j)
	return (p - (other.Mean-h.Shift[j])*ai - (at.Mean-h.Shift[i])*aj) / n / (at.T * other.T)
}
