// Package tridiagonal reduces symmetric matrices to tridiagonal ones: A = Q T Qᵀ, the first
// step to eigenvalues, and most of the time that they take (Golub and Van Loan, Matrix
// Computations, section 8.3.1).
//
// Householder's reflections H_i = I - τ v vᵀ clear one row and column after another. What is
// left of A loses v wᵀ + w vᵀ at each step, with x = τ A v and w = x - ½τ(xᵀv) v (pairs.go).
package tridiagonal

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	lapack "gonum.org/v1/gonum/lapack/gonum"

	"fms-tui/core/internal/gram"
)

// Form is A = Q T Qᵀ for a symmetric A of n rows.
type Form struct {
	Diag, Off []float64 // of T: n and n-1 entries
	n, stride int
	rows      []float64 // v_i in row i from column i+1 on, where it is 1
	tau       []float64
}

// least is the length of what a reflection clears up to which it is 0 already, for matrices
// whose largest entry is about 1.
const least = 1e-290

// Reduce reduces the matrix whose lower triangle has the entries at(i, j), i >= j, all
// finite and about 1 at most.
func Reduce(n int, at func(i, j int) float64) *Form {
	stride := (n + gram.Lane - 1) / gram.Lane * gram.Lane
	f := &Form{
		n: n, stride: stride, rows: make([]float64, stride*stride),
		Diag: make([]float64, n), Off: make([]float64, max(n-1, 0)), tau: make([]float64, max(n-1, 0)),
	}
	for i := range n { // what gram.Symmetric reads
		for j := range i + 1 {
			f.rows[j*stride+i] = at(i, j)
		}
	}
	p := newPairs(f)
	for i := range n {
		if i == p.from+len(p.number) {
			p.end()
		}
		p.takeOff(i)
		f.Diag[i] = f.rows[i*stride+i]
		if i < n-1 {
			f.reflect(i)
			p.find(i)
		}
	}
	return f
}

// reflect finds H_i, which turns row i beyond the diagonal into one entry.
func (f *Form) reflect(i int) {
	row := f.rows[i*f.stride:][:f.n]
	first, rest := row[i+1], row[i+2:]
	length := floats.Norm(rest, 2)
	if length <= least {
		f.Off[i], f.tau[i] = first, 0
		return
	}
	turned := -math.Copysign(math.Hypot(first, length), first)
	f.Off[i], f.tau[i] = turned, (turned-first)/turned
	row[i+1] = 1
	for k := range rest {
		rest[k] /= first - turned
	}
}

// apply sets x to H_i x.
func (f *Form) apply(i int, x []float64) {
	v := f.rows[i*f.stride+i+1:][:f.n-i-1]
	if f.tau[i] != 0 {
		floats.AddScaled(x[i+1:], -f.tau[i]*floats.Dot(v, x[i+1:]), v)
	}
}

// atOnce is with how many x each reflection is read once.
const atOnce = 16

// Forth sets x to Qᵀx.
func (f *Form) Forth(x []float64) {
	for i := range f.n - 1 {
		f.apply(i, x)
	}
}

// Back sets x to Qx: from the basis of T to the basis of A. It does so with each of several x, one
// after another in a list.
func (f *Form) Back(list []float64) {
	for some := range slices.Chunk(list, atOnce*f.n) { // so many stay near the processor
		for i := f.n - 2; i >= 0; i-- {
			for x := range slices.Chunk(some, f.n) {
				f.apply(i, x)
			}
		}
	}
}

// Times sets y to Tx.
func (f *Form) Times(y, x []float64) {
	for i, diag := range f.Diag {
		y[i] = diag * x[i]
		if i > 0 {
			y[i] += f.Off[i-1] * x[i-1]
		}
		if i < f.n-1 {
			y[i] += f.Off[i] * x[i+1]
		}
	}
}

// SolveShifted sets x to (T + λI)⁻¹x for a T without eigenvalues below 0 but for rounding, and
// λ > 0. In T + λI = L D L', L of unit diagonal, no pivot is below λ. There is room for n of them.
func (f *Form) SolveShifted(x []float64, lambda float64, pivots []float64) {
	for i, diag := range f.Diag {
		pivot := diag + lambda
		if i > 0 {
			l := f.Off[i-1] / pivots[i-1]
			pivot -= l * f.Off[i-1]
			x[i] -= l * x[i-1]
		}
		pivots[i] = max(pivot, lambda)
	}
	for i := f.n - 1; i >= 0; i-- {
		if i < f.n-1 {
			x[i] -= f.Off[i] * x[i+1]
		}
		x[i] /= pivots[i]
	}
}

// epsilon is the relative distance of neighbouring numbers.
const epsilon = 0x1p-52

// nothing is up to where an entry beside the diagonal counts as 0, of matrices whose largest entry
// is about 1: gonum's iteration cannot scale parts of smaller ones.
const nothing = 1e-100

// Values returns the eigenvalues, rising: the QL iteration without square roots (Pal, Walker and
// Kahan; Parlett, The Symmetric Eigenvalue Problem, section 8.15). It reports false where the
// iteration does not converge.
func (f *Form) Values() ([]float64, bool) {
	values, off := slices.Clone(f.Diag), slices.Clone(f.Off)
	for i, x := range off {
		if math.IsNaN(x) || math.IsNaN(values[i]) {
			return nil, false
		}
		if math.Abs(x) < nothing {
			off[i] = 0
		}
	}
	return values, lapack.Implementation{}.Dsterf(f.n, values, off)
}
