package experts

import (
	"math"
	"testing"
)

// TestConstant: what varies by rounding does not vary.
func TestConstant(t *testing.T) {
	a, b := .1, .2
	d := dataOf([][]float64{{a + b, 1e9}, {.3, 1e9 + 1}, {a + b, 1e9}}, [][]*float64{{one}, {zero}, {one}})
	z, s := d.standardised()
	if len(z.X) != 1 || s.sd[0] != 0 || math.Abs(s.sd[1]-math.Sqrt(2)/3) > 1e-9 {
		t.Errorf("%d features vary, by %g", len(z.X), s.sd)
	}
}

// TestExperts against figures by hand: three experts on four objects.
func TestExperts(t *testing.T) {
	d := dataOf([][]float64{{1}, {3}, {5}, {3}}, [][]*float64{
		{one, one, zero}, {zero, one, nil}, {one, one, one}, {nil, zero, zero},
	})
	f := &Fit{Model: EMSparse, Theta: Theta{0, []float64{0}, []float64{-1, 2, 16}, []float64{.5}}, Center: []float64{3}, Spread: []float64{1}, seen: []int{3, 4, 3}}
	es := f.Experts(d)
	for k, want := range []Expert{
		{Votes: 3, Accuracy: (sigmoid(-.5) + sigmoid(.5) + sigmoid(1.5)) / 3, Alpha: .5, Agreement: 1. / 2},
		{Votes: 4, Accuracy: (sigmoid(2.5) + 2*sigmoid(3.5) + sigmoid(4.5)) / 4, Alpha: 3.5, Agreement: 2. / 3},
		{Votes: 3, Alpha: 17.5, Agreement: 2. / 3, Saturated: true},
	} {
		e := es[k]
		if e.Votes != want.Votes || math.Abs(e.Alpha-want.Alpha) > 1e-12 || math.Abs(e.Agreement-want.Agreement) > 1e-12 || e.Saturated != want.Saturated {
			t.Errorf("expert %d: %+v, want %+v", k, e, want)
		}
		if k < 2 && math.Abs(e.Accuracy-want.Accuracy) > 1e-12 {
			t.Errorf("expert %d: %+v, want %+v", k, e, want)
		}
	}
	sum := 0.
	for _, e := range es {
		sum += float64(e.Votes) * (1 - e.Accuracy)
	}
	if got := f.MeanError(d); math.Abs(got-sum/10) > 1e-12 {
		t.Errorf("ē = %g, want %g", got, sum/10)
	}
	f.seen[1] = 0
	if e := f.Experts(d)[1]; !math.IsNaN(e.Accuracy) || !math.IsNaN(e.Alpha) || e.Votes != 4 {
		t.Errorf("an expert whom the fit has not seen: %+v", e)
	}
	if n := (&Fit{Theta: Theta{Beta: []float64{0, -1, 2}}}).Support(); n != 2 {
		t.Errorf("%d features, want 2", n)
	}
}

// TestClassifyEven: even odds are a class of 0, for θ and -θ.
func TestClassifyEven(t *testing.T) {
	d := dataOf([][]float64{{0}, {1}, {-1}}, [][]*float64{{one}, {one}, {one}})
	theta := Theta{Beta: []float64{1}, Gamma: []float64{0}, Alpha: []float64{1}}
	for _, c := range []struct {
		theta Theta
		want  [3]bool
	}{{theta, [3]bool{false, true, false}}, {theta.negated(), [3]bool{false, false, true}}} {
		if got := c.theta.Classify(d); [3]bool(got) != c.want {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
}
