package experts

import (
	"context"
	"errors"
	"math"
	"testing"
)

// TestShown: what is shown grows to what is returned, each time a study to ask.
func TestShown(t *testing.T) {
	d, _ := clear5.draw(31, 120)
	opt := Options{Seed: 2, Lambdas: 3, Restarts: 2, Folds: 3}
	var shown []*Study
	last := must(Select(context.Background(), d, opt, func(s *Study) { shown = append(shown, s) }))
	if first := shown[0]; len(first.Points) != 3 || first.Chosen().Model != Majority || first.Best(EM) != nil {
		t.Errorf("at first %d points", len(first.Points))
	}
	if len(shown) != 1+4+1 || shown[len(shown)-1] != last || len(last.Points) != 3+3+1 {
		t.Errorf("%d studies were shown, the last of %d points", len(shown), len(last.Points))
	}
	for k, s := range shown[:len(shown)-1] {
		if len(s.Points) != 3+k {
			t.Errorf("study %d has %d points", k, len(s.Points))
		}
		for i := range s.Points {
			p := &s.Points[i]
			if want := p.Parts[0]; p.Fit == nil || p.Model != Majority && p.Fit != want || len(p.Parts) != 3 || len(p.shares) != 120 || math.IsNaN(p.S) {
				t.Fatalf("study %d: %s at %g is not whole", k, p.Model, p.Lambda)
			}
			at := last.Nearest(p.Model, p.Lambda)
			if at.Lambda != p.Lambda {
				t.Fatalf("study %d: %s at %g is not in the end", k, p.Model, p.Lambda)
			}
			for f := range p.Parts {
				if at.Parts[f].Objective < p.Parts[f].Objective-1e-9 {
					t.Errorf("%s at %g is worse in the end", p.Model, p.Lambda)
				}
			}
		}
	}
	// Points come in the order that they end in; a fit of a part is no fit of all.
	s := shown[len(shown)-2]
	for i := range s.Points {
		if p, q := s.Points[i], last.Points[i]; p.Model != q.Model || p.Lambda != q.Lambda {
			t.Errorf("point %d is %s at %g, in the end %s at %g", i, p.Model, p.Lambda, q.Model, q.Lambda)
		}
	}
	if p := s.Curve(EMSparse)[1]; p.Fit.Objects != 80 {
		t.Errorf("shown a fit to %d objects", p.Fit.Objects)
	}
}

// TestShownCancelled: what was shown stays when the context ends.
func TestShownCancelled(t *testing.T) {
	d, _ := clear5.draw(31, 120)
	ctx, cancel := context.WithCancel(context.Background())
	var last *Study
	calls := 0
	_, err := Select(ctx, d, Options{Seed: 2, Lambdas: 5, Restarts: 3}, func(s *Study) {
		last = s
		if calls++; calls == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if n := len(last.Points); n < 5+2 || n > 5+3 || last.Chosen() == nil {
		t.Errorf("%d points stay", n)
	}
}

// TestNearest: by their ratios; EM has one λ.
func TestNearest(t *testing.T) {
	s := &Study{Points: []Point{{Model: Majority, Lambda: 10}, {Model: Majority, Lambda: 1}, {Model: EMSparse, Lambda: 10}, {Model: EMSparse, Lambda: 1}, {Model: EM}}}
	for _, c := range []struct {
		model Model
		to    float64
		want  int
	}{{Majority, 4, 0}, {Majority, 3, 1}, {EMSparse, 9, 2}, {EMSparse, .5, 3}, {EM, 1, 4}, {EM, 0, 4}} {
		if got := s.Nearest(c.model, c.to); got != &s.Points[c.want] {
			t.Errorf("nearest to %g of %s is %g", c.to, c.model, got.Lambda)
		}
	}
	if s.Nearest("none", 1) != nil {
		t.Error("a model that was not fitted")
	}
}
