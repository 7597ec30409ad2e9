package posterior

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// Ridge regresses a label on n columns that are seen without error: cov is their
// covariance, n×n by rows and positive semi-definite, u their covariance with the
// label, both over the objects, in units of which the prior takes every column to be
// worth as much. It returns the slopes
//
//	β = (cov + κI)⁻¹u
//
// with κ = σ²/(m τ) of the evidence for one τ common to all columns, as for b̃:
// nothing is left to choose. A label that does not vary has slopes of 0.
func Ridge(cov, u []float64, labelVariance float64, objects int) []float64 {
	n := len(u)
	beta := make([]float64, n)
	if n == 0 || objects < 1 || !(labelVariance > 0) || math.IsInf(labelVariance, 1) {
		return beta
	}
	sd := math.Sqrt(labelVariance)
	r := &regression{m: float64(objects), n: n, u: make([]float64, n), c: cov}
	floats.ScaleTo(r.u, 1/sd, u)
	e := r.evidence()
	f := factor(nil, cov, n, e.residual/(r.m*e.tau0))
	floats.ScaleTo(beta, sd, r.u)
	blas64.Trsv(blas.Trans, f, vector(beta))
	blas64.Trsv(blas.NoTrans, f, vector(beta))
	return beta
}
