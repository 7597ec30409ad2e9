package moments

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/model"
)

// byRater returns the DifferentRaters and the SameRater sums of a block. Most pairs of
// cells usually share no rater, and their average over different raters is
// x̄[a]·x̄[a']: the sums start with all pairs, and each pair that does share a rater is
// corrected. Only these pairs enter the SameRater sums. Attributes that one set of raters
// judged in whole are corrected by products (grid), and what is left pair by pair.
func (c *accumulator) byRater(s *Sums, all *PairSums, objects []int) (different, same *PairSums) {
	different, same = all.clone(), new(PairSums)
	c.count = presence{n: zeroed(c.count.n, c.d*c.d), d: c.d}
	c.grid.begin()
	wholes, found := 0, false
	for row, i := range objects {
		covered := c.grid.find(i)
		if has := c.grid.has; len(has) > 0 {
			c.count.add(has)
			found = true
			if len(has) == c.d {
				wholes++
			}
		}
		if !covered {
			c.correctObject(s, different, same, i, c.mean[row*c.d:][:c.d])
		}
	}
	if !found {
		return different, same
	}
	if wholes < len(objects) {
		same.expand(s, SameRater)
		floats.Add(same.N, c.count.finish())
	} else {
		same.P = make([]float64, len(all.P))
	}
	for n, rows := range c.grid.rows {
		if len(rows) > 0 {
			lacks := c.gram(rows, len(rows)/c.d)
			floats.Sub(different.P, lacks)
			floats.AddScaled(same.P, float64(n), lacks)
		}
	}
	return different, same
}

// A grid is the attributes of one object that the same n >= 2 known raters
// judged, each of them once, given in any order: a whole form, or what is
// left of it where judgments are missing. Within a grid the corrections of all
// pairs are products of few rows. With the rows x_1 … x_n of shifted judgments,
// sum S and mean x̄, the average over pairs of different raters is
//
//	D = (S Sᵀ - Σ_j x_j x_jᵀ) / (n² - n)
//
// and Helmert's contrasts z_j = (x_1 + … + x_j - j x_{j+1}) / √(j(j+1)), j = 1 … n-1,
// complete S/√n to an orthogonal change of the x_j, so that Σ_j x_j x_jᵀ = S Sᵀ/n + Σ_j
// z_j z_jᵀ. The rest is
//
//	D = x̄ x̄ᵀ - Σ_j z_j z_jᵀ / (n² - n):
//
// n-1 rank-one terms instead of n+1, and none that cancels. The average over pairs
// by one rater is E = Σ_j x_j x_jᵀ / n = x̄ x̄ᵀ + Σ_j z_j z_jᵀ / n, hence
//
//	E - D = n · Σ_j z_j z_jᵀ / (n² - n),
//
// n times what D lacks. Every pair of judgments of a is in a pair of either kind,
// so that the averages of x_a are x̄_a in both, and nothing of A changes.
type grid struct {
	*view
	rows   [][]float64 // by n: the z_j of all objects whose grid has n raters, by √(n²-n): rows × d, 0 outside the grid
	judged []rated     // the object's judgments, those of a cell in the order of their raters
	has    []int32     // the attributes of its grid, rising; none without one
	in     []bool      // by attribute: whether it is in the grid
}

// rated is a judgment about the shift.
type rated struct {
	rater int32
	x     float64
}

// gridShare is how many times the attributes of a grid are at least all attributes: rows of
// d entries for fewer take longer than pair by pair.
const gridShare = 8

// begin forgets the rows.
func (g *grid) begin() {
	for n := range g.rows {
		g.rows[n] = g.rows[n][:0]
	}
}

// find looks for the grid of an object, of the raters of its first cell with the most of them, and
// tells whether all cells are in it.
func (g *grid) find(i int) (covered bool) {
	first, cells := g.start[i], 0
	g.judged, g.has = g.judged[:0], g.has[:0]
	clear(g.in)
	var most []rated
	for at, end := range g.cells(i) {
		cells++
		for j := at; j < end; j++ {
			g.judged = append(g.judged, rated{g.rater[j], g.value[j] - g.shift[g.attr[at]]})
		}
		if cell := g.judged[at-first:]; sortRaters(cell) && len(cell) > len(most) {
			most = cell
		}
	}
	n := len(most)
	if n < 2 {
		return false
	}
	alike := func(x, y rated) bool { return x.rater == y.rater }
	for at, end := range g.cells(i) {
		if end-at == n && slices.EqualFunc(g.judged[at-first:end-first], most, alike) {
			g.has = append(g.has, g.attr[at])
		}
	}
	if own := len(g.has); own < g.d && (own < 2 || gridShare*own < g.d) {
		g.has = g.has[:0]
		return false
	}
	for _, a := range g.has {
		g.in[a] = true
	}
	rows := g.room(n)
	for at, end := range g.cells(i) {
		if a := int(g.attr[at]); g.in[a] {
			sum := g.judged[at-first].x
			for j, judged := range g.judged[at-first+1 : end-first] {
				rows[j*g.d+a] = sum - float64(j+1)*judged.x
				sum += judged.x
			}
		}
	}
	for j := 1; j < n; j++ {
		floats.Scale(1/math.Sqrt(float64(n*(n-1)*j*(j+1))), rows[(j-1)*g.d:j*g.d])
	}
	return len(g.has) == cells
}

// sortRaters puts the judgments of a cell in the order of their raters, and tells whether all are known
// and differ.
func sortRaters(cell []rated) bool {
	byRater := func(x, y rated) int { return int(x.rater) - int(y.rater) }
	if !slices.IsSortedFunc(cell, byRater) {
		slices.SortFunc(cell, byRater)
	}
	for j := range cell[1:] {
		if cell[j].rater == cell[j+1].rater {
			return false
		}
	}
	return cell[0].rater != model.NoRater
}

// room makes room for the rows of one more object with n raters.
func (g *grid) room(n int) []float64 {
	for len(g.rows) <= n {
		g.rows = append(g.rows, nil)
	}
	at := len(g.rows[n])
	g.rows[n] = slices.Grow(g.rows[n], (n-1)*g.d)[:at+(n-1)*g.d]
	clear(g.rows[n][at:])
	return g.rows[n][at:]
}

// raterLists gathers an object's judgments by rater, as linked lists in
// arrays, so that grouping costs no sort and no map.
type raterLists struct {
	head    []int32 // by rater: his first judgment, counted from the object's first, or -1
	next    []int32 // by judgment: the same rater's next, or -1
	touched []int32 // raters with a list
}

func newRaterLists(raters int) raterLists {
	return raterLists{head: slices.Repeat([]int32{-1}, raters)}
}

// group builds the lists of an object's judgments lo:hi, which run by
// attribute.
func (l *raterLists) group(v *view, lo, hi int) {
	for _, w := range l.touched {
		l.head[w] = -1
	}
	l.touched = l.touched[:0]
	l.next = slices.Grow(l.next[:0], hi-lo)[:hi-lo]
	for j := hi - 1; j >= lo; j-- {
		w := v.rater[j]
		if w == model.NoRater {
			continue
		}
		if l.head[w] < 0 {
			l.touched = append(l.touched, w)
		}
		l.next[j-lo] = l.head[w]
		l.head[w] = int32(j - lo)
	}
	// In the order of first appearance, whatever the raters' numbers are.
	slices.Reverse(l.touched)
}

// sharedPairs holds, for the pairs of attributes of one object that share a
// rater, the sums over the shared raters w that must not enter an average over
// different raters. Places are a*d+a', a the one that comes first in sumShared.
type sharedPairs struct {
	sums    []sharedPair
	touched []int
	sizes   []float64 // n by attribute
}

type sharedPair struct {
	count         float64 // Σ_w n_a(w) n_a'(w)
	product       float64 // Σ_w x'_a(w) x'_a'(w)
	first, second float64 // Σ_w x'_a(w) and Σ_w x'_a'(w)
}

func (s *sharedPairs) add(at int, x, y float64) {
	p := &s.sums[at]
	if p.count == 0 {
		s.touched = append(s.touched, at)
	}
	p.count++
	p.product += x * y
	p.first += x
	p.second += y
}

// correctObject corrects the pairs of object i that are not within its grid.
func (c *accumulator) correctObject(s *Sums, different, same *PairSums, i int, mean []float64) {
	if c.shared.sums == nil {
		c.shared = sharedPairs{sums: make([]sharedPair, c.d*c.d), sizes: make([]float64, c.d)}
	}
	lo := c.start[i]
	c.lists.group(c.view, lo, c.start[i+1])
	c.sumShared(lo)
	if len(c.shared.touched) == 0 {
		return
	}
	different.expand(s, DifferentRaters)
	same.expand(s, SameRater)
	clear(c.shared.sizes)
	for _, a := range c.attr[lo:c.start[i+1]] {
		c.shared.sizes[a]++
	}
	for _, at := range c.shared.touched {
		c.correct(different, same, at, mean)
		c.shared.sums[at] = sharedPair{}
	}
	c.shared.touched = c.shared.touched[:0]
}

// sumShared fills shared from the rater lists of the object whose judgments begin at lo. A pair
// within the grid is left out; of others, an attribute that is not in the grid comes first,
// so that few are gone through where that has nearly all.
func (c *accumulator) sumShared(lo int) {
	for _, w := range c.lists.touched {
		for p := c.lists.head[w]; p >= 0; p = c.lists.next[p] {
			a := c.attr[lo+int(p)]
			if c.grid.in[a] {
				continue
			}
			x := c.value[lo+int(p)] - c.shift[a]
			for q := c.lists.head[w]; q >= 0; q = c.lists.next[q] {
				if b := c.attr[lo+int(q)]; c.grid.in[b] || b > a {
					c.shared.add(int(a)*c.d+int(b), x, c.value[lo+int(q)]-c.shift[b])
				}
			}
		}
	}
}

// correct replaces, for the pair (a,a') at a place in shared, what an object with the
// given cell means put into the sums of all pairs. With n and S the count and
// sum of a cell, the average over pairs of different raters is
//
//	(S_a S_a' - Σ_w x_a(w) x_a'(w)) / D,   D = n_a n_a' - Σ_w n_a(w) n_a'(w)
//
// and the average of x_a over the same pairs is (S_a n_a' - Σ_w x_a(w)) / D.
// D = 0 where one rater judged both cells alone: the object has no such pair.
//
// Where it has one it has both kinds, and enters the SameRater sums:
// the averages over the pairs by one rater, with C = Σ_w
// n_a(w) n_a'(w) the averages of the product Σ_w x_a(w) x_a'(w) / C and of x_a Σ_w
// x_a(w) / C, less the averages above.
func (c *accumulator) correct(p, same *PairSums, at int, mean []float64) {
	a, b := at/c.d, at%c.d
	turned, upper := b*c.d+a, PlaceOf(min(a, b), max(a, b), c.d)
	n, m, x, y := c.shared.sizes[a], c.shared.sizes[b], mean[a], mean[b]
	shared := &c.shared.sums[at]
	d := n*m - shared.count
	if d == 0 {
		p.P[upper] -= x * y
		p.A[at] -= x
		p.A[turned] -= y
		p.N[at]--
		p.N[turned]--
		return
	}
	product := (x*n*y*m - shared.product) / d
	first := (x*n*m - shared.first) / d
	second := (y*n*m - shared.second) / d
	p.P[upper] += product - x*y
	p.A[at] += first - x
	p.A[turned] += second - y
	same.N[at]++
	same.N[turned]++
	same.P[upper] += shared.product/shared.count - product
	same.A[at] += shared.first/shared.count - first
	same.A[turned] += shared.second/shared.count - second
}
