package coverage

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fms-tui/tools/paper/page"
)

// TestTruth: the expected loss is the mean over many new objects.
func TestTruth(t *testing.T) {
	for _, k := range []kind{{50, 6, 0, 0}, {50, 6, .8, 0}, {50, 6, .6, 1}, {50, 6, .6, 2}} {
		rng := rand.New(rand.NewPCG(5, 6))
		w := newWorld(k, rng)
		weights, r := make([]float64, 6), []int{1, 2, 0, 2, 4, 0}
		for a, n := range r {
			weights[a] = float64(n) / w.noise[a] // so that noise counts
		}
		want := w.drawn(weights, r, .7, 400_000, rng)
		if got := w.truth(weights, r, .7); math.Abs(got-want) > .01*want {
			t.Errorf("the moments give %g, fresh objects %g", got, want)
		}
	}
}

// TestPilot: the judgments have the moments that the world says, and the noise
// of one rater on one object is shared as far as the halo goes.
func TestPilot(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	w := newWorld(kind{objects: 20000, attributes: 3, halo: .8}, rng)
	ds := w.pilot(rng)
	if len(ds.Attributes) != 3 || len(ds.Value) != 20000*3*judgmentsACell {
		t.Fatalf("%d attributes, %d judgments", len(ds.Attributes), len(ds.Value))
	}
	var v [3]float64
	var shared float64
	for i := range ds.Objects {
		x := ds.Value[ds.Start[i]:ds.Start[i+1]] // two of each attribute, by the same two raters
		var diff [3]float64
		for a := range 3 {
			diff[a] = x[2*a] - x[2*a+1]
			v[a] += diff[a] * diff[a] / 2
		}
		shared += diff[0] * diff[1] / 2
	}
	n := float64(len(ds.Objects))
	for a := range v {
		if want := w.noise[a] * w.noise[a]; math.Abs(v[a]/n-want) > .05*want {
			t.Errorf("v[%d] = %g, want %g", a, v[a]/n, want)
		}
	}
	if want := .8 * w.noise[0] * w.noise[1]; math.Abs(shared/n-want) > .05*want {
		t.Errorf("halo %g, want %g", shared/n, want)
	}
}

// TestTable: a small run has every row, is the same again, and finds the honest
// loss nearer to the truth than the projected one.
func TestTable(t *testing.T) {
	run := func() map[kind][]trial {
		all, err := measureAll(context.Background(), kinds()[:2], measure, 4, 3, func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	all := run()
	text := table(all)
	if text != table(run()) {
		t.Error("the same seed gives another table")
	}
	if n := strings.Count(text, "\n| 80 |"); n != 4*len(budgets()) || strings.Count(text, "\n| full |")+strings.Count(text, "\n| scoring |") != 6 {
		t.Errorf("%d rows:\n%s", n, text)
	}
	var honest, projected float64
	for _, trials := range all {
		for _, x := range trials {
			honest += math.Abs(x.honest - x.truth)
			projected += math.Abs(x.projected - x.truth)
		}
	}
	if !(honest < projected) {
		t.Errorf("the honest loss is off by %g in sum, the projected one by %g", honest, projected)
	}
}

// TestSplit: of a world's own objects a pilot's honest losses are near the losses on the others,
// no budget is better than the best one, and AUC is what it is on the others.
func TestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	ds := newWorld(kind{objects: 700, attributes: 6}, rng).pilot(rng)
	var objects []int
	for i := range ds.Objects {
		objects = append(objects, i)
	}
	s, err := measureSplit(t.Context(), page.Part(ds, objects[:350]), page.Part(ds, objects[350:]))
	if err != nil {
		t.Fatal(err)
	}
	for _, z := range s.z {
		if !(math.Abs(z) < 4) {
			t.Errorf("an honest loss is %g standard errors off", z)
		}
	}
	if len(s.z) < 5 || !(s.distance >= 0 && s.distance < .1) || !(math.Abs(s.auc) < .1) {
		t.Errorf("%+v", s)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := measureAll(ctx, kinds()[:1], measure, 2, 1, func(int, int) {}); err == nil {
		t.Error("a run that was cancelled has no error")
	}
}

// drawn is the mean squared error of a predictor over new objects. Place j of a job is one rater.
func (w *world) drawn(weights []float64, r []int, intercept float64, objects int, rng *rand.Rand) float64 {
	z := make([]float64, w.attributes)
	var sum float64
	for range objects {
		y := w.object(z, rng) - intercept
		for j := range slices.Max(r) {
			shared := make([]float64, w.jobs)
			for k := range shared {
				shared[k] = rng.NormFloat64()
			}
			for a, n := range r {
				if j >= n {
					continue
				}
				e := rng.NormFloat64()
				if job := w.job(a); job >= 0 {
					e = math.Sqrt(w.halo)*shared[job] + math.Sqrt(1-w.halo)*e
				}
				y -= weights[a] / float64(n) * (z[a] + w.noise[a]*e)
			}
		}
		sum += y * y
	}
	return sum / float64(objects)
}

// TestJobs: each design is measured at each budget, and the rule is one of two designs.
func TestJobs(t *testing.T) {
	all, err := measureJobs(t.Context(), kind{80, 6, .6, 2}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	n := len(jobBudgets())
	if len(all) != 5*n {
		t.Fatalf("%d trials of 5 designs at %d budgets", len(all), n)
	}
	for i, x := range all[4*n:] {
		tested, single, form := all[i], all[n+i], all[2*n+i]
		if !tested.form && x.honest != max(single.honest, form.honest) || tested.form && x.honest != tested.honest {
			t.Errorf("%+v of %+v, %+v and %+v", x, tested, single, form)
		}
	}
}
