package moments

import (
	"math"
	"slices"

	"fms-tui/core/internal/gram"
	"fms-tui/model"
)

// A whole object has the same n judgments of every attribute, and where raters are
// identified n >= 2 of them, all known, gave one judgment of each. Its judgments lie at places
// that need not be looked up, and what all its attributes have in common is counted once. Its
// sums equal the sums of any other object. The raters of a cell come in any order, as rows of a
// shuffled file do: inTurn puts them in the order of the first cell.

// mostWhole is the largest n that is compared with itself for equal raters.
const mostWhole = 16

// wholeOf returns n of a whole object, and 0 for others.
func (v *view) wholeOf(i int) int {
	if v.whole != nil {
		return int(v.whole[i] &^ mixed)
	}
	return int(v.findWhole(i) &^ mixed)
}

// mixed is added to n of a whole object whose cells have raters in several orders.
const mixed = 1 << 7

// findForms lays out the attributes of whole objects, to compare others with.
func (v *view) findForms() {
	for i := range v.y {
		n := v.perCell(i)
		if n == 0 || v.forms[n] != nil {
			continue
		}
		form := make([]int32, 0, n*v.d)
		for a := range v.d {
			for range n {
				form = append(form, int32(a))
			}
		}
		v.forms[n] = form
	}
}

// perCell returns the judgments of a cell of object i if all cells hold as many; 0 where the
// number of all judgments tells that they do not.
func (v *view) perCell(i int) int {
	judgments := v.start[i+1] - v.start[i]
	n := judgments / max(v.d, 1)
	if n > mostWhole || n*v.d != judgments {
		return 0
	}
	return n
}

// findWhole looks at all judgments of object i. It returns n, and mixed.
func (v *view) findWhole(i int) uint8 {
	lo, hi, n := v.start[i], v.start[i+1], v.perCell(i)
	if n < 1 || v.aware && (n < 2 || !v.distinct(lo, n)) || !v.hasForm(v.attr[lo:hi], n) {
		return 0
	}
	switch {
	case !v.aware || equal(v.rater[lo+n:hi], v.rater[lo:hi-n]): // each n raters are the n before
		return uint8(n)
	case v.byTheSame(lo, hi, n):
		return uint8(n) | mixed
	}
	return 0
}

// byTheSame tells whether the n raters of each cell are the n different ones of the first
// cell, in any order.
func (v *view) byTheSame(lo, hi, n int) bool {
	first := v.rater[lo : lo+n]
	if n == 2 { // by far the most frequent
		p, q := first[0], first[1]
		for j := lo + 2; j < hi; j += 2 {
			if a, b := v.rater[j], v.rater[j+1]; (a != p || b != q) && (a != q || b != p) {
				return false
			}
		}
		return true
	}
	for j := lo + n; j < hi; j += n {
		met := 0
		for _, w := range v.rater[j : j+n] {
			met |= 1 << (slices.Index(first, w) + 1)
		}
		if met != 1<<(n+1)-2 { // the lowest bit stands for another rater
			return false
		}
	}
	return true
}

// inTurn returns the judgments of whole object i, n of each attribute: where raters are
// identified in the order of the first cell's raters, if need be in scratch space.
func (v *view) inTurn(i, n int, scratch *[]float64) []float64 {
	lo, hi := v.start[i], v.start[i+1]
	value := v.value[lo:hi]
	if v.whole != nil && v.whole[i] < mixed || v.whole == nil && v.findWhole(i) < mixed {
		return value
	}
	*scratch = slices.Grow((*scratch)[:0], hi-lo)[:hi-lo]
	turned, rater := *scratch, v.rater[lo:hi]
	for at := 0; at < len(value); at += n {
		if n == 2 {
			other := 0
			if rater[at] != rater[0] { // a conditional move: a branch would be guessed wrong half the time
				other = 1
			}
			turned[at], turned[at+1] = value[at+other], value[at+1-other]
			continue
		}
		for j, w := range rater[at : at+n] {
			turned[at+slices.Index(rater[:n], w)] = value[at+j]
		}
	}
	return turned
}

// hasForm tells whether attributes are the form of a whole object of n judgments a cell.
// Attributes rise, so that the first and the last of n judgments tell all n.
func (v *view) hasForm(attr []int32, n int) bool {
	if form := v.forms[n]; len(form) == len(attr) { // views of other attributes have other forms
		return equal(attr, form)
	}
	for a, j := 0, 0; j < len(attr); a, j = a+1, j+n {
		if attr[j] != int32(a) || attr[j+n-1] != int32(a) {
			return false
		}
	}
	return true
}

// equal is slices.Equal, of which no compiler yet compares several numbers at once.
func equal(a, b []int32) bool {
	const many = 64
	if len(a) != len(b) {
		return false
	}
	for ; len(a) >= many; a, b = a[many:], b[many:] {
		if *(*[many]int32)(a) != *(*[many]int32)(b) {
			return false
		}
	}
	return slices.Equal(a, b)
}

// distinct tells whether n judgments from lo on are by known raters, each another.
func (v *view) distinct(lo, n int) bool {
	for j := lo; j < lo+n; j++ {
		if v.rater[j] == model.NoRater {
			return false
		}
		for k := lo; k < j; k++ {
			if v.rater[j] == v.rater[k] {
				return false
			}
		}
	}
	return true
}

// wholes are the sums of the whole objects of a block: what all attributes have in common
// once, and else by attribute. Squares of cell means are on the diagonal of their product.
type wholes struct {
	common AttrSums // but for X, XX, XY and the extremes
	x, xy  []float64
	e2     []float64 // Σ (x-z)² of cells of two judgments: 2 Σ s²
	s2     []float64 // Σ s² of others
	s2n    []float64 // Σ s²/n of them
	least  []float64 // of the shifted cell means
	most   []float64
}

// begin makes all sums 0.
func (w *wholes) begin(d int) {
	w.common = AttrSums{}
	w.x, w.xy = zeroed(w.x, d), zeroed(w.xy, d)
	w.e2, w.s2, w.s2n = zeroed(w.e2, d), zeroed(w.s2, d), zeroed(w.s2n, d)
	w.least, w.most = zeroed(w.least, d), zeroed(w.most, d)
	for a := range d {
		w.least[a], w.most[a] = math.Inf(1), math.Inf(-1)
	}
}

// wholeObject is object for a whole one of n judgments a cell. Where raters are identified
// it is a grid, too.
func (c *accumulator) wholeObject(row, i, n int) {
	y := c.y[i] - c.shiftY
	c.wholes.count(n, y)
	mean := c.mean[row*c.d:][:c.d]
	value := c.inTurn(i, n, &c.turned)
	rows, scale := c.differences, []float64(nil)
	if c.aware {
		rows, scale = c.grids.rows(n)
		c.grids.wholes++
	}
	switch n {
	case 1:
		for a, x := range value {
			mean[a] = x - c.shift[a]
		}
	case 2: // by far the most frequent; half of the differences are the contrasts of a grid
		w := &c.wholes
		sums := gram.Twos{X: w.x, XY: w.xy, E2: w.e2, Least: w.least, Most: w.most}
		sums.Add(mean, rows, value, c.shift, y)
		return
	default:
		asRead := c.value[c.start[i]:c.start[i+1]] // the last digit of a mean depends on the order
		for a := range mean {
			var q AttrSums
			mean[a] = q.cell(asRead[a*n:][:n], c.shift[a])
			c.wholes.s2[a] += q.S2
			c.wholes.s2n[a] += q.S2n
			if c.aware {
				c.grids.contrast(rows, scale, a, value[a*n:][:n])
			}
		}
	}
	c.wholes.means(mean, y)
}

// count counts an object of n judgments a cell, whose label is y about the shift.
func (w *wholes) count(n int, y float64) {
	q := &w.common
	if q.Objects == 0 || n < q.Fewest {
		q.Fewest = n
	}
	q.Most = max(q.Most, n)
	q.Objects++
	q.Judgments += n
	q.Y += y
	q.YY += y * y
	if n > 1 {
		q.Repeated++
	} else {
		q.Single++
	}
}

// means adds the cell means of an object with label y.
func (w *wholes) means(mean []float64, y float64) {
	d := len(mean)
	sum, xy, least, most := w.x[:d], w.xy[:d], w.least[:d], w.most[:d]
	for a, x := range mean {
		sum[a] += x
		xy[a] += x * y
		if x < least[a] {
			least[a] = x
		}
		if x > most[a] {
			most[a] = x
		}
	}
}

// addTo adds the sums but for squares of cell means, about a shift.
func (w *wholes) addTo(s *Sums, shift []float64) {
	if w.common.Objects == 0 {
		return
	}
	for a := range s.Attr {
		q := w.common
		q.X, q.XY = w.x[a], w.xy[a]
		q.S2, q.S2n = w.e2[a]/2+w.s2[a], w.e2[a]/4+w.s2n[a]
		q.Min, q.Max = w.least[a]+shift[a], w.most[a]+shift[a]
		s.Attr[a].add(&q)
	}
}

// wholeRater is what one rater gave to whole objects.
type wholeRater struct {
	n, share float64   // judgments of each attribute, and Σ 1/n
	x        []float64 // Σ x' by attribute
}

// wholeRaters are the raters of whole objects.
type wholeRaters struct {
	*view
	of     []*wholeRater // nil for a rater without any
	index  *raterIndex
	turned []float64 // scratch space of inTurn
}

// add adds whole object i of n judgments a cell. Raters' cells are made in the order in
// which they are met.
func (w *wholeRaters) add(cells [][]RaterSums, i, n int) {
	lo := w.start[i]
	value := w.inTurn(i, n, &w.turned)
	for j, id := range w.rater[lo : lo+n] {
		r := w.of[id]
		if r == nil {
			r = &wholeRater{x: make([]float64, w.d)}
			w.of[id] = r
			for a := range w.d {
				w.index.cell(cells, id, int32(a))
			}
		}
		r.n++
		r.share += 1 / float64(n)
		if n != 2 {
			addEvery(r.x, value[j:], n, w.shift)
		}
	}
	if n == 2 {
		gram.Apart(w.of[w.rater[lo]].x, w.of[w.rater[lo+1]].x, value, w.shift)
	}
}

// addEvery adds to x every n-th value, about a shift.
func addEvery(x, value []float64, n int, shift []float64) {
	x = x[:len(shift)]
	for a, at := 0, 0; a < len(shift) && at < len(value); a, at = a+1, at+n {
		x[a] += value[at] - shift[a]
	}
}

// finish adds what was summed to the raters' cells.
func (w *wholeRaters) finish(cells [][]RaterSums) {
	for id, r := range w.of {
		if r == nil {
			continue
		}
		for a, x := range r.x {
			c := w.index.cell(cells, int32(id), int32(a))
			c.N += r.n
			c.X += x
			c.Share += r.share
		}
	}
}
