package bound

import (
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
)

// TestClamp: a step on which weights stay at 0 lowers the loss, takes a weight out of the support
// and turns no sign; without such a step weights are as they were.
func TestClamp(t *testing.T) {
	several, refused := 0, 0
	for w, seed := range simulate.Worlds(120, fresh.Seed(t, 310)) {
		w.Attributes += 20 + int(seed%40)
		p := problemOf(t, simulate.Draw(w, seed), rules{})
		s := newDescent(relax(p))
		if !s.bounded || len(s.x) == 0 || s.grouped != nil {
			continue
		}
		s.budget = float64(1 + seed%50)
		s.refresh()
		for range 1 + seed%3 {
			s.choose()
			for _, g := range s.working {
				s.update(g)
			}
		}
		s.refresh()
		s.findSupport()
		if !s.factorise() {
			continue
		}
		x, before := slices.Clone(s.x), s.value()
		lowered := s.clamp()
		left := 0
		for j := range x {
			switch {
			case s.x[j]*x[j] < 0, x[j] == 0 && s.x[j] != 0:
				t.Fatalf("seed %d: weight %d from %g to %g", seed, j, x[j], s.x[j])
			case x[j] != 0 && s.x[j] == 0:
				left++
			}
		}
		switch after := s.value(); {
		case lowered && (left == 0 || !(after < before)):
			t.Fatalf("seed %d: %d weights left, loss from %.17g to %.17g", seed, left, before, after)
		case !lowered && (!slices.Equal(s.x, x) || math.Abs(after-before) > 1e-12*p.VarY):
			t.Fatalf("seed %d: refused, but weights moved, loss from %.17g to %.17g", seed, before, after)
		case !lowered:
			refused++
		case left > 1:
			several++
		}
	}
	if fresh.Fixed() && (several < 5 || refused < 5) {
		t.Errorf("several weights left %d times, %d steps were refused: the test lost its power", several, refused)
	}
}
