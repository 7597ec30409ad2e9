package core

import (
	"fms-tui/model"
)

// linkedShare is the share of judgments by raters in common from which on two
// attributes count as judged together: on one form of the pilot.
const linkedShare = .5

// linked finds which attributes are judged together, by raters with ids. With
// n_a the judgments of attribute a of an object and s the raters who judged both
// a and a' of it,
//
//	φ[a,a'] = Σ_i s_i[a,a'] / Σ_i min(n_ia, n_ia')
//
// is 1 where raters fill whole forms and about 0 where each judgment is another
// rater's; attributes with φ >= linkedShare are linked, and the connected
// components of two attributes or more are returned, each rising, in the order
// of their first attributes. A rater counts once in a cell, in s and in n;
// judgments without an id count in n alone.
func linked(ds *model.Dataset) [][]int {
	d := len(ds.Attributes)
	shared, most := make([]int, d*d), make([]int, d*d)
	c := linkCounter{d: d, by: make([][]int, len(ds.Raters)), n: make([]int, d)}
	for i := range ds.Objects {
		c.count(ds, ds.Start[i], ds.Start[i+1], shared, most)
	}
	of := components(d, func(a, b int) bool {
		return shared[a*d+b] > 0 && float64(shared[a*d+b]) >= linkedShare*float64(most[a*d+b])
	})
	groups := make(map[int][]int)
	for a, first := range of {
		groups[first] = append(groups[first], a)
	}
	var out [][]int
	for a := range d {
		if g := groups[a]; len(g) > 1 {
			out = append(out, g)
		}
	}
	return out
}

// linkCounter counts over one object at a time.
type linkCounter struct {
	d      int
	by     [][]int // by rater: the attributes of the object at hand, rising
	raters []int32 // those with any
	n      []int
	judged []int // attributes of the object at hand, rising
}

// count adds the object whose judgments are lo to hi, for pairs a < b.
func (c *linkCounter) count(ds *model.Dataset, lo, hi int, shared, most []int) {
	c.raters, c.judged = c.raters[:0], c.judged[:0]
	for j := lo; j < hi; j++ {
		a, w := int(ds.Attr[j]), ds.Rater[j]
		if len(c.judged) == 0 || c.judged[len(c.judged)-1] != a { // judgments are ordered by attribute
			c.judged = append(c.judged, a)
			c.n[a] = 0
		}
		if w == model.NoRater {
			c.n[a]++
			continue
		}
		own := c.by[w]
		switch {
		case len(own) == 0:
			c.raters = append(c.raters, w)
		case own[len(own)-1] == a:
			continue // a second judgment of the cell
		}
		c.n[a]++
		c.by[w] = append(own, a)
	}
	for k, a := range c.judged {
		for _, b := range c.judged[k+1:] {
			most[a*c.d+b] += min(c.n[a], c.n[b])
		}
	}
	for _, w := range c.raters {
		for k, a := range c.by[w] {
			for _, b := range c.by[w][k+1:] {
				shared[a*c.d+b]++
			}
		}
		c.by[w] = c.by[w][:0]
	}
}

// components returns, for each of d nodes, the first node of its connected
// component; linked is asked for a < b.
func components(d int, linked func(a, b int) bool) []int {
	of := make([]int, d)
	for a := range of {
		of[a] = a
	}
	root := func(a int) int {
		for of[a] != a {
			a = of[a]
		}
		return a
	}
	for a := range d {
		for b := a + 1; b < d; b++ {
			if linked(a, b) {
				x, y := root(a), root(b)
				of[max(x, y)] = min(x, y)
			}
		}
	}
	for a := range of {
		of[a] = root(a)
	}
	return of
}
