package tridiagonal

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

// Vectors returns orthonormal eigenvectors of A, one a row, of some of its eigenvalues as
// Values has them, rising. It reports false where they come out badly: Decompose finds them then.
//
// Where few of all vectors are wanted, that takes a fraction of the time of all. Inverse
// iteration finds the vectors of T (Wilkinson 1958; LAPACK's dstein). Vectors of neighbouring
// eigenvalues hold some of each other, about ε|T| by their distance. So all are made
// orthonormal together, twice, by the factor of their products. That leaves each a mixture of
// neighbours, and λ uuᵀ over all of them as exact as A. Q takes them to the basis of A.
func (f *Form) Vectors(values []float64) (u []float64, ok bool) {
	n, k := f.n, len(values)
	size := 0.0
	for i := range n {
		size = max(size, math.Abs(f.Diag[i])+math.Abs(f.beside(i)))
	}
	u = make([]float64, k*n)
	solver := newShifted(f, epsilon*size)
	rng := rand.New(rand.NewPCG(uint64(n), uint64(k)))
	for i, x := range values {
		row := u[i*n:][:n]
		for a := range row {
			row[a] = rng.Float64() - .5
		}
		solver.factor(x)
		for range inverseSteps {
			floats.Scale(1/floats.Norm(row, 2), row)
			solver.solve(row)
		}
		length := floats.Norm(row, 2)
		if !(length > 0) || math.IsInf(length, 1) {
			return nil, false
		}
		floats.Scale(1/length, row)
	}
	if !orthonormal(u, k, n) || !f.hold(u, values, float64(n)*epsilon*size) {
		return nil, false
	}
	f.Back(u)
	return u, true
}

// inverseSteps is how often a random vector is divided by T - λ. Each makes all that belongs to
// other eigenvalues less by ε|T| over their distance; one from a random vector would mostly do.
const inverseSteps = 3

// beside is the entry of T to the right of diagonal entry i, 0 for the last one.
func (f *Form) beside(i int) float64 {
	if i == f.n-1 {
		return 0
	}
	return f.Off[i]
}

// hold tells whether T u = λ u within rounding, for every row u.
func (f *Form) hold(u, values []float64, rounding float64) bool {
	n := f.n
	left := make([]float64, n)
	for i, x := range values {
		row := u[i*n:][:n]
		f.Times(left, row)
		floats.AddScaled(left, -x, row)
		if !(floats.Norm(left, math.Inf(1)) <= rounding) {
			return false
		}
	}
	return true
}

// leastOwn is the least share of a vector that the vectors before it must leave.
const leastOwn = .1

// orthonormal replaces the k rows of u by orthonormal rows of the same space: with UUᵀ = RᵀR
// these are R'⁻¹U. It reports false where rows are nearly dependent.
func orthonormal(u []float64, k, n int) bool {
	turned, product := make([]float64, n*k), make([]float64, k*k)
	var adder gram.Adder
	for range 2 {
		for i := range k {
			for a, x := range u[i*n:][:n] {
				turned[a*k+i] = x
			}
		}
		clear(product)
		adder.Gram(product, turned, n, k)
		floats.Scale(-1, product)
		if !gram.Upper(product, k) {
			return false
		}
		for i := range k {
			if !(product[i*k+i] >= leastOwn) {
				return false
			}
		}
		floats.Scale(-1, u)
		gram.Forward(product, k, u, n)
	}
	return true
}

// shifted is T - λI as a product of triangles, with rows exchanged where the next row has the
// larger entry.
type shifted struct {
	f *Form
	// upper's three diagonals, by row
	pivot, next, after []float64
	by                 []float64 // what row i is multiplied by to be taken off row i+1
	exchanged          []bool
	least              float64 // of a pivot
}

func newShifted(f *Form, least float64) *shifted {
	n := f.n
	return &shifted{
		f: f, pivot: make([]float64, n), next: make([]float64, n), after: make([]float64, n),
		by: make([]float64, n), exchanged: make([]bool, n), least: max(least, math.SmallestNonzeroFloat64/epsilon),
	}
}

// factor factors T - λI.
func (s *shifted) factor(lambda float64) {
	n := s.f.n
	clear(s.after)
	own, beside := s.f.Diag[0]-lambda, s.f.beside(0) // the row in hand
	for i := range n - 1 {
		below, diag, right := s.f.Off[i], s.f.Diag[i+1]-lambda, s.f.beside(i+1)
		s.exchanged[i] = math.Abs(below) > math.Abs(own)
		if s.exchanged[i] {
			s.by[i] = own / below
			s.pivot[i], s.next[i], s.after[i] = below, diag, right
			own, beside = beside-s.by[i]*diag, -s.by[i]*right
			continue
		}
		if math.Abs(own) < s.least {
			own = math.Copysign(s.least, own)
		}
		s.by[i] = below / own
		s.pivot[i], s.next[i] = own, beside
		own, beside = diag-s.by[i]*beside, right
	}
	if math.Abs(own) < s.least {
		own = math.Copysign(s.least, own)
	}
	s.pivot[n-1], s.next[n-1] = own, 0
}

// solve replaces x by (T - λI)⁻¹x.
func (s *shifted) solve(x []float64) {
	n := len(x)
	for i := range n - 1 {
		if s.exchanged[i] {
			x[i], x[i+1] = x[i+1], x[i]
		}
		x[i+1] -= s.by[i] * x[i]
	}
	x[n-1] /= s.pivot[n-1]
	if n > 1 {
		x[n-2] = (x[n-2] - s.next[n-2]*x[n-1]) / s.pivot[n-2]
	}
	for i := n - 3; i >= 0; i-- {
		x[i] = (x[i] - s.next[i]*x[i+1] - s.after[i]*x[i+2]) / s.pivot[i]
	}
}
