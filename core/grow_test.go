package core_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// pilotOf is a pilot of some objects: three attributes, two raters of five each.
func pilotOf(rng *rand.Rand, from, to int) *model.Dataset {
	b := new(model.Builder)
	label := b.AddLabel("y")
	for i := from; i < to; i++ {
		o, y := b.Object(fmt.Sprint("o", i)), rng.NormFloat64()
		b.SetLabel(label, o, y)
		for a := range 3 {
			for _, w := range rng.Perm(5)[:2] {
				b.Add(o, b.Attribute(fmt.Sprint("a", a)), b.RaterID(fmt.Sprint("r", w)), y/float64(a+1)+rng.NormFloat64())
			}
		}
	}
	return b.Build()
}

// TestGrow: a Study that has grown, again and again, answers like a new one in every mode
// of the raters: an update of the moments is not another analysis.
func TestGrow(t *testing.T) {
	const first = 240
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 31), 0))
	// A panel needs 50 objects of each rater: two fifths of 240 are 96, six deviations more.
	ds := pilotOf(rng, 0, first)
	study := core.NewStudy(ds)
	for step := range 3 {
		for _, mode := range []model.Raters{model.RatersPaper, model.RatersAware, model.RatersFixed} {
			q := core.Request{Settings: model.Settings{Raters: mode}, Range: model.Units(20)}
			got, want := answerOf(t, study, q), answerOf(t, core.NewStudy(ds), q)
			for _, alg := range want.Algorithms() {
				budgets, loss := want.Curve(alg)
				_, now := got.Curve(alg)
				for i, b := range budgets {
					if !(math.Abs(now[i]-loss[i]) <= 1e-9) {
						t.Errorf("step %d, raters %s: %s at %s has loss %g, want %g", step, mode, alg, b, now[i], loss[i])
					}
				}
			}
			h, g := honestOf(t, want), honestOf(t, got)
			if b := model.Units(8); math.Abs(g.At(selection.Full, b).Loss-h.At(selection.Full, b).Loss) > 1e-9 {
				t.Errorf("step %d, raters %s: another honest loss", step, mode)
			}
		}
		next, ok := ds.Append(pilotOf(rng, first+20*step, first+20+20*step))
		if !ok {
			t.Fatal("judgments cannot be added")
		}
		ds, study = next, study.Grow(next)
	}
}

func answerOf(t *testing.T, s *core.Study, q core.Request) *core.Result {
	t.Helper()
	r, err := s.Solve(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func honestOf(t *testing.T, r *core.Result) *core.Honest {
	t.Helper()
	h, err := r.Honest(t.Context(), 0, selection.Full)
	if err != nil {
		t.Fatal(err)
	}
	return h
}
