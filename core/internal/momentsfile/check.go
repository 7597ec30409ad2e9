package momentsfile

import (
	"math"

	"fms-tui/core/internal/moments"
)

// tolerance is for rounding in sums, as a share.
const tolerance = 1e-6

// largest is the square from which sums are not computed with
// (moments.TooLarge), so that nothing need hold of them.
const largest = 1e280

// bounds are upper bounds of each block's sums, by Cauchy and Schwarz. They come from
// all blocks together, because after a change of shift a block's own squares may be
// only rounding.
type bounds struct {
	yy   float64 // Σy'²
	attr []bound
}

type bound struct {
	objects float64
	xx      float64 // Σx̄'²
	squares float64 // Σ(x̄'² + s²): n times that bounds the squares of n judgments
	most    float64 // judgments of a cell
}

func boundsOf(attributes int, blocks []*moments.Sums) *bounds {
	b := &bounds{attr: make([]bound, attributes)}
	for _, s := range blocks {
		if s == nil {
			continue
		}
		b.yy += s.YY
		for a := range s.Attr {
			q, o := &s.Attr[a], &b.attr[a]
			o.objects += float64(q.Objects)
			o.xx += q.XX
			o.squares += q.XX + q.S2
			o.most = max(o.most, float64(q.Most))
		}
	}
	return b
}

// checkSums refuses sums that no judgments have: counts that contradict each other, and
// figures beyond their bounds. Sums that pass can be used in all computations.
func (c *codec) checkSums(s *moments.Sums, b *bounds) {
	if !(s.YY >= 0) || b.yy <= largest && !within(s.Y, math.Sqrt(float64(s.Objects))*math.Sqrt(b.yy)) {
		c.fail("the label's sums contradict each other")
	}
	for a := range s.Attr {
		q := &s.Attr[a]
		switch {
		case !counted(q) || q.Objects > s.Objects:
			c.fail("the counts of attribute %d contradict each other", a)
		case !possible(q, &b.attr[a], b.yy):
			c.fail("the sums of attribute %d contradict each other", a)
		}
	}
	c.checkClasses(s, b)
	for k, p := range s.Pairs {
		if p == nil || p.P == nil {
			continue
		}
		for i := range s.Attr {
			for j := i + 1; j < len(s.Attr); j++ {
				c.checkPair(s, moments.Kind(k), b, i, j)
			}
		}
	}
}

// checkClasses refuses classes that do not have the objects of their block, and sums beyond
// their bounds.
func (c *codec) checkClasses(s *moments.Sums, b *bounds) {
	if s.Class == nil {
		return
	}
	objects, of := 0, make([]int, len(s.Attr))
	for k := range s.Class {
		own := &s.Class[k]
		objects += own.Objects
		for a, n := range own.Attr {
			of[a] += n
			if n > own.Objects || b.attr[a].xx <= largest && !within(own.X[a], math.Sqrt(float64(n))*math.Sqrt(b.attr[a].xx)) {
				c.fail("the sums of attribute %d by class contradict each other", a)
			}
		}
	}
	for a := range of {
		if of[a] != s.Attr[a].Objects || objects != s.Objects {
			c.fail("the classes of a block do not have its objects")
		}
	}
}

// counted tells whether any judgments have the counts of an attribute.
func counted(q *moments.AttrSums) bool {
	if q.Objects == 0 {
		return *q == moments.AttrSums{Min: q.Min, Max: q.Max}
	}
	// Products of counts up to 2^53 overflow integers. As floating point they are
	// exact up to there, and what is above is no less than any count.
	objects, judgments := float64(q.Objects), float64(q.Judgments)
	return q.Repeated+q.Single == q.Objects && 0 < q.Fewest && q.Fewest <= q.Most &&
		objects*float64(q.Fewest) <= judgments && judgments <= objects*float64(q.Most) && (q.Repeated > 0 || q.S2 == 0)
}

// possible tells whether any judgments have the figures of an attribute.
func possible(q *moments.AttrSums, b *bound, yy float64) bool {
	if !(q.XX >= 0 && q.YY >= 0 && q.S2 >= 0 && q.S2n >= 0) {
		return false
	}
	if b.squares+yy > largest {
		return true
	}
	n := math.Sqrt(float64(q.Objects))
	return within(q.X, n*math.Sqrt(b.xx)) && within(q.Y, n*math.Sqrt(yy)) && within(q.YY, yy) &&
		within(q.XY, math.Sqrt(b.xx)*math.Sqrt(yy)) && within(q.S2n, q.S2) && (q.Objects == 0 || q.Min <= q.Max)
}

// checkPair bounds the sums of a pair. An object's average over some of the
// pairs of its n and n' judgments is at most n·n' times the root of the product
// of their mean squares, and a mean square is at most x̄² + s². Same-rater sums
// are differences of two such averages, in objects that have both.
func (c *codec) checkPair(s *moments.Sums, k moments.Kind, b *bounds, i, j int) {
	p, at, ta := s.Pairs[k], i*len(s.Attr)+j, j*len(s.Attr)+i
	both := min(s.Attr[i].Objects, s.Attr[j].Objects)
	if p.N != nil && p.N[at] > float64(both) || p.N == nil && both != s.Objects {
		c.fail("the attributes %d and %d have fewer objects than their products", i, j)
	}
	if k == moments.SameRater {
		if o := s.Pairs[moments.DifferentRaters]; o.N != nil && (p.N == nil || p.N[at] > o.N[at]) {
			c.fail("the attributes %d and %d have more objects with pairs of both kinds than with different raters", i, j)
		}
	}
	q, o := &b.attr[i], &b.attr[j]
	if q.squares+o.squares > largest {
		return
	}
	root, other, pairs := math.Sqrt(q.squares), math.Sqrt(o.squares), q.most*o.most
	if k == moments.SameRater {
		pairs *= 2
	}
	n := math.Sqrt(float64(both))
	if !within(p.P[moments.PlaceOf(i, j, len(s.Attr))], pairs*root*other) || p.N != nil && (!within(p.A[at], pairs*n*root) || !within(p.A[ta], pairs*n*other)) {
		c.fail("the products of attributes %d and %d are larger than their squares allow", i, j)
	}
}

// within tells whether |x| is at most a bound, but for rounding.
func within(x, bound float64) bool { return math.Abs(x) <= bound*(1+tolerance)+1e-300 }

// allow tells whether any judgments have a rater's sums of the attribute.
func (b *bound) allow(r *moments.RaterSums) bool {
	if r.N < 1 || !(r.Share > 0) || !within(r.Share, b.objects) {
		return false
	}
	return b.squares > largest || within(r.X, math.Sqrt(r.N)*math.Sqrt(b.most*b.squares))
}
