package core

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core/classes"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// foldOn is the probability of class 1 that a fold gives an object from as many judgments as
// it chooses.
func foldOn(g *honest.Given, s scores, ds *model.Dataset, object int) float64 {
	z := g.Intercept - g.Train.LabelMean
	for a, n := range g.Repeats {
		sum, used := 0.0, 0
		for j := ds.Start[object]; j < ds.Start[object+1] && used < n; j++ {
			if int(ds.Attr[j]) == a {
				sum, used = sum+ds.Value[j], used+1
			}
		}
		if n > 0 {
			z += g.W[a] * sum / float64(n)
		}
	}
	return classes.NewNormal(g.Train.LabelMean, s.covariance, s.variance).Probability(z)
}

// TestSettledScores: a pilot of two judgments a cell shows the metrics that its folds have on
// fresh objects, judged as often as is chosen.
func TestSettledScores(t *testing.T) {
	const worlds, m = 30, 300
	names := []string{"κ", "AUC", "log loss"}
	of := func(x *classes.Metrics) [3]float64 { return [3]float64{x.Kappa, x.AUC, x.LogLoss} }
	var off [3][]float64
	covered, most := [3]int{}, 0
	for seed := range uint64(worlds) {
		all := twoClasses(simulate.World{Objects: m + 1500, Attributes: 4, K: 16}, .6, fresh.Seed(t, 70)+seed)
		r := solve(t, firstObjects(all, m, 2), Request{Settings: model.Settings{Design: model.Design{Kind: model.DesignSingle}}})
		p := Pick{Answer: Answer{Result: r, Honest: validate(t, r, 0, selection.Full)}, Selection: r.At(selection.Full, 16*model.Unit)}
		c := classesOf(t, &p, .5)
		given, _ := p.given()
		s := p.momentsOf()
		var cases []classes.Case
		for i, y := range all.Labels[0].Values[m:] {
			f := i % len(given)
			of := twoCase(foldOn(&given[f], s, all, m+i), y)
			of.Fold = f
			cases = append(cases, of)
		}
		truth := c.Calling.Measure(cases)
		got, want, se := of(&c.Metrics), of(&truth.Metrics), of(&c.SE)
		for k := range got {
			off[k] = append(off[k], got[k]-want[k])
			if math.Abs(got[k]-want[k]) <= 2*se[k] {
				covered[k]++
			}
		}
		most = max(most, slices.Max(p.Selection.Repeats))
	}
	for k := range off {
		x, sd := stat.MeanStdDev(off[k], nil)
		limit, missed := .02, worlds*2/10
		if !fresh.Fixed() { // five standard errors, which chance passes once in a million runs
			limit, missed = limit+5*sd/math.Sqrt(worlds), fresh.AtMost(worlds, .1)
		}
		t.Logf("%s: off by %+.4f, covered in %d of %d", names[k], x, covered[k], worlds)
		if math.Abs(x) > limit || worlds-covered[k] > missed {
			t.Errorf("%s: off by %+.4f, covered in %d of %d", names[k], x, covered[k], worlds)
		}
	}
	if most < 4 {
		t.Errorf("at most %d judgments of an attribute: the test lost its power", most)
	}
}

// TestNoiseHasNoAUC: labels that have nothing to do with the judgments have an AUC of one
// half, whatever the number of objects.
func TestNoiseHasNoAUC(t *testing.T) {
	for _, m := range []int{60, 150, 400} {
		const worlds = 60
		var all []float64
		for seed := range uint64(worlds) {
			ds := simulate.Draw(simulate.World{Objects: m, Attributes: 5, K: 2}, fresh.Seed(t, 500)+seed)
			rng := rand.New(rand.NewPCG(seed, 3))
			for i := range ds.Labels[0].Values {
				ds.Labels[0].Values[i] = float64(rng.IntN(2))
			}
			r := solve(t, ds, Request{})
			p := Pick{Answer: Answer{Result: r, Honest: validate(t, r, 0, selection.Full)}, Selection: r.At(selection.Full, 4*model.Unit)}
			all = append(all, classesOf(t, &p, .5).AUC)
		}
		mean, sd := stat.MeanStdDev(all, nil)
		t.Logf("%d objects: %.3f", m, mean)
		limit := .02
		if !fresh.Fixed() { // chance alone passes five standard errors once in a million runs
			limit += 5 * sd / math.Sqrt(worlds)
		}
		if math.Abs(mean-.5) > limit {
			t.Errorf("%d objects: the AUC of noise is %.3f on average", m, mean)
		}
	}
}
