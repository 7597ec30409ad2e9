package core_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// verdicts are the judgments of crowdWorld with a label that is 1 where the value is high.
func verdicts(rng *rand.Rand, objects int) *model.Dataset {
	ds := crowdWorld(rng, objects, 3, false, true)
	for i, y := range ds.Labels[0].Values {
		ds.Labels[0].Values[i] = 0
		if y > .5 {
			ds.Labels[0].Values[i] = 1
		}
	}
	return ds
}

// TestClassMetricsCover: two standard errors about a metric of objects held out reach the
// metric of new objects in nine pilots of ten. FMS_COVER_WORLDS=200 gives the figures of
// docs/classes.md.
func TestClassMetricsCover(t *testing.T) {
	worlds := 24
	if n, err := strconv.Atoi(os.Getenv("FMS_COVER_WORLDS")); err == nil {
		worlds = n
	}
	names := []string{"accuracy", "balanced", "κ", "AUC", "log loss", "Brier"}
	of := func(m *classes.Metrics) []float64 {
		return []float64{m.Accuracy, m.Balanced, m.Kappa, m.AUC, m.LogLoss, m.Brier}
	}
	covered, bias := make([]int, len(names)), make([]float64, len(names))
	for seed := range worlds {
		rng := rand.New(rand.NewPCG(8, uint64(seed)))
		r, err := core.NewStudy(verdicts(rng, 200)).Solve(context.Background(), core.Request{Settings: model.Settings{}})
		if err != nil {
			t.Fatal(err)
		}
		h, err := r.Honest(context.Background(), 0, selection.Full)
		if err != nil {
			t.Fatal(err)
		}
		pick := core.Pick{Answer: core.Answer{Result: r, Honest: h}, Selection: r.At(selection.Full, model.Units(8))}
		c, err := pick.Classes(context.Background(), nil)
		if err != nil || c.Why != "" {
			t.Fatal(c.Why, err)
		}
		p := pick.Predictor()
		fresh := verdicts(rng, 3000)
		truth := classes.Calling{Classes: 2}.Measure(probabilitiesOf(t, &p, fresh))
		got, se, want := of(&c.Metrics), of(&c.SE), of(&truth.Metrics)
		for k := range names {
			bias[k] += (got[k] - want[k]) / float64(worlds)
			if math.Abs(got[k]-want[k]) <= 2*se[k] {
				covered[k]++
			}
		}
	}
	text := ""
	for k, n := range covered {
		text += fmt.Sprintf(" %s %.0f %% off %+.3f,", names[k], 100*float64(n)/float64(worlds), bias[k])
		if float64(n) < .8*float64(worlds) { // of 24 worlds with .9 in each fewer than 20 come once in twenty runs
			t.Errorf("%s is covered in %d of %d pilots", names[k], n, worlds)
		}
	}
	t.Logf("of %d pilots:%s", worlds, text)
}

// grades are the judgments of crowdWorld with three grades by where the value lies.
func grades(rng *rand.Rand, objects int, ordered bool) *model.Dataset {
	ds := crowdWorld(rng, objects, 3, false, true)
	l := &ds.Labels[0]
	l.Classes, l.Ordered = []string{"low", "mid", "high"}, ordered
	for i, y := range l.Values {
		l.Values[i] = 0
		if y > -.5 {
			l.Values[i]++
		}
		if y > .5 {
			l.Values[i]++
		}
	}
	return ds
}

// probabilitiesOf are what a predictor of classes says about objects.
func probabilitiesOf(t *testing.T, p *model.Predictor, ds *model.Dataset) []classes.Case {
	t.Helper()
	run, err := core.Predict(p, ds, false)
	if err != nil {
		t.Fatal(err)
	}
	var cases []classes.Case
	for i, y := range ds.Labels[0].Values {
		cases = append(cases, classes.Case{P: run.Object(i).P, Class: int(y)})
	}
	return cases
}

// TestManyMetricsCover: two standard errors about a metric of three classes reach the metric
// of new objects in nine pilots of ten. FMS_COVER_WORLDS=200 gives the figures of
// docs/classes.md.
func TestManyMetricsCover(t *testing.T) {
	worlds := 12
	if n, err := strconv.Atoi(os.Getenv("FMS_COVER_WORLDS")); err == nil {
		worlds = n
	}
	names := []string{"accuracy", "balanced", "F1", "κ", "AUC", "log loss", "Brier"}
	of := func(m *classes.Metrics) []float64 {
		return []float64{m.Accuracy, m.Balanced, m.F1, m.Kappa, m.AUC, m.LogLoss, m.Brier}
	}
	for _, ordered := range []bool{false, true} {
		covered := make([]int, len(names))
		for seed := range worlds {
			rng := rand.New(rand.NewPCG(9, uint64(seed)))
			r, err := core.NewStudy(grades(rng, 200, ordered)).Solve(context.Background(), core.Request{Settings: model.Settings{}})
			if err != nil {
				t.Fatal(err)
			}
			h, err := r.Honest(context.Background(), 0, selection.Full)
			if err != nil {
				t.Fatal(err)
			}
			pick := core.Pick{Answer: core.Answer{Result: r, Honest: h}, Selection: r.At(selection.Full, model.Units(8))}
			c, err := pick.Classes(context.Background(), nil)
			if err != nil || c.Why != "" {
				t.Fatal(c.Why, err)
			}
			p, objects := pick.Predictor(), grades(rng, 2000, ordered)
			truth := classes.Calling{Classes: 3, Ordered: ordered}.Measure(probabilitiesOf(t, &p, objects))
			got, se, want := of(&c.Metrics), of(&c.SE), of(&truth.Metrics)
			for k := range names {
				if math.Abs(got[k]-want[k]) <= 2*se[k] {
					covered[k]++
				}
			}
		}
		text := ""
		for k, n := range covered {
			text += fmt.Sprintf(" %s %.0f %%,", names[k], 100*float64(n)/float64(worlds))
			if float64(n) < .75*float64(worlds) { // of 12 worlds with .9 in each fewer than 9 come once in forty runs
				t.Errorf("ordered %v: %s is covered in %d of %d pilots", ordered, names[k], n, worlds)
			}
		}
		t.Logf("ordered %v, %d pilots:%s", ordered, worlds, text)
	}
}
