package honest_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// trial is one data set and what is asked of it.
type trial struct {
	name       string
	ds         *model.Dataset
	mode       string
	projection string
	folds      int
	terms      honest.Terms
	tolerance  float64
}

// trials draws small worlds of every kind of irregularity, from a seed on.
func trials(first uint64) func(yield func(trial) bool) {
	return func(yield func(trial) bool) { drawTrials(first, yield) }
}

func drawTrials(first uint64, yield func(trial) bool) {
	for seed := first; seed < first+36; seed++ {
		rng := rand.New(rand.NewPCG(seed, 77))
		w := simulate.World{
			Objects: 25 + rng.IntN(36), Attributes: 2 + rng.IntN(5), K: 2 + rng.IntN(3), Halo: .8, Severity: .6, Scale: 1,
		}
		if rng.IntN(2) == 0 {
			w.Ragged = .6
		}
		if rng.IntN(3) == 0 {
			w.Missing = .25
		}
		if rng.IntN(3) == 0 {
			w.Unlabelled, w.Objects = .15, w.Objects+5
		}
		tr := trial{mode: model.RatersAware, projection: model.ProjectScaled, folds: 10, tolerance: 1e-9}
		switch seed % 6 {
		case 0:
			tr.name = "no raters"
		case 1:
			tr.name, w.Raters = "crossed", w.K+4
		case 2:
			tr.name, w.Raters, w.WholeForms = "whole forms", w.K+4, true
		case 3: // who judges some attributes of an object, and not all
			tr.name, w.Raters, w.Anonymous = "few raters", w.K, .3
		case 4:
			tr.name, w.Raters = "the same rater again", w.K-1
		case 5:
			tr.name, w.Raters, w.LabelShift, tr.tolerance = "far label", w.K+4, 1e9, 1e-6
		}
		if rng.IntN(4) == 0 {
			tr.projection = model.ProjectPaper
		}
		if rng.IntN(3) == 0 {
			tr.folds = []int{2, 5, 50}[rng.IntN(3)]
		}
		tr.ds = spoiled(simulate.Draw(w, seed), tr.folds, rng)
		tr.terms = terms(tr.ds, rng)
		if labelled(tr.ds) < 20 {
			continue // too few for an honest loss
		}
		for _, mode := range []string{model.RatersAware, model.RatersPaper} {
			if tr.mode = mode; !yield(tr) {
				return
			}
		}
	}
	for _, constant := range []float64{0, .1, 7} { // the labels of a training part are all equal
		ds := simple(inBlocks(60, upTo(50)...), first+4)
		for i, id := range ds.Objects {
			if moments.BlockOf(id, blocks)%10 != 4 {
				ds.Labels[0].Values[i] = constant
			}
		}
		none := equalTerms(ds)
		none.Excluded = func(int) bool { return true }
		for _, terms := range []honest.Terms{none, equalTerms(ds)} {
			if !yield(trial{"constant label", ds, model.RatersPaper, model.ProjectScaled, 10, terms, 1e-9}) {
				return
			}
		}
	}
	w := simulate.World{Objects: 130, Attributes: 4, K: 3, Raters: 3, WholeForms: true, Halo: .6, Severity: 2}
	for seed := first; seed < first+3; seed++ {
		ds := simulate.Draw(w, seed)
		rng := rand.New(rand.NewPCG(seed, 78))
		if !yield(trial{"fixed panel", ds, model.RatersFixed, model.ProjectScaled, 10, terms(ds, rng), 1e-9}) {
			return
		}
	}
}

// labelled counts the objects with a label and a judgment.
func labelled(ds *model.Dataset) int {
	n := 0
	for i, y := range ds.Labels[0].Values {
		if y == y && ds.Start[i+1] > ds.Start[i] {
			n++
		}
	}
	return n
}

// spoiled makes, half of the time, an attribute constant in one training part,
// or without a second judgment there.
func spoiled(ds *model.Dataset, folds int, rng *rand.Rand) *model.Dataset {
	how, fold, attr := rng.IntN(4), rng.IntN(folds), int32(rng.IntN(2))
	return judged(ds, func(i, j int) (float64, bool) {
		first := j == ds.Start[i] || ds.Attr[j-1] != ds.Attr[j]
		train := moments.BlockOf(ds.Objects[i], blocks)%folds != fold
		switch {
		case ds.Attr[j] != attr || !train:
		case how == 0:
			return 1.1, true
		case how == 1:
			return ds.Value[j], first
		}
		return ds.Value[j], true
	})
}

// terms draws prices, limits and exclusions.
func terms(ds *model.Dataset, rng *rand.Rand) honest.Terms {
	t := equalTerms(ds)
	d := len(ds.Attributes)
	if rng.IntN(2) == 0 {
		for a := range t.Price {
			t.Price[a] = []model.Amount{model.Unit, model.Unit / 4, 3 * model.Unit, 3 * model.Unit / 10}[rng.IntN(4)]
		}
	}
	if rng.IntN(3) == 0 {
		t.Limits.Min, t.Limits.Max = make([]int, d), make([]int, d)
		for a := range d {
			t.Limits.Max[a] = rng.IntN(6)
		}
		t.Limits.Min[rng.IntN(d)] = 1
		t.Limits.Max[0] = 5
	}
	if rng.IntN(3) == 0 {
		t.Limits.Ridge = []float64{.01, .3, 2}[rng.IntN(3)]
	}
	if out := rng.IntN(2 * d); d > 2 {
		t.Excluded = func(a int) bool { return a == out }
	}
	return t
}

func algorithms(ds *model.Dataset) []selection.Algorithm {
	return append(selection.AllAlgorithms(), selection.Algorithm("single="+ds.Attributes[0]))
}

// TestAgainstDefinitions compares the honest loss of every algorithm with the
// formula: at every budget of a curve by Along and by At, off it by At.
func TestAgainstDefinitions(t *testing.T) {
	on := []model.Amount{0, model.Unit / 4, model.Unit, 2 * model.Unit, 3*model.Unit + model.Unit/2, 6 * model.Unit, 11 * model.Unit, 25 * model.Unit}
	off := []model.Amount{model.Unit/4 + 1, 8 * model.Unit, 40 * model.Unit}
	compared, nothing, unusable := map[selection.Algorithm]int{}, 0, 0
	for tr := range trials(fresh.Seed(t, 0)) {
		l := newLiteral(tr.ds, tr.mode, tr.projection, tr.folds)
		p := parts(t, source(tr.ds, tr.mode, tr.projection), tr.folds)
		if p.Folds() != len(l.folds) {
			t.Fatalf("%s: %d folds, want %d", tr.name, p.Folds(), len(l.folds))
		}
		var folds []*literalFold
		for f := range l.folds {
			o := l.fold(f)
			folds = append(folds, o)
			for a := range o.train.Attr {
				if o.train.Attr[a].Status != moments.Usable {
					unusable++
				}
			}
		}
		for _, alg := range algorithms(tr.ds) {
			r := run(t, p, tr.terms, alg, on)
			fast := along(t, r, on)
			some := along(t, r, on[2:5])
			curves := make([]*selection.Curve, len(folds))
			problems := make([]*selection.Problem, len(folds))
			for f, o := range folds {
				if problems[f] = o.problem(t, tr.terms, alg); problems[f] != nil {
					curves[f] = curve(t, problems[f], alg)
				} else {
					nothing++
				}
			}
			for i, budget := range append(on, off...) {
				var want, size []float64
				for f, o := range folds {
					w, n := make([]float64, len(tr.ds.Attributes)), make([]int, len(tr.ds.Attributes))
					if curves[f] != nil {
						w, n = o.choose(problems[f], curves[f].At(budget))
						compared[alg]++
					}
					loss, terms := o.losses(w, n)
					want, size = append(want, loss...), append(size, terms...)
				}
				check := func(how string, got honest.Loss) {
					t.Helper()
					if len(got) != len(want) {
						t.Fatalf("%s %s: %d blocks, want %d", tr.name, alg, len(got), len(want))
					}
					scale := floats.Sum(size)
					var sum, all float64
					for k := range want {
						sum += want[k]
						all += got[k]
						// A block of one object can be predicted exactly by chance.
						if !(math.Abs(got[k]-want[k]) <= tr.tolerance*(size[k]+1e-6*scale)) {
							// Two copies of a judgment may be as good as each other but for
							// rounding, and each side then takes its own.
							if alg == selection.Copies && !fresh.Fixed() {
								t.Skipf("%s: copies are tied at B=%s", tr.name, budget)
							}
							t.Fatalf("%s %s %s B=%s by %s, block %d of %d: %.12g, want %.12g", tr.name, tr.mode, alg, budget, how, k, len(want), got[k], want[k])
						}
					}
					if e := p.Estimate(got); !(math.Abs(e.Loss-sum) <= tr.tolerance*scale) || e.Loss != all && !(math.Abs(e.Loss-all) <= 1e-12*scale) {
						t.Fatalf("%s %s %s B=%s by %s: %.12g in total, want %.12g", tr.name, tr.mode, alg, budget, how, e.Loss, sum)
					}
				}
				check("Chosen", r.Projected(r.Chosen(budget)))
				if i < len(on) {
					check("Along", fast[i])
				}
				if i >= 2 && i < 5 {
					check("Along some", some[i-2])
				}
			}
		}
	}
	for _, a := range selection.AllAlgorithms() {
		if fresh.Fixed() && compared[a] < 2000 {
			t.Errorf("%s was compared %d times: the test lost its power", a, compared[a])
		}
	}
	if fresh.Fixed() && (nothing < 100 || unusable < 20) {
		t.Errorf("%d times nothing could be chosen, %d attributes unusable: the test lost its power", nothing, unusable)
	}
}

// curve computes what it is asked for.
func curve(t testing.TB, p *selection.Problem, alg selection.Algorithm) *selection.Curve {
	t.Helper()
	c, err := selection.NewCurve(t.Context(), p, alg, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestGiven compares weights for given repeats with the weights of a problem of the
// training part. In this problem Uniform may buy exactly these repeats.
func TestGiven(t *testing.T) {
	checked, unused := 0, 0
	for tr := range trials(fresh.Seed(t, 900)) {
		if tr.mode == model.RatersFixed {
			continue
		}
		l := newLiteral(tr.ds, tr.mode, tr.projection, tr.folds)
		p := parts(t, source(tr.ds, tr.mode, tr.projection), tr.folds)
		repeats := make([]int, len(tr.ds.Attributes))
		for a := range repeats {
			repeats[a] = (a * 2) % 3 // 0, 2, 1, 0 …
		}
		given, err := p.Given(context.Background(), honest.Terms{
			Price: equalTerms(tr.ds).Price, Limits: selection.Limits{Ridge: tr.terms.Limits.Ridge},
		}, repeats)
		if err != nil || len(given) != len(l.folds) {
			t.Fatalf("%s: %d parts, want %d (%v)", tr.name, len(given), len(l.folds), err)
		}
		for f := range given {
			o, g := l.fold(f), &given[f]
			if !slices.Equal(g.Held, o.held) {
				t.Fatalf("%s: part %d holds out %v, want %v", tr.name, f, g.Held, o.held)
			}
			m := o.train
			price := equalTerms(tr.ds).Price
			q := selection.NewProblem(m, o.proj, price, selection.Limits{Min: repeats, Max: repeats, Ridge: tr.terms.Limits.Ridge},
				func(a int) bool { return repeats[a] == 0 })
			want, intercept := make([]float64, len(repeats)), m.LabelMean
			if spent, _ := q.Required(); m.LabelVariance > 0 && spent > 0 {
				c, err := selection.NewCurve(context.Background(), q, selection.Uniform, units(100))
				if err != nil {
					t.Fatal(err)
				}
				w, _ := q.Weights(&c.Choices[0])
				for a, x := range w[0] {
					if x != 0 {
						want[a] = x / m.Attr[a].T
						intercept -= want[a] * m.Attr[a].Mean
					}
				}
			} else {
				unused++
			}
			means := []float64{}
			y := intercept
			for a, n := range repeats {
				size := math.Abs(want[a])
				if !(math.Abs(g.Scores[0].W[a]-want[a]) <= 1e-6*(size+1e-3)) {
					t.Fatalf("%s: part %d weighs attribute %d %g, want %g", tr.name, f, a, g.Scores[0].W[a], want[a])
				}
				checked++
				if n > 0 {
					means = append(means, float64(a)+.5)
					y += want[a] * (float64(a) + .5)
				}
			}
			if !(math.Abs(g.Scores[0].At(means, repeats)-y) <= 1e-6*(1+math.Abs(y))) {
				t.Fatalf("%s: part %d predicts %g, want %g", tr.name, f, g.Scores[0].At(means, repeats), y)
			}
		}
	}
	if fresh.Fixed() && (checked < 1000 || unused < 5) {
		t.Errorf("%d weights compared, %d parts without any: the test lost its power", checked, unused)
	}
}
