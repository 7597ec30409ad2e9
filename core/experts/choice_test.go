package experts

import (
	"math"
	"testing"
)

// TestBest: the smallest surrogate risk; among equals the largest λ, and the
// simplest model.
func TestBest(t *testing.T) {
	d, _ := clear5.draw(59, 40)
	f := fitterOf(t, d)
	s := &Study{all: f, Points: []Point{
		{Model: Majority, Lambda: 4, S: .3},
		{Model: Majority, Lambda: 2, S: .2},
		{Model: Majority, Lambda: 1, S: .2 + 1e-14},
		{Model: EMSparse, Lambda: 2, S: .2 - 1e-14},
		{Model: EMSparse, Lambda: 4, S: .2},
		{Model: EMSparse, Lambda: 1, S: .25},
		{Model: EM, S: .2},
	}}
	for m, want := range map[Model]int{Majority: 1, EMSparse: 4, EM: 6} {
		if got := s.Best(m); got != &s.Points[want] {
			t.Errorf("the best of %s is %g at %g", m, got.S, got.Lambda)
		}
	}
	if got := s.Chosen(); got != &s.Points[1] {
		t.Errorf("%s is chosen among equals", got.Model)
	}
	s.Points[6].S = .19
	if got := s.Chosen(); got.Model != EM {
		t.Errorf("%s is chosen", got.Model)
	}
}

// TestDifference: a mean of paired differences, with their standard error.
func TestDifference(t *testing.T) {
	p, q := Point{shares: []float64{1, 0, .5, .5}}, Point{shares: []float64{.5, 0, .5, 0}}
	d, se := p.Difference(&q)
	// Differences .5 0 0 .5: mean .25, variance 4·.0625/3, of the mean a quarter.
	if math.Abs(d-.25) > 1e-15 || math.Abs(se-math.Sqrt(.25/3/4)) > 1e-15 {
		t.Errorf("%g ± %g", d, se)
	}
	s, se := mean(wrongShares([]bool{true, true, false}, &Votes{Experts: 3, Start: []int{0, 2, 3, 3}, Expert: []int32{0, 1, 2}, Yes: []bool{true, false, true}}))
	if s != .25 || math.Abs(se-.25) > 1e-15 {
		t.Errorf("Ŝ = %g ± %g, want .25 ± .25", s, se)
	}
}

// TestDivide: how few objects can be learned from, how few held out, and how many
// folds there can be.
func TestDivide(t *testing.T) {
	d, _ := clear5.draw(61, 40)
	d = d.Part(d.Voted()[:12])
	for _, c := range []struct {
		opt  Options
		good bool
	}{
		{Options{Holdout: 7. / 12}, true}, // 5 to learn from
		{Options{Holdout: 8. / 12}, false},
		{Options{Holdout: 1. / 12}, true},
		{Options{Holdout: .01}, false},
		{Options{Folds: 1}, false},
		{Options{Folds: 2}, true},
		{Options{Folds: 12}, true},
		{Options{Folds: 13}, false},
	} {
		s := &Study{Data: d, Options: c.opt}
		if err := s.divide(); (err == nil) != c.good {
			t.Errorf("%+v: %v", c.opt, err)
		}
	}
}
