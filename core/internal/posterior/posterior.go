package posterior

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

// Posterior is what a pilot says of the label covariance. All figures are finite.
type Posterior struct {
	// B is b̃ by attribute, standardised: b̃/t, in label units. It takes the place of
	// the paper's b. 0 for attributes left out.
	B []float64
	// Beta is the posterior mean of β, the slope of the label on the standardised
	// external value; B = Z Beta.
	Beta []float64
	// Tau is the variance of each attribute's prior, squared label units; > 0 but
	// for attributes left out, of which it is 0.
	Tau      []float64
	Tau0     float64 // variance common to all that each Tau is drawn to, squared label units
	Residual float64 // σ² >= .02 Var(y), what the external values do not explain, squared label units
	// Kappa is the grid of κ = σ²/(m τ), rising, and LogEvidence the log evidence of
	// the pilot's labels at each κ, up to a constant; nil where nothing was learned.
	Kappa, LogEvidence []float64
	// Floored is the share of the evidence, in [0,1], at which more of the label than
	// 98 % would be explained and σ² is held at .02 Var(y) instead.
	Floored float64
	// Scale is the factor by which β and b̃ were made smaller so that no projected loss
	// is below 0; 1 where it was not needed, which is nearly always.
	Scale float64
	// Misfit is how far b lies from Zβ in units of what chance leaves between them
	// (misfit.go), and MostMisfit what chance exceeds once in a hundred pilots. Both
	// are 0 where nothing was learned, and of a pilot with missing cells.
	Misfit, MostMisfit float64
}

// jitter keeps Z + N invertible where attributes repeat each other, in units of
// attributes whose Z + N is about 1.
const jitter = 1e-9

// Posterior returns the posterior of a pilot. A pilot without objects, attributes
// or a label that varies says nothing: b̃ is 0, and σ² all of Var(y).
//
// Labels are measured by their standard deviation inside, so that no square of a
// label covariance leaves the range of floating point.
func (p Pilot) Posterior() *Posterior {
	n := len(p.B)
	out := &Posterior{B: make([]float64, n), Beta: make([]float64, n), Tau: make([]float64, n), Scale: 1}
	if p.worthless() {
		out.Residual = max(0, p.LabelVariance)
		if math.IsNaN(p.LabelVariance) || math.IsInf(p.LabelVariance, 0) {
			out.Residual = 0
		}
		return out
	}
	sd := math.Sqrt(p.LabelVariance)
	r := p.regress(sd)
	e := r.evidence()
	tau, beta := r.tau(e.residual, e.tau0)
	b := make([]float64, n)
	blas64.Symv(1, symmetric(p.Z, n), vector(beta), 0, vector(b))
	if p.Complete {
		out.Misfit, out.MostMisfit = r.misfit(b), mostMisfit(n)
	}
	out.Scale = admissible(floats.Dot(beta, b))
	for a := range b {
		out.B[a] = out.Scale * b[a] * sd
		out.Beta[a] = out.Scale * beta[a] * sd
		out.Tau[a] = tau[a] * p.LabelVariance
	}
	out.Residual, out.Tau0 = e.residual*p.LabelVariance, e.tau0*p.LabelVariance
	out.Floored, out.Kappa, out.LogEvidence = e.floored, e.kappa, e.log
	for k := range out.LogEvidence { // log s2 in label units
		out.LogEvidence[k] -= float64(p.Objects) * math.Log(sd)
	}
	return out
}

// margin is what rounding in a path's factors may be, as a share of Var(y).
const margin = 1e-9

// admissible returns the largest factor up to 1 by which β can be multiplied so
// that explained, β'Zβ as a share of Var(y), is at most 1.
//
// For repeats r of support S and M_S >= Z_SS, with w = 0 outside S and v over all
// attributes,
//
//	b̃_S' M_S⁻¹ b̃_S = max_w 2 b̃'w - w'M w <= max_v 2 (Zβ)'v - v'Z v = β'Zβ
//
// the last at v = β. So Var(y) - β'Zβ bounds the projected loss of all repeats from
// below, with a ridge and with what raters' errors share too, which only add to M.
// The regression is on ŝ, of which M = ZA <= Z: where Z - M is large, what β'Mβ
// explains of the pilot's labels can be less than Var(y) and β'Zβ more.
func admissible(explained float64) float64 {
	if limit := 1 - margin; explained > limit {
		return math.Sqrt(limit / explained)
	}
	return 1
}

// regression is the regression of y on ŝ, with the label in units of its standard
// deviation.
type regression struct {
	m float64   // objects
	n int       // attributes
	u []float64 // A'b: covariance of ŝ and y
	c []float64 // M = ZA: covariance of ŝ, n×n
	b []float64 // label covariance as the pilot has it
	s []float64 // Z + N: covariance of cell means, n×n

	spare [2][]float64 // scratch: n×n numbers each, nil until first used
}

// square returns one of the spare matrices, which may hold anything.
func (r *regression) square(i int) []float64 {
	if r.spare[i] == nil {
		r.spare[i] = make([]float64, r.n*r.n)
	}
	return r.spare[i]
}

// regress computes u and M. With the Cholesky factor R'R = Z + N + jitter and
// W = R'⁻¹Z they are
//
//	M = Z (R'R)⁻¹ Z = W'W,   u = Z (R'R)⁻¹ b = W' R'⁻¹b
//
// so that M is positive semi-definite whatever the rounding.
func (p Pilot) regress(sd float64) *regression {
	n := len(p.B)
	r := &regression{m: float64(p.Objects), n: n, u: make([]float64, n), c: gram.Zeros(n * n)}
	sum := make([]float64, n*n)
	floats.AddTo(sum, p.Z, p.N)
	r.s = sum
	f, w := factor(r.square(0), sum, n, jitter), r.square(1)
	for i, z := range p.Z {
		w[i] = 0 - z
	}
	b := make([]float64, n)
	for a := range b {
		b[a] = p.B[a] / sd
	}
	r.b = append([]float64(nil), b...)
	gram.Forward(f.Data, n, w, n)
	blas64.Trsv(blas.Trans, f, vector(b))
	var adder gram.Adder
	adder.Gram(r.c, w, n, n)
	gram.Mirror(r.c, n)
	blas64.Gemv(blas.Trans, 1, general(w, n), vector(b), 0, vector(r.u))
	return r
}
