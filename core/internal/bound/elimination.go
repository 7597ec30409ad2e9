package bound

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
	"fms-tui/core/selection"
)

const (
	// dependent is the variance, as a share of the variance of cell means, up to which
	// a free direction is a linear function of the directions before it. Selection
	// gives no weight to an attribute that keeps less than a millionth of its variance;
	// the bound may use such an attribute, which only lowers it.
	dependent = 1e-10
	// inconsistent is the correlation that such a direction may still have, with
	// the label or with the directions that cost money, and be left out.
	inconsistent = 1e-8
	// indefinite is how far below 0 an eigenvalue of Σ⁺ may lie for it to count
	// as positive semi-definite, in units of the attributes' spreads.
	indefinite = 1e-9
)

// elimination is a pivoted Cholesky decomposition of Σ_FF that takes the other
// attributes along: each step removes one free attribute and what is explained
// by it from all that is left. On a form directions stand in for attributes
// (turn).
//
// The rest of a variance after n removals carries at most the rounding
//
//	8(n+1)ε (Σ_i |z_i| D_i + D)²,   z = Σ_FF⁻¹ Σ_F:,  D the spreads
//
// as in selection. Size is no less than the sum in it: a removal of k adds
// f = z[k] to it, and takes f times the coefficients of k itself off the others.
type elimination struct {
	d       int
	sigma   []float64 // a copy of Σ⁺, d×d; what is left of it in rows free and N
	b       []float64 // what is left of b
	size    []float64
	free    []int // the directions not removed yet
	removed int
}

func newElimination(p *selection.Problem) *elimination {
	e := &elimination{
		d:     len(p.V),
		sigma: append([]float64(nil), p.Sigma...),
		b:     append([]float64(nil), p.B[0]...),
		size:  make([]float64, len(p.V)),
	}
	for a := range e.size {
		e.size[a] = math.Sqrt(max(0, e.row(a)[a]))
	}
	return e
}

func (e *elimination) row(a int) []float64 { return e.sigma[a*e.d:][:e.d] }

// raise adds a constant noise to Σ.
func (e *elimination) raise(a, c int, x float64) {
	e.row(a)[c] += x
	if a == c {
		e.size[a] = math.Sqrt(max(0, e.row(a)[a]))
	}
}

// turn replaces the attributes of a form by directions: attribute attrs[k] by direction
// k, a row of the orthogonal n×n matrix u: with w = Uᵀ y
//
//	Σ <- UΣUᵀ,  b <- Ub
//
// U acting on the form alone. A direction is at most as large as Σ|U| D.
func (e *elimination) turn(attrs []int, u []float64) {
	n, d := len(attrs), e.d
	own, turned, directions := make([]float64, n*d), make([]float64, n*d), make([]float64, n*n)
	b, size := make([]float64, n), make([]float64, n)
	for i, a := range attrs {
		copy(own[i*d:], e.row(a))
		for k := range n {
			x := u[k*n+i]
			directions[i*n+k] = x // Uᵀ
			b[k] += x * e.b[a]
			size[k] += math.Abs(x) * e.size[a]
		}
	}
	var adder gram.Adder
	adder.Product(turned, directions, own, n, n, d)
	for k, a := range attrs {
		copy(e.row(a), turned[k*d:][:d])
		e.b[a], e.size[a] = b[k], size[k]
	}
	for c := range d {
		for i, a := range attrs {
			own[i*d+c] = e.row(c)[a]
		}
	}
	clear(turned) // d×n from here on
	adder.Product(turned, own, directions, n, d, n)
	for c := range d {
		for k, a := range attrs {
			e.row(c)[a] = turned[c*n+k]
		}
	}
}

// next returns the position among the free of that with the largest variance left, -1
// if all are functions of the removed directions: what is left of their variances is rounding.
func (e *elimination) next() int {
	best := -1
	for i, a := range e.free {
		left := e.row(a)[a]
		if left > max(dependent, selection.Roundings(e.removed)*e.size[a]*e.size[a]) && (best < 0 || left > e.row(e.free[best])[e.free[best]]) {
			best = i
		}
	}
	return best
}

// run removes free attributes, the one with the largest variance left first,
// until none has any, and returns how much of the label they explain. With
// pivot k and z its row,
//
//	Σ -= z zᵀ/z[k],  b -= z b[k]/z[k]
func (e *elimination) run(others []int) (explained float64) {
	for best := e.next(); best >= 0; best = e.next() {
		k := e.free[best]
		z := e.row(k)
		e.free = append(e.free[:best], e.free[best+1:]...)
		explained += e.b[k] * e.b[k] / z[k]
		for _, left := range [][]int{e.free, others} {
			for _, a := range left {
				f := e.row(a)[k] / z[k]
				e.b[a] -= f * e.b[k]
				e.size[a] += math.Abs(f) * e.size[k]
				floats.AddScaled(e.row(a), -f, z)
			}
		}
		e.removed++
	}
	return explained
}

// isConsistent reports whether the remaining free attributes, which are functions of
// the removed attributes, have covariances with the label and the others that fit these
// functions, for a label of spread sd. Where it is not, because b and Σ⁺ are estimated
// apart, the relaxed loss falls without end along their weights.
func (e *elimination) isConsistent(others []int, sd float64) bool {
	for _, k := range e.free {
		z := e.row(k)
		if math.Abs(e.b[k]) > inconsistent*sd || z[k] < -indefinite {
			return false
		}
		for _, a := range others {
			if math.Abs(z[a]) > inconsistent {
				return false
			}
		}
	}
	return true
}
