package posterior

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/golden"
	"fms-tui/core/internal/moments"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// none excludes nothing.
func none(int) bool { return false }

// pilotOf takes the moments of a data set and what a posterior is made from.
func pilotOf(t testing.TB, ds *model.Dataset, mode string) (m *moments.Moments, p moments.Projected, noise, held []float64) {
	t.Helper()
	b, err := moments.Accumulate(context.Background(), ds, &ds.Labels[0], mode)
	if err != nil {
		t.Fatal(err)
	}
	s := b.Union(nil)
	m = b.Moments(s)
	return m, m.Project(model.ProjectScaled), b.CellNoise(s, m), s.Held(m)
}

// eachGolden runs a test on the crowd and on the panel.
func eachGolden(t *testing.T, test func(t *testing.T, c *golden.Case, want *golden.Posterior)) {
	forms, posteriors := golden.LoadForms(t), golden.LoadPosteriors(t)
	t.Run("crowd", func(t *testing.T) { test(t, &forms.Crowd, &posteriors.Crowd) })
	t.Run("panel", func(t *testing.T) { test(t, &forms.Panel, &posteriors.Panel) })
}

func checkFigures(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has %d figures, want %d", what, len(got), len(want))
	}
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= 1e-8) {
			t.Errorf("%s %d is %.12g, want %.12g", what, i, got[i], w)
		}
	}
}

// TestGolden: everything from Z to b̃ is what another program found. It took every mean as one of
// all objects.
func TestGolden(t *testing.T) {
	eachGolden(t, func(t *testing.T, c *golden.Case, want *golden.Posterior) {
		m, p, noise, _ := pilotOf(t, c.Dataset(), c.Raters)
		q := newPilot(m, p, noise, nil, []int{0, 1, 2, 3})
		checkFigures(t, "Z", q.Z, slices.Concat(want.Z...))
		checkFigures(t, "N", q.N, slices.Concat(want.N...))
		checkFigures(t, "b", q.B, want.B)
		checkFigures(t, "Var(y) and m", []float64{q.LabelVariance, float64(q.Objects)}, []float64{want.LabelVariance, want.Objects})
		got := Of(m, p, noise, nil, none)
		checkFigures(t, "b̃", got.B, want.BPosterior)
		checkFigures(t, "β", got.Beta, want.Beta)
		e := got.evidence
		checkFigures(t, "σ² and τ0", []float64{e.residual * m.LabelVariance, e.tau0 * m.LabelVariance}, []float64{want.Residual, want.Tau0})
		checkFigures(t, "κ", e.kappa, want.Kappa)
		floats.AddConst(-want.Objects/2*math.Log(m.LabelVariance), e.log) // in label units
		checkFigures(t, "log evidence", e.log, want.LogEvidence)
		if got.Scale != 1 {
			t.Errorf("b̃ is scaled by %g", got.Scale)
		}
	})
}

// TestGoldenChoice: what the greedy buys with b̃, its weights and projected loss.
func TestGoldenChoice(t *testing.T) {
	eachGolden(t, func(t *testing.T, c *golden.Case, want *golden.Posterior) {
		m, p, noise, _ := pilotOf(t, c.Dataset(), c.Raters)
		var limits selection.Limits
		if c.Raters == model.RatersFixed {
			limits.Max = slices.Repeat([]int{3}, 4)
		}
		price := slices.Repeat([]model.Amount{model.Unit}, 4)
		q := selection.NewProblem(m, p, price, limits, none).WithPosterior(Of(m, p, noise, nil, none).B)
		curve, err := selection.NewCurve(context.Background(), q, selection.Full, []model.Amount{8 * model.Unit})
		if err != nil {
			t.Fatal(err)
		}
		choice := curve.At(8 * model.Unit)
		if r := choice.Repeats(4); !slices.Equal(r, want.Single.R) {
			t.Fatalf("repeats %v, want %v", r, want.Single.R)
		}
		all, loss := q.Weights(&choice)
		w := all[0]
		for a := range w {
			w[a] /= m.Attr[a].T
		}
		checkFigures(t, "weights", w, want.Single.Weights)
		checkFigures(t, "projected loss", []float64{loss}, []float64{want.Single.Projected})
		checkFigures(t, "the paper's b", q.PaperB[0], want.B)
	})
}
