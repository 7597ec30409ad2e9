package partial

import (
	"encoding/json"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/golden"
	"fms-tui/core/regress"
)

func same(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) || !(floats.Distance(got, want, math.Inf(1)) <= tol) || floats.HasNaN(got) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

type aerInput struct {
	K       int
	B, B2   float64
	Lam     float64
	M, D, T int
	W       []float64
	X, Y, C json.RawMessage
	J       []int
	U       [][]float64
}

type aerWanted struct {
	Lam, YHat float64
	V         []float64
	WBar      []float64
	J         [][]int
	W         json.RawMessage
	WRaw      []float64 `json:"w_raw"`
}

func (in *aerInput) into(t *testing.T, x, y, c any) {
	t.Helper()
	for _, p := range []struct {
		from json.RawMessage
		to   any
	}{{in.X, x}, {in.Y, y}, {in.C, c}} {
		if err := json.Unmarshal(p.from, p.to); err != nil {
			t.Fatal(err)
		}
	}
}

// guess is ŷ of weights, from given attributes.
func guess(w, x []float64, draws []int) float64 {
	var sum float64
	for _, j := range draws {
		sum += math.Copysign(floats.Norm(w, 1), w[j]) / float64(len(draws)) * x[j]
	}
	return sum
}

// now is w after the last object.
func (a *aer) now() []float64 {
	w := make([]float64, a.d)
	floats.AddScaled(w, 1/float64(max(a.t, 1)), a.u)
	return w
}

// after sets the weights after t objects.
func (a *aer) after(t int, w []float64) {
	a.t = t
	clear(a.u)
	floats.AddScaled(a.u, float64(t), w)
	var total float64
	for i, x := range a.u {
		total += math.Abs(x)
		a.partial[i] = total
	}
}

func (a *aer) of(x []float64, c []int) []float64 {
	v := make([]float64, len(c))
	for r, j := range c {
		v[r] = float64(a.d) / float64(a.half) * x[j]
	}
	return v
}

func TestAERGolden(t *testing.T) {
	type c struct {
		Name     string
		Input    aerInput
		Expected aerWanted
	}
	steps, runs := 0, 0
	for _, c := range golden.Cases[c](t, "aer.json") {
		in, want := c.Input, c.Expected
		switch {
		case in.M > 0:
			if l := TheoremLambda(in.M, in.D, in.K, in.B, in.B2); math.Abs(l-want.Lam) > 1e-9 {
				t.Errorf("%s: %v, want %v", c.Name, l, want.Lam)
			}
		case in.U == nil:
			steps++
			var x, w []float64
			var y float64
			var choice []int
			in.into(t, &x, &y, &choice)
			if err := json.Unmarshal(want.W, &w); err != nil {
				t.Fatal(err)
			}
			a := must(newAER(len(x), in.K, in.Lam, in.B, 0))
			a.after(in.T-1, in.W)
			v := make([]float64, len(x))
			for r, j := range choice {
				v[j] = a.of(x, choice)[r]
			}
			same(t, c.Name+": v", v, want.V, 1e-10)
			predicted := guess(in.W, x, in.J)
			if math.Abs(predicted-want.YHat) > 1e-10 {
				t.Errorf("%s: ŷ %v, want %v", c.Name, predicted, want.YHat)
			}
			a.learn(choice, a.of(x, choice), predicted-y)
			same(t, c.Name+": w", a.now(), w, 1e-10)
		default:
			runs++
			goldenRun(t, c.Name, in, want)
		}
	}
	if steps < 6 || runs < 2 {
		t.Errorf("%d steps, %d runs", steps, runs)
	}
}

func goldenRun(t *testing.T, name string, in aerInput, want aerWanted) {
	var x, w [][]float64
	var y []float64
	var choice [][]int
	in.into(t, &x, &y, &choice)
	if err := json.Unmarshal(want.W, &w); err != nil {
		t.Fatal(err)
	}
	a := must(newAER(len(x[0]), in.K, in.Lam, in.B, 0))
	for i := range x {
		var draws []int
		if a.partial[a.d-1] > 0 {
			for _, u := range in.U[i] {
				draws = append(draws, a.pick(u))
			}
		}
		for r, j := range draws {
			if j != want.J[i][r] {
				t.Fatalf("%s: object %d draws %v, want %v", name, i, draws, want.J[i])
			}
		}
		a.learn(choice[i], a.of(x[i], choice[i]), guess(a.now(), x[i], draws)-y[i])
		same(t, name, a.now(), w[i], 1e-10)
	}
	mean := make([]float64, len(x[0]))
	a.Weights(mean)
	same(t, name+": mean", mean, want.WBar, 1e-10)
}

func TestBaselineGolden(t *testing.T) {
	type c struct {
		Name  string
		Input struct {
			X     [][]float64
			Y     []float64
			K     int
			Pairs [][][2]int
			B     float64
		}
		Expected struct {
			A       [][]float64
			V       []float64
			YBar    float64
			W       []float64
			PSD     []float64 `json:"psd_w"`
			Printed []float64 `json:"printed_sign_w"`
		}
	}
	n := 0
	for _, c := range golden.Cases[c](t, "baseline.json") {
		in, want := c.Input, c.Expected
		if in.X == nil {
			continue
		}
		n++
		d := len(in.X[0])
		l := must(newBaseline(d, in.K, max(in.B, 1e-9), false, 0))
		for i, x := range in.X {
			for _, p := range in.Pairs[i] {
				l.enter(p[0], p[1], x[p[0]], x[p[1]], in.Y[i])
			}
			l.n++
			l.C += in.Y[i] * in.Y[i]
		}
		loss := l.mean()
		for i := range d {
			for j := range d {
				if math.Abs(loss.A.At(i, j)-want.A[i][j]) > 1e-10 {
					t.Errorf("%s: A[%d,%d] = %v, want %v", c.Name, i, j, loss.A.At(i, j), want.A[i][j])
				}
			}
		}
		v := make([]float64, d)
		floats.AddScaled(v, 2, loss.B)
		same(t, c.Name+": v", v, want.V, 1e-10)
		if math.Abs(loss.C-want.YBar) > 1e-10 {
			t.Errorf("%s: c = %v, want %v", c.Name, loss.C, want.YBar)
		}
		if want.W == nil {
			continue
		}
		w := make([]float64, d)
		l.Weights(w)
		same(t, c.Name+": w", w, want.W, 1e-6) // as exact as a predictor need be
		same(t, c.Name+": w to the end", loss.InL1Ball(in.B, regress.Descent{Plain: true}), want.W, 1e-9)
		l.clip = true
		l.Weights(w)
		same(t, c.Name+": psd", w, want.PSD, 1e-6)
		floats.Scale(-1, w)
		same(t, c.Name+": the paper's sign gives the negative", w, want.Printed, 1e-6)
	}
	if n != 2 {
		t.Errorf("%d cases", n)
	}
}
