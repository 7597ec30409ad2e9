package core

import (
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// TestExamineWithoutLabel: reliabilities need no label, and equal the reliabilities
// under a label that every object has.
func TestExamineWithoutLabel(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 80, Attributes: 5, K: 3, Raters: 9, Halo: 1}, 2)
	labelled, err := NewStudy(ds).Examine(t.Context(), model.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	bare := *ds
	bare.Labels = nil
	x, err := NewStudy(&bare).Examine(t.Context(), model.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for a := range x.Attributes {
		got, want := &x.Attributes[a], &labelled.Attributes[a]
		if got.Reliability() != want.Reliability() || got.V != want.V || got.Objects != want.Objects || !(got.Reliability() > 0) {
			t.Errorf("%s: %+v, with a label %+v", got.Name, got, want)
		}
		if !math.IsNaN(got.Corr) || !math.IsNaN(got.B) {
			t.Errorf("%s correlates with no label: %g", got.Name, got.Corr)
		}
	}
	if x.PSDCut != labelled.PSDCut || x.Raters != model.RatersAware {
		t.Errorf("cut %g, with a label %g; raters %s", x.PSDCut, labelled.PSDCut, x.Raters)
	}
	b, err := moments.Accumulate(t.Context(), ds, &ds.Labels[0], model.RatersAware)
	if err != nil {
		t.Fatal(err)
	}
	sums := b.Union(nil)
	halo := b.Halo(b.Moments(sums), sums)
	if !slices.Equal(x.Halo.C, halo.C) {
		t.Errorf("halo %v, want %v", x.Halo.C, halo.C)
	}
}

// TestSharedWarnings: each finding about the data is in every Result, once.
func TestSharedWarnings(t *testing.T) {
	ds := crowd(12, func(b *model.Builder, i, o int) { fair(b, i, o, "a"); fair(b, i, o, "twin") })
	count := func(ws []model.Finding, code string) int {
		n := 0
		for _, c := range codesOf(ws) {
			if c == code {
				n++
			}
		}
		return n
	}
	r := solve(t, ds, Request{})
	x, err := NewStudy(ds).Examine(t.Context(), model.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for _, ws := range [][]model.Finding{r.Warnings, x.Warnings} {
		if count(ws, "few-objects") != 1 || count(ws, "duplicate-attribute twin") != 1 {
			t.Errorf("warnings %q", codesOf(ws))
		}
	}
	without := solve(t, ds, Request{Settings: model.Settings{}.WithExcluded("twin", true)})
	if count(without.Warnings, "duplicate-attribute twin") != 0 {
		t.Errorf("the twin is excluded: %q", codesOf(without.Warnings))
	}
}

// TestReliability works the formulas through by hand: with σ² = 1 and v = 3 one
// judgment has 1/4, three have 1/2, nine have 3/4, and 27 have .9.
func TestReliability(t *testing.T) {
	a := Attribute{Attribute: moments.Attribute{Sigma2: 1, V: 3, B: 1.2}}
	for r, want := range map[int]float64{0: 0, 1: .25, 3: .5, 9: .75, 27: .9} {
		if got := a.ReliabilityOf(r); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("reliability of %d is %g, want %g", r, got, want)
		}
	}
	if a.Reliability() != a.ReliabilityOf(1) {
		t.Error("one judgment is not one judgment")
	}
	for q, want := range map[float64]float64{.01: 1, .25: 1, .5: 3, .51: 4, .75: 9, .9: 27, .95: 57} {
		if got := a.JudgmentsFor(q); got != want {
			t.Errorf("%g needs %g judgments, want %g", q, got, want)
		}
	}
	if c, clipped := a.Disattenuated(4); c != .6 || clipped {
		t.Errorf("disattenuated %g, %v, want 1.2/(1·2)", c, clipped)
	}
	a.B = 2.6
	if c, clipped := a.Disattenuated(4); c != 1 || !clipped {
		t.Errorf("disattenuated %g, %v, want 1, clipped from 1.3", c, clipped)
	}
	a.B = -5
	if c, clipped := a.Disattenuated(4); c != -1 || !clipped {
		t.Errorf("disattenuated %g, %v, want -1, clipped", c, clipped)
	}
	none := Attribute{Attribute: moments.Attribute{V: 3}}
	if got := none.JudgmentsFor(.5); !math.IsInf(got, 1) {
		t.Errorf("without external variance %g judgments are enough", got)
	}
	if c, _ := none.Disattenuated(4); !math.IsNaN(c) {
		t.Errorf("without external variance the disattenuated correlation is %g", c)
	}
	unknown := Attribute{Attribute: moments.Attribute{V: math.NaN(), Sigma2: math.NaN()}}
	if got := unknown.JudgmentsFor(.5); !math.IsNaN(got) {
		t.Errorf("with unknown variances %g judgments are enough", got)
	}
}
