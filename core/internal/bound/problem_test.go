package bound

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// rules are a test's prices, limits and exclusions; the zero value has none.
type rules struct {
	selection.Limits
	price    []model.Amount
	excluded []bool
}

// problemOf returns the problem of a data set's first label.
func problemOf(t testing.TB, ds *model.Dataset, l rules) *selection.Problem {
	t.Helper()
	mode := model.RatersPaper
	if len(ds.Raters) > 0 {
		mode = model.RatersAware
	}
	blocks, err := moments.Accumulate(context.Background(), ds, &ds.Labels[0], mode)
	if err != nil {
		t.Fatal(err)
	}
	d := len(ds.Attributes)
	if l.price == nil {
		l.price = make([]model.Amount, d)
		for a := range l.price {
			l.price[a] = model.Unit
		}
	}
	if l.excluded == nil {
		l.excluded = make([]bool, d)
	}
	m := blocks.Moments(blocks.Union(nil))
	return selection.NewProblem(m, m.Project(model.ProjectScaled), l.price, l.Limits, func(a int) bool { return l.excluded[a] })
}

// small yields n problems of at most 4 attributes with what can happen to
// them: costs, noiseless and collinear attributes, σ² = 0, missing cells,
// minima, maxima, fixed repeats and exclusions.
func small(t testing.TB, n int, seed uint64) func(yield func(*selection.Problem, uint64) bool) {
	return func(yield func(*selection.Problem, uint64) bool) {
		for w, seed := range simulate.Worlds(n, seed) {
			rng := rand.New(rand.NewPCG(seed, 2))
			w.Attributes = 1 + rng.IntN(4)
			ds := simulate.Draw(w, seed)
			p := problemOf(t, ds, randomRules(rng, len(ds.Attributes)))
			if p.VarY > 0 && !yield(p, seed) {
				return
			}
		}
	}
}

func randomRules(rng *rand.Rand, d int) rules {
	l := rules{price: make([]model.Amount, d), excluded: make([]bool, d)}
	dear, limited := rng.IntN(2) == 0, rng.IntN(2) == 0
	if limited {
		l.Min, l.Max = make([]int, d), make([]int, d)
	}
	for a := range d {
		l.price[a] = model.Unit
		if dear {
			l.price[a] = []model.Amount{model.Unit, 2 * model.Unit, model.Unit / 2, 5 * model.Unit / 4, 4 * model.Unit}[rng.IntN(5)]
		}
		l.excluded[a] = rng.IntN(8) == 0
		if !limited {
			continue
		}
		switch rng.IntN(5) {
		case 0:
			l.Min[a] = rng.IntN(3)
		case 1:
			l.Max[a] = 1 + rng.IntN(3)
		case 2:
			l.Min[a] = 1 + rng.IntN(2)
			l.Max[a] = l.Min[a]
		}
	}
	return l
}

// invented yields n problems of at most 4 attributes whose Σ⁺ has any rank,
// with many attributes without noise and a b that is in the range of Σ⁺ or,
// as an estimate can be, is not.
func invented(n int, seed uint64) func(yield func(*selection.Problem, uint64) bool) {
	return func(yield func(*selection.Problem, uint64) bool) {
		for i := range n {
			rng := rand.New(rand.NewPCG(seed+uint64(i), 3))
			if !yield(invent(rng, 1+rng.IntN(4)), seed+uint64(i)) {
				return
			}
		}
	}
}

func invent(rng *rand.Rand, d int) *selection.Problem {
	l := randomRules(rng, d)
	p := &selection.Problem{
		B: [][]float64{make([]float64, d)}, V: make([]float64, d), Sigma: make([]float64, d*d), Sigma2: make([]float64, d),
		Price: l.price, Candidate: make([]bool, d), Limits: l.Limits,
	}
	factors := mat.NewDense(d, 1+rng.IntN(d), nil)
	weights := make([]float64, d)
	for a := range d {
		for k := range factors.RawMatrix().Cols {
			factors.Set(a, k, rng.NormFloat64())
		}
		if a > 0 && rng.IntN(4) == 0 {
			factors.SetRow(a, factors.RawRowView(0)) // an exact duplicate
		}
		if rng.IntN(8) == 0 {
			factors.SetRow(a, make([]float64, factors.RawMatrix().Cols)) // σ² = 0
		}
		p.Candidate[a] = !l.excluded[a]
		p.V[a] = math.Exp(2 * rng.NormFloat64())
		if rng.IntN(3) == 0 {
			p.V[a] = 0
		}
		weights[a] = rng.NormFloat64()
	}
	sigma := mat.NewDense(d, d, p.Sigma)
	sigma.Mul(factors, factors.T())
	for a := range d {
		p.Sigma2[a] = p.Sigma[a*d+a]
	}
	mat.NewVecDense(d, p.B[0]).MulVec(sigma, mat.NewVecDense(d, weights))
	p.VarY = 0.1 + mat.Dot(mat.NewVecDense(d, weights), mat.NewVecDense(d, p.B[0]))
	if rng.IntN(3) == 0 {
		p.B[0][rng.IntN(d)] += rng.NormFloat64() * math.Sqrt(p.VarY)
	}
	return p
}

// literalLoss is Var(y) - b_Sᵀ M_S⁺ b_S by eigenvalues, and how well M_S is
// conditioned: its smallest eigenvalue over its largest.
func literalLoss(p *selection.Problem, r []int) (loss, condition float64) {
	var s []int
	for a, n := range r {
		if n > 0 {
			s = append(s, a)
		}
	}
	if len(s) == 0 {
		return p.VarY, 1
	}
	m := mat.NewSymDense(len(s), nil)
	for i, a := range s {
		for k := i; k < len(s); k++ {
			m.SetSym(i, k, p.Sigma[a*len(r)+s[k]])
		}
		m.SetSym(i, i, m.At(i, i)+p.V[a]/float64(r[a]))
	}
	var e mat.EigenSym
	if !e.Factorize(m, true) {
		panic("eigenvalues did not converge")
	}
	values := e.Values(nil)
	var u mat.Dense
	e.VectorsTo(&u)
	loss = p.VarY
	most := values[len(values)-1]
	for k, x := range values {
		if x <= 1e-10*most {
			continue
		}
		var dot float64
		for i, a := range s {
			dot += u.At(i, k) * p.B[0][a]
		}
		loss -= dot * dot / x
	}
	return loss, values[0] / most
}
