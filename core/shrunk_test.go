package core

import (
	"math"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// TestShrunk: b̃ in own units is the problem's b̃ times t. Attributes that are left out
// have none, and --shrink none has none.
func TestShrunk(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 60, Attributes: 5, K: 2, Raters: 20}, 3)
	out := ds.Attributes[1]
	r := solve(t, ds, Request{Settings: model.Settings{}.WithExcluded(out, true)})
	plain := solve(t, ds, Request{Settings: model.Settings{Shrink: model.ShrinkNone}.WithExcluded(out, true)})
	for a := range r.Attributes {
		s, at := r.Shrunk(a), &r.Attributes[a]
		if n := plain.Shrunk(a); !math.IsNaN(n.B) || !math.IsNaN(n.Tau) || !math.IsNaN(n.Share) {
			t.Errorf("attribute %d under none: %+v", a, n)
		}
		if a == 1 {
			if !math.IsNaN(s.B) {
				t.Errorf("of an excluded attribute: %+v", s)
			}
			continue
		}
		if want := r.problem.B[a] * at.T; s.B != want || !(s.Tau > 0) || s.Share != want/at.B {
			t.Errorf("attribute %d: %+v, want b̃ %g of b %g", a, s, want, at.B)
		}
		if at.B != plain.Attributes[a].B || s.B == at.B {
			t.Errorf("attribute %d: b %g, the paper's %g, b̃ %g", a, at.B, plain.Attributes[a].B, s.B)
		}
	}
}
