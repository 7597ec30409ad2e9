package posterior

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"fms-tui/core/internal/gram"
	"fms-tui/core/internal/overflow"
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
	Tau []float64
	// Scale is the factor by which β and b̃ were made smaller so that no projected loss
	// is below 0; 1 where it was not needed, which is nearly always.
	Scale float64
	// Misfit is how far b lies from Zβ in units of what chance leaves between them
	// (misfit.go), and MostMisfit what chance exceeds once in a hundred pilots. Both
	// are 0 where nothing was learned, and of a pilot with missing cells.
	Misfit, MostMisfit float64

	evidence *evidence // in shares of Var(y); nil where nothing was learned
}

// jitter keeps Z + N invertible where attributes repeat each other, in units of
// attributes whose Z + N is about 1.
const jitter = 1e-9

// Posterior returns the posterior of a pilot. A pilot without objects, attributes
// or a label that varies says nothing: b̃ is 0.
//
// Labels are measured by their standard deviation inside, so that no square of a
// label covariance leaves the range of floating point.
func (p Pilot) Posterior() *Posterior {
	n := len(p.B)
	out := &Posterior{B: make([]float64, n), Beta: make([]float64, n), Tau: make([]float64, n), Scale: 1}
	if p.worthless() {
		return out
	}
	sd := math.Sqrt(p.LabelVariance)
	r := p.regress(sd)
	out.evidence = r.evidence()
	tau, beta := r.tau(out.evidence.residual, out.evidence.tau0)
	b := make([]float64, n)
	blas64.Symv(1, blas64.Symmetric{Uplo: blas.Lower, N: n, Stride: n, Data: p.Z}, vector(beta), 0, vector(b))
	if p.Held == nil {
		out.Misfit, out.MostMisfit = r.misfit(b), mostMisfit(n)
	}
	out.Scale = admissible(floats.Dot(beta, b))
	for a := range b {
		out.B[a] = out.Scale * b[a] * sd
		out.Beta[a] = out.Scale * beta[a] * sd
		out.Tau[a] = tau[a] * p.LabelVariance
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
}

// regress computes u and M. With the Cholesky factor R'R = Z + N + jitter and
// W = R'⁻¹Z they are
//
//	M = Z (R'R)⁻¹ Z = W'W,   u = Z (R'R)⁻¹ b = W' R'⁻¹b
//
// so that M is positive semi-definite whatever the rounding.
//
// Where objects lack judgments, a mean that is not there is taken as the attribute's own
// mean, 0: the means of all m objects are then x̃ = h x with h 1 or 0, and with f[a] and
// H[a,a'] the shares of the objects that have a, and both,
//
//	Cov x̃ = H ∘ (Z + N),   Cov(x̃, s) = Diag(f) Z,   Cov(x̃, y) = Diag(f) b
//
// take the places of Z + N, Z and b. H is a mean of products of 0 and 1, so Cov x̃ stays
// positive semi-definite. An attribute that f of the objects have tells as much of its β as f m
// objects do, instead of as much as all.
func (p Pilot) regress(sd float64) *regression {
	n := len(p.B)
	r := &regression{m: float64(p.Objects), n: n, u: make([]float64, n), c: make([]float64, n*n)}
	sum := make([]float64, n*n)
	floats.AddTo(sum, p.Z, p.N)
	share := func(int) float64 { return 1 }
	if p.Held != nil {
		floats.Mul(sum, p.Held)
		share = func(a int) float64 { return p.Held[a*n+a] }
	}
	r.s = sum
	f, w := factor(sum, n, jitter), make([]float64, n*n)
	for i, z := range p.Z {
		w[i] = 0 - z*share(i/n)
	}
	b := make([]float64, n)
	for a := range b {
		b[a] = share(a) * p.B[a] / sd
	}
	r.b = append([]float64(nil), b...)
	gram.Forward(f.Data, n, w, n)
	blas64.Trsv(blas.Trans, f, vector(b))
	var adder gram.Adder
	adder.Gram(r.c, w, n, n)
	gram.Mirror(r.c, n)
	blas64.Gemv(blas.Trans, 1, blas64.General{Rows: n, Cols: n, Stride: n, Data: w}, vector(b), 0, vector(r.u))
	return r
}

// factor returns the upper triangle of R with RᵀR = x + least·I. x is n×n, of which the upper
// triangle is read, and positive semi-definite but for rounding; if rounding is more than least, the
// diagonal gets ten times as much, and so on. x that is not finite is an overflow.
func factor(x []float64, n int, least float64) blas64.Triangular {
	r := make([]float64, n*n)
	for add := least; ; add *= 10 {
		for i := range n {
			for k := i; k < n; k++ {
				r[i*n+k] = -x[i*n+k]
			}
			r[i*n+i] -= add
		}
		if gram.Upper(r, n) {
			return blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: n, Data: r}
		}
		if !(add < 1e300) {
			overflow.Raise("a covariance matrix of the pilot")
		}
	}
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }

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
	blas64.Trsv(blas.Trans, factor(r.s, r.n, damp), vector(left))
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
