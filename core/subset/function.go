package subset

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/parallel"
	"fms-tui/core/selection"
)

// Function is the set function F over n attributes, 0 to n-1. It is not changed
// once made.
type Function struct {
	Empty float64   // F(∅) > 0, squared label units, or the sum of them
	Cov   []float64 // c: covariance of each attribute with the label
	Gram  []float64 // G: n×n by rows, symmetric, positive semi-definite

	// own are the variances that redundancy is measured by, where Gram is what
	// others left of them; nil: Gram's diagonal.
	own []float64
}

const (
	// worthTaking is by how much, as a share of F(∅), a later candidate must be
	// better to be taken in place of an earlier one.
	worthTaking = 1e-10
	// worthComparing is the gain, as a share of F(∅), from which ratios to it
	// count: below it is rounding.
	worthComparing = 1e-9
)

// N is the number of attributes.
func (f *Function) N() int { return len(f.Cov) }

// ownOf is the variance of attribute e given nothing.
func (f *Function) ownOf(e int) float64 {
	if f.own != nil {
		return f.own[e]
	}
	return f.Gram[e*f.N()+e]
}

// residual is what is left of the function given a set: covariances of what the
// set does not explain. With e joining, of variance q = G_ee left,
//
//	G -= G_:e G_e:/q,  c -= G_:e c_e/q,  and f rises by c_e²/q
//
// It also updates the sizes of selection.IsRounding, or upper bounds of them: with k =
// G_ej/q, the size of j rises by |k| times the size of e, and the weight's size by
// |c_e/q| times it.
type residual struct {
	n         int
	cov, gram []float64
	own       []float64 // variances given nothing
	size      []float64
	weight    float64
	in        []bool
	members   int
}

func (f *Function) residual() *residual {
	n := f.N()
	r := &residual{n: n, cov: append([]float64(nil), f.Cov...), gram: append([]float64(nil), f.Gram...), weight: math.Sqrt(f.Empty), in: make([]bool, n)}
	for e := range n {
		r.own = append(r.own, f.ownOf(e))
		r.size = append(r.size, math.Sqrt(f.ownOf(e)))
	}
	return r
}

func (r *residual) row(e int) []float64 { return r.gram[e*r.n:][:r.n] }

// isRedundant tells whether e is in the set, or adds to it nothing that can be
// told from rounding, as in selection.
func (r *residual) isRedundant(e int) bool {
	left := r.gram[e*r.n+e]
	return r.in[e] || selection.IsRounding(r.members, r.own[e], left, r.cov[e],
		func() float64 { return left }, func() (size, weight float64) { return r.size[e], r.weight })
}

func (r *residual) gain(e int) float64 {
	if r.isRedundant(e) {
		return 0
	}
	return r.cov[e] * r.cov[e] / r.gram[e*r.n+e]
}

func (r *residual) add(e int) {
	z := append([]float64(nil), r.row(e)...)
	c, q := r.cov[e], z[e]
	r.weight += math.Abs(c/q) * r.size[e]
	for j, x := range z {
		if x != 0 {
			floats.AddScaled(r.row(j), -x/q, z)
			r.cov[j] -= x * c / q
		}
		if j != e {
			r.size[j] += math.Abs(x/q) * r.size[e]
		}
	}
	r.in[e] = true
	r.members++
}

// rest is the function of what is not redundant given the set.
func (r *residual) rest(empty float64) *Function {
	var left []int
	for e := range r.n {
		if !r.isRedundant(e) {
			left = append(left, e)
		}
	}
	f := &Function{Empty: empty, Cov: make([]float64, len(left)), Gram: make([]float64, len(left)*len(left))}
	for i, e := range left {
		f.own = append(f.own, r.own[e])
		f.Cov[i] = r.cov[e]
		for k, c := range left {
			f.Gram[i*len(left)+k] = r.gram[e*r.n+c]
		}
	}
	return f
}

// walk goes through subsets, each of which extends the Cholesky factor of the
// one before it.
type walk struct {
	f     *Function
	set   []int
	attrs []int       // members in the factor, which are not redundant
	rows  [][]float64 // lower triangle
	half  []float64   // L⁻¹ c
	z, w  []float64   // scratch
}

func newWalk(f *Function) *walk {
	n := f.N()
	w := &walk{f: f, set: make([]int, 0, n), attrs: make([]int, 0, n), rows: make([][]float64, n), half: make([]float64, n), z: make([]float64, n), w: make([]float64, n)}
	for i := range w.rows {
		w.rows[i] = make([]float64, i+1)
	}
	return w
}

// push adds e to the set and returns what it gains, and whether it entered the
// factor.
func (w *walk) push(e int) (gain float64, entered bool) {
	w.set = append(w.set, e)
	n, k := w.f.N(), len(w.attrs)
	g, row := w.f.Gram[e*n:][:n], w.rows[k]
	pivot, c := g[e], w.f.Cov[e]
	for i, a := range w.attrs {
		x := g[a]
		for j, y := range w.rows[i][:i] {
			x -= y * row[j]
		}
		x /= w.rows[i][i]
		row[i] = x
		pivot -= x * x
		c -= x * w.half[i]
	}
	own := w.f.ownOf(e)
	if selection.IsRounding(k, own, pivot, c, func() float64 { return pivot }, func() (size, weight float64) { return w.sizes(own) }) {
		return 0, false
	}
	row[k] = math.Sqrt(pivot)
	w.half[k] = c / row[k]
	w.attrs = append(w.attrs, e)
	return w.half[k] * w.half[k], true
}

// sizes returns selection.IsRounding's two sizes for an attribute of variance own whose
// row is in place.
func (w *walk) sizes(own float64) (size, weight float64) {
	k := len(w.attrs)
	return selection.RoundingSizes(w.rows, w.half, w.z[:k], w.w[:k], own, w.f.Empty, func(i int) float64 { return w.f.ownOf(w.attrs[i]) })
}

func (w *walk) pop(entered bool) {
	w.set = w.set[:len(w.set)-1]
	if entered {
		w.attrs = w.attrs[:len(w.attrs)-1]
	}
}

// each visits all subsets of 1 to most attributes in lexicographic order, with
// their gain f, until visit returns false. The set holds until it returns.
func (f *Function) each(most int, visit func(set []int, gain float64) bool) bool {
	w := newWalk(f)
	var from func(next int, sum float64) bool
	from = func(next int, sum float64) bool {
		for e := next; e < f.N(); e++ {
			gain, entered := w.push(e)
			if !visit(w.set, sum+gain) || len(w.set) < most && !from(e+1, sum+gain) {
				return false
			}
			w.pop(entered)
		}
		return true
	}
	return most < 1 || from(0, 0)
}

// Chosen is a subset and its loss.
type Chosen struct {
	Set  []int // attributes by number; Best: rising; Forward: in the order of joining
	Loss float64
}

// Count is how many subsets of 1 to most out of n attributes there are; +Inf
// beyond floating point.
func Count(n, most int) float64 {
	count, sum := 1.0, 0.0
	for k := 1; k <= min(n, most); k++ {
		count *= float64(n-k+1) / float64(k)
		sum += count
	}
	return sum
}

// Searchable is the largest size, at most size, up to which n attributes have at most
// the given number of subsets in total.
func Searchable(n, size int, subsets float64) int {
	k := 0
	for k < min(n, size) && Count(n, k+1) <= subsets {
		k++
	}
	return k
}

const looked = 4096

// Best returns the best subset of each size from 0 to most, most at most n: the
// lecture's naive method (21.2), which takes Count(n, most) steps. Subsets are
// looked at in lexicographic order, and a later one must be better by more than
// 1e-10 F(∅). The only error is the context's.
func (f *Function) Best(ctx context.Context, most int) ([]Chosen, error) {
	best := make([]Chosen, most+1)
	best[0] = Chosen{Set: []int{}, Loss: f.Empty}
	steps, all := 0, int(min(Count(f.N(), most), 1<<62))
	parallel.Report(ctx, "searching subsets", 0, all)
	done := f.each(most, func(set []int, gain float64) bool {
		b := &best[len(set)]
		if loss := f.Empty - gain; b.Set == nil || loss < b.Loss-worthTaking*f.Empty {
			b.Set, b.Loss = append(b.Set[:0], set...), loss
		}
		if steps++; steps%looked == 0 {
			parallel.Report(ctx, "searching subsets", steps, all)
		}
		return steps%looked != 0 || ctx.Err() == nil
	})
	if !done {
		return nil, ctx.Err()
	}
	return best, nil
}

// Forward returns the sets of the lecture's successive algorithm (21.3), of 0 to most
// attributes; fewer if all remaining attributes are redundant. Among candidates whose
// losses are equal to 1e-10 F(∅) it takes the first.
func (f *Function) Forward(most int) []Chosen {
	r := f.residual()
	path := []Chosen{{Set: []int{}, Loss: f.Empty}}
	for len(path) <= most {
		last := path[len(path)-1]
		best, gain := -1, 0.0
		for e := range f.N() {
			if r.isRedundant(e) {
				continue
			}
			if g := r.gain(e); best < 0 || g > gain+worthTaking*f.Empty {
				best, gain = e, g
			}
		}
		if best < 0 {
			break
		}
		r.add(best)
		path = append(path, Chosen{Set: append(slices.Clone(last.Set), best), Loss: last.Loss - gain})
	}
	return path
}
