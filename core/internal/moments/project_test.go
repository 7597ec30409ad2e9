package moments

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/overflow"
	"fms-tui/internal/fresh"
)

// hardMatrices are symmetric matrices of many shapes of spectrum: indefinite,
// mostly negative, with equal, zero and tiny eigenvalues, diagonal, rank one.
func hardMatrices(n int, rng *rand.Rand) map[string]*mat.SymDense {
	random := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			random.SetSym(i, j, rng.NormFloat64())
		}
	}
	g := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			g.Set(i, j, rng.NormFloat64())
		}
	}
	var qr mat.QR
	qr.Factorize(g)
	var q mat.Dense
	qr.QTo(&q)
	with := func(value func(k int) float64) *mat.SymDense {
		z := mat.NewSymDense(n, nil)
		for k := range n {
			z.SymRankOne(z, value(k), mat.NewVecDense(n, mat.Col(nil, k, &q)))
		}
		return z
	}
	return map[string]*mat.SymDense{
		"random":     random,
		"signs":      with(func(k int) float64 { return float64(1 - 2*(k%2)) }),
		"low rank":   with(func(k int) float64 { return float64(max(0, 3-k)) }),
		"one below":  with(func(k int) float64 { return float64(k) - .5 }),
		"mostly neg": with(func(k int) float64 { return float64(2-k) / 3 }),
		"tiny":       with(func(k int) float64 { return math.Pow(-.1, float64(k)) }),
		"zero":       mat.NewSymDense(n, nil),
		"identity":   with(func(int) float64 { return 1 }),
		"diagonal": func() *mat.SymDense {
			z := mat.NewSymDense(n, nil)
			for k := range n {
				z.SetSym(k, k, float64(k%5)-2)
			}
			return z
		}(),
		"blocks": func() *mat.SymDense {
			z := mat.NewSymDense(n, nil)
			for i := range n {
				for j := i; j < n; j++ {
					if i%3 == j%3 {
						z.SetSym(i, j, 1)
					}
				}
				z.SetSym(i, i, .5)
			}
			return z
		}(),
	}
}

// nearestPSDByAll is NearestPSD by all eigenvectors, as gonum finds them.
func nearestPSDByAll(z *mat.SymDense) float64 {
	var e mat.EigenSym
	e.Factorize(z, true)
	var u mat.Dense
	e.VectorsTo(&u)
	var cut, sum float64
	for k, x := range e.Values(nil) {
		sum += math.Abs(x)
		if x < 0 {
			cut -= x
			z.SymRankOne(z, -x, mat.NewVecDense(z.SymmetricDim(), mat.Col(nil, k, &u)))
		}
	}
	return cut / max(sum, math.SmallestNonzeroFloat64)
}

// TestNearestPSDAgainstAll compares the projection with gonum's.
func TestNearestPSDAgainstAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 3), 4))
	for _, n := range []int{1, 2, 3, 5, 12, 39, 100} {
		for name, z := range hardMatrices(n, rng) {
			got, want := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
			got.CopySym(z)
			want.CopySym(z)
			cut, all := NearestPSD(got), nearestPSDByAll(want)
			scale := mat.Norm(z, 2) + 1e-300
			if !(math.Abs(cut-all) <= 1e-12) {
				t.Errorf("%s, n=%d: cut %g, want %g", name, n, cut, all)
			}
			for i := range n {
				for j := range n {
					if d := math.Abs(got.At(i, j) - want.At(i, j)); d > 1e-11*scale {
						t.Fatalf("%s, n=%d: entry (%d,%d) is %g, want %g", name, n, i, j, got.At(i, j), want.At(i, j))
					}
				}
			}
		}
	}
}

// TestNearestPSDOfSmallBlocks: attributes whose covariances are 1e-150 of the others'
// have eigenvalues that no sum of the others shows, and are no reason to stop.
func TestNearestPSDOfSmallBlocks(t *testing.T) {
	for _, small := range []float64{1e-100, 1e-121, 1e-130, 1e-200, 1e-300} {
		z := mat.NewSymDense(4, []float64{
			1, 2, 0, 0,
			2, 1, 0, 0,
			0, 0, small, 3 * small,
			0, 0, 3 * small, -small,
		})
		// (1, -1)/√2 has the eigenvalue -1 of the first block: 1 of |3| + |-1| is cut.
		if cut := NearestPSD(z); math.Abs(cut-.25) > 1e-12 {
			t.Errorf("%g: a share of %g is cut, want .25", small, cut)
		}
		for i, want := range []float64{1.5, 1.5, 0, 0} {
			if got := z.At(i, i); math.Abs(got-want) > 1e-12 {
				t.Errorf("%g: the variance of %d is %g, want %g", small, i, got, want)
			}
		}
	}
}

// TestProjectionOfNoNumbers: a matrix that is not finite is an error, not a panic.
func TestProjectionOfNoNumbers(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		z := mat.NewSymDense(3, []float64{1, x, 0, x, 1, 0, 0, 0, 1})
		err := func() (err error) {
			defer overflow.Catch(&err)
			NearestPSD(z)
			return nil
		}()
		var of *overflow.Error
		if !errors.As(err, &of) {
			t.Errorf("%g: %v", x, err)
		}
	}
}
