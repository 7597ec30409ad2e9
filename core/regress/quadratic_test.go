package regress

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/golden"
	"fms-tui/core/internal/overflow"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestProjectL1Golden(t *testing.T) {
	type c struct {
		Name     string
		Input    struct{ V, B json.RawMessage }
		Expected struct{ U []float64 }
	}
	for _, c := range golden.Cases[c](t, "l1_projection.json") {
		var v []float64
		var b float64
		if json.Unmarshal(c.Input.V, &v) != nil || json.Unmarshal(c.Input.B, &b) != nil {
			t.Fatal(c.Name)
		}
		ProjectL1(v, b, nil)
		close9(t, c.Name, v, c.Expected.U)
	}
}

// TestProjectL1: vectors with ties, zeros and heavy tails are projected by a threshold
// onto the surface of the ball, or stay, bit for bit, inside; without allocations.
func TestProjectL1(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	scratch := make([]float64, 60)
	for n := range 1000 {
		v := make([]float64, 1+rng.IntN(60))
		for i := range v {
			v[i] = [...]float64{rng.NormFloat64(), float64(rng.IntN(5) - 2), math.Exp(6 * rng.NormFloat64()), float64(i), 1}[n%5]
		}
		radius := 2 * float64(len(v)) * rng.Float64() * rng.Float64() * rng.Float64()
		got := slices.Clone(v)
		ProjectL1(got, radius, scratch)
		size := floats.Norm(v, 1)
		if size <= radius {
			if !slices.Equal(got, v) {
				t.Fatalf("%v is inside %v and becomes %v", v, radius, got)
			}
			continue
		}
		var theta float64
		for i := range v {
			theta = max(theta, math.Abs(v[i]-got[i]))
		}
		for i, x := range v {
			if want := math.Copysign(max(math.Abs(x)-theta, 0), x); math.Abs(got[i]-want) > 1e-12*size {
				t.Fatalf("%v to %v: %v by the threshold %v", v, radius, got, theta)
			}
		}
		if norm := floats.Norm(got, 1); math.Abs(norm-radius) > 1e-11*size {
			t.Fatalf("%v to %v has norm %v", v, radius, norm)
		}
	}
	v := []float64{3, -1, 2}
	if n := testing.AllocsPerRun(20, func() { ProjectL1(v, 1, scratch); v[0] = 3 }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	defer func() {
		if recover() == nil {
			t.Error("a negative radius is no error")
		}
	}()
	ProjectL1(v, -1, scratch)
}

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

// TestRidgeLassoGolden: the constrained and the penalised form have one solution, at the
// norm of the one and the multiplier of the other.
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
		var err error
		switch c.Name {
		case "lasso penalised":
			got = q.InL1Ball(floats.Norm(c.Expected.W, 1), Descent{})
			var gradient mat.VecDense
			gradient.MulVec(q.A, mat.NewVecDense(len(got), got))
			gradient.SubVec(&gradient, mat.NewVecDense(len(got), q.B))
			if lambda := 2 * mat.Norm(&gradient, math.Inf(1)); math.Abs(lambda-c.Input.Lam) > 1e-9 {
				t.Errorf("%s: the multiplier is %v, want %v", c.Name, lambda, c.Input.Lam)
			}
		case "lasso constrained":
			got = q.InL1Ball(c.Input.B, Descent{})
		case "ridge penalised":
			got, err = q.Ridge(c.Input.Lam)
		case "ridge constrained": // the norm falls with λ
			low, high := 0.0, 1e6
			for range 100 {
				middle := (low + high) / 2
				if got, err = q.Ridge(middle); floats.Norm(got, 2) > c.Input.B {
					low = middle
				} else {
					high = middle
				}
			}
		default:
			t.Fatalf("%q is not known", c.Name)
		}
		if err != nil {
			t.Fatal(err)
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
			Stationary []float64 `json:"stationary_w_from_zero"`
			PSD        []float64 `json:"psd_w"`
			PSDF       float64   `json:"psd_f"`
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
		close9(t, c.Name, q.InL1Ball(c.Input.B, Descent{Plain: true}), c.Expected.Stationary)
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

// TestBallDegenerate: without curvature all goes to the steepest coordinate.
func TestBallDegenerate(t *testing.T) {
	q := &Quadratic{A: mat.NewSymDense(3, nil), B: []float64{1, -2, 2}}
	close9(t, "linear", q.InL1Ball(3, Descent{}), []float64{0, -3, 0})
	q.B = make([]float64, 3)
	close9(t, "nothing", q.InL1Ball(3, Descent{}), []float64{0, 0, 0})
	q.A.SetSym(0, 0, 1)
	q.B[0] = 4
	close9(t, "no room", q.InL1Ball(0, Descent{}), []float64{0, 0, 0})
	close9(t, "from a start", q.InL1Ball(2, Descent{Start: []float64{-9, 9, 9}}), []float64{2, 0, 0})
	dependent := quadraticOf([][]float64{{1, 1}, {2, 2}}, []float64{1, 2})
	if _, err := dependent.Ridge(0); err == nil || !strings.Contains(err.Error(), "ridge above 0") {
		t.Errorf("dependent columns: %v", err)
	}
}

// TestConvexNearest: what is taken off has no part in common with what is left, and rows
// of zeros stay.
func TestConvexNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 50 {
		d := 2 + rng.IntN(6)
		q := &Quadratic{A: mat.NewSymDense(d+1, nil), B: make([]float64, d+1)}
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
		if v := eigenvalues(p.A); v[0] < -1e-12 {
			t.Errorf("eigenvalue %v", v[0])
		}
		if v := eigenvalues(mat.NewSymDense(d+1, mat.DenseCopyOf(&off).RawMatrix().Data)); v[0] < -1e-10 {
			t.Errorf("what is added has eigenvalue %v", v[0])
		}
		if floats.Norm(mat.Row(nil, d, p.A), 1) != 0 {
			t.Errorf("a row of zeros becomes %v", mat.Row(nil, d, p.A))
		}
	}
}

// TestAccelerated: the momentum is worth what theory says, f - f* <= 2L|w*|²/(k+1)²
// after k steps, where plain steps are far behind, and f never rises.
func TestAccelerated(t *testing.T) {
	const d, steps = 40, 150
	q := &Quadratic{A: mat.NewSymDense(d, nil), B: make([]float64, d)}
	best := make([]float64, d)
	for i := range d {
		e := math.Pow(1e-6, float64(i)/(d-1)) // eigenvalues from 1 to a millionth
		q.A.SetSym(i, i, e)
		best[i] = 1
		q.B[i] = e
	}
	behind := func(w []float64) float64 { return q.At(w) - q.At(best) }
	bound := 2. * 2 * d / (steps + 1) / (steps + 1)
	fast := behind(q.InL1Ball(2*d, Descent{Steps: steps}))
	if fast > bound {
		t.Errorf("after %d steps %v behind, at most %v", steps, fast, bound)
	}
	if slow := behind(q.InL1Ball(2*d, Descent{Steps: steps, Plain: true})); slow < 4*fast {
		t.Errorf("plain steps are %v behind, with momentum %v", slow, fast)
	}
	for n := 1; n < 400; n += 19 {
		if one, more := behind(q.InL1Ball(2*d, Descent{Steps: n})), behind(q.InL1Ball(2*d, Descent{Steps: n + 19})); more > one+1e-12 {
			t.Errorf("%v behind after %d steps, %v after 19 more", one, n, more)
		}
	}
}

// TestQuadraticOverflow: a loss of numbers that are not finite is an error of whoever
// computed it, and no panic that ends the program.
func TestQuadraticOverflow(t *testing.T) {
	err := func() (err error) {
		defer overflow.Catch(&err)
		(&Quadratic{A: mat.NewSymDense(2, []float64{1, math.NaN(), math.NaN(), 1}), B: []float64{1, 1}}).Convex()
		return nil
	}()
	if err == nil || !strings.Contains(err.Error(), "leave the range of floating point") {
		t.Error(err)
	}
}
