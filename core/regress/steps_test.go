package regress

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// TestLogisticSteps: where curvatures are right, few steps suffice; ten of them
// from 0, each about squaring what is left.
func TestLogisticSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, lambda := range []float64{0, .5, 5} {
		l := votes(rng, 200, 8, 3)
		for j := range l.Penalty {
			l.Penalty[j] = lambda
		}
		for j := 1; j < 8; j++ { // correlated columns, not about 0
			for i := range l.X[j] {
				l.X[j][i] += 2*l.X[0][i] + 3
			}
		}
		c := l.zero()
		s := NewSolver(l)
		s.Improve(&c, 4)
		if v := s.Improve(&c, 0); v > 1e-6 {
			t.Errorf("λ = %g: after 4 steps the conditions are violated by %g", lambda, v)
		}
		s.Improve(&c, 4)
		if v := s.Improve(&c, 0); v > 1e-11 {
			t.Errorf("λ = %g: after 8 steps the conditions are violated by %g", lambda, v)
		}
	}
}

// TestViolation: the violation is per unit of weight, and counts intercepts,
// coefficients that are in, and coefficients that should be in.
func TestViolation(t *testing.T) {
	l := &Logistic{Groups: 1, X: [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}}, Target: []float64{1, 1, 0, 0}, Weight: []float64{2, 4, 3, 3}, Penalty: []float64{.25, .25}}
	for _, c := range []struct {
		intercept float64
		coef      []float64
		want      float64 // times Σw = 12
	}{
		{0, []float64{0, 0}, 2 - .25},      // |2·(½-1)| and |4·(½-1)| less λ; the intercept is at its best
		{math.Log(3), []float64{0, 0}, 3},  // 12·¾ - 6
		{0, []float64{0, 1e-12}, 2 - .25},  // -2 + λ
		{0, []float64{0, -1e-12}, 2 + .25}, // -2 - λ
		{0, []float64{-1e-12, 100}, 2 - 0}, // the second is at .25; of the intercept -2 is left
		{0, []float64{-1e-12, 1e3}, 2 - 0}, // the same
		{-50, []float64{0, 0}, 6},          // all of the targets
		{0, []float64{30, 30}, 3},          // of the intercept 3 are left
	} {
		s := NewSolver(l)
		got := s.Improve(&Coefficients{[]float64{c.intercept}, slices.Clone(c.coef)}, 0)
		if math.Abs(12*got-c.want) > 1e-9 {
			t.Errorf("at %g %g: %g, want %g", c.intercept, c.coef, 12*got, c.want)
		}
	}
}

// TestLogisticFar: from where every exp(-|η|) vanishes there is a way back, and F
// of thousands of even odds is what it is.
func TestLogisticFar(t *testing.T) {
	l := many(rand.New(rand.NewPCG(23, 24)))
	want, err := l.Solve(l.zero())
	if err != nil {
		t.Fatal(err)
	}
	got, err := l.Solve(Coefficients{[]float64{900}, make([]float64, 4)})
	if err != nil || math.Abs(got.Intercept[0]-want.Intercept[0]) > 1e-8 {
		t.Errorf("from afar %g, from 0 %g (%v)", got, want, err)
	}
	s, c := NewSolver(l), l.zero()
	s.Improve(&c, 0)
	if f := 3000 * math.Ln2; !(math.Abs(s.now.value-f) <= 1e-9*f) {
		t.Errorf("F = %g at 0, want %g", s.now.value, f)
	}
}

// TestQuadratic: what minimise finds is a minimum, with zeros that are exact.
func TestQuadratic(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	zeros := 0
	for range 200 {
		var q quadratic
		k := 1 + rng.IntN(12)
		q.resize(k)
		roots := make([][]float64, k)
		for a := range roots {
			for range k + 3 {
				roots[a] = append(roots[a], rng.NormFloat64()+1) // correlated
			}
			q.g[a], q.b[a], q.lambda[a] = 5*rng.NormFloat64(), rng.NormFloat64(), 3*rng.Float64()
		}
		for a := range k {
			for e := range k {
				q.m[a*k+e] = floats.Dot(roots[a], roots[e])
			}
		}
		q.minimise(1e-12)
		for a := range k {
			slope := q.g[a] + floats.Dot(q.m[a*k:(a+1)*k], q.delta)
			switch b := q.b[a] + q.delta[a]; {
			case b == 0:
				zeros++
				if math.Abs(slope) > q.lambda[a]+1e-8 {
					t.Errorf("at 0 the slope is %g, λ %g", slope, q.lambda[a])
				}
			case math.Abs(b) < 1e-13:
				t.Errorf("%g is nearly 0", b)
			case math.Abs(slope+math.Copysign(q.lambda[a], b)) > 1e-8:
				t.Errorf("at %g the slope is %g, λ %g", b, slope, q.lambda[a])
			}
		}
	}
	if zeros < 100 {
		t.Errorf("%d zeros", zeros)
	}
}
