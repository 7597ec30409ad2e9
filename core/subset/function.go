package subset

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Function is the set function F over n attributes, 0 to n-1. It is not changed
// once made.
type Function struct {
	Empty float64   // F(∅) > 0, squared label units, or the sum of them
	Cov   []float64 // c: covariance of each attribute with the label
	Gram  []float64 // G: n×n by rows, symmetric, positive semi-definite
}

const (
	// redundant is the share of its own variance that an attribute must keep,
	// given others, to be told apart from them.
	redundant = 1e-10
	// worthTaking is by how much, as a share of F(∅), a later candidate must be
	// better to be taken in place of an earlier one.
	worthTaking = 1e-10
	// worthComparing is the gain, as a share of F(∅), from which ratios to it
	// count: below it is rounding.
	worthComparing = 1e-9
)

// N is the number of attributes.
func (f *Function) N() int { return len(f.Cov) }

// Loss is F of a set, whose members may come in any order.
func (f *Function) Loss(set []int) float64 {
	w := newWalk(f)
	loss := f.Empty
	for _, e := range set {
		gain, _ := w.push(e)
		loss -= gain
	}
	return loss
}

// residual is what is left of the function given a set: covariances of what the
// set does not explain. With e joining, of variance q = G_ee left,
//
//	G -= G_:e G_e:/q,  c -= G_:e c_e/q,  and f rises by c_e²/q
type residual struct {
	n         int
	cov, gram []float64
	own       []float64 // variances given nothing
	in        []bool
}

func (f *Function) residual() *residual {
	n := f.N()
	r := &residual{n: n, cov: append([]float64(nil), f.Cov...), gram: append([]float64(nil), f.Gram...), in: make([]bool, n)}
	for e := range n {
		r.own = append(r.own, f.Gram[e*n+e])
	}
	return r
}

func (r *residual) row(e int) []float64 { return r.gram[e*r.n:][:r.n] }

// isRedundant tells whether e is in the set, or a function of its members.
func (r *residual) isRedundant(e int) bool {
	return r.in[e] || !(r.gram[e*r.n+e] > redundant*r.own[e])
}

// gain is gain(e|S), 0 where e is redundant.
func (r *residual) gain(e int) float64 {
	if r.isRedundant(e) {
		return 0
	}
	return r.cov[e] * r.cov[e] / r.gram[e*r.n+e]
}

// add puts e, which is not redundant, into the set.
func (r *residual) add(e int) {
	z := append([]float64(nil), r.row(e)...)
	c, q := r.cov[e], z[e]
	for j, x := range z {
		if x != 0 {
			floats.AddScaled(r.row(j), -x/q, z)
			r.cov[j] -= x * c / q
		}
	}
	r.in[e] = true
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
	attrs []int       // members in the factor: those not redundant
	rows  [][]float64 // lower triangle
	half  []float64   // L⁻¹ c
}

func newWalk(f *Function) *walk {
	n := f.N()
	w := &walk{f: f, set: make([]int, 0, n), attrs: make([]int, 0, n), rows: make([][]float64, n), half: make([]float64, n)}
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
	if !(pivot > redundant*g[e]) {
		return 0, false
	}
	row[k] = math.Sqrt(pivot)
	w.half[k] = c / row[k]
	w.attrs = append(w.attrs, e)
	return w.half[k] * w.half[k], true
}

// pop takes the last member back.
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
