package posterior

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// checkSane holds what is true of every posterior.
func checkSane(t *testing.T, name string, p *Posterior) {
	t.Helper()
	e := p.evidence
	if e == nil {
		e = new(evidence)
	}
	figures := slices.Concat(p.B, p.Beta, p.Tau, e.kappa, e.log, []float64{e.tau0, e.residual, p.Scale})
	for i, x := range figures {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Fatalf("%s: figure %d is %g in %+v", name, i, x, p)
		}
	}
	if e.tau0 < 0 || e.residual < 0 || p.Scale <= 0 || p.Scale > 1 {
		t.Fatalf("%s: %+v", name, p)
	}
}

// TestWorlds: in every kind of data, few objects too, figures are finite, figures of
// excluded attributes are 0, and no repeats have a projected loss below 0.
func TestWorlds(t *testing.T) {
	few, scaled := 0, 0
	for w, seed := range simulate.Worlds(300, fresh.Seed(t, 6000)) {
		if seed%3 == 0 {
			w.Objects = 1 + w.Objects%12
		}
		rng := rand.New(rand.NewPCG(seed, 7))
		ds := simulate.Draw(w, seed)
		for _, mode := range []string{model.RatersPaper, model.RatersAware} {
			m, proj, noise, held := pilotOf(t, ds, mode)
			excluded := func(a int) bool { return a%5 == 4 }
			p := Of(m, proj, noise, held, excluded)
			name := fmt.Sprintf("seed %d, %s, %d objects", seed, mode, m.Objects)
			checkSane(t, name, p)
			for a := range m.Attr {
				out := excluded(a) || m.Attr[a].Status != moments.Usable
				if out && (p.B[a] != 0 || p.Beta[a] != 0 || p.Tau[a] != 0) {
					t.Fatalf("%s: attribute %d is left out and has %g, %g, %g", name, a, p.B[a], p.Beta[a], p.Tau[a])
				}
			}
			if !(m.LabelVariance > 0) {
				continue
			}
			if m.Objects < 10 {
				few++
			}
			if p.Scale < 1 {
				scaled++
			}
			prices := slices.Repeat([]model.Amount{model.Unit}, len(m.Attr))
			checkLosses(t, name, rng, selection.NewProblem(m, proj, prices, selection.Limits{}, excluded).WithPosterior(p.B))
		}
	}
	if fresh.Fixed() && (few < 30 || scaled < 5) {
		t.Errorf("%d of less than 10 objects, %d scaled: the test lost its power", few, scaled)
	}
}

// checkLosses asks for projected losses of choices with small and huge budgets, and
// of choices under which judgments have no noise at all. Attributes that are almost only
// noise keep it: Σ is exact to rounding of the variance of their cell means, so without noise
// it would be no covariance.
func checkLosses(t *testing.T, name string, rng *rand.Rand, q *selection.Problem) {
	t.Helper()
	budgets := []model.Amount{5 * model.Unit, 200 * model.Unit, 100000 * model.Unit}
	curve, err := selection.NewCurve(context.Background(), q, selection.Full, budgets[:2])
	if err != nil {
		t.Fatal(err)
	}
	var choices []selection.Choice
	choices = append(choices, curve.Choices...)
	for range 3 { // any support
		one := *q
		one.Min = make([]int, len(q.V))
		for a := range one.Min {
			one.Min[a] = rng.IntN(2)
		}
		one.V = make([]float64, len(q.V))
		for a, external := range q.Sigma2 {
			one.V[a] = q.V[a]
			if share := 1e-6 * float64(rng.IntN(2)); external > 1e-3*(external+q.V[a]) {
				one.V[a] *= share
			}
		}
		if c, err := selection.NewCurve(context.Background(), &one, selection.Full, budgets[1:2]); err == nil {
			_, loss := one.Weights(&c.Choices[0])
			checkLoss(t, name, loss, q.VarY)
		}
	}
	for i := range choices {
		_, loss := q.Weights(&choices[i])
		checkLoss(t, name, loss, q.VarY)
	}
}

func checkLoss(t *testing.T, name string, loss, varY float64) {
	t.Helper()
	if !(loss >= -1e-8*varY && loss <= varY*(1+1e-9)) { // below 0 by rounding alone
		t.Fatalf("%s: a projected loss of %g of Var(y)", name, loss/varY)
	}
}

// TestUnits: units of attributes and label make no difference beyond rounding, and
// units that are powers of two make none.
func TestUnits(t *testing.T) {
	for seed := range fresh.Seeds(t, 0, 12) {
		w := simulate.World{Objects: 40 + int(seed%3)*50, Attributes: 7, K: 3, Raters: 12, Ragged: .3, Missing: .1, Halo: .7, Severity: .5, Anonymous: .1}
		ds := simulate.Draw(w, seed)
		m, proj, noise, held := pilotOf(t, ds, model.RatersAware)
		want := Of(m, proj, noise, held, none)
		for _, unit := range []struct {
			base, tolerance float64
		}{{10, 1e-9}, {2, 0}} {
			scaled := *ds
			scaled.Value = slices.Clone(ds.Value)
			for j, a := range ds.Attr {
				scaled.Value[j] *= math.Pow(unit.base, float64(a%5)*2-4)
			}
			label := math.Pow(unit.base, float64(seed%9)-4)
			scaled.Labels = []model.Label{{Name: "y", Values: slices.Clone(ds.Labels[0].Values)}}
			for i := range scaled.Labels[0].Values {
				scaled.Labels[0].Values[i] *= label
			}
			m, proj, noise, held := pilotOf(t, &scaled, model.RatersAware)
			got := Of(m, proj, noise, held, none)
			check := func(what string, got, want, size float64) {
				t.Helper()
				if !(math.Abs(got-want) <= unit.tolerance*size) {
					t.Errorf("seed %d, powers of %g: %s is %.15g, want %.15g", seed, unit.base, what, got, want)
				}
			}
			sd := math.Sqrt(m.LabelVariance)
			for a := range got.B {
				check("b̃", got.B[a], want.B[a]*label, sd)
				check("β", got.Beta[a], want.Beta[a]*label, sd)
				check("τ", got.Tau[a], want.Tau[a]*label*label, sd*sd)
			}
			check("τ0", got.evidence.tau0, want.evidence.tau0, 1)
			check("σ²", got.evidence.residual, want.evidence.residual, 1)
			check("scale", got.Scale, want.Scale, 1)
		}
	}
}

// TestExcluded: an attribute that is excluded counts as little as one that was
// never judged, where the projection of Σ cuts nothing.
func TestExcluded(t *testing.T) {
	compared := 0
	for seed := range fresh.Seeds(t, 0, 20) {
		ds := simulate.Draw(simulate.World{Objects: 400, Attributes: 4, K: 3, Raters: 30, WholeForms: true, Halo: .5}, seed)
		m, proj, noise, held := pilotOf(t, ds, model.RatersAware)
		if proj.Cut > 0 {
			continue
		}
		compared++
		got := Of(m, proj, noise, held, func(a int) bool { return a == 1 })
		without := *ds
		without.Value, without.Attr, without.Rater, without.Start = nil, nil, nil, []int{0}
		for i := range ds.Objects {
			for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
				if ds.Attr[j] != 1 {
					without.Value = append(without.Value, ds.Value[j])
					without.Attr = append(without.Attr, ds.Attr[j])
					without.Rater = append(without.Rater, ds.Rater[j])
				}
			}
			without.Start = append(without.Start, len(without.Value))
		}
		m, proj, noise, held = pilotOf(t, &without, model.RatersAware)
		want := Of(m, proj, noise, held, none)
		for a := range got.B {
			if !(math.Abs(got.B[a]-want.B[a]) <= 1e-9) || !(math.Abs(got.Tau[a]-want.Tau[a]) <= 1e-9) {
				t.Errorf("seed %d: attribute %d has b̃ %g, τ %g, want %g, %g", seed, a, got.B[a], got.Tau[a], want.B[a], want.Tau[a])
			}
		}
	}
	if fresh.Fixed() && compared < 5 {
		t.Errorf("%d compared: the test lost its power", compared)
	}
}

// TestNoiseIsProjected: N that no noise could have is moved to the nearest that
// one could, and its diagonal left where that puts it. By hand: [1 2; 2 1] has the
// eigenvalues 3 and -1, and without the latter it is 1.5 everywhere.
func TestNoiseIsProjected(t *testing.T) {
	m := &moments.Moments{Objects: 9, LabelVariance: 1, Attr: []moments.Attribute{{T: 2}, {T: 2, Status: moments.SingleCells}, {T: 10}}}
	noise := []float64{4, 0, 40, 0, 0, 0, 40, 0, 100}
	q := newPilot(m, moments.Projected{Sigma: make([]float64, 9)}, noise, nil, []int{0, 2})
	for i, x := range q.N {
		if !(math.Abs(x-1.5) < 1e-12) {
			t.Errorf("N[%d] is %g, want 1.5", i, x)
		}
	}
	// Alone, either attribute keeps what it has: it leaves before the projection.
	if q = newPilot(m, moments.Projected{Sigma: make([]float64, 9)}, noise, nil, []int{2}); !slices.Equal(q.N, []float64{1}) {
		t.Errorf("alone N is %v, want 1", q.N)
	}
}

// TestMisfitAgainstInverse holds the misfit to its formula, with an inverse.
func TestMisfitAgainstInverse(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range 20 {
		n := 1 + rng.IntN(5)
		p := Pilot{Z: random(rng, n), N: random(rng, n), B: make([]float64, n), LabelVariance: 2, Objects: 50}
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
		p.Held = slices.Repeat([]float64{1}, n*n)
		if out := p.Posterior(); out.Misfit != 0 || out.Refuted() {
			t.Errorf("misfit %g of a pilot with missing cells", out.Misfit)
		}
	}
}

// TestHeldAgainstInverse holds the regression on means of which some are not there to its
// formulas, with an inverse; the shares are of objects drawn at random.
func TestHeldAgainstInverse(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	for range 50 {
		n, m := 1+rng.IntN(5), 20+rng.IntN(20)
		p := Pilot{Z: random(rng, n), N: random(rng, n), B: make([]float64, n), LabelVariance: 1, Objects: m}
		for a := range p.B {
			p.B[a] = rng.NormFloat64()
		}
		there := mat.NewDense(m, n, nil)
		there.Apply(func(i, a int, _ float64) float64 { return float64(rng.IntN(a+2)/(a+1)) + float64(i/(m-1)) }, there)
		there.Apply(func(_, _ int, x float64) float64 { return min(x, 1) }, there)
		var held, s, fz, inverse, left, c mat.Dense
		held.Mul(there.T(), there)
		held.Scale(1/float64(m), &held)
		p.Held = held.RawMatrix().Data
		s.Add(mat.NewDense(n, n, p.Z), mat.NewDense(n, n, p.N))
		s.MulElem(&s, &held)
		for a := range n {
			s.Set(a, a, s.At(a, a)+jitter)
		}
		if err := inverse.Inverse(&s); err != nil {
			t.Fatal(err)
		}
		var f mat.DiagDense
		f.DiagFrom(&held)
		fz.Mul(&f, mat.NewDense(n, n, p.Z))
		left.Mul(fz.T(), &inverse)
		c.Mul(&left, &fz)
		var fb, u mat.VecDense
		fb.MulVec(&f, mat.NewVecDense(n, p.B))
		u.MulVec(&left, &fb)
		got := p.regress(1)
		for i := range n {
			if want := u.AtVec(i); math.Abs(got.u[i]-want) > 1e-6*(1+math.Abs(want)) {
				t.Fatalf("u %g, by the inverse %g", got.u[i], want)
			}
			for j := range n {
				if want := c.At(i, j); math.Abs(got.c[i*n+j]-want) > 1e-6*(1+math.Abs(want)) {
					t.Fatalf("M %g, by the inverse %g", got.c[i*n+j], want)
				}
			}
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
// and labels that follow the judgments' errors are. Of 7,260 pilots .002 and .695 were.
func TestMisfitRefutes(t *testing.T) {
	const pilots = 60
	refuted := map[bool]int{}
	for seed := range uint64(pilots) {
		seed += fresh.Seed(t, 800)
		ds := simulate.Draw(simulate.World{Objects: 300, Attributes: 6, K: 3, Raters: 8, WholeForms: true, Halo: 1}, seed)
		for _, errors := range []bool{false, true} {
			if errors {
				followErrors(ds)
			}
			m, p, noise, held := pilotOf(t, ds, model.RatersAware)
			if Of(m, p, noise, held, func(int) bool { return false }).Refuted() {
				refuted[errors]++
			}
		}
	}
	if refuted[false] > fresh.AtMost(pilots, .002) || pilots-refuted[true] > fresh.AtMost(pilots, .305) {
		t.Errorf("of %d refuted are %d that hold and %d that do not", pilots, refuted[false], refuted[true])
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
