package moments

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
	"fms-tui/model"
)

// A grid is a set of attributes of one object that the same n >= 2 known raters
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
type grids struct {
	*view
	forms  []contrasts // by n, rising
	wholes int         // whole objects, which are one grid of all attributes
	number []uint8     // other objects × d: the grid that the attribute is in, from 1; 0 for none
	rest   []int       // of these objects the ones that are not a single grid
	off    []float64   // d×d: what D lacks
	place  []int32     // by rater: his place in the grid at hand, from 1; 0 for others
	mixed  []float64   // judgments of a cell, in the order of the grid's raters
}

// contrasts are the rows z_j of the grids of n raters, by √(1/(n²-n)): rows × d, 0 outside the grid.
type contrasts struct {
	n     int
	rows  []float64
	scale []float64 // by j: what z_j is multiplied with besides, 1/√((n²-n) j(j+1))
}

// mostGrids is how many grids of one object are looked for: forms that different
// raters fill.
const mostGrids = 4

func newGrids(v *view) grids { return grids{view: v, place: make([]int32, v.raters)} }

// begin forgets all grids.
func (g *grids) begin() {
	g.wholes = 0
	for k := range g.forms {
		g.forms[k].rows = g.forms[k].rows[:0]
	}
}

// find looks for the grids of objects that are not whole. It returns those that are not a
// single grid, by their places among them. A pair of attributes that is in no common grid
// may share raters too.
func (g *grids) find(objects []int) (rest []int) {
	g.number = zeroed(g.number, len(objects)*g.d)
	g.rest = g.rest[:0]
	for k, i := range objects {
		number := g.of(k)
		outside, found := true, 0
		for ; found < mostGrids && outside; found++ {
			first, n := g.frequent(i, number)
			if n < 2 || !g.seat(first, n) {
				break
			}
			var cells int
			cells, outside = g.mark(i, number, uint8(found+1), first, n)
			g.unseat(first, n)
			if cells == 0 {
				break
			}
		}
		if outside || found > 1 {
			g.rest = append(g.rest, k)
		}
	}
	return g.rest
}

// seat notes the places of the raters of the n judgments from first on. It reports whether
// each is another: if not, none has a place.
func (g *grids) seat(first, n int) bool {
	for j, w := range g.rater[first:][:n] {
		if g.place[w] != 0 {
			g.unseat(first, j)
			return false
		}
		g.place[w] = int32(j + 1)
	}
	return true
}

// unseat undoes seat.
func (g *grids) unseat(first, n int) {
	for _, w := range g.rater[first:][:n] {
		g.place[w] = 0
	}
}

// of returns, by attribute, the grids of the k-th object that is not whole.
func (g *grids) of(k int) []uint8 { return g.number[k*g.d:][:g.d] }

func (g *grids) any() bool {
	return slices.ContainsFunc(g.forms, func(f contrasts) bool { return len(f.rows) > 0 })
}

// rows returns room for the contrasts of one more grid of n raters, which is to be filled,
// and what they are multiplied with.
func (g *grids) rows(n int) (rows, scale []float64) {
	k, found := slices.BinarySearchFunc(g.forms, n, func(f contrasts, n int) int { return f.n - n })
	if !found {
		g.forms = slices.Insert(g.forms, k, contrasts{n: n, scale: contrastScale(n)})
	}
	f := &g.forms[k]
	from, more := len(f.rows), (n-1)*g.d
	f.rows = slices.Grow(f.rows, more)[:from+more]
	return f.rows[from:], f.scale
}

// drop takes back the last rows.
func (g *grids) drop(n int) {
	for k := range g.forms {
		if f := &g.forms[k]; f.n == n {
			f.rows = f.rows[:len(f.rows)-(n-1)*g.d]
		}
	}
}

// contrastScale is the scale of contrasts.
func contrastScale(n int) []float64 {
	scale := make([]float64, n)
	for j := 1; j < n; j++ {
		k := float64(j)
		scale[j] = 1 / math.Sqrt(float64(n*(n-1))*k*(k+1))
	}
	return scale
}

// frequent returns the first judgment and the length of a cell outside all grids
// whose list of raters more than half of such cells have, if there is one: the
// vote of Boyer and Moore. Length 0 means that there is no candidate.
func (g *grids) frequent(i int, number []uint8) (first, n int) {
	votes := 0
	for lo, hi := g.start[i], g.start[i+1]; lo < hi; {
		end := g.cellEnd(lo, hi)
		switch {
		case number[g.attr[lo]] != 0:
		case n == end-lo && g.inOrder(first, lo, n) != nil:
			votes++
		case votes > 0:
			votes--
		case end-lo > 1 && !slices.Contains(g.rater[lo:end], model.NoRater):
			first, n, votes = lo, end-lo, 1
		}
		lo = end
	}
	return first, n
}

// sameRaters compares the raters of n judgments each, from a and b on.
func (g *grids) sameRaters(a, b, n int) bool {
	x, y := g.rater[a:][:n], g.rater[b:][:n]
	for j, w := range x {
		if w != y[j] {
			return false
		}
	}
	return true
}

// mostMixed bounds the judgments of a cell whose raters are put in order.
const mostMixed = 16

// inOrder returns the n judgments from lo on in the order of the raters of the judgments
// from first on; nil if other raters judged. In a shuffled file they come in any order.
func (g *grids) inOrder(first, lo, n int) []float64 {
	if g.sameRaters(first, lo, n) {
		return g.value[lo : lo+n]
	}
	if n > mostMixed {
		return nil
	}
	g.mixed = g.mixed[:0]
	taken := 0
	for _, w := range g.rater[first:][:n] {
		j := slices.Index(g.rater[lo:][:n], w)
		if j < 0 || taken&(1<<j) != 0 {
			return nil
		}
		taken |= 1 << j
		g.mixed = append(g.mixed, g.value[lo+j])
	}
	return g.mixed
}

// mark makes a grid of the cells of object i that are outside all others and have
// the raters of the n judgments from first on. It returns their number, and
// whether cells are left. Grids of few cells are not worth their rows of d
// entries: they are left pair by pair, and 0 is returned.
func (g *grids) mark(i int, number []uint8, k uint8, first, n int) (cells int, left bool) {
	d := g.d
	rows, scale := g.rows(n)
	clear(rows)
	for lo, hi := g.start[i], g.start[i+1]; lo < hi; {
		end, a := g.cellEnd(lo, hi), int(g.attr[lo])
		var values []float64
		if number[a] == 0 && end-lo == n {
			values = g.inOrder(first, lo, n)
		}
		switch {
		case number[a] != 0:
		case values == nil:
			left = true
		default:
			number[a] = k
			cells++
			g.contrast(rows, scale, a, values)
		}
		lo = end
	}
	if cells == d || cells > 1 && gridShare*cells >= d {
		return cells, left
	}
	g.drop(n)
	for a, x := range number {
		if x == k {
			number[a] = 0
		}
	}
	return 0, true
}

// contrast fills the contrasts of one cell of attribute a, one a row.
func (g *grids) contrast(rows, scale []float64, a int, value []float64) {
	shift := g.shift[a]
	sum := value[0] - shift
	for j := 1; j < len(value); j++ {
		x := value[j] - shift
		rows[(j-1)*g.d+a] = scale[j] * (sum - float64(j)*x)
		sum += x
	}
}

// gridShare is how many times the cells of a grid are at least the attributes.
const gridShare = 8

// only returns n where there are grids, and all have n raters; otherwise 0.
func (g *grids) only() (n int) {
	for _, f := range g.forms {
		switch {
		case len(f.rows) == 0:
		case n > 0:
			return 0
		default:
			n = f.n
		}
	}
	return n
}

// products adds Σ n zzᵀ/(n²-n) over all grids, which is E - D, to the upper triangle of same,
// and takes Σ zzᵀ/(n²-n) off different, which is nil if nobody wants it: all of it is D.
func (g *grids) products(adder *gram.Adder, different, same []float64) {
	d := g.d
	for _, f := range g.forms {
		if len(f.rows) == 0 {
			continue
		}
		off := same // of the only form needs no room of its own
		if different != nil {
			g.off = zeroed(g.off, d*d)
			off = g.off
		}
		adder.Gram(off, f.rows, len(f.rows)/d, d)
		for i := range d {
			lacks := off[i*d+i : (i+1)*d]
			if different == nil {
				floats.Scale(float64(f.n), lacks)
				continue
			}
			floats.Sub(different[i*d+i:(i+1)*d], lacks)
			floats.AddScaled(same[i*d+i:(i+1)*d], float64(f.n), lacks)
		}
	}
}

// pairs counts, by pair of attributes, the grids that hold both.
func (g *grids) pairs() []float64 {
	p := presence{n: gram.Zeros(g.d * g.d), d: g.d, whole: float64(g.wholes)}
	var has, lacks []int
	for object := range len(g.number) / g.d {
		number := g.of(object)
		for k := uint8(1); ; k++ {
			has, lacks = has[:0], lacks[:0]
			for a, x := range number {
				if x == k {
					has = append(has, a)
				} else {
					lacks = append(lacks, a)
				}
			}
			if len(has) == 0 {
				break
			}
			p.add(has, lacks)
		}
	}
	p.finish()
	return p.n
}
