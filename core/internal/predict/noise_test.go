package predict

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/model"
)

// formPredictor is panelPredictor without a panel, both attributes on one form.
func formPredictor() *model.Predictor {
	p := panelPredictor()
	p.Raters.Mode = model.RatersAware
	p.Design = &model.PredictorDesign{
		Kind: model.DesignForm, Forms: []model.Sheet{{Name: "form", Attributes: []string{"a", "b"}}},
		Halo: [][]float64{{1, .4}, {.4, .5}},
	}
	return p
}

// TestHaloCounted: raters who judged what the design asks together are no
// reason to warn.
func TestHaloCounted(t *testing.T) {
	ds := judged("o a v 1", "o b v 1")
	two := 2
	for _, c := range []struct {
		change func(*model.PredictorDesign)
		warns  bool
	}{
		{func(*model.PredictorDesign) {}, false},
		{func(d *model.PredictorDesign) { d.Halo = nil }, true},
		{func(d *model.PredictorDesign) { d.Forms = nil }, true},
		{func(d *model.PredictorDesign) { d.Forms, d.Panel = nil, &two }, false},
	} {
		p := formPredictor()
		c.change(p.Design)
		if got := newRun(t, p, ds, false).Object(0).Halo; got != c.warns {
			t.Errorf("%+v: %v", p.Design, got)
		}
	}
}

// world is a predictor with exact moments: y = Σ s_a + noise, s ~ N(0, Σ), errors
// of one rater ~ N(0, C).
type world struct {
	p          *model.Predictor
	signal     mat.Cholesky
	error      mat.Cholesky
	labelNoise float64
}

// drawWorld draws a world of d attributes, of which the first on are on one form.
func drawWorld(rng *rand.Rand, d, on int) *world {
	w := &world{labelNoise: .5}
	sigma, c := covariance(rng, d, 0), covariance(rng, d, 2)
	w.signal.Factorize(sigma)
	w.error.Factorize(c)
	p := &model.Predictor{Label: "y", LabelVariance: w.labelNoise, Design: &model.PredictorDesign{Kind: model.DesignSheets, Halo: rows(c)}, External: rows(sigma)}
	form := model.Sheet{Name: "f"}
	for a := range d {
		at := model.PredictorAttribute{Name: fmt.Sprint("a", a), Repeats: 1 + rng.IntN(3), InternalVariance: c.At(a, a), Mean: rng.NormFloat64()}
		at.Scale = math.Sqrt(sigma.At(a, a) + at.InternalVariance)
		for e := range d {
			at.LabelCovariance += sigma.At(a, e)
		}
		p.LabelVariance += at.LabelCovariance
		at.Weight = 1          // none is redundant; weights are recomputed
		p.Intercept -= at.Mean // ȳ = 0
		p.Attributes = append(p.Attributes, at)
		if a < on {
			form.Attributes = append(form.Attributes, at.Name)
		}
	}
	p.Design.Forms = []model.Sheet{form}
	w.p = p
	return w
}

// covariance draws a positive definite matrix with covariances above 0 as high
// as common.
func covariance(rng *rand.Rand, d int, common float64) *mat.SymDense {
	m := mat.NewSymDense(d, nil)
	f := make([][3]float64, d)
	for a := range f {
		for k := range f[a] {
			f[a][k] = rng.NormFloat64()
		}
		f[a][0] += common
		for e := range a + 1 {
			x := f[a][0]*f[e][0] + f[a][1]*f[e][1] + f[a][2]*f[e][2]
			if a == e {
				x += .5
			}
			m.SetSym(a, e, x)
		}
	}
	return m
}

func rows(m *mat.SymDense) [][]float64 {
	d := m.SymmetricDim()
	out := make([][]float64, d)
	for a := range out {
		for e := range d {
			out[a] = append(out[a], m.At(a, e))
		}
	}
	return out
}

// TestFormAgainstDense solves the normal equations of what is judged with gonum, for forms,
// panels and both.
func TestFormAgainstDense(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 4))
		d := 1 + rng.IntN(6)
		w := drawWorld(rng, d, rng.IntN(d+1))
		w.p.Ridge = []float64{0, .2}[rng.IntN(2)]
		panel := 1 + rng.IntN(8)
		if rng.IntN(2) == 0 {
			w.p.Design.Panel = &panel
		} else {
			panel = 0
		}
		n := make([]int, d)
		for a := range n {
			n[a] = rng.IntN(6)
		}
		m, bv := mat.NewSymDense(d, nil), mat.NewVecDense(d, nil)
		of := w.p.FormOf()
		for a, at := range w.p.Attributes {
			if n[a] == 0 {
				m.SetSym(a, a, 1)
				continue
			}
			for e := range a {
				if n[e] == 0 {
					continue
				}
				x := w.p.External[a][e]
				switch {
				case of[a] == 0 && of[e] == 0:
					x += w.p.Design.Halo[a][e] / math.Max(float64(n[a]), float64(n[e]))
				case panel > 0:
					x += w.p.Design.Halo[a][e] / math.Max(float64(panel), math.Max(float64(n[a]), float64(n[e])))
				}
				m.SetSym(a, e, x)
			}
			m.SetSym(a, a, w.p.External[a][a]+at.InternalVariance/float64(n[a])+w.p.Ridge*at.Scale*at.Scale)
			bv.SetVec(a, at.LabelCovariance)
		}
		var want mat.VecDense
		if err := want.SolveVec(m, bv); err != nil {
			continue
		}
		s := noiseOf(w.p)
		for a, x := range weights(w.p, &s, n) {
			if !(math.Abs(x-want.AtVec(a)) <= 1e-8*(1+math.Abs(x))) {
				t.Errorf("seed %d: weight %d is %v, want %v", seed, a, x, want.AtVec(a))
			}
		}
	}
}

// TestRedundant: copies get weight 0 whatever their units, near-copies whose
// difference is more than rounding keep one, and no weight explodes.
func TestRedundant(t *testing.T) {
	copies := func(delta, unit float64) *model.Predictor {
		p := &model.Predictor{
			Label: "y", LabelVariance: 2,
			Attributes: []model.PredictorAttribute{
				{Name: "a", Repeats: 1, Weight: 1, LabelCovariance: 1, Scale: 1},
				{Name: "b", Repeats: 1, Weight: 1, LabelCovariance: 1.1 * unit, Scale: unit},
			},
			External: [][]float64{{1, unit}, {unit, (1 + delta) * unit * unit}},
		}
		return p
	}
	for _, c := range []struct {
		delta float64
		drops bool
	}{{0, true}, {1e-12, true}, {1e-8, true}, {5e-7, true}, {2e-6, false}, {1e-3, false}} {
		for _, unit := range []float64{1, 1e3, 1e-6} {
			p := copies(c.delta, unit)
			s := noiseOf(p)
			if w := weights(p, &s, []int{1, 1}); (w[1] == 0) != c.drops {
				t.Errorf("δ %g in units of %g: weights %v", c.delta, unit, w)
			}
		}
	}
}
