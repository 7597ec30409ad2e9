package regress

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"fms-tui/core/internal/golden"
	"fms-tui/core/internal/overflow"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// quadraticOf is the mean squared loss on rows.
func quadraticOf(x [][]float64, y []float64) *Quadratic {
	d, m := len(x[0]), float64(len(x))
	q := &Quadratic{A: mat.NewSymDense(d, nil), B: make([]float64, d)}
	for t, row := range x {
		q.A.SymRankOne(q.A, 1/m, mat.NewVecDense(d, row))
		floats.AddScaled(q.B, y[t]/m, row)
		q.C += y[t] * y[t] / m
	}
	return q
}

func close9(t *testing.T, name string, got, want []float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-9) { // NaN too
			t.Errorf("%s: %v, want %v", name, got, want)
			return
		}
	}
}

func TestRidgeLassoGolden(t *testing.T) {
	type c struct {
		Name  string
		Input struct {
			X   [][]float64
			Y   []float64
			Lam float64
			B   float64
		}
		Expected struct{ W []float64 }
	}
	for _, c := range golden.Cases[c](t, "ridge_lasso.json") {
		q := quadraticOf(c.Input.X, c.Input.Y)
		var got []float64
		switch c.Name {
		case "lasso penalised":
			got = q.Lasso(c.Input.Lam, nil)
			close9(t, c.Name+" from elsewhere", q.Lasso(c.Input.Lam, []float64{5, -5, 5, 5}), c.Expected.W)
		case "lasso constrained":
			got = q.InL1Ball(c.Input.B, Descent{})
		case "ridge penalised":
			var err error
			if got, err = q.Ridge(c.Input.Lam); err != nil {
				t.Fatal(err)
			}
		case "ridge constrained":
			got = q.RidgeInBall(c.Input.B)
		default:
			t.Fatalf("%q is not known", c.Name)
		}
		close9(t, c.Name, got, c.Expected.W)
	}
}

// TestBallGolden minimises quadratics that need not be convex.
func TestBallGolden(t *testing.T) {
	type c struct {
		Name  string
		Input struct {
			A [][]float64
			V []float64
			B float64
		}
		Expected struct {
			EigMax     float64   `json:"eig_max"`
			EigMin     float64   `json:"eig_min"`
			Stationary []float64 `json:"stationary_w_from_zero"`
			PSD        []float64 `json:"psd_w"`
			PSDF       float64   `json:"psd_f"`
			PSDA       [][]float64
		}
	}
	n := 0
	for _, c := range golden.Cases[c](t, "baseline.json") {
		if c.Input.A == nil {
			continue
		}
		n++
		d := len(c.Input.A)
		q := &Quadratic{A: mat.NewSymDense(d, nil), B: make([]float64, d)}
		for i, row := range c.Input.A {
			q.B[i] = c.Input.V[i] / 2
			for j, x := range row {
				q.A.SetSym(i, j, x)
			}
		}
		if e, want := q.largestEigenvalue(q.product()), max(math.Abs(c.Expected.EigMax), math.Abs(c.Expected.EigMin)); e < want*(1-1e-9) || e > 1.02*want {
			t.Errorf("%s: largest eigenvalue %v, want %v", c.Name, e, want)
		}
		close9(t, c.Name, q.StationaryInL1Ball(c.Input.B, Descent{}), c.Expected.Stationary)
		p := q.Convex()
		w := p.InL1Ball(c.Input.B, Descent{})
		close9(t, c.Name+", convex", w, c.Expected.PSD)
		if f := p.At(w); math.Abs(f-c.Expected.PSDF) > 1e-9 {
			t.Errorf("%s, convex: f = %v, want %v", c.Name, f, c.Expected.PSDF)
		}
	}
	if n < 6 {
		t.Errorf("only %d problems", n)
	}
}

// drawn is a random regression.
func drawn(rng *rand.Rand) *Quadratic {
	d := 1 + rng.IntN(7)
	m := 2 + rng.IntN(20) // also fewer rows than columns
	x, y := make([][]float64, m), make([]float64, m)
	for t := range x {
		x[t] = make([]float64, d)
		for j := range x[t] {
			x[t][j] = rng.NormFloat64()
		}
		y[t] = rng.NormFloat64()
	}
	return quadraticOf(x, y)
}

// TestLassoForms: the minimiser in the ball solves the penalised form whose solution
// has the same norm, and meets the optimality conditions.
func TestLassoForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		q := drawn(rng)
		lambda := math.Exp(2*rng.NormFloat64() - 1)
		w := q.Lasso(lambda, nil)
		ball := q.InL1Ball(floats.Norm(w, 1), Descent{})
		if f, g := q.At(w), q.At(ball); math.Abs(f-g) > 1e-8*(1+f) {
			t.Errorf("penalised %v, in its ball %v", f, g)
		}
		// |gradient| <= λ everywhere, and = -λ sign(w) on the support.
		grad := make([]float64, len(w))
		q.times(grad, w)
		for j := range w {
			g := 2 * (grad[j] - q.B[j])
			if math.Abs(g) > lambda+1e-7 || w[j] != 0 && math.Abs(g+math.Copysign(lambda, w[j])) > 1e-7 {
				t.Errorf("λ %v: gradient %v at weight %v", lambda, g, w[j])
			}
		}
	}
}

// TestRidgeForms: the same of ridge, and the smallest solution where rows are
// too few.
func TestRidgeForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		q := drawn(rng)
		w, err := q.Ridge(math.Exp(rng.NormFloat64()))
		if err != nil {
			t.Fatal(err)
		}
		close9(t, "in the ball of its own norm", q.RidgeInBall(floats.Norm(w, 2)), w)
		least := q.RidgeInBall(1e9)
		almost, err := q.Ridge(1e-9)
		if err != nil {
			continue
		}
		if floats.Distance(least, almost, 2) > 1e-4*(1+floats.Norm(least, 2)) && floats.Norm(least, 2) < 1e3 {
			t.Errorf("the smallest minimiser is %v, ridge comes to %v", least, almost)
		}
	}
	q := quadraticOf([][]float64{{1, 1}, {2, 2}}, []float64{1, 2})
	if _, err := q.Ridge(0); err == nil || !strings.Contains(err.Error(), "ridge above 0") {
		t.Errorf("dependent columns: %v", err)
	}
	close9(t, "dependent columns", q.RidgeInBall(10), []float64{.5, .5})
}

// TestBallDegenerate: without curvature all goes to the steepest coordinate.
func TestBallDegenerate(t *testing.T) {
	q := &Quadratic{A: mat.NewSymDense(3, nil), B: []float64{1, -2, 2}}
	close9(t, "linear", q.StationaryInL1Ball(3, Descent{}), []float64{0, -3, 0})
	close9(t, "linear, convex", q.InL1Ball(3, Descent{}), []float64{0, -3, 0})
	q.B = make([]float64, 3)
	close9(t, "nothing", q.InL1Ball(3, Descent{}), []float64{0, 0, 0})
	q.A.SetSym(0, 0, 1)
	q.B[0] = 4
	close9(t, "no room", q.InL1Ball(0, Descent{}), []float64{0, 0, 0})
	close9(t, "from a start", q.InL1Ball(2, Descent{Start: []float64{-9, 9, 9}}), []float64{2, 0, 0})
}

// TestConvexNearest: what is taken off has no part in common with what is left.
func TestConvexNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 50 {
		d := 2 + rng.IntN(6)
		q := &Quadratic{A: mat.NewSymDense(d, nil), B: make([]float64, d)}
		for i := range d {
			for j := range i + 1 {
				q.A.SetSym(i, j, rng.NormFloat64())
			}
		}
		p := q.Convex()
		var off, product mat.Dense
		off.Sub(p.A, q.A)
		product.Mul(p.A, &off)
		if n := mat.Norm(&product, 2); n > 1e-10 {
			t.Errorf("P(P-A) = %v: not the nearest", n)
		}
		if v, _ := eigen(p.A); v[0] < -1e-12 {
			t.Errorf("eigenvalue %v", v[0])
		}
		if v, _ := eigen(mat.NewSymDense(d, mat.DenseCopyOf(&off).RawMatrix().Data)); v[0] < -1e-10 {
			t.Errorf("what is added has eigenvalue %v", v[0])
		}
	}
}

// TestAccelerated: the momentum is worth what theory says, f - f* <= 2L|w*|²/(k+1)²
// after k steps, where plain steps are far behind, and f never rises.
func TestAccelerated(t *testing.T) {
	const d, steps = 40, 150
	q := &Quadratic{A: mat.NewSymDense(d, nil), B: make([]float64, d)}
	best, largest := make([]float64, d), 0.0
	for i := range d {
		e := math.Pow(1e-6, float64(i)/(d-1)) // eigenvalues from 1 to a millionth
		q.A.SetSym(i, i, e)
		best[i] = 1
		q.B[i] = e
		largest = max(largest, e)
	}
	behind := func(w []float64) float64 { return q.At(w) - q.At(best) }
	bound := 2 * 2 * largest * 1.01 * d / (steps + 1) / (steps + 1)
	fast := behind(q.InL1Ball(2*d, Descent{Steps: steps}))
	if fast > bound {
		t.Errorf("after %d steps %v behind, at most %v", steps, fast, bound)
	}
	if slow := behind(q.StationaryInL1Ball(2*d, Descent{Steps: steps})); slow < 4*fast {
		t.Errorf("plain steps are %v behind, with momentum %v", slow, fast)
	}
	for n := 1; n < 400; n += 7 {
		if one, more := behind(q.InL1Ball(2*d, Descent{Steps: n})), behind(q.InL1Ball(2*d, Descent{Steps: n + 7})); more > one+1e-12 {
			t.Errorf("%v behind after %d steps, %v after 7 more", one, n, more)
		}
	}
}

// TestLassoZeroColumn: an attribute that is always 0 has no weight.
func TestLassoZeroColumn(t *testing.T) {
	q := quadraticOf([][]float64{{1, 0}, {2, 0}, {-1, 0}}, []float64{1, 2, -1})
	close9(t, "a column of zeros", q.Lasso(0, nil), []float64{1, 0})
	close9(t, "from a start", q.Lasso(0, []float64{3, 7}), []float64{1, 0})
}

// TestQuadraticOverflow: a loss of numbers that are not finite is an error of whoever
// computed it, and no panic that ends the program.
func TestQuadraticOverflow(t *testing.T) {
	for name, of := range map[string]func(q *Quadratic){
		"Convex":      func(q *Quadratic) { q.Convex() },
		"RidgeInBall": func(q *Quadratic) { q.RidgeInBall(1) },
	} {
		err := func() (err error) {
			defer overflow.Catch(&err)
			of(&Quadratic{A: mat.NewSymDense(2, []float64{1, math.NaN(), math.NaN(), 1}), B: []float64{1, 1}})
			return nil
		}()
		if err == nil || !strings.Contains(err.Error(), "leave the range of floating point") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
