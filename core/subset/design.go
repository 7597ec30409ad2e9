package subset

import (
	"context"
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Design is what is known of linear weights from the objects labelled so far:
// with y = wᵀx + noise of variance 1, least squares has
//
//	E|ŵ-w|² = Tr(V⁻¹),  V = λI + Σ x xᵀ
//
// at λ = 0; with λ the precision of a normal prior about 0 it is the expected
// error of the posterior mean. (The lecture's derivation in 21.5 drops the
// inverse in ŵ = (Σ x xᵀ)⁻¹ Σ x y, and prints V^T V^{-1} for V^{-T} V^{-1}.) The
// noise's variance only scales it. No label enters: what to label can be chosen
// before any is known (A-optimal design).
//
// Labelling one more object lowers it, by Sherman and Morrison, P = V⁻¹, by
//
//	P' = P - P x xᵀP/(1+xᵀPx)   =>   Tr P - Tr P' = xᵀP²x/(1+xᵀPx)
type Design struct {
	v *mat.SymDense
}

// ErrSingular says that the labelled objects do not determine the weights, so
// that Tr(V⁻¹) is infinite and no object is the best to begin with.
var ErrSingular = errors.New("the labelled objects do not determine the weights")

// NewDesign starts from labelled objects, of p >= 1 numbers each, one after the
// other, and a ridge λ >= 0.
func NewDesign(p int, ridge float64, labelled []float64) *Design {
	d := &Design{mat.NewSymDense(p, nil)}
	for i := range p {
		d.v.SetSym(i, i, ridge)
	}
	for ; len(labelled) > 0; labelled = labelled[p:] {
		d.v.SymRankOne(d.v, 1, mat.NewVecDense(p, labelled[:p]))
	}
	return d
}

// Query asks which objects to label next.
type Query struct {
	Count int    // how many, at least 1; all there are if there are fewer
	Draws int    // of as many random objects to compare with, at least 1
	Seed  uint64 // of the draws
}

// DefaultDraws is the usual number of random choices to compare with.
const DefaultDraws = 20

// Next is which objects to label next for the weights of the chosen attributes,
// by their expected error Tr(V⁻¹): V = λI + Σ x xᵀ over the labelled objects, x
// the mean judgments about the attributes' means in units of their spreads, λ
// the ridge. The noise of the label is the unit. An intercept is not counted.
type Next struct {
	Attributes []int   // chosen, by number
	Ridge      float64 // λ
	Labelled   int     // objects with the label and judgments of all of these: V begins with them
	Unlabelled int     // objects without the label
	Candidates int     // of them, that hold judgments of all chosen attributes
	Start      float64 // Tr(V⁻¹) before
	Steps      []Step  // in the order of choosing
}

// Step is one object to label.
type Step struct {
	Object string  // its id
	Trace  float64 // Tr(V⁻¹) once it is labelled, with all before it
	Random float64 // the mean of Tr(V⁻¹) after as many objects chosen at random
}

// ill is the condition of V from which on its inverse has less than six digits.
const ill = 1e10

// traces labels count objects one after another, each the one that next returns for P, and
// returns Tr(V⁻¹) before and after each. Candidates are p numbers each, row by row. Errors are
// ErrSingular and the context's.
func (d *Design) traces(ctx context.Context, candidates []float64, count int, next func(p *mat.SymDense) int) (all []float64, err error) {
	n := d.v.SymmetricDim()
	v, p := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	v.CopySym(d.v)
	var c mat.Cholesky
	for {
		if !c.Factorize(v) || len(all) == 0 && c.Cond() > ill || c.InverseTo(p) != nil {
			return nil, ErrSingular
		}
		if all = append(all, mat.Trace(p)); len(all) > count {
			return all, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		v.SymRankOne(v, 1, mat.NewVecDense(n, candidates[next(p)*n:][:n]))
	}
}

// tie is the difference between gains, as a share, that is rounding.
const tie = 1e-12

// Greedy chooses count of the candidates, and returns Tr(V⁻¹) before and after each. Each step takes
// the candidate that lowers Tr(V⁻¹) most; among candidates equal to 1e-12, the first. Candidates
// are p numbers each, row by row; all must be finite, and there must be at least count. The choice
// is not optimal, but near in practice. Errors are ErrSingular and the context's.
func (d *Design) Greedy(ctx context.Context, candidates []float64, count int) (chosen []int, traces []float64, err error) {
	size := d.v.SymmetricDim()
	taken := make([]bool, len(candidates)/size)
	var all mat.Dense // Px of each
	traces, err = d.traces(ctx, candidates, count, func(p *mat.SymDense) int {
		x := mat.NewDense(len(taken), size, candidates)
		all.Mul(x, p)
		best, gain := -1, 0.0
		for i := range taken {
			z := all.RawRowView(i)
			g := floats.Dot(z, z) / (1 + floats.Dot(x.RawRowView(i), z))
			if !taken[i] && (best < 0 || g > gain*(1+tie)) {
				best, gain = i, g
			}
		}
		taken[best] = true
		chosen = append(chosen, best)
		return best
	})
	return chosen, traces, err
}

// Random returns Tr(V⁻¹) after 0 to count candidates drawn at random, the mean over the
// given number of draws, each from a stream of its own. Errors are as in Greedy.
func (d *Design) Random(ctx context.Context, candidates []float64, count, draws int, seed uint64) ([]float64, error) {
	mean := make([]float64, count+1)
	for draw := range draws {
		order := rand.New(rand.NewPCG(seed, uint64(draw))).Perm(len(candidates) / d.v.SymmetricDim())
		traces, err := d.traces(ctx, candidates, count, func(*mat.SymDense) (next int) {
			next, order = order[0], order[1:]
			return next
		})
		if err != nil {
			return nil, err
		}
		floats.AddScaled(mean, 1/float64(draws), traces)
	}
	return mean, nil
}
