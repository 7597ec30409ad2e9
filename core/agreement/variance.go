package agreement

import (
	"math"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// icc1 is ICC(1) from an attribute's sums by block, about any fixed number: its objects and those
// with two judgments or more, with x̄ the mean of an object's n judgments and s² their variance with
// divisor n-1, Σ x̄, Σ x̄², and Σ s² and Σ s²/n over the latter.
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
func icc1(blocks []moments.AttrSums) figures {
	return func(w, out []float64) {
		var m, own, repeated, x, xx, s2, s2n float64
		for b := range blocks {
			s := &blocks[b]
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
		out[0] = ratio(between-(s2n+v*(m-repeated))/m, v)
	}
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
func (c *column) sums(blocks *blocks) []moments.AttrSums {
	all := make([]moments.AttrSums, blocks.n)
	var values []float64
	c.objects(func(own []judgment) {
		values = values[:0]
		for _, j := range own {
			values = append(values, j.value)
		}
		all[blocks.of[own[0].object]].Add(values, c.cells[0].value)
	})
	return all
}

// OfMoments measures what moments can tell: ICC(1) by attribute, and nothing else. The harmonic mean
// of the judgments of an object is known where all have as many.
func OfMoments(names []string, b *moments.Blocks, q Question) *Agreement {
	var used []int
	for k, block := range b.Block {
		if block != nil && block.Objects > 0 {
			used = append(used, k)
		}
	}
	draws, whole, r := newDraws(len(b.Block), used, q), b.Union(nil), &Agreement{}
	for i, name := range names {
		all, blocks := &whole.Attr[i], make([]moments.AttrSums, len(b.Block))
		for _, k := range used {
			blocks[k] = b.Block[k].Attr[i]
		}
		a := newAttribute(name)
		a.Objects, a.Judgments, a.ICC1 = all.Objects, all.Judgments, draws.one(icc1(blocks))
		if all.Most > 0 && all.Fewest == all.Most {
			a.K = float64(all.Most)
		}
		r.Attributes = append(r.Attributes, a)
	}
	return r
}

// twoWay are the sums that the variances of objects, raters and the rest need.
//
// Half the squared difference of two judgments has the expectation
//
//	same object, different raters     Wo = σr² + σe²
//	same rater, different objects     Wr = σo² + σe²
//	both different                    W0 = σo² + σr² + σe²
//
// so that σo² = W0 - Wo, σr² = W0 - Wr and σe² = Wo + Wr - W0, with each W the mean
// over all existing pairs of its kind (Koch 1968, "Some further remarks concerning 'A
// general approach to the estimation of variance components'", Technometrics 10). These
// estimates are unbiased for any pattern of missing cells. In a complete table they are
// the analysis of variance: no other quadratic form that ignores the order of objects
// and raters is unbiased.
//
// With n, S and Q the count, sum and sum of squares of a group of judgments, n Q - S²
// is the sum of half the squared differences over its ordered pairs. Pairs that differ
// in both are all pairs minus the pairs of one object, minus the pairs of one rater.
type twoWay struct {
	block  []crossed
	judged []raterSums // a judgment without a rater has no pairs
	raters int
}

// group is the count, the sum and the sum of squares of judgments.
type group struct{ n, s, q float64 }

func (g *group) add(x float64) { g.take(&group{1, x, x * x}, 1) }

// take adds another group w times.
func (g *group) take(o *group, w float64) {
	g.n += w * o.n
	g.s += w * o.s
	g.q += w * o.q
}

// pairs is the sum of half the squared differences over the ordered pairs.
func (g *group) pairs() float64 { return g.n*g.q - g.s*g.s }

type crossed struct {
	all     group
	within  float64 // Σ over objects of n Q - S²
	ordered float64 // Σ over objects of n(n-1)
	squares float64 // Σ over objects of n²
}

// raterSums is what one rater judged of a block.
type raterSums struct {
	block, rater int
	group
}

// twoWay sums an attribute's judgments by block, about their mean.
func (c *column) twoWay(blocks *blocks) *twoWay {
	number, at := make(map[int32]int), make(map[[2]int]int) // at: the place of a block's rater
	for i, r := range c.known() {
		number[r] = i
	}
	t, shift := &twoWay{block: make([]crossed, blocks.n), raters: len(number)}, mean(c.cells)
	c.objects(func(own []judgment) {
		b := blocks.of[own[0].object]
		var g group
		for _, j := range own {
			x := j.value - shift
			if g.add(x); j.rater == model.NoRater {
				continue
			}
			key := [2]int{b, number[j.rater]}
			place, known := at[key]
			if !known {
				place = len(t.judged)
				at[key] = place
				t.judged = append(t.judged, raterSums{block: b, rater: key[1]})
			}
			t.judged[place].add(x)
		}
		k := &t.block[b]
		k.all.take(&g, 1)
		k.within += g.pairs()
		k.ordered += g.n * (g.n - 1)
		k.squares += g.n * g.n
	})
	return t
}

// variances are σo², σr² and σe² with every block weighted; NaN where there is no
// pair to learn them from.
//
// With weights, a pair within one object counts w times, and a pair across objects the
// product of their weights: w² within one block. All pairs of the weighted judgments
// include the pairs of an object with a copy of itself. These are subtracted, in the
// counts too.
func (t *twoWay) variances(w []float64) (object, rater, rest float64) {
	var all group
	var within, copies, ordered, squares, judged, sameRater, sameRaterPairs float64
	for b := range t.block {
		k, w := &t.block[b], w[b]
		all.take(&k.all, w)
		within += w * k.within
		copies += w * w * k.within
		ordered += w * k.ordered
		squares += w * w * k.squares
	}
	raters := make([]group, t.raters)
	for i := range t.judged {
		from := &t.judged[i]
		w := w[from.block]
		raters[from.rater].take(&from.group, w)
		judged += w * w * from.n
	}
	for i := range raters {
		sameRater += raters[i].pairs()
		sameRaterPairs += raters[i].n * raters[i].n
	}
	wo := mid(within, ordered)
	wr := mid(sameRater, sameRaterPairs-judged)
	// A rater's own judgment of an object is within both groups taken off.
	w0 := mid(all.pairs()-copies-sameRater, all.n*all.n-squares-(sameRaterPairs-judged))
	return w0 - wo, w0 - wr, wo + wr - w0
}

// mid is a mean over ordered pairs; NaN where there are none.
func mid(sum, pairs float64) float64 {
	if !(pairs > .5) {
		return math.NaN()
	}
	return max(0, sum) / pairs
}

// iccs are ICC(A,1), ICC(C,1) and ICC(A,k).
func (t *twoWay) iccs(k float64) figures {
	return func(w, out []float64) {
		o, r, e := t.variances(w)
		out[0], out[1], out[2] = ratio(o, r+e), ratio(o, e), ratio(o, (r+e)/k)
	}
}
