package posterior

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestMisfitAgainstInverse holds the misfit to its formula, with an inverse.
func TestMisfitAgainstInverse(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range 20 {
		n := 1 + rng.IntN(5)
		p := Pilot{Z: random(rng, n), N: random(rng, n), B: make([]float64, n), LabelVariance: 2, Objects: 50, Complete: true}
		for a := range p.B {
			p.B[a] = .3 * rng.NormFloat64()
		}
		out := p.Posterior()
		s := mat.NewDense(n, n, nil)
		s.Add(mat.NewDense(n, n, p.Z), mat.NewDense(n, n, p.N))
		for a := range n {
			s.Set(a, a, s.At(a, a)+damp)
		}
		var inverse mat.Dense
		if err := inverse.Inverse(s); err != nil {
			t.Fatal(err)
		}
		left := mat.NewVecDense(n, nil)
		left.MulVec(mat.NewDense(n, n, p.Z), mat.NewVecDense(n, out.Beta))
		left.ScaleVec(-1/out.Scale, left)
		left.AddVec(left, mat.NewVecDense(n, p.B))
		want := float64(p.Objects) / p.LabelVariance * mat.Inner(left, &inverse, left)
		if !(math.Abs(out.Misfit-want) <= 1e-9*want) {
			t.Errorf("misfit %g, by the inverse %g", out.Misfit, want)
		}
		p.Complete = false
		if out := p.Posterior(); out.Misfit != 0 || out.Refuted() {
			t.Errorf("misfit %g of a pilot with missing cells", out.Misfit)
		}
	}
}

// random is a covariance matrix.
func random(rng *rand.Rand, n int) []float64 {
	x := mat.NewDense(n, n, nil)
	x.Apply(func(i, j int, _ float64) float64 { return .5 * rng.NormFloat64() }, x)
	var s mat.Dense
	s.Mul(x, x.T())
	return s.RawMatrix().Data
}

// TestMisfitRefutes: labels that follow the external values are hardly ever refuted,
// and labels that follow the judgments' errors are.
func TestMisfitRefutes(t *testing.T) {
	refuted := map[bool]int{}
	for seed := range uint64(60) {
		seed += fresh.Seed(t, 800)
		ds := simulate.Draw(simulate.World{Objects: 300, Attributes: 6, K: 3, Raters: 8, WholeForms: true, Halo: 1}, seed)
		for _, errors := range []bool{false, true} {
			if errors {
				followErrors(ds)
			}
			m, p, noise := pilotOf(t, ds, model.RatersAware)
			if Of(m, p, noise, func(int) bool { return false }).Refuted() {
				refuted[errors]++
			}
		}
	}
	if refuted[false] > 3 || refuted[true] < 30 {
		t.Errorf("refuted are %d of 60 that hold and %d of 60 that do not", refuted[false], refuted[true])
	}
}

// followErrors makes the label what the raters who judged the attributes say: the sum
// of their judgments, errors and all, and some noise.
func followErrors(ds *model.Dataset) {
	rng := rand.New(rand.NewPCG(1, uint64(len(ds.Objects))))
	y := ds.Labels[0].Values
	for i := range y {
		y[i] = rng.NormFloat64()
		for _, x := range ds.Value[ds.Start[i]:ds.Start[i+1]] {
			y[i] += x
		}
	}
}
