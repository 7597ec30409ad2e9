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

// Labelled is an object chosen to be labelled.
type Labelled struct {
	Object int     // by number among the candidates
	Trace  float64 // Tr(V⁻¹) once it is, with all before it
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

// inverse is V⁻¹ on its way from object to object.
type inverse struct {
	p, v    *mat.SymDense
	trace   float64
	fresh   float64 // the trace when p was last inverted
	updates int     // since then
	z       *mat.VecDense
}

// startInverse inverts V, or returns ErrSingular.
func (d *Design) startInverse() (*inverse, error) {
	n := d.v.SymmetricDim()
	s := &inverse{p: mat.NewSymDense(n, nil), v: mat.NewSymDense(n, nil), z: mat.NewVecDense(n, nil)}
	s.v.CopySym(d.v)
	if !s.invert() {
		return nil, ErrSingular
	}
	return s, nil
}

func (s *inverse) invert() bool {
	var c mat.Cholesky
	if !c.Factorize(s.v) || c.Cond() > ill {
		return false
	}
	if err := c.InverseTo(s.p); err != nil {
		return false
	}
	s.trace = mat.Trace(s.p)
	s.fresh, s.updates = s.trace, 0
	return true
}

// mostUpdates is how many rank-one updates are made between fresh inverses,
// which are also taken when the trace has halved, as it does at first: what is
// left of a large difference has lost digits.
const mostUpdates = 64

// add labels x and returns 1 + xᵀPx; z is then Px, P that before x. anew tells
// whether V was inverted afresh.
func (s *inverse) add(x *mat.VecDense) (h float64, anew bool) {
	s.z.MulVec(s.p, x)
	h = 1 + mat.Dot(s.z, x)
	s.v.SymRankOne(s.v, 1, x)
	s.p.SymRankOne(s.p, -1/h, s.z)
	s.trace -= mat.Dot(s.z, s.z) / h
	s.updates++
	if s.updates < mostUpdates && s.trace > s.fresh/2 {
		return h, false
	}
	return h, s.invert()
}

// Trace returns Tr(V⁻¹), or ErrSingular.
func (d *Design) Trace() (float64, error) {
	s, err := d.startInverse()
	if err != nil {
		return 0, err
	}
	return s.trace, nil
}

// Greedy chooses count of the candidates. Each step takes the candidate that lowers Tr(V⁻¹)
// most; among candidates equal to 1e-12, the first. Candidates are p numbers each, row by
// row; all must be finite, and there must be at least count. The choice is not optimal, but
// near in practice. Errors are ErrSingular and the context's.
//
// With z = Px of the object chosen and w = Pz, what the others would gain follows
// from two products with all of them:
//
//	xᵀP'x = xᵀPx - (xᵀz)²/h,   xᵀP'²x = xᵀP²x - 2 (xᵀz)(xᵀw)/h + (xᵀz)² zᵀz/h²
func (d *Design) Greedy(ctx context.Context, candidates []float64, count int) ([]Labelled, error) {
	g, err := d.newGreedy(candidates)
	if err != nil {
		return nil, err
	}
	chosen := []Labelled{}
	for range count {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		best := g.best()
		g.take(best)
		chosen = append(chosen, Labelled{best, g.inverse.trace})
	}
	return chosen, nil
}

// greedy is the state of Greedy.
type greedy struct {
	*inverse
	x              *mat.Dense
	taken          []bool
	lever          []float64 // xᵀPx
	square         []float64 // xᵀP²x
	w              *mat.VecDense
	alongZ, alongW *mat.VecDense // xᵀz and xᵀw
}

func (d *Design) newGreedy(candidates []float64) (*greedy, error) {
	s, err := d.startInverse()
	if err != nil {
		return nil, err
	}
	p := d.v.SymmetricDim()
	n := len(candidates) / p
	g := &greedy{inverse: s, taken: make([]bool, n), lever: make([]float64, n), square: make([]float64, n)}
	if n > 0 {
		g.x, g.w = mat.NewDense(n, p, candidates), mat.NewVecDense(p, nil)
		g.alongZ, g.alongW = mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
		g.measure()
	}
	return g, nil
}

// measure computes lever and square from P.
func (g *greedy) measure() {
	var all mat.Dense
	all.Mul(g.x, g.p)
	for i := range g.lever {
		z := all.RawRowView(i)
		g.lever[i], g.square[i] = floats.Dot(g.x.RawRowView(i), z), floats.Dot(z, z)
	}
}

// tie is the difference between gains, as a share, that is rounding.
const tie = 1e-12

func (g *greedy) best() int {
	best, gain := -1, 0.0
	for i, taken := range g.taken {
		if taken {
			continue
		}
		if x := g.square[i] / (1 + g.lever[i]); best < 0 || x > gain*(1+tie) {
			best, gain = i, x
		}
	}
	return best
}

func (g *greedy) take(i int) {
	g.taken[i] = true
	x := mat.NewVecDense(g.z.Len(), g.x.RawRowView(i))
	g.z.MulVec(g.p, x)
	g.w.MulVec(g.p, g.z)
	h, anew := g.add(x)
	if anew {
		g.measure()
		return
	}
	g.alongZ.MulVec(g.x, g.z)
	g.alongW.MulVec(g.x, g.w)
	zz := mat.Dot(g.z, g.z)
	for k := range g.lever {
		s := g.alongZ.AtVec(k)
		g.lever[k] -= s * s / h
		g.square[k] += s / h * (s/h*zz - 2*g.alongW.AtVec(k))
	}
}

// Random returns Tr(V⁻¹) after 0 to count candidates drawn at random, the mean over the
// given number of draws, each from a stream of its own. Errors are as in Greedy.
func (d *Design) Random(ctx context.Context, candidates []float64, count, draws int, seed uint64) ([]float64, error) {
	p := d.v.SymmetricDim()
	mean := make([]float64, count+1)
	for draw := range draws {
		s, err := d.startInverse()
		if err != nil {
			return nil, err
		}
		mean[0] = s.trace
		order := rand.New(rand.NewPCG(seed, uint64(draw))).Perm(len(candidates) / p)
		for k, i := range order[:count] {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			s.add(mat.NewVecDense(p, candidates[i*p:][:p]))
			mean[k+1] += s.trace / float64(draws)
		}
	}
	return mean, nil
}
