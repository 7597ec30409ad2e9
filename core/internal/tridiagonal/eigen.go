package tridiagonal

import (
	"math"
	"slices"

	"fms-tui/core/internal/gram"
)

// Eigen is a symmetric matrix A = Uᵀ Λ U.
type Eigen struct {
	Values  []float64 // Λ, rising
	Vectors []float64 // U: n×n, an eigenvector a row, orthonormal
}

// Values returns the eigenvalues, rising, of the matrix whose lower triangle has the entries
// at(i, j), i >= j, all finite. It reports false where the iteration does not converge.
func Values(n int, at func(i, j int) float64) ([]float64, bool) {
	size := largest(n, at)
	form := Reduce(n, func(i, j int) float64 { return at(i, j) / size })
	values, ok := form.Values()
	for i := range values {
		values[i] *= size
	}
	return values, ok
}

// largest returns the size of the largest entry, 1 if all are 0.
func largest(n int, at func(i, j int) float64) (size float64) {
	for i := range n {
		for j := range i + 1 {
			size = max(size, math.Abs(at(i, j)))
		}
	}
	if size == 0 {
		return 1
	}
	return size
}

// Decompose returns the eigenvalues of such a matrix with all eigenvectors.
//
// With A = Q T Qᵀ and T = V Λ Vᵀ they are the columns of QV. The QL iteration finds Λ, and V
// as a product of many plane rotations, of neighbouring axes. They are kept, and applied to
// the rows of Qᵀ later: to a panel of a few columns after the other, each of which stays in the
// processor's cache.
func Decompose(n int, at func(i, j int) float64) (*Eigen, bool) {
	size := largest(n, at)
	form := Reduce(n, func(i, j int) float64 { return at(i, j) / size })
	r := &rotations{n: n, panels: form.panels()}
	r.chains, r.turns = make([]chain, 0, 2*n), make([]float64, 0, min(3*n*n, mostTurns+2*n)) // about 1.7 sweeps a row
	if !r.iterate(form.Diag, form.Off) {
		return nil, false
	}
	r.flush()
	return r.sorted(form.Diag, size), true
}

// panels returns Qᵀ by panels of columns, each n rows of gram.Panel. Q is what Q makes of the
// unit matrix.
func (f *Form) panels() [][]float64 {
	panels := make([][]float64, (f.n+gram.Panel-1)/gram.Panel)
	for p := range panels {
		panels[p] = make([]float64, f.n*gram.Panel)
	}
	f.turn(f.n, func(columns []float64, first, count int) {
		for k := range count {
			columns[(first+k)*count+k] = 1
		}
	}, func(columns []float64, first, count int) {
		for j := range f.n {
			panel := panels[j/gram.Panel][first*gram.Panel+j%gram.Panel:]
			for k, x := range columns[j*count:][:count] {
				panel[k*gram.Panel] = x
			}
		}
	})
	return panels
}

// rotations are what the QL iteration has yet to do to the rows of Qᵀ.
type rotations struct {
	n      int
	panels [][]float64
	chains []chain
	turns  []float64 // cosine and sine of each rotation, as gram.Rotate takes them
}

// chain is a sweep of the iteration: the rows hi to lo, and its turns from on.
type chain struct{ hi, lo, from int }

const (
	// mostTurns is how many numbers of rotations are kept before they are applied.
	mostTurns = 1 << 16
	// mostSweeps is far more than an eigenvalue takes, which is about 1.7.
	mostSweeps = 60
	// epsilon is the relative distance of neighbouring numbers.
	epsilon = 0x1p-52
)

// iterate turns diag into the eigenvalues of the tridiagonal matrix: the QL iteration in the
// form of tql2 (Bowdler, Martin, Reinsch and Wilkinson 1968). An entry of off counts as 0 if
// it is less than the rounding of the largest row so far.
func (r *rotations) iterate(diag, off []float64) bool {
	e := append(slices.Clone(off), 0)
	shift, most := 0.0, least/epsilon
	for l := range diag {
		most = max(most, math.Abs(diag[l])+math.Abs(e[l]))
		for count := 0; ; count++ {
			m := l
			for math.Abs(e[m]) > epsilon*most {
				m++
			}
			if m == l {
				break
			}
			if count == mostSweeps {
				return false
			}
			shift += r.sweep(diag, e, l, m)
		}
		diag[l] += shift
	}
	return true
}

// sweep makes one step of the iteration between l and m. It returns what it took off the
// diagonal from l on.
func (r *rotations) sweep(diag, e []float64, l, m int) (shift float64) {
	g := diag[l]
	p := (diag[l+1] - g) / (2 * e[l])
	root := math.Copysign(math.Hypot(p, 1), p)
	diag[l], diag[l+1] = e[l]/(p+root), e[l]*(p+root)
	next := diag[l+1]
	shift = g - diag[l]
	for i := l + 2; i < len(diag); i++ {
		diag[i] -= shift
	}
	r.chains = append(r.chains, chain{m, l, len(r.turns)})
	p = diag[m]
	c, c2, c3, s, s2 := 1.0, 1.0, 1.0, 0.0, 0.0
	after := e[l+1]
	for i := m - 1; i >= l; i-- {
		c3, c2, s2 = c2, c, s
		g, h := c*e[i], c*p
		root := math.Hypot(p, e[i])
		e[i+1] = s * root
		s, c = e[i]/root, p/root
		p = c*diag[i] - s*g
		diag[i+1] = h + s*(c*g+s*diag[i])
		r.turns = append(r.turns, c, s)
	}
	p = -s * s2 * c3 * after * e[l] / next
	e[l], diag[l] = s*p, c*p
	if len(r.turns) > mostTurns {
		r.flush()
	}
	return shift
}

// flush applies what was kept.
func (r *rotations) flush() {
	for _, panel := range r.panels {
		for _, c := range r.chains {
			gram.Rotate(panel, c.hi, c.lo, r.turns[c.from:])
		}
	}
	r.chains, r.turns = r.chains[:0], r.turns[:0]
}

// sorted returns the eigenvalues, of a matrix of the given size, with their vectors in order.
func (r *rotations) sorted(values []float64, size float64) *Eigen {
	order := make([]int, r.n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case values[i] < values[j]:
			return -1
		case values[i] > values[j]:
			return 1
		}
		return 0
	})
	out := &Eigen{Values: make([]float64, r.n), Vectors: make([]float64, r.n*r.n)}
	for k, i := range order {
		out.Values[k] = values[i] * size
		row := out.Vectors[k*r.n:][:r.n]
		for p, panel := range r.panels {
			copy(row[p*gram.Panel:], panel[i*gram.Panel:][:gram.Panel])
		}
	}
	return out
}
