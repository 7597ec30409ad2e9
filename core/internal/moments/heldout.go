package moments

import (
	"math"

	"fms-tui/model"
)

// HeldOut is the part that some objects contribute to the loss of a predictor
// that was not learned from them, as a function of its weights w and repeats r:
//
//	ℓ(w, r) = Constant - 2 Linear·w + wᵀ Quadratic w + Σ_a Noise[a] w[a]²/r[a]
//
// By S&K Lemma A.2 it estimates that loss without bias, whatever the numbers of
// judgments n in the cells and also for r > n: the noise that n judgments leave in a
// cell mean is subtracted from its square, and the noise of r judgments is added.
// Weights are standardised, i.e. w[a] is the weight in the attribute's own units times
// t[a] of the training part; losses are in squared label units.
type HeldOut struct {
	Objects   int       // of the block
	Constant  float64   // squared label units; so are all terms of ℓ
	Linear    []float64 // by attribute; 0 for those not usable in the training part
	Quadratic []float64 // d×d by rows, symmetric
	Noise     []float64 // by attribute, >= 0
	// Halo is what judgments by the same raters add, d×d by rows, symmetric, 0 on
	// its diagonal: with Ω[a,a'] the share of the noise of a and a' that is the
	// same raters' (1/max(r[a], r[a']) on one form),
	//
	//	ℓ(w, r) += Σ_{a≠a'} w[a] w[a'] Ω[a,a'] Halo[a,a']
	//
	// It is 0 where no object has pairs of both kinds, and nil where same-rater
	// sums are not kept.
	Halo []float64
}

// HeldOut returns the contributions of the blocks of one fold, in order. train
// are the moments of the other folds and whole the sums of all blocks.
//
// Sums are taken about the training means, never about the fold's own, and divided by
// the counts over all folds, so that the contributions of all folds add up to an
// average and a fold without a pair needs no special case (docs/method.md section 5).
// Internal variances are the fold's, or the training part's if the fold has no cell
// with two judgments; a panel's variances are taken as its offsets left them, without
// m/(m-1). In the aware mode the severity term is added twice: once as in Σ, and once
// because the sums about the training means hide the fold's raters as they hide the
// training part's.
func (b *Blocks) HeldOut(fold []int, train *Moments, whole *Sums) []*HeldOut {
	h := &holdOut{Blocks: b, train: train, whole: whole, v: make([]float64, b.d), kind: b.kinds(whole)}
	for a := range h.v {
		repeated, s2 := 0, 0.0
		for _, k := range fold {
			repeated += b.Block[k].Attr[a].Repeated
			s2 += b.Block[k].Attr[a].S2
		}
		if h.v[a] = s2 / float64(repeated); repeated == 0 {
			h.v[a] = train.Attr[a].within
		}
	}
	out := make([]*HeldOut, len(fold))
	for i, k := range fold {
		out[i] = h.block(b.Block[k])
		if whole.Pairs[SameRater] != nil {
			out[i].Halo = h.halo(b.Block[k])
		}
	}
	return out
}

// holdOut is what the blocks of a fold share.
type holdOut struct {
	*Blocks
	train *Moments
	whole *Sums
	v     []float64 // v_H by attribute
	kind  []Kind    // by pair (a,a'), a < a': the average that Σ uses
}

// kinds returns, by pair, which average of the whole data's sums Σ is made of.
func (b *Blocks) kinds(whole *Sums) []Kind {
	kind := make([]Kind, b.d*b.d) // AllPairs
	if b.Mode == model.RatersPaper {
		return kind
	}
	for i := range b.d {
		for j := i + 1; j < b.d; j++ {
			if n, _, _, _ := whole.pair(DifferentRaters, i, j); n > 0 {
				kind[i*b.d+j] = DifferentRaters
			}
		}
	}
	return kind
}

func (h *holdOut) block(s *Sums) *HeldOut {
	d := h.d
	o := &HeldOut{
		Objects: s.Objects, Linear: make([]float64, d), Quadratic: make([]float64, d*d), Noise: make([]float64, d),
	}
	m, share := float64(h.whole.Objects), float64(s.Objects)/float64(h.whole.Objects)
	y := h.train.LabelMean - h.ShiftY
	o.Constant = (s.YY - 2*y*s.Y + float64(s.Objects)*y*y) / m
	for i := range d {
		at := &h.train.Attr[i]
		if at.Status != Usable {
			continue
		}
		o.own(h, s, i, y)
		mi := at.Mean - h.Shift[i]
		for j := i; j < d; j++ {
			other := &h.train.Attr[j]
			if other.Status != Usable {
				continue
			}
			var q float64
			if j == i {
				q = o.Quadratic[i*d+i]
			} else if n, _, _, _ := h.whole.pair(h.kind[i*d+j], i, j); n > 0 {
				mj := other.Mean - h.Shift[j]
				nk, p, ai, aj := s.pair(h.kind[i*d+j], i, j)
				q = (p - mj*ai - mi*aj + nk*mi*mj) / n
			}
			if h.Severity != nil {
				q += 2 * share * h.Severity.K[i*d+j]
			}
			q /= at.T * other.T
			o.Quadratic[i*d+j], o.Quadratic[j*d+i] = q, q
		}
	}
	return o
}

// own fills what attribute a needs no other attribute for. Its place on the
// diagonal is left in the attribute's units, without the severity.
func (o *HeldOut) own(h *holdOut, s *Sums, a int, y float64) {
	q, at := &s.Attr[a], &h.train.Attr[a]
	all, n := float64(h.whole.Attr[a].Objects), float64(q.Objects)
	mu := at.Mean - h.Shift[a]
	o.Linear[a] = (q.XY - mu*q.Y - y*q.X + n*mu*y) / all / at.T
	square := q.XX - 2*mu*q.X + n*mu*mu
	o.Quadratic[a*h.d+a] = (square - q.S2n - float64(q.Single)*h.v[a]) / all
	o.Noise[a] = n * h.v[a] / all / (at.T * at.T)
	if math.IsNaN(o.Noise[a]) { // v is known in the training part alone, where it is used
		panic("moments: a usable attribute without an internal variance")
	}
}

// At returns ℓ(w, r) for standardised weights and repeats by attribute; where w
// is 0, r is not read.
func (o *HeldOut) At(w []float64, r []int) float64 {
	loss := o.Constant
	for a, x := range w {
		if x == 0 {
			continue
		}
		loss += x * (x*o.Noise[a]/float64(r[a]) - 2*o.Linear[a])
		for c, z := range w {
			loss += x * z * o.Quadratic[a*len(w)+c]
		}
	}
	return loss
}
