package posterior

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// misfit measures what the model leaves of b against what chance leaves of it.
//
// Given the cell means x of the pilot, the model's label is β'ŝ and a residual of
// variance σ². With S = Z + N the covariance of x, b is the mean over m objects of
// x times y, hence
//
//	E b = S A β = Zβ,   Cov b = σ² S/m
//
// Z and N are estimates, too, and what they lack adds up to (Var(y) - σ²) S/m. So
// with β known
//
//	m/Var(y) (b - Zβ)' S⁻¹ (b - Zβ)
//
// is at most χ² with as many degrees of freedom as attributes. With β fitted it is
// less.
//
// All of that is for pilots in which every object has judgments of every attribute.
// Elsewhere b, Z and N are means over different objects, and differ by chance in ways
// that S/m does not hold: there the misfit is not measured.
//
// It is more where the label knows of the judgments something besides their external
// values. A label that comes from the same raters shares their errors: b then holds a
// covariance with N, which no Zβ can, and which predicts as well as any other.
func (r *regression) misfit(explained []float64) float64 {
	left := make([]float64, r.n)
	floats.SubTo(left, r.b, explained)
	blas64.Trsv(blas.Trans, factor(r.square(0), r.s, r.n, damp), vector(left))
	return floats.Dot(left, left) * r.m // Var(y) is 1 here
}

// chance is the share of pilots that the model fits and misfit refutes.
const chance = .01

// mostMisfit is the misfit of n attributes that chance exceeds so seldom.
func mostMisfit(n int) float64 { return distuv.ChiSquared{K: float64(n)}.Quantile(1 - chance) }

// Refuted tells whether the pilot contradicts the model from which b̃ comes.
func (p *Posterior) Refuted() bool { return p.Misfit > p.MostMisfit }

// damp is added to the variance of every standardised mean. Where S is small it is a
// difference of nearly equal numbers, and what lies there says nothing; the misfit is
// less with it, and its bound holds.
const damp = .1
