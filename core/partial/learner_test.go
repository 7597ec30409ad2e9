package partial

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// rows are examples without noise: each attribute has one value.
type rows struct {
	D int
	X []float64 // object after object, D each
	Y []float64
}

func (r *rows) Attributes() int                     { return r.D }
func (r *rows) Label(i int) float64                 { return r.Y[i] }
func (r *rows) Look(i, a int, _ *rand.Rand) float64 { return r.X[i*r.D+a] }
func (r *rows) Means(i int, x []float64) int        { return copy(x, r.X[i*r.D:(i+1)*r.D]) }
func (r *rows) Unit() float64                       { return 1 }

// noisyRows are rows whose every look adds noise of its own.
type noisyRows struct {
	rows
	sd float64
}

func (n *noisyRows) Look(i, a int, rng *rand.Rand) float64 {
	return n.rows.Look(i, a, rng) + n.sd*rng.NormFloat64()
}

// problem draws x uniform on [-1,1]^d and y = .4x₀ - .3x₁ + .2x₂ + noise.
func problem(m, d int, seed uint64) (*rows, []float64) {
	rng := rand.New(rand.NewPCG(seed, 77))
	best := make([]float64, d)
	copy(best, []float64{.4, -.3, .2})
	r := &rows{D: d, X: make([]float64, m*d), Y: make([]float64, m)}
	for i := range r.X {
		r.X[i] = 2*rng.Float64() - 1
	}
	for i := range r.Y {
		r.Y[i] = floats.Dot(best, r.X[i*d:(i+1)*d]) + .2*rng.Float64() - .1
	}
	return r, best
}

// TestAERUnbiased: over many draws the step has the mean 2(<w,x>-y)x, with
// noisy judgments too, whatever k.
func TestAERUnbiased(t *testing.T) {
	const draws = 60_000
	w := []float64{.5, -.25, 0, .75, -.1}
	x := []float64{.5, -.25, 1, .1, -.8}
	const y = .3
	for _, k := range []int{2, 4, 10} {
		for _, sd := range []float64{0, .5} {
			ex := &noisyRows{rows{D: 5, X: x, Y: []float64{y}}, sd}
			a := must(newAER(5, k, 1, 1e9, 1))
			sum, squares := make([]float64, 5), make([]float64, 5)
			for range draws {
				// λ = 1 and t = 2 halve w and subtract half of the gradient.
				a.after(1, w)
				a.Step(ex, 0)
				now := a.now()
				for j := range sum {
					g := 2 * (w[j]/2 - now[j]) // whose step is 1/(λt) = 1/2
					sum[j] += g / draws
					squares[j] += g * g / draws
				}
			}
			for j := range sum {
				want := 2 * (floats.Dot(w, x) - y) * x[j]
				se := math.Sqrt((squares[j] - sum[j]*sum[j]) / draws)
				if math.Abs(sum[j]-want) > 4.5*se+1e-12 {
					t.Errorf("k %d, noise %v: gradient %d has mean %v ± %v, want %v", k, sd, j, sum[j], se, want)
				}
			}
		}
	}
}

// TestBaselineUnbiased: the estimates have the means xxᵀ and yx, the diagonal
// without the variance of noisy judgments.
func TestBaselineUnbiased(t *testing.T) {
	const draws = 100_000
	x := []float64{.5, -.25, 1}
	for _, k := range []int{2, 4, 18} {
		ex := &noisyRows{rows{D: 3, X: x, Y: []float64{-.7}}, .5}
		l := must(newBaseline(3, k, 1, false, 2))
		for range draws {
			l.Step(ex, 0)
		}
		loss := l.mean()
		// An entry is 9/k times k looks' products: its sd is at most 9·1.2.
		tol := 5 * 9 * 1.2 / math.Sqrt(draws)
		for i := range 3 {
			for j := range 3 {
				if got, want := loss.A.At(i, j), x[i]*x[j]; math.Abs(got-want) > tol {
					t.Errorf("k %d: A[%d,%d] has mean %v, want %v", k, i, j, got, want)
				}
			}
			if got, want := loss.B[i], -.7*x[i]; math.Abs(got-want) > tol {
				t.Errorf("k %d: b[%d] has mean %v, want %v", k, i, got, want)
			}
		}
		if math.Abs(loss.C-.49) > 1e-9 {
			t.Errorf("k %d: c = %v, want .49", k, loss.C)
		}
		if l.Seen() != k*draws {
			t.Errorf("k %d: %d looks", k, l.Seen())
		}
	}
}

// TestChoose: subsets are uniform, no look is repeated within one, and what is drawn of
// one object says nothing about the next.
func TestChoose(t *testing.T) {
	a := must(newAER(4, 4, 1, 1, 3))
	l := must(newBaseline(2, 4, 1, false, 3))
	const n = 60_000
	sets, pairs, after := make(map[[2]int]float64), make(map[[2]int]float64), make(map[[2][2]int]float64)
	var before [2]int
	for range n {
		c := a.choose()
		now := [2]int{min(c[0], c[1]), max(c[0], c[1])}
		sets[now]++
		after[[2][2]int{before, now}]++
		before = now
		l.choose()
		pairs[[2]int{min(l.pairs[0], l.pairs[1]), max(l.pairs[0], l.pairs[1])}]++
	}
	for name, found := range map[string]map[[2]int]float64{"attributes": sets, "pairs": pairs} {
		if len(found) != 6 {
			t.Errorf("%s: %v", name, found)
		}
		for set, times := range found {
			if math.Abs(times-n/6.) > 5*math.Sqrt(n/6.) || set[0] == set[1] {
				t.Errorf("%s: %v came %v times of %d", name, set, times, n)
			}
		}
	}
	for both, times := range after {
		if both[0] != [2]int{} && math.Abs(times-n/36.) > 5*math.Sqrt(n/36.) {
			t.Errorf("%v came %v times of %d", both, times, n)
		}
	}
}

// TestPick: weights of 0 are never picked, and a share that is rounded up to all
// of a tiny norm picks the last.
func TestPick(t *testing.T) {
	a := must(newAER(5, 2, 1, 1, 0))
	const tiny = math.SmallestNonzeroFloat64
	for _, c := range []struct {
		w     []float64
		share float64
		want  int
	}{
		{[]float64{0, 1, 0, -2, 0}, 0, 1},
		{[]float64{0, 1, 0, -2, 0}, .33, 1},
		{[]float64{0, 1, 0, -2, 0}, 1. / 3, 3}, // exactly at the partial sum 1
		{[]float64{0, 1, 0, -2, 0}, 1 - 0x1p-53, 3},
		{[]float64{0, tiny, 0, -tiny, 0}, .9, 3},
	} {
		a.after(1, c.w)
		if got := a.pick(c.share); got != c.want {
			t.Errorf("%v of %v picks %d, want %d", c.share, c.w, got, c.want)
		}
	}
}

// TestWholeLook: with k = 2d the chosen half is every attribute, so v = x, and
// the first step from 0 is exact.
func TestWholeLook(t *testing.T) {
	ex, _ := problem(3, 6, 1)
	a := must(newAER(6, 12, 2, 1e9, 1))
	a.Step(ex, 1)
	want := make([]float64, 6)
	floats.AddScaled(want, 2/2.*ex.Y[1], ex.X[6:12])
	same(t, "first step", a.now(), want, 1e-12)
	if a.Seen() != 6 {
		t.Errorf("%d looks at the first object: while w is 0 only half are needed", a.Seen())
	}
	a.Step(ex, 2)
	if a.Seen() != 18 {
		t.Errorf("%d looks at two objects", a.Seen())
	}
}

// TestInvariance: attributes times c, λ times c² and the norm over c are the
// same predictions.
func TestInvariance(t *testing.T) {
	ex, _ := problem(500, 8, 2)
	other := &rows{D: 8, X: make([]float64, len(ex.X)), Y: ex.Y}
	const c = 4.0 // a power of two: exact
	floats.AddScaled(other.X, c, ex.X)
	one, _ := newAER(8, 4, 1.5, .5, 9)
	two, _ := newAER(8, 4, 1.5*c*c, .5/c, 9)
	for i := range ex.Y {
		one.Step(ex, i)
		two.Step(other, i)
	}
	v, w := make([]float64, 8), make([]float64, 8)
	one.Weights(v)
	two.Weights(w)
	floats.Scale(c, w)
	same(t, "scaled", w, v, 1e-12)
}

// TestAllocations: a step of no learner that looks at k allocates.
func TestAllocations(t *testing.T) {
	ex, _ := problem(1000, 50, 4)
	a := must(newAER(50, 4, 1, .1, 1))
	b := must(newBaseline(50, 4, 1, true, 1))
	lasso := must(newWhole(50, Tuned{Norm: 1}, false))
	for name, l := range map[string]Learner{"aer": a, "baseline": b, "lasso": lasso} {
		i := 0
		if n := testing.AllocsPerRun(500, func() {
			l.Step(ex, i)
			i++
		}); n > 0 {
			t.Errorf("%s: %v allocations an object", name, n)
		}
	}
}

// TestStreaming: curves measured along the way equal the results of learners stopped
// there.
func TestStreaming(t *testing.T) {
	ex, _ := problem(600, 5, 5)
	q := Question{K: 4}
	train, test := make([]int, 500), make([]int, 100)
	for i := range train {
		train[i] = i
	}
	for i := range test {
		test[i] = 500 + i
	}
	at := []int{1, 7, 130, 256, 500}
	for _, a := range Algorithms() {
		p := Tuned{Norm: .7, Lambda: .3}
		l := must(q.New(a, 5, p, 8))
		n := 0
		if err := Curve(t.Context(), l, ex, train, test, at, func(got Point) {
			fresh := must(q.New(a, 5, p, 8))
			for _, i := range train[:at[n]] {
				fresh.Step(ex, i)
			}
			w := make([]float64, 5)
			fresh.Weights(w)
			e := ErrorsOf(ex, test, w)
			if math.Abs(got.Loss-e.Loss) > 1e-9 || got.Wrong != e.Wrong || got.Examples != at[n] || got.Seen != fresh.Seen() {
				t.Errorf("%s after %d: %+v, at once %+v", a, at[n], got, e)
			}
			n++
		}); err != nil || n != len(at) {
			t.Errorf("%s: %d points, %v", a, n, err)
		}
	}
}

// TestErrorsOf: squared errors, and signs; a prediction of 0 has no sign.
func TestErrorsOf(t *testing.T) {
	ex := &rows{D: 1, X: []float64{1, 2, 0, -1, 50}, Y: []float64{1, -1, -1, -1, 9}}
	// Predictions 2, 4, 0 and -2: errors 1, 5, 1 and 1, the second and third sign wrong.
	if e := ErrorsOf(ex, []int{0, 1, 2, 3}, []float64{2}); e != (Errors{Loss: 28. / 4, Wrong: .5}) {
		t.Errorf("%+v", e)
	}
}

// excess is the mean loss above the loss of the best weights on uniform x.
func excess(w, best []float64) float64 {
	d := floats.Distance(w, best, 2)
	return d * d / 3
}

// TestAcceptance: the excess losses that an independent reference found, up to
// three tenths and their own chance.
func TestAcceptance(t *testing.T) {
	for _, c := range []struct {
		d, k, m       int
		aer, baseline float64
	}{
		{5, 2, 1000, .0388, .0063},
		{10, 4, 10000, .0207, .0023},
		{20, 2, 1000, .0803, .1156},
	} {
		const repetitions = 20 // the reference had 10
		var sum [2]float64
		for rep := range repetitions {
			ex, best := problem(c.m, c.d, uint64(rep))
			a := must(newAER(c.d, c.k, TheoremLambda(c.m, c.d, c.k, 1, floats.Norm(best, 2)), 1, uint64(rep)))
			b := must(newBaseline(c.d, c.k, 1, false, uint64(rep)))
			w := make([]float64, c.d)
			for n, l := range []Learner{a, b} {
				for i := range ex.Y {
					l.Step(ex, i)
				}
				l.Weights(w)
				sum[n] += excess(w, best) / repetitions
			}
		}
		for n, want := range []float64{c.aer, c.baseline} {
			if math.Abs(sum[n]-want) > .35*want+.0003 {
				t.Errorf("%+v: excess %.4f of learner %d, want %.4f", c, sum[n], n, want)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for want, make := range map[string]func() error{
		"k = 10: an even number from 2 to 8 is needed": func() error { _, err := newAER(4, 10, 1, 1, 0); return err },
		"λ is 0: a number above 0 is needed":           func() error { _, err := newAER(4, 2, TheoremLambda(1, 4, 2, 1, 1), 1, 0); return err },
		"the norm bound is -1: a number above 0":       func() error { _, err := newAER(4, 2, 1, -1, 0); return err },
		"9000 attributes: of more than 8192 only AER":  func() error { _, err := newWhole(9000, Tuned{Norm: 1}, false); return err },
		"9002 attributes: of more than 8192 only AER":  func() error { _, err := newBaseline(9002, 2, 1, false, 0); return err },
		"k = 4: with one attribute it must be 2":       func() error { _, err := newAER(1, 4, 1, 1, 0); return err },
		"λ is +Inf: a number above 0":                  func() error { _, err := newAER(4, 2, math.Inf(1), 1, 0); return err },
	} {
		if err := make(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestAtTheBounds: the largest k and number of attributes are accepted, and all
// learners predict 0 before the first object.
func TestAtTheBounds(t *testing.T) {
	if err := checkDense(mostDense); err != nil {
		t.Error(err)
	}
	q := Question{K: 18}
	for _, a := range Algorithms() {
		if a == AttributeEfficient {
			q.K = 6
		}
		l := must(q.New(a, 3, Tuned{1, 1}, 0))
		w := []float64{1, 2, 3}
		l.Weights(w)
		same(t, string(a), w, []float64{0, 0, 0}, 0)
		if l.Seen() != 0 {
			t.Errorf("%s has seen %d", a, l.Seen())
		}
		q.K = 18
	}
	l, err := newWhole(2, Tuned{Lambda: 1e-300}, true) // drowns beside attributes that are the same
	if err != nil {
		t.Fatal(err)
	}
	l.Step(&rows{D: 2, X: []float64{1, 1}, Y: []float64{1}}, 0)
	w := []float64{1, 2}
	l.Weights(w)
	same(t, "singular", w, []float64{0, 0}, 0)
	defer func() {
		if recover() == nil {
			t.Error("an algorithm that there is not is taken")
		}
	}()
	_, _ = q.New("none", 3, Tuned{1, 1}, 0)
}

// TestSettled: learners that minimise do so to the end, though attributes are
// nearly the same.
func TestSettled(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	ex := &rows{D: 2}
	for range 400 {
		z := rng.NormFloat64()
		x := z + .05*rng.NormFloat64()
		ex.X, ex.Y = append(ex.X, z, x), append(ex.Y, z-x)
	}
	q := Question{K: 8} // all pairs: nothing is left to chance
	for _, a := range []Algorithm{FullLasso, Estimated, EstimatedConvex} {
		l := must(q.New(a, 2, Tuned{Norm: 5}, 0))
		for i := range ex.Y {
			l.Step(ex, i)
		}
		w := make([]float64, 2)
		l.Weights(w)
		tol := 1e-3
		if a == Estimated { // plain steps take longer than anyone would wait for
			tol = .1
		}
		same(t, string(a), w, []float64{1, -1}, tol)
	}
}

// must is a value without an error.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
