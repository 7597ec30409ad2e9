package selection

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
)

func TestParse(t *testing.T) {
	for _, a := range append(AllAlgorithms(), "single=height", "single=a=b", "single=Single") {
		if got, err := Parse(string(a)); got != a || err != nil {
			t.Errorf("Parse(%q) = %q, %v", a, got, err)
		}
	}
	for _, s := range []string{"", "Full", "single=", "full ", "simplex"} {
		_, err := Parse(s)
		if err == nil {
			t.Errorf("Parse(%q) takes it", s)
			continue
		}
		for _, a := range append(AllAlgorithms(), "single=NAME") {
			if !strings.Contains(err.Error(), string(a)) {
				t.Errorf("Parse(%q): %q does not name %s", s, err, a)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	p := orthogonal([]float64{.5, .4, .3})
	p.Candidate[2] = false
	for alg, want := range map[Algorithm]string{
		"averages":      "cell means",
		"copies":        "same number of them, at least 2",
		"single=height": "there is no such attribute",
		"simplex":       "accepted are full",
	} {
		if err := p.Check(alg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", alg, err, want)
		}
		if _, err := NewCurve(context.Background(), p, alg, []model.Amount{0}); err == nil {
			t.Errorf("%s: NewCurve takes it", alg)
		}
	}
	p = p.WithNames([]string{"heigt", "weight", "age"})
	for alg, want := range map[Algorithm]string{
		"single=height": `the nearest is "heigt"`,
		"single=age":    "cannot be selected",
	} {
		if err := p.Check(alg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", alg, err, want)
		}
	}
	for _, alg := range []Algorithm{Full, Scoring, Exchange, Single, Uniform, "single=weight"} {
		if err := p.Check(alg); err != nil {
			t.Error(err)
		}
	}
}

func TestCancelled(t *testing.T) {
	p := orthogonal([]float64{.5, .4, .3}).WithNames([]string{"a", "b", "c"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, alg := range []Algorithm{Full, Exchange, Single, "single=b", Uniform} {
		if _, err := NewCurve(ctx, p, alg, budgetsUpTo(9, model.Unit)); err == nil {
			t.Errorf("%s: no error from a cancelled context", alg)
		}
	}
}

// orthogonal is a problem of uncorrelated attributes with v = 1 and price 1.
func orthogonal(b []float64) *Problem {
	d := len(b)
	p := &Problem{
		B: [][]float64{b}, V: slices.Repeat([]float64{1}, d), Sigma: make([]float64, d*d), VarY: 1,
		Price: slices.Repeat([]model.Amount{model.Unit}, d), Candidate: slices.Repeat([]bool{true}, d),
	}
	for a := range d {
		p.Sigma[a*d+a] = 1
	}
	return p
}
