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
	if x.PSDCut != labelled.PSDCut || x.Mode != model.RatersAware {
		t.Errorf("cut %g, with a label %g; raters %s", x.PSDCut, labelled.PSDCut, x.Mode)
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
