package core

import (
	"math"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestCardFigures: further judgments begin with the gain and never raise the
// loss; an attribute enters where its first step is; relations are symmetric.
func TestCardFigures(t *testing.T) {
	for seed := range fresh.Seeds(t, 0, 20) {
		ds := simulate.Draw(simulate.World{Objects: 120, Attributes: 6, K: 3, Raters: 12, Halo: .5}, seed)
		r := solve(t, ds, Request{})
		s := r.At(selection.Full, model.Units(9))
		gains, path := r.Gains(&s), r.Path(&s)
		for a := range r.Attributes {
			losses := r.Further(&s, a, 4)
			if want := s.Loss - gains[a]*r.Attributes[a].Price.Float(); !(math.Abs(losses[0]-want) <= 1e-9*r.LabelVar) {
				t.Fatalf("seed %d, %s: loss %g after one more, want %g", seed, r.Attributes[a].Name, losses[0], want)
			}
			for i := 1; i < len(losses); i++ {
				if losses[i] > losses[i-1]+1e-9*r.LabelVar {
					t.Fatalf("seed %d: losses %v rise", seed, losses)
				}
			}
			first := -1
			for i := len(path) - 1; i >= 0; i-- {
				if path[i].Attribute == a {
					first = i
				}
			}
			spent, ok := r.Enters(&s, a)
			if ok != (first >= 0) || ok && spent != path[first].Spent {
				t.Fatalf("seed %d, %s: enters at %v (%v), path %+v", seed, r.Attributes[a].Name, spent, ok, path)
			}
			related := r.Related(a)
			for b, c := range related {
				back := r.Related(b)[a]
				if c != back && !(math.IsNaN(c) && math.IsNaN(back)) || !(math.Abs(c) <= 1+1e-9) || b == a && !math.IsNaN(c) && !(math.Abs(c-1) <= 1e-12) {
					t.Fatalf("seed %d: related %g and %g", seed, c, back)
				}
			}
		}
	}
}
