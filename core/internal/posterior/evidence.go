package posterior

import (
	"math"
	"slices"

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
	floored        float64 // share of the weight where the residual is held
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
		if residual[k] == leastResidual {
			e.floored += weight
		}
	}
	e.residual /= sum
	e.tau0 /= sum
	e.floored /= sum
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
