package predict_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core"
	"fms-tui/core/internal/predict"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// predictors come from varied worlds at some budgets, some with a ridge.
func predictors(t *testing.T, n int, seed uint64) func(yield func(model.Predictor, uint64) bool) {
	return func(yield func(model.Predictor, uint64) bool) {
		for w, seed := range simulate.Worlds(n, seed) {
			w.Objects += 5
			settings := model.Settings{Raters: model.RatersAware, Ridge: []float64{0, 0, .1}[seed%3], Shrink: []string{model.ShrinkAuto, model.ShrinkNone}[seed%2]}
			r, err := core.NewStudy(simulate.Draw(w, seed)).Solve(context.Background(), core.Request{Settings: settings})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, a := range selection.Algorithms() {
				for _, b := range []model.Amount{r.FirstBudget(), r.Max} {
					if s := r.At(a, b); s.Spent > 0 && !yield(r.Predictor(&s), seed) {
						return
					}
				}
			}
		}
	}
}

// counted builds an object with n judgments of each attribute.
func counted(p *model.Predictor, rng *rand.Rand, n func(a int) int) *model.Dataset {
	var b model.Builder
	o := b.Object("o")
	for i, a := range p.Attributes {
		id := b.Attribute(a.Name)
		for range n(i) {
			b.Add(o, id, model.NoRater, a.Mean+a.Scale*rng.NormFloat64())
		}
	}
	return b.Build()
}

func object(t *testing.T, p *model.Predictor, ds *model.Dataset, partial bool) predict.Prediction {
	t.Helper()
	r, err := predict.New(p, ds, partial)
	if err != nil {
		t.Fatal(err)
	}
	return r.Object(0)
}

// nearlySingular tells whether the system of a predictor's weights has a
// condition above 10⁵.
func nearlySingular(p *model.Predictor) bool {
	d := len(p.Attributes)
	if d == 0 {
		return false
	}
	// With what one form's answers share and without: forms lie between.
	for _, shared := range []float64{0, 1} {
		m := mat.NewSymDense(d, nil)
		for i, a := range p.Attributes {
			for j, b := range p.Attributes[:i] {
				x := p.External[i][j]
				if p.Design != nil && len(p.Design.Halo) == d {
					x += shared * p.Design.Halo[i][j] / float64(max(a.Repeats, b.Repeats))
				}
				m.SetSym(i, j, x/(a.Scale*b.Scale))
			}
			m.SetSym(i, i, (p.External[i][i]+a.InternalVariance/float64(a.Repeats))/(a.Scale*a.Scale))
		}
		var e mat.EigenSym
		if !e.Factorize(m, false) {
			return true
		}
		if values := e.Values(nil); values[0] < 1e-5*values[d-1] {
			return true
		}
	}
	return false
}

// TestPartialOfRefit: weights of a refit for some of the judgments are those of the best
// prediction of its own prediction, from the covariances of the judgments one by one. Objects
// that hold all judgments get what they get without partial.
func TestPartialOfRefit(t *testing.T) {
	checked := 0
	for p, seed := range predictors(t, 80, fresh.Seed(t, 17)) {
		rng := rand.New(rand.NewPCG(seed, 4))
		p.Weights = new(model.WeightsRefit)
		y := p.Intercept
		for a := range p.Attributes {
			at := &p.Attributes[a]
			y += at.Weight * at.Mean
			at.Repeats = min(at.Repeats, 4)
			at.Weight = rng.NormFloat64() / at.Scale
		}
		p.Intercept = y
		for _, at := range p.Attributes {
			p.Intercept -= at.Weight * at.Mean
		}
		all := counted(&p, rng, func(a int) int { return p.Attributes[a].Repeats })
		plain, partial := object(t, &p, all, false), object(t, &p, all, true)
		if plain.Value != partial.Value && math.Abs(plain.Value-partial.Value) > 1e-9*math.Abs(plain.Value) {
			t.Errorf("seed %d: %v, with partial %v", seed, plain.Value, partial.Value)
		}
		n := make([]int, len(p.Attributes))
		var held []int
		for a := range p.Attributes {
			if n[a] = rng.IntN(p.Attributes[a].Repeats + 1); n[a] > 0 {
				held = append(held, a)
			}
		}
		if len(held) == 0 || p.Ridge > 0 || nearlySingular(&p) {
			continue
		}
		form := p.FormOf()
		covariance := func(a, na, e, ne int) (c float64) { // of two means, judgment by judgment
			for j := range na {
				for k := range ne {
					c += p.External[a][e]
					switch {
					case j != k:
					case a == e:
						c += p.Attributes[a].InternalVariance
					case p.Design != nil && p.Design.Halo != nil && form[a] >= 0 && form[a] == form[e]:
						c += p.Design.Halo[a][e]
					}
				}
			}
			return c / float64(na*ne) / p.Attributes[a].Scale / p.Attributes[e].Scale
		}
		m, b := mat.NewSymDense(len(held), nil), mat.NewVecDense(len(held), nil)
		for i, a := range held {
			for k, e := range held[:i+1] {
				m.SetSym(i, k, covariance(a, n[a], e, n[e]))
			}
			for e := range p.Attributes {
				at := &p.Attributes[e]
				b.SetVec(i, b.AtVec(i)+covariance(a, n[a], e, at.Repeats)*at.Weight*at.Scale)
			}
		}
		var c mat.Cholesky
		var w mat.VecDense
		if !c.Factorize(m) || c.Cond() > 1e6 || c.SolveVecTo(&w, b) != nil {
			continue
		}
		ds := counted(&p, rng, func(a int) int { return n[a] })
		want, next := y, 0
		for i, a := range held {
			sum := 0.0
			for range n[a] {
				sum += ds.Value[next]
				next++
			}
			want += w.AtVec(i) / p.Attributes[a].Scale * (sum/float64(n[a]) - p.Attributes[a].Mean)
		}
		checked++
		if got := object(t, &p, ds, true); !(math.Abs(got.Value-want) <= 1e-6*(1+math.Abs(want))) {
			t.Errorf("seed %d: %v, want %v", seed, got.Value, want)
		}
	}
	if fresh.Fixed() && checked < 30 {
		t.Errorf("only %d predictors were looked at", checked)
	}
}

// TestTruth: learned from many objects, the standard error is the error that
// new objects have, whatever judgments they have, and weights recomputed for
// these err less.
func TestTruth(t *testing.T) {
	seed := fresh.Seed(t, 5)
	train := simulate.Draw(simulate.World{Objects: 4000, Attributes: 5, K: 3}, seed)
	r, err := core.NewStudy(train).Solve(context.Background(), core.Request{})
	if err != nil {
		t.Fatal(err)
	}
	s := r.At(selection.Full, 12*model.Unit)
	p := r.Predictor(&s)
	ds := unseen(t, seed)
	losses := make(map[bool]float64)
	for _, partial := range []bool{false, true} {
		run, err := predict.New(&p, ds, partial)
		if err != nil {
			t.Fatal(err)
		}
		var n, residual, expected, spread float64
		for i := range ds.Objects {
			one := run.Object(i)
			if math.IsNaN(one.Value) || !partial && one.Lacking > 0 {
				continue
			}
			if one.Lacking == 0 { // the same objects for both
				e := ds.Labels[0].Values[i] - one.Value
				losses[partial] += e * e
			}
			e := ds.Labels[0].Values[i] - one.Value
			z := e*e - one.SE*one.SE
			n++
			residual += e * e
			expected += one.SE * one.SE
			spread += z * z
		}
		se := math.Sqrt(spread) / n
		// The moments themselves are estimated: a twentieth for these.
		if difference := (residual - expected) / n; n < 1000 || !(math.Abs(difference) <= 4*se+expected/n/20) {
			t.Errorf("partial %v: of %v objects the mean squared error is %v, expected %v ± %v", partial, n, residual/n, expected/n, se)
		}
	}
	if !(losses[true] < losses[false]) {
		t.Errorf("recomputed weights lose %v, the predictor's own %v", losses[true], losses[false])
	}
}

// unseen draws new objects of the same world, with 0 to 6 judgments a cell.
func unseen(t *testing.T, seed uint64) *model.Dataset {
	t.Helper()
	const skip = 4000 // the world's attributes are drawn first, then object after object
	all := simulate.Draw(simulate.World{Objects: skip + 6000, Attributes: 5, K: 3}, seed)
	rng := rand.New(rand.NewPCG(seed, 9))
	var b model.Builder
	label := b.AddLabel("y")
	for i := skip; i < len(all.Objects); i++ {
		o := b.Object(fmt.Sprint(i))
		b.SetLabel(label, o, all.Labels[0].Values[i])
		cell, keep := int32(-1), 0
		for j := all.Start[i]; j < all.Start[i+1]; j++ {
			if a := all.Attr[j]; a != cell {
				cell, keep = a, rng.IntN(20)
			}
			if keep == 0 {
				continue
			}
			if keep < 8 { // one judgment
				if j > all.Start[i] && all.Attr[j-1] == cell {
					continue
				}
			}
			b.Add(o, b.Attribute(all.Attributes[all.Attr[j]]), model.NoRater, all.Value[j])
		}
	}
	return b.Build()
}
