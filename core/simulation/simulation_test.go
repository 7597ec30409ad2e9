package simulation_test

import (
	"context"
	"math"
	"reflect"
	"testing"

	"fms-tui/core/simulation"
	"fms-tui/model"
)

// TestSimulate: the honest R² is about the true one, and misses it by about the error that is
// printed; larger pilots miss it by less, and the same seed draws the same.
func TestSimulate(t *testing.T) {
	q := simulation.Question{
		Population: simulation.Population{Attributes: 4, Reliability: .5, R2: .5, Halo: .3, Correlation: .3},
		Budget:     model.Units(4), Within: .08, Pilots: 12, Seed: 1,
	}
	reports := 0
	s, err := simulation.Run(t.Context(), q, func(done, of int) { reports++ })
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Enough) != 3 || reports != len(s.Designs) {
		t.Fatalf("%+v", s)
	}
	square, printed := 0.0, 0.0
	for i, d := range s.Designs {
		square, printed = square+d.Error*d.Error, printed+d.SE*d.SE
		if d.Pilots != q.Pilots || !(d.Error > 0) || d.True <= 0 || d.True >= .5 || d.Honest < d.True-.15 || d.Honest > d.True+.15 {
			t.Errorf("%+v", d)
		}
		if last := i+1 == len(s.Designs) || s.Designs[i+1].Repeats > d.Repeats; last != (d.Error <= q.Within) {
			t.Errorf("after %+v the next size is wrong", d)
		}
	}
	if ratio := math.Sqrt(square / printed); ratio < .75 || ratio > 1.35 {
		t.Errorf("what is printed is off by the factor %.2f", ratio)
	}
	if again, err := simulation.Run(t.Context(), q, nil); err != nil || !reflect.DeepEqual(again, s) {
		t.Errorf("the same seed draws %+v and %+v", s, again)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := simulation.Run(ctx, q, nil); err == nil {
		t.Error("a context that ended is no error")
	}
}
