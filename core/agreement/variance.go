package agreement

import (
	"context"
	"math"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/core/parallel"
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

// crossed are judgments in groups: for each set of facets, those with the same levels of it.
//
// Half the squared difference of two judgments that differ in the set D of facets and share the
// others has as expectation the sum of the components with a facet of D,
//
//	W(D) = Σ_{E∩D≠∅} σ²(E)
//
// such as σr² + σe² of one object by different raters, so that with W0 of both different, Wo of the
// same object and Wr of the same rater σo² = W0 - Wo, σr² = W0 - Wr and σe² = Wo + Wr - W0. Each W
// is the mean over all existing pairs of its kind (Koch 1968, "Some further remarks concerning 'A
// general approach to the estimation of variance components'", Technometrics 10). These
// estimates are unbiased for any pattern of missing cells. In a complete table they are
// the analysis of variance: no other quadratic form that ignores the order of objects
// and raters is unbiased.
//
// With n, S and Q the count, sum and sum of squares of a group of judgments, n Q - S²
// is the sum of half the squared differences over its ordered pairs: n², where each judgment is
// also paired with itself. The pairs that share exactly a set follow by subtracting the pairs that
// share more, from the largest set down.
type crossed [everything + 1]struct {
	inside [][2]float64 // by block of objects: Σ n Q - S² and Σ n² of the groups that are in no other block
	across [][]part     // the other groups
}

// part is what a group has of a block.
type part struct {
	block int
	group
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

// cross groups judgments by the sets of facets that hold least.
func cross(ctx context.Context, cells []cell, least Facet, block func(object int32) int, blocks int) *crossed {
	x := new(crossed)
	for s := least; s <= everything; s++ {
		if s&least != least {
			continue
		}
		parallel.Report(ctx, "finding where differences come from", int(s), len(x))
		x[s].inside = make([][2]float64, blocks)
		var groups [][]part // in the order of the judgments: a map has no order
		place := make(map[[3]int32]int)
		for i := range cells {
			if i%interrupted == 0 && ctx.Err() != nil {
				return x
			}
			levels, b := s.of(cells[i].levels), block(cells[i].levels[0])
			if s == everything || levels[1] == model.NoRater { // a group of its own
				x[s].inside[b][1]++
				continue
			}
			at, known := place[levels]
			if !known {
				at = len(groups)
				place[levels], groups = at, append(groups, nil)
			}
			k := slices.IndexFunc(groups[at], func(p part) bool { return p.block == b })
			if k < 0 {
				k, groups[at] = len(groups[at]), append(groups[at], part{block: b})
			}
			groups[at][k].add(cells[i].value)
		}
		for _, g := range groups {
			if len(g) > 1 {
				x[s].across = append(x[s].across, g)
				continue
			}
			sum := &x[s].inside[g[0].block]
			sum[0] += g[0].pairs()
			sum[1] += g[0].n * g[0].n
		}
	}
	return x
}

// meanSquares are W(D) by the set D in which the judgments of a pair differ, with every block
// weighted; NaN where there is no such pair.
//
// With weights, a pair within one object counts w times, and a pair across objects the
// product of their weights: w² within one block. All pairs of the weighted judgments
// include the pairs of an object with a copy of itself. These are subtracted, in the
// counts too.
func (x *crossed) meanSquares(weights []float64) (w [everything + 1]float64) {
	var own, copies [everything + 1][2]float64 // of pairs within an object; with copies
	for s := everything; ; s-- {
		for b, sum := range x[s].inside {
			for i, v := range sum {
				own[s][i] += weights[b] * v
				copies[s][i] += weights[b] * weights[b] * v
			}
		}
		for _, parts := range x[s].across {
			var all group
			for i := range parts {
				all.take(&parts[i].group, weights[parts[i].block])
			}
			copies[s][0] += all.pairs()
			copies[s][1] += all.n * all.n
		}
		for more := s + 1; more <= everything; more++ {
			for i := range own[s] {
				if more&s == s {
					own[s][i] -= own[more][i]
					copies[s][i] -= copies[more][i]
				}
			}
		}
		sum := copies[s]
		if s&Object == Object {
			sum = own[s]
		}
		if w[everything&^s] = mid(sum[0], sum[1]); s == 0 {
			return w
		}
	}
}

// mid is a mean over ordered pairs; NaN where there are none.
func mid(sum, pairs float64) float64 {
	if !(pairs > .5) {
		return math.NaN()
	}
	return max(0, sum) / pairs
}

// twoWay are an attribute's judgments, about their mean, by objects and raters.
func (c *column) twoWay(blocks *blocks) *crossed {
	cells, shift := make([]cell, len(c.cells)), mean(c.cells)
	for i, j := range c.cells {
		cells[i] = cell{[3]int32{j.object, j.rater}, j.value - shift}
	}
	return cross(context.Background(), cells, AttributeFacet, func(object int32) int { return blocks.of[object] }, blocks.n)
}

// variances are σo², σr² and σe² with every block weighted; NaN where there is no
// pair to learn them from.
func (x *crossed) variances(weights []float64) (object, rater, rest float64) {
	w := x.meanSquares(weights)
	wo, wr, w0 := w[Rater], w[Object], w[Object|Rater]
	return w0 - wo, w0 - wr, wo + wr - w0
}

// iccs are ICC(A,1), ICC(C,1) and ICC(A,k).
func (x *crossed) iccs(k float64) figures {
	return func(w, out []float64) {
		o, r, e := x.variances(w)
		out[0], out[1], out[2] = ratio(o, r+e), ratio(o, e), ratio(o, (r+e)/k)
	}
}
