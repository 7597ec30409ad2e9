package regress

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// logisticCases are cases of an independent reference, which agrees with glmnet.
type logisticCases struct {
	Cases []struct {
		Name  string
		Input struct {
			D, X      [][]float64
			T, W, Lam []float64
		}
		Expected struct {
			B         []float64
			Objective float64
			LambdaMax *float64 `json:"lambda_max"`
		}
	}
}

func readGolden(t *testing.T) logisticCases {
	t.Helper()
	text, err := os.ReadFile("testdata/wl1_logistic.json")
	if err != nil {
		t.Fatal(err)
	}
	var g logisticCases
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// columns turns rows into columns.
func columns(rows [][]float64) [][]float64 {
	all := make([][]float64, len(rows[0]))
	for j := range all {
		for _, row := range rows {
			all[j] = append(all[j], row[j])
		}
	}
	return all
}

func TestLogisticGolden(t *testing.T) {
	seen := 0
	for _, c := range readGolden(t).Cases {
		if want := c.Expected.LambdaMax; want != nil {
			l := &Logistic{X: columns(c.Input.X), Groups: 1, Target: c.Input.T, Weight: c.Input.W, Penalty: []float64{1, 1, 1}}
			if got, err := l.LambdaMax(); err != nil || math.Abs(got-*want) > 1e-10 {
				t.Errorf("%s: %.12g, want %.12g (%v)", c.Name, got, *want, err)
			}
			seen++
			continue
		}
		l := &Logistic{X: columns(c.Input.D), Target: c.Input.T, Weight: c.Input.W, Penalty: c.Input.Lam}
		s := NewSolver(l)
		got := l.zero()
		if err := s.Solve(&got); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		for j, want := range c.Expected.B {
			if b := got.Coef[j]; math.Abs(b-want) > 1e-9 || (b == 0) != (want == 0) {
				t.Errorf("%s: b = %.12g, want %.12g", c.Name, got.Coef, c.Expected.B)
				break
			}
		}
		if math.Abs(s.now.value-c.Expected.Objective) > 1e-9 {
			t.Errorf("%s: F = %.12g, want %.12g", c.Name, s.now.value, c.Expected.Objective)
		}
		seen++
	}
	if seen != 9 {
		t.Errorf("%d cases, want 9", seen)
	}
}

// votes draws observations of shared objects in groups.
func votes(rng *rand.Rand, objects, features, groups int) *Logistic {
	l := &Logistic{Groups: groups, Penalty: make([]float64, features)}
	for range features {
		x := make([]float64, objects)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		l.X = append(l.X, x)
	}
	for i := range objects {
		for g := range groups {
			if rng.Float64() < .7 {
				l.Object, l.Group = append(l.Object, int32(i)), append(l.Group, int32(g))
				l.Target, l.Weight = append(l.Target, rng.Float64()), append(l.Weight, 2*rng.Float64())
			}
		}
	}
	return l
}

// dense is the same problem written out: indicators as columns, no sharing.
func dense(l *Logistic) *Logistic {
	d := &Logistic{Target: l.Target, Weight: l.Weight, Penalty: slices.Concat(make([]float64, l.Groups), l.Penalty)}
	for j := range l.Groups + len(l.X) {
		x := make([]float64, len(l.Target))
		for r := range x {
			switch {
			case j >= l.Groups:
				x[r] = l.X[j-l.Groups][l.Object[r]]
			case int(l.Group[r]) == j:
				x[r] = 1
			}
		}
		d.X = append(d.X, x)
	}
	return d
}

// solved is the minimum from a start at 0.
func solved(t *testing.T, l *Logistic) Coefficients {
	t.Helper()
	c := l.zero()
	if err := NewSolver(l).Solve(&c); err != nil {
		t.Error(err)
	}
	return c
}

// TestLogisticShared: intercepts that are eliminated and objects that are shared
// change nothing.
func TestLogisticShared(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, lambda := range []float64{0, .5, 3, 20} {
		l := votes(rng, 40, 6, 3)
		for j := range l.Penalty {
			l.Penalty[j] = lambda
		}
		l.Penalty[2] = 0
		got, want := solved(t, l), solved(t, dense(l))
		for j, b := range slices.Concat(got.Intercept, got.Coef) {
			if math.Abs(b-want.Coef[j]) > 1e-8 {
				t.Errorf("λ = %g: %g, written out %g", lambda, got, want.Coef)
				break
			}
		}
	}
}

// TestLogisticPath: along a path no coefficient is in at LambdaMax, some coefficient is
// in just below it, and each solution equals the solution of a cold start.
func TestLogisticPath(t *testing.T) {
	l := votes(rand.New(rand.NewPCG(3, 4)), 60, 8, 2)
	for j := range l.Penalty {
		l.Penalty[j] = 1 + float64(j%2)
	}
	most, err := l.LambdaMax()
	if err != nil {
		t.Fatal(err)
	}
	lambdas := []float64{most * 1.0001, most * .999, most / 2, most / 20, most / 1000}
	path, err := l.Path(lambdas)
	if err != nil {
		t.Fatal(err)
	}
	nonzero := func(c Coefficients) (n int) {
		for _, b := range c.Coef {
			if b != 0 {
				n++
			}
		}
		return n
	}
	if nonzero(path[0]) != 0 || nonzero(path[1]) != 1 || nonzero(path[4]) != 8 {
		t.Errorf("%v", path)
	}
	for k, lambda := range lambdas {
		one := *l
		one.Penalty = make([]float64, 8)
		for j, p := range l.Penalty {
			one.Penalty[j] = lambda * p
		}
		cold := solved(t, &one)
		for j, b := range cold.Coef {
			if math.Abs(b-path[k].Coef[j]) > 1e-8 {
				t.Errorf("λ = %g: %g, from a cold start %g", lambda, path[k].Coef, cold.Coef)
				break
			}
		}
	}
}

// TestLogisticHard: repeated columns, constant columns, more columns than observations,
// separable and one-sided targets all end in a minimum.
func TestLogisticHard(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	n := 30
	column := func(f func(i int) float64) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = f(i)
		}
		return x
	}
	noise := func(int) float64 { return rng.NormFloat64() }
	half := column(func(i int) float64 { return float64(i % 2) })
	x := column(noise)
	wide := make([][]float64, 50)
	for j := range wide {
		wide[j] = column(noise)
	}
	for name, l := range map[string]*Logistic{
		"the same column twice": {X: [][]float64{x, x}, Target: column(func(int) float64 { return rng.Float64() }), Penalty: []float64{0, 0}},
		"twice, penalised":      {X: [][]float64{x, x}, Target: half, Penalty: []float64{.1, .1}},
		"a constant column":     {X: [][]float64{column(func(int) float64 { return 3 }), x}, Target: half, Penalty: []float64{0, 0}},
		"a column of zeros":     {X: [][]float64{make([]float64, n), x}, Target: half, Penalty: []float64{0, 1}},
		"separable":             {X: [][]float64{column(func(i int) float64 { return half[i] - .5 })}, Target: half, Penalty: []float64{0}},
		"separable, wide":       {X: wide, Target: half, Penalty: make([]float64, 50)},
		"wide, little penalty":  {X: wide, Target: half, Penalty: slices.Repeat([]float64{1e-3}, 50)},
		"all 1":                 {X: [][]float64{x}, Target: column(func(int) float64 { return 1 }), Penalty: []float64{1}},
		"no column":             {Target: half},
		"huge numbers":          {X: [][]float64{column(func(i int) float64 { return 1e6 * (half[i] + rng.NormFloat64()) })}, Target: half, Penalty: []float64{1}},
	} {
		l.Groups = 1
		c := l.zero()
		if err := NewSolver(l).Solve(&c); err != nil {
			t.Errorf("%s: %v (%g)", name, err, c)
		}
	}
}

// TestLogisticSteps: where curvatures are right few steps suffice, each about squaring
// what is left; and from where every exp(-|η|) vanishes there is a way back.
func TestLogisticSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, lambda := range []float64{0, .5, 5} {
		l := many(rng)
		for j := range l.Penalty {
			l.Penalty[j] = lambda
		}
		c, s := l.zero(), NewSolver(l)
		for _, most := range []float64{1e-5, 1e-11} {
			s.Improve(&c, 4)
			if v := s.Improve(&c, 0); v > most {
				t.Errorf("λ = %g: after 4 more steps the conditions are violated by %g", lambda, v)
			}
		}
		far := Coefficients{[]float64{900}, make([]float64, 4)}
		if err := NewSolver(l).Solve(&far); err != nil || math.Abs(far.Intercept[0]-c.Intercept[0]) > 1e-8 {
			t.Errorf("from afar %g, from 0 %g (%v)", far, c, err)
		}
	}
}

// many is a problem of thousands of observations, with correlated columns, not about 0.
func many(rng *rand.Rand) *Logistic {
	l := &Logistic{Groups: 1, Penalty: []float64{5, 5, 5, 5}, X: make([][]float64, 4)}
	for i := range 3000 {
		for j := range l.X {
			l.X[j] = append(l.X[j], rng.NormFloat64()+float64(j))
		}
		l.X[3][i] += 2 * l.X[0][i]
		l.Target = append(l.Target, 1/(1+math.Exp(l.X[0][i]-.3*l.X[1][i])))
	}
	return l
}

// TestLogisticReuse: with a curvature that serves several steps the end is the
// same, also when the problem changes on the way; and F falls at every step.
func TestLogisticReuse(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	l := many(rng)
	s := NewSolver(l)
	s.Reuse = 8
	c := l.zero()
	made := 0 // quadratics
	steps := 0
	for change := range 3 {
		for r := range l.Target {
			l.Target[r] = min(1, l.Target[r]*(1+.1*rng.Float64()))
		}
		for j := range l.Penalty {
			l.Penalty[j] = 8 / float64(change+1)
		}
		last := math.Inf(1)
		for range 40 {
			s.Improve(&c, 1)
			steps++
			if s.age == 1 && s.now.value < last {
				made++
			}
			if s.age > 8 {
				t.Fatalf("a quadratic serves %d steps", s.age)
			}
			if s.now.value > last+1e-9 {
				t.Fatalf("F rose from %.12g to %.12g", last, s.now.value)
			}
			last = s.now.value
		}
		want := solved(t, l)
		for j, b := range slices.Concat(c.Intercept, c.Coef) {
			if w := slices.Concat(want.Intercept, want.Coef)[j]; math.Abs(b-w) > 1e-7 {
				t.Errorf("change %d: %g, made anew each time %g", change, c, want)
				break
			}
		}
	}
	if made >= steps/2 || made < 3 {
		t.Errorf("%d quadratics for %d steps", made, steps)
	}
}

func TestLogisticPanics(t *testing.T) {
	good := func() *Logistic {
		return &Logistic{X: [][]float64{{1, 2}, {1, 2}}, Target: []float64{0, 1}, Penalty: []float64{1, 1}, Groups: 1}
	}
	NewSolver(good())
	for name, change := range map[string]func(l *Logistic){
		"penalties": func(l *Logistic) { l.Penalty = l.Penalty[:1] },
		"objects":   func(l *Logistic) { l.Object = []int32{0} },
		"groups":    func(l *Logistic) { l.Group = []int32{0} },
		"weights":   func(l *Logistic) { l.Weight = []float64{1} },
		"columns":   func(l *Logistic) { l.X[1] = []float64{1} },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("too few %s do not panic", name)
				}
			}()
			l := good()
			change(l)
			NewSolver(l)
		}()
	}
}
