package posterior

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

const (
	// rounds is how often every τ is found anew.
	rounds = 8
	// pseudo is ν, the number of observations of β² = τ0 that hold each τ.
	pseudo = 1
)

// tau gives every attribute a prior of its own and returns these and the posterior mean
// β of the last round. Given all τ, β is normal with mean H u m/σ² and variance H
// (doc.go), hence E β[a]² = β[a]² + H[a,a]: the step of maximisation sets τ[a] to this
// value, averaged with ν observations of τ0,
//
//	τ[a] <- (β[a]² + H[a,a] + ν τ0)/(1 + ν)
//
// With R = Diag(√τ) H is R (R M R m/σ² + I)⁻¹ R, which is finite for every τ >= 0,
// and of which R M R m/σ² + I = L L' has no eigenvalue below 1. Its inverse is V'V,
// V = L⁻¹, and only that inverse's diagonal and one product with it are needed.
func (r *regression) tau(residual, tau0 float64) (tau, beta []float64) {
	n := r.n
	tau, beta = make([]float64, n), make([]float64, n)
	for a := range tau {
		tau[a] = tau0
	}
	root, x := make([]float64, n), make([]float64, n)
	upper, b := r.square(0), r.square(1) // L', and V
	own := make([]float64, n)            // diagonal of the inverse
	scale := r.m / residual
	for range rounds {
		for a := range root {
			root[a] = math.Sqrt(tau[a])
			x[a] = root[a] * r.u[a] * scale
		}
		r.scaled(upper, root, -scale)
		for i := range n {
			upper[i*n+i]--
		}
		if !gram.Upper(upper, n) {
			r.scaled(b, root, scale)
			factor(upper, b, n, 1)
		}
		gram.Inverse(b, upper, n)
		v := blas64.Triangular{Uplo: blas.Lower, Diag: blas.NonUnit, N: n, Stride: n, Data: b}
		blas64.Trmv(blas.NoTrans, v, vector(x))
		blas64.Trmv(blas.Trans, v, vector(x))
		clear(own)
		for i := range n {
			for a, y := range b[i*n:][:i+1] {
				own[a] += y * y
			}
		}
		for a := range beta {
			beta[a] = root[a] * x[a]
			tau[a] = (beta[a]*beta[a] + tau[a]*own[a] + pseudo*tau0) / (1 + pseudo)
		}
	}
	return tau, beta
}

// scaled sets the upper triangle of x to scale·R M R, with R = Diag(root).
func (r *regression) scaled(x, root []float64, scale float64) {
	n := r.n
	for i := range n {
		row := x[i*n+i:][:n-i]
		floats.ScaleTo(row, scale*root[i], r.c[i*n+i:][:n-i])
		floats.Mul(row, root[i:])
	}
}
