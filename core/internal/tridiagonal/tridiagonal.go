// Package tridiagonal reduces symmetric matrices to tridiagonal ones: A = Q T Qᵀ, the first
// step to eigenvalues, and most of the time that they take (Golub and Van Loan, Matrix
// Computations, section 8.3.1).
//
// Householder's reflections H_i = I - τ v vᵀ clear one row and column after another. Both
// triangles of A are kept, so that each step reads and writes rows alone: a product Av,
// which is a sum of rows, and the change of all that is left by v wᵀ + w vᵀ. Package gram
// has both.
package tridiagonal

import (
	"math"

	"gonum.org/v1/gonum/floats"

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
		n: n, stride: stride, rows: make([]float64, n*stride),
		Diag: make([]float64, n), Off: make([]float64, max(n-1, 0)), tau: make([]float64, max(n-1, 0)),
	}
	for i := range n {
		for j := range i + 1 {
			x := at(i, j)
			f.rows[i*stride+j], f.rows[j*stride+i] = x, x
		}
	}
	number, v, w := make([]int, n), make([]float64, stride), make([]float64, stride)
	for i := range number {
		number[i] = i
	}
	for i := range n - 1 {
		f.reflect(i)
		f.clear(i, number[i+1:], v, w)
	}
	for i := range n {
		f.Diag[i] = f.rows[i*stride+i]
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

// clear applies H_i to the rows and columns that are left: with x = τ A v and
// w = x - ½τ(xᵀv) v they lose v wᵀ + w vᵀ.
func (f *Form) clear(i int, number []int, v, w []float64) {
	tau := f.tau[i]
	if tau == 0 {
		return
	}
	clear(v[:i+1])
	copy(v[i+1:], f.rows[i*f.stride+i+1:][:f.n-i-1])
	from := (i + 1) / gram.Lane * gram.Lane
	clear(w[:from])
	gram.Combine(w[from:], f.rows[from:], f.stride, number, v[i+1:f.n])
	clear(w[:i+1])
	clear(w[f.n:])
	floats.Scale(tau, w[i+1:f.n])
	floats.AddScaled(w[i+1:f.n], -tau/2*floats.Dot(w[i+1:f.n], v[i+1:f.n]), v[i+1:f.n])
	gram.SubPair(f.rows, f.stride, i+1, f.n, v, w)
}

// apply sets x to H_i x.
func (f *Form) apply(i int, x []float64) {
	v := f.rows[i*f.stride+i+1:][:f.n-i-1]
	if f.tau[i] != 0 {
		floats.AddScaled(x[i+1:], -f.tau[i]*floats.Dot(v, x[i+1:]), v)
	}
}

// Back sets x to Qx: from the basis of T to the basis of A.
func (f *Form) Back(x []float64) {
	for i := f.n - 2; i >= 0; i-- {
		f.apply(i, x)
	}
}

// Forth sets x to Qᵀx.
func (f *Form) Forth(x []float64) {
	for i := range f.n - 1 {
		f.apply(i, x)
	}
}
