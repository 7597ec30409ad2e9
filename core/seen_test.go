package core

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core/classes"
	"fms-tui/core/internal/heldout"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// literalSeen is the seen loss of a choice on one form or of single judgments, object
// by object from the data set. Raters are tried in the order of their first appearance,
// and the j-th rater answers the attributes wanted at least j times.
func literalSeen(t *testing.T, r *Result, given honest.Candidate, form bool) (loss float64, objects int) {
	t.Helper()
	ds := r.Data()
	fold := make(map[int]int) // by block
	for f := range given {
		for _, k := range given[f].Held {
			fold[k] = f
		}
	}
	for i, y := range ds.Labels[0].Values {
		if math.IsNaN(y) || ds.Start[i] == ds.Start[i+1] {
			continue
		}
		g := given[fold[moments.BlockOf(ds.Objects[i], len(r.known.blocks.Block))]]
		held := make([]map[int32]float64, len(g.Repeats)) // by attribute and rater
		var raters []int32
		seen := make(map[int32]bool)
		for at := range held {
			held[at] = make(map[int32]float64)
		}
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			at, w := ds.Attr[j], ds.Rater[j]
			if _, again := held[at][w]; !again {
				held[at][w] = ds.Value[j]
			}
			if !seen[w] && g.Repeats[at] > 0 {
				seen[w] = true
				raters = append(raters, w)
			}
		}
		prediction, ok := literalPrediction(g.Scores[0].Intercept, g.Scores[0].W, g.Repeats, held, raters, form)
		if ok {
			loss += (y - prediction) * (y - prediction)
			objects++
		}
	}
	return loss / float64(objects), objects
}

func literalPrediction(y float64, w []float64, repeats []int, held []map[int32]float64, raters []int32, form bool) (float64, bool) {
	if !form { // a single attribute: the first judgments
		for a, n := range repeats {
			if n == 0 {
				continue
			}
			if len(held[a]) < n {
				return 0, false
			}
			for _, rater := range raters[:n] {
				y += w[a] * held[a][rater] / float64(n)
			}
		}
		return y, true
	}
	most := 0
	for _, n := range repeats {
		most = max(most, n)
	}
	used := make(map[int32]bool)
	for j := 1; j <= most; j++ {
		found := false
		for _, rater := range raters {
			able := !used[rater]
			for a, n := range repeats {
				if _, judged := held[a][rater]; n >= j && !judged {
					able = false
				}
			}
			if !able {
				continue
			}
			used[rater], found = true, true
			for a, n := range repeats {
				if n >= j {
					y += w[a] * held[a][rater] / float64(n)
				}
			}
			break
		}
		if !found {
			return 0, false
		}
	}
	return y, true
}

// TestSeenAgainstLiteral: the seen loss equals the loss of predictions made by hand. Of
// partly filled forms only raters who answered everything count.
func TestSeenAgainstLiteral(t *testing.T) {
	compared, partly := 0, 0
	for seed := range uint64(12) {
		w := simulate.World{Objects: 150, Attributes: 4, K: 3, Raters: 30, WholeForms: true, Halo: 1, Missing: .1}
		ds := simulate.Draw(w, seed)
		r := solve(t, ds, Request{Settings: model.Settings{Design: model.Design{Kind: model.DesignForm}}})
		h := validate(t, r, 0, selection.Full)
		for _, budget := range []model.Amount{model.Unit, 2 * model.Unit, 4 * model.Unit, 6 * model.Unit} {
			got, err := h.Seen(context.Background(), selection.Full, budget)
			if err != nil {
				t.Fatal(err)
			}
			given, raw := h.Of(selection.Full).Chosen(budget), h.Raw(selection.Full, budget)
			if got.Refit.Taken {
				given, raw = got.Refit.Given, got.Refit.Honest
			}
			want, objects := literalSeen(t, r, given, true)
			if got.Objects != objects || objects >= LeastSeen && !(math.Abs(got.Loss-want) <= 1e-9*r.LabelVar) {
				t.Errorf("seed %d B=%s: %g on %d objects, by hand %g on %d (%s)", seed, budget, got.Loss, got.Objects, want, objects, got.Why)
			}
			if objects >= LeastSeen {
				compared++
				if objects < r.Objects {
					partly++
				}
				if off := got.Loss - raw.Loss; !(math.Abs(off-got.Off.Loss) <= 1e-9*r.LabelVar) {
					t.Errorf("seed %d B=%s: off by %g, said %g", seed, budget, off, got.Off.Loss)
				}
			}
		}
	}
	if compared < 20 || partly < 10 {
		t.Errorf("%d compared, %d of them of some objects: the test lost its power", compared, partly)
	}
}

// seenOfFirst is the mean squared residual from the first judgment of each attribute, object by
// object.
func seenOfFirst(h *Honest, given honest.Candidate) (loss float64, objects int) {
	members, ds := h.result.evaluator().Members(), h.result.Data()
	for f := range given {
		for _, k := range given[f].Held {
			for _, i := range members[k] {
				first := make([]float64, len(ds.Attributes))
				for j := ds.Start[i+1] - 1; j >= ds.Start[i]; j-- {
					first[ds.Attr[j]] = ds.Value[j]
				}
				e := ds.Labels[0].Values[i] - given[f].Scores[0].At(first, given[f].Repeats)
				loss += e * e
				objects++
			}
		}
	}
	return loss / float64(objects), objects
}

// TestSeenRefutes: one judgment of each attribute by one rater repeats his error;
// as single judgments it is averaged away, which is refuted, and as a form not.
func TestSeenRefutes(t *testing.T) {
	refuted, beyond := 0, 0
	for seed := range uint64(6) {
		ds := simulate.Draw(simulate.World{Objects: 2000, Attributes: 5, K: 3, Raters: 60, WholeForms: true, Halo: 3}, seed)
		for i := range ds.Rater { // nobody knows who judged
			ds.Rater[i] = model.NoRater
		}
		ds.Raters = nil
		for _, c := range []struct {
			design  model.Design
			certain bool
		}{
			{model.Design{}, true},
			{model.Design{Kind: model.DesignSingle}, false},
		} {
			r := solve(t, ds, Request{Settings: model.Settings{Design: c.design, Shrink: model.ShrinkNone}, Algorithms: []selection.Algorithm{selection.Uniform}})
			h := validate(t, r, 0, selection.Uniform)
			seen, err := h.Seen(context.Background(), selection.Uniform, 5*model.Unit)
			if err != nil {
				t.Fatal(err)
			}
			if c.certain && seen.Why == "" && seen.Refuted() {
				t.Errorf("seed %d: the pilot's own design is refuted: seen %v, off %v", seed, seen.Estimate, seen.Off)
			}
			if !c.certain && seen.Why == "" && seen.Refuted() {
				refuted++
			}
			// No object holds eight judgments of an attribute: half of the three that they hold tell.
			s := r.Settings
			s.MaxRepeats = model.AnyRepeats
			h = validate(t, solve(t, ds, Request{Settings: s, Algorithms: []selection.Algorithm{selection.Uniform}, Range: 60 * model.Unit}), 0, selection.Uniform)
			if seen, err = h.Seen(context.Background(), selection.Uniform, 40*model.Unit); err != nil {
				t.Fatal(err)
			}
			if seen.Why == "" || seen.Within == nil {
				t.Fatalf("seed %d: %+v", seed, seen)
			}
			given, err := heldout.PartsOf(h.Losses).Given(context.Background(), h.result.terms(), []int{1, 1, 1, 1, 1})
			if err != nil {
				t.Fatal(err)
			}
			want, objects := seenOfFirst(h, given)
			if seen.Within.Objects != objects || !(math.Abs(seen.Within.Loss-want) <= 1e-9*r.LabelVar) {
				t.Errorf("seed %d: within the cells %g on %d objects, by hand %g on %d", seed, seen.Within.Loss, seen.Within.Objects, want, objects)
			}
			switch {
			case c.certain && seen.Refuted():
				t.Errorf("seed %d: the pilot's own design is refuted within the cells: %+v", seed, seen.Within)
			case seen.Refuted():
				beyond++
			}
		}
	}
	if min(refuted, beyond) == 0 {
		t.Errorf("refuted: %d choices, %d beyond the cells", refuted, beyond)
	}
}

// foldOn is the probability of class 1 that a fold gives an object from as many judgments as
// it chooses.
func foldOn(g *honest.Fold, s classes.Moment, ds *model.Dataset, object int) float64 {
	z := g.Scores[0].Intercept - g.Scores[0].Train.LabelMean
	for a, n := range g.Repeats {
		sum, used := 0.0, 0
		for j := ds.Start[object]; j < ds.Start[object+1] && used < n; j++ {
			if int(ds.Attr[j]) == a {
				sum, used = sum+ds.Value[j], used+1
			}
		}
		if n > 0 {
			z += g.Scores[0].W[a] * sum / float64(n)
		}
	}
	mean := g.Scores[0].Train.LabelMean
	k := classes.WithLines(model.PredictorClasses{Ordered: true, Shares: []float64{1 - mean, mean}}, nil, s)
	return classes.Probabilities(k, []float64{mean + z})[1]
}

// TestSettledScores: a pilot of two judgments a cell shows the metrics that its folds have on
// fresh objects, judged as often as is chosen.
func TestSettledScores(t *testing.T) {
	const worlds, m = 20, 300
	names := []string{"κ", "AUC", "log loss"}
	of := func(x *classes.Metrics) [3]float64 {
		return [3]float64{classes.Kappa.Of(x), classes.AUC.Of(x), classes.LogLoss.Of(x)}
	}
	var off [3][]float64
	covered, most := [3]int{}, 0
	for seed := range uint64(worlds) {
		all := twoClasses(simulate.World{Objects: m + 1500, Attributes: 4, K: 16}, .6, fresh.Seed(t, 70)+seed)
		r := solve(t, firstObjects(all, m, 2), Request{Settings: model.Settings{Design: model.Design{Kind: model.DesignSingle}}})
		p := Pick{Result: r, Honest: validate(t, r, 0, selection.Full), Selection: r.At(selection.Full, 16*model.Unit)}
		c := classesOf(t, &p)
		given, _ := p.given()
		s := p.scoreMoments()[0]
		var cases []classes.Case
		for i, y := range all.Labels[0].Values[m:] {
			f := i % len(given)
			of := twoCase(foldOn(&given[f], s, all, m+i), y)
			of.Fold = f
			cases = append(cases, of)
		}
		truth := classes.Measure(c.PredictorClasses, 0, cases)
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
	for _, m := range []int{60, 300} {
		const worlds = 15
		var all []float64
		for seed := range uint64(worlds) {
			ds := simulate.Draw(simulate.World{Objects: m, Attributes: 5, K: 2}, fresh.Seed(t, 500)+seed)
			rng := rand.New(rand.NewPCG(seed, 3))
			for i := range ds.Labels[0].Values {
				ds.Labels[0].Values[i] = float64(rng.IntN(2))
			}
			r := solve(t, ds, Request{})
			p := Pick{Result: r, Honest: validate(t, r, 0, selection.Full), Selection: r.At(selection.Full, 4*model.Unit)}
			all = append(all, classesOf(t, &p).Metric(classes.AUC).X)
		}
		mean, sd := stat.MeanStdDev(all, nil)
		t.Logf("%d objects: %.3f", m, mean)
		errors := 2.
		if !fresh.Fixed() { // chance alone passes five standard errors once in a million runs
			errors = 5
		}
		if math.Abs(mean-.5) > .02+errors*sd/math.Sqrt(worlds) {
			t.Errorf("%d objects: the AUC of noise is %.3f on average", m, mean)
		}
	}
}
