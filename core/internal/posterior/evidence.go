package posterior

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
	"fms-tui/core/internal/tridiagonal"
)

// points is the number of κ on the grid, from .5/m to 3 on a log scale: from a prior
// that hardly shrinks to one that leaves a quarter of the best attribute.
const points = 40

// leastResidual is the share of Var(y) that the external values never explain.
const leastResidual = .02

// evidence is what the grid of a prior common to all attributes gives.
type evidence struct {
	kappa, log     []float64
	residual, tau0 float64 // means over the grid, weighted by the evidence
}

// evidence integrates β out. Under one τ = σ²/(m κ) the labels are normal, with
//
//	β̂ = (M + κI)⁻¹u,   fit(κ) = u'(M + κI)⁻¹u = Σ q²/(g + κ)
//	log p(y | κ, σ²) = -½ ( log|I + M/κ| + m log σ² + m (Var(y) - fit)/σ² ) + const
//
// g and q = Q'u of M = Q Diag(g) Q'. The best σ² is Var(y) - fit, which makes the last
// term a constant: what is left is
//
//	-½ ( Σ log(1 + g/κ) + m log σ² )
//
// σ² never falls below a share of Var(y): few objects and many attributes can be
// fitted without error, which says nothing of other objects.
func (r *regression) evidence() *evidence {
	t := r.reduced()
	e := &evidence{kappa: make([]float64, points), log: make([]float64, points)}
	residual := make([]float64, points)
	low, high := math.Log(.5/r.m), math.Log(3)
	for k := range e.kappa {
		e.kappa[k] = math.Exp(low + (high-low)*float64(k)/(points-1))
		logDet, fit := t.at(e.kappa[k])
		residual[k] = max(1-fit, leastResidual)
		e.log[k] = -.5 * (logDet + r.m*math.Log(residual[k]))
	}
	best := slices.Max(e.log)
	var sum float64
	for k, x := range e.log {
		weight := math.Exp(x - best)
		sum += weight
		e.residual += weight * residual[k]
		e.tau0 += weight * residual[k] / (r.m * e.kappa[k])
	}
	e.residual /= sum
	e.tau0 /= sum
	return e
}

// reduced is M = Q T Q' with T tridiagonal, and Q'u. The grid needs neither
// eigenvalues nor eigenvectors of M, which cost several times as much: T + κI is
// factored in as many steps as there are attributes.
type reduced struct {
	diag, off []float64
	u         []float64 // Q'u
}

func (r *regression) reduced() *reduced {
	form := tridiagonal.Reduce(r.n, func(i, j int) float64 { return r.c[i*r.n+j] })
	t := &reduced{diag: form.Diag, off: form.Off, u: slices.Clone(r.u)}
	form.Forth(t.u)
	return t
}

// at returns log|I + M/κ| and u'(M + κI)⁻¹u, κ > 0. With T + κI = L D L', L of unit
// diagonal and one below it, D[i] = T[i,i] + κ - off²/D[i-1].
func (t *reduced) at(kappa float64) (logDet, fit float64) {
	var pivot, x float64
	product := 1.0 // of pivots by κ, each at least 1: a logarithm costs more than all else
	for i, diag := range t.diag {
		next, left := diag+kappa, t.u[i]
		if i > 0 {
			l := t.off[i-1] / pivot
			next -= l * t.off[i-1]
			left -= l * x
		}
		// M has no eigenvalue below 0, and no pivot is below the least of T + κI.
		pivot, x = max(next, kappa), left
		if product *= pivot / kappa; product > 1e150 {
			logDet += math.Log(product)
			product = 1
		}
		fit += x * x / pivot
	}
	return logDet + math.Log(product), fit
}

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
	tau, beta = slices.Repeat([]float64{tau0}, n), make([]float64, n)
	root, x := make([]float64, n), make([]float64, n)
	upper, b := make([]float64, n*n), make([]float64, n*n) // L', and V
	own := make([]float64, n)                              // diagonal of the inverse
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
			upper = factor(b, n, 1).Data
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
	f := factor(cov, n, e.residual/(r.m*e.tau0))
	floats.ScaleTo(beta, sd, r.u)
	blas64.Trsv(blas.Trans, f, vector(beta))
	blas64.Trsv(blas.NoTrans, f, vector(beta))
	return beta
}
