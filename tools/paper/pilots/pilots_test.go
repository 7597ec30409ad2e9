package pilots

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"fms-tui/tools/simulate"
)

// TestMeasure: every method is tested on objects left out, and the tables say it.
func TestMeasure(t *testing.T) {
	s := set{"bodies", simulate.Bodies(simulate.BodiesRepeats, simulate.BodiesSeed)}
	all, err := s.measure(context.Background(), 80, 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range methods {
		n := 0
		for _, b := range s.budgets(held(s.Dataset)) {
			n += len(of(all, "bodies", 80, b, method, func(t trial) float64 { return t.truth.Loss }))
		}
		if n == 0 {
			t.Errorf("%s was not tested", method)
		}
	}
	for _, x := range all {
		if !(x.truth.Loss > 0 && x.truth.Loss < 10) {
			t.Errorf("%s at %d: true loss %g", x.method, x.budget, x.truth.Loss)
		}
	}
	text := tables([]set{s}, all)
	for _, want := range []string{"| data | objects | budget | none |", "The refit is used if its honest loss is lower", "| bodies | 80 | 13 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("the tables lack %q:\n%s", want, text)
		}
	}
	if few, err := s.measure(context.Background(), len(s.Objects)-leastTested+1, 1, 3); few != nil || err != nil {
		t.Errorf("with too few objects left out: %v, %v", few, err)
	}
}

// TestRegression: with no penalty the lasso is least squares, and weights in own
// units predict as standardised ones do.
func TestRegression(t *testing.T) {
	x := [][]float64{{1, 10}, {2, 30}, {3, 20}, {4, math.NaN()}, {6, 40}}
	y := []float64{2, 5, 5, 6, 11}
	r := newRegression(x, y, func(int) bool { return true })
	z := lassoOf(r.q, 0)
	w, intercept := r.own(z)
	for i, row := range x[:3] {
		direct := r.label
		for a, v := range r.standard(row) {
			direct += z[a] * v
		}
		if got := intercept + w[0]*row[0] + w[1]*row[1]; math.Abs(got-direct) > 1e-9 {
			t.Errorf("row %d: %g, standardised %g", i, got, direct)
		}
	}
	if got := repeatsOf([]bool{true, false, true}, 7, 2); !slices.Equal(got, []int{2, 0, 2}) {
		t.Errorf("repeats %v", got)
	}
	if got := repeatsOf(make([]bool, 3), 7, 9); !slices.Equal(got, []int{2, 2, 2}) {
		t.Errorf("of all, repeats %v", got)
	}
}

// TestNeeds: the smallest budget near an R² is found for each algorithm, and drawn.
func TestNeeds(t *testing.T) {
	var v validation
	text := `{"estimates": [{"algorithm": "full", "budget": 1, "honest_r2": 0.3}, {"algorithm": "full", "budget": 2, "honest_r2": 0.49},
		{"algorithm": "uniform", "budget": 2, "honest_r2": 0.4}, {"algorithm": "uniform", "budget": 8, "honest_r2": 0.5}]}`
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	chosen, even := v.needs("full", .5), v.needs("uniform", .5)
	if chosen != 2 || even != 8 || !math.IsNaN(v.needs("uniform", .6)) {
		t.Errorf("full needs %v, uniform %v", chosen, even)
	}
	if s := drawBars([]bar{{"x", .5, chosen, even}}); !strings.Contains(s, `width="100" height="20" fill="#3366bb"`) || !strings.Contains(s, "8 evenly") {
		t.Errorf("drawn is %s", s)
	}
}
