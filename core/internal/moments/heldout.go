package moments

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// HeldOut is the part that some objects contribute to the loss of a predictor
// that was not learned from them, as a function of its weights w and repeats r:
//
//	ℓ(w, r) = Constant - 2 Linear·w + wᵀ Quadratic w + Σ_a Noise[a] w[a]²/r[a]
//
// Quadratic, d×d and symmetric, is made from the block's sums at the first request: of
// many attributes few are ever bought. Halo is made in the same way. It holds the effect
// of judgments by the same raters, and is 0 on its diagonal. With Ω[a,a'] the share of
// the noise of a and a' that is the same raters' (1/max(r[a], r[a']) on one form),
//
//	ℓ(w, r) += Σ_{a≠a'} w[a] w[a'] Ω[a,a'] Halo[a,a']
//
// It is 0 where no object has pairs of both kinds, and where same-rater sums are not kept.
//
// By S&K Lemma A.2 it estimates that loss without bias, whatever the numbers of
// judgments n in the cells and also for r > n: the noise that n judgments leave in a
// cell mean is subtracted from its square, and the noise of r judgments is added.
// Weights are standardised, i.e. w[a] is the weight in the attribute's own units times
// t[a] of the training part; losses are in squared label units.
type HeldOut struct {
	Objects  int       // of the block
	Constant float64   // squared label units, like all terms of ℓ
	Linear   []float64 // by attribute; 0 for attributes not usable in the training part
	Noise    []float64 // by attribute, >= 0
	diagonal []float64 // of Quadratic
	from     *holdOut
	sums     *Sums // of the block
	// kept are Quadratic and Halo of all attributes, which are made when they are first asked for;
	// nil of many attributes.
	kept [2]func() []float64
}

// HeldOut returns the contributions of the blocks of one fold, in order. train
// are the moments of the other folds and whole the sums of all blocks.
//
// Sums are taken about the training means, never about the fold's own, and divided by
// the counts over all folds, so that the contributions of all folds add up to an
// average and a fold without a pair needs no special case (docs/research/method.md section 5).
// Internal variances are the fold's, or the training part's if the fold has no cell
// with two judgments; a panel's variances are taken as its offsets left them, without
// m/(m-1). In the aware mode the severity term is added twice: once as in Σ, and once
// because the sums about the training means hide the fold's raters as they hide the
// training part's.
func (b *Blocks) HeldOut(fold []int, train *Moments, whole *Sums) []*HeldOut {
	h := &holdOut{Blocks: b, train: train, whole: whole, v: make([]float64, b.d)}
	for a := range h.v {
		repeated, s2 := 0, 0.0
		for _, k := range fold {
			repeated += b.Block[k].Attr[a].Repeated
			s2 += b.Block[k].Attr[a].S2
		}
		if h.v[a] = s2 / float64(repeated); repeated == 0 || !b.ownNoise(a) {
			h.v[a] = train.Attr[a].within
		}
	}
	out := make([]*HeldOut, len(fold))
	for i, k := range fold {
		out[i] = h.block(b.Block[k])
	}
	return out
}

// holdOut is what the blocks of a fold share.
type holdOut struct {
	*Blocks
	train *Moments
	whole *Sums
	v     []float64 // v_H by attribute
}

func (h *holdOut) block(s *Sums) *HeldOut {
	d := h.d
	o := &HeldOut{
		Objects: s.Objects, Linear: make([]float64, d), Noise: make([]float64, d),
		diagonal: make([]float64, d), from: h, sums: s,
	}
	if d <= Several { // of 50 blocks 130 MB
		o.kept[0] = sync.OnceValue(func() []float64 { return symmetric(d, h.train.isUsable, o.quadratic) })
		o.kept[1] = sync.OnceValue(func() []float64 { return symmetric(d, h.train.isUsable, o.halo) })
	}
	m, share := float64(h.whole.Objects), o.share()
	y := h.train.LabelMean - h.ShiftY
	o.Constant = (s.YY - 2*y*s.Y + float64(s.Objects)*y*y) / m
	for i := range d {
		at := &h.train.Attr[i]
		if at.Status != Usable {
			continue
		}
		o.own(h, s, i, y)
		if h.Severity != nil && h.ownNoise(i) {
			o.diagonal[i] += 2 * share * h.Severity.K[i*d+i]
		}
		o.diagonal[i] /= at.T * at.T
	}
	return o
}

// share is the block's share of all objects.
func (o *HeldOut) share() float64 { return float64(o.Objects) / float64(o.from.whole.Objects) }

// HasHalo tells whether same-rater sums are kept.
func (o *HeldOut) HasHalo() bool { return o.from.whole.Pairs[SameRater] != nil }

// quadratic is an entry of Quadratic, i <= j: the average that Σ is made of, about the
// training means.
func (o *HeldOut) quadratic(i, j int) float64 {
	h, s := o.from, o.sums
	if i == j {
		return o.diagonal[i]
	}
	if !h.train.isUsable(i) || !h.train.isUsable(j) {
		return 0
	}
	kind := h.kind(i, j)
	n, _, _, _ := h.whole.pair(kind, i, j)
	if n == 0 && kind != AllPairs {
		kind = AllPairs
		n, _, _, _ = h.whole.pair(kind, i, j)
	}
	at, other := &h.train.Attr[i], &h.train.Attr[j]
	var q float64
	if n > 0 {
		mi, mj := at.Mean-h.Shift[i], other.Mean-h.Shift[j]
		nk, p, ai, aj := s.pair(kind, i, j)
		q = (p - mj*ai - mi*aj + nk*mi*mj) / n
	}
	if h.Severity != nil && h.ownNoise(i) && h.ownNoise(j) {
		q += 2 * o.share() * h.Severity.K[i*h.d+j]
	}
	return q / (at.T * other.T)
}

// own fills what attribute a needs no other attribute for. Its place on the
// diagonal is left in the attribute's units, without the severity.
func (o *HeldOut) own(h *holdOut, s *Sums, a int, y float64) {
	q, at := &s.Attr[a], &h.train.Attr[a]
	all, n := float64(h.whole.Attr[a].Objects), float64(q.Objects)
	mu := at.Mean - h.Shift[a]
	o.Linear[a] = (q.XY - mu*q.Y - y*q.X + n*mu*y) / all / at.T
	square := q.XX - 2*mu*q.X + n*mu*mu
	o.diagonal[a] = (square - q.S2n - float64(q.Single)*h.v[a]) / all
	if at.Assumed > 0 {
		o.diagonal[a] = (square - h.v[a]*q.inverses()) / all
	}
	o.Noise[a] = n * h.v[a] / all / (at.T * at.T)
	if math.IsNaN(o.Noise[a]) { // v is known in the training part alone, where it is used
		panic("moments: a usable attribute without an internal variance")
	}
}

// Weighing is standardised weights w at repeats r, as [HeldOut.At] takes them.
type Weighing struct {
	attrs []int     // with a weight, rising
	w     []float64 // by attribute
	per   []float64 // w²/r of attrs
	// shared is 2 w[a] w[a'] Ω[a,a'], by rows below the diagonal; empty where no errors are shared.
	shared []float64
}

// NewWeighing returns w and r by attribute; where w is 0, r is not read. omega is the share of errors
// that are the same raters'; nil where every judgment is by another rater.
func NewWeighing(w []float64, r []int, omega func(a, ra, e, re int) float64) *Weighing {
	return new(Weighing).Of(w, r, omega)
}

// Of is [NewWeighing] in the room of x, which means something else then.
func (x *Weighing) Of(w []float64, r []int, omega func(a, ra, e, re int) float64) *Weighing {
	x.w, x.attrs, x.per, x.shared = w, x.attrs[:0], x.per[:0], x.shared[:0]
	for a, own := range w {
		if own != 0 {
			x.attrs, x.per = append(x.attrs, a), append(x.per, own*own/float64(r[a]))
		}
	}
	if omega == nil {
		return x
	}
	x.shared = slices.Grow(x.shared, len(x.attrs)*len(x.attrs)/2)
	for p, a := range x.attrs {
		for _, e := range x.attrs[:p] {
			x.shared = append(x.shared, 2*w[a]*w[e]*omega(a, r[a], e, r[e]))
		}
	}
	return x
}

// At returns ℓ(w, r).
func (o *HeldOut) At(x *Weighing) float64 {
	loss := o.Constant
	var rows []float64
	if o.kept[0] != nil {
		rows = o.kept[0]()
	}
	for p, a := range x.attrs {
		before := 0.0 // what its row of Quadratic has with the weights before it
		if rows != nil {
			before = floats.Dot(rows[a*o.from.d:][:a], x.w[:a])
		} else {
			for _, e := range x.attrs[:p] {
				before += x.w[e] * o.quadratic(e, a)
			}
		}
		loss += x.per[p]*o.Noise[a] + x.w[a]*(x.w[a]*o.diagonal[a]-2*o.Linear[a]+2*before)
	}
	if len(x.shared) > 0 && o.HasHalo() {
		loss += o.sharedBy(x)
	}
	return loss
}

// sharedBy is the sum over Halo.
func (o *HeldOut) sharedBy(x *Weighing) (sum float64) {
	c := x.shared
	var kept []float64
	if o.kept[1] != nil {
		kept = o.kept[1]()
	}
	for p, a := range x.attrs {
		for q, e := range x.attrs[:p] {
			if kept != nil {
				sum += c[q] * kept[a*o.from.d+e]
			} else {
				sum += c[q] * o.halo(e, a)
			}
		}
		c = c[p:]
	}
	return sum
}
