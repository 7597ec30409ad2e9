package core

import (
	"math"
	"testing"

	"fms-tui/core/internal/moments"
)

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
	r := Result{LabelVar: 4}
	if c, clipped := r.Disattenuated(&a); c != .6 || clipped {
		t.Errorf("disattenuated %g, %v, want 1.2/(1·2)", c, clipped)
	}
	a.B = 2.6
	if c, clipped := r.Disattenuated(&a); c != 1 || !clipped {
		t.Errorf("disattenuated %g, %v, want 1, clipped from 1.3", c, clipped)
	}
	a.B = -5
	if c, clipped := r.Disattenuated(&a); c != -1 || !clipped {
		t.Errorf("disattenuated %g, %v, want -1, clipped", c, clipped)
	}
	none := Attribute{Attribute: moments.Attribute{V: 3}}
	if got := none.JudgmentsFor(.5); !math.IsInf(got, 1) {
		t.Errorf("without external variance %g judgments are enough", got)
	}
	if c, _ := r.Disattenuated(&none); !math.IsNaN(c) {
		t.Errorf("without external variance the disattenuated correlation is %g", c)
	}
	unknown := Attribute{Attribute: moments.Attribute{V: math.NaN(), Sigma2: math.NaN()}}
	if got := unknown.JudgmentsFor(.5); !math.IsNaN(got) {
		t.Errorf("with unknown variances %g judgments are enough", got)
	}
}
