package moments

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

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

// TestNearestPSDAgainstAll compares the projection by few eigenvectors with
// that by all.
func TestNearestPSDAgainstAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 3), 4))
	for _, n := range []int{1, 2, 3, 5, 12, 39, 100} {
		for name, z := range hardMatrices(n, rng) {
			few, all := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
			few.CopySym(z)
			all.CopySym(z)
			cut, want := NearestPSD(few), nearestPSDByAll(all)
			scale := mat.Norm(z, 2) + 1e-300
			if !(math.Abs(cut-want) <= 1e-12) {
				t.Errorf("%s, n=%d: cut %g, want %g", name, n, cut, want)
			}
			for i := range n {
				for j := range n {
					if d := math.Abs(few.At(i, j) - all.At(i, j)); d > 1e-11*scale {
						t.Fatalf("%s, n=%d: entry (%d,%d) is %g, want %g", name, n, i, j, few.At(i, j), all.At(i, j))
					}
				}
			}
		}
	}
}

// TestVectors: the vectors are orthonormal and belong to their values, and
// inverse iteration finds them without help from the slower way in all but
// the most degenerate cases.
func TestVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 5), 6))
	found := 0
	for name, z := range hardMatrices(60, rng) {
		s, ok := newSpectrum(z)
		if !ok {
			t.Fatalf("%s: no eigenvalues", name)
		}
		v, ok := s.vectors(0, 60)
		if !ok {
			t.Logf("%s: left to the slower way", name)
			continue
		}
		found++
		for i := range v {
			x := mat.NewVecDense(60, v[i])
			var zx mat.VecDense
			zx.MulVec(z, x)
			zx.AddScaledVec(&zx, -s.values[i], x)
			if r := mat.Norm(&zx, 2); r > 1e-10*s.norm() {
				t.Errorf("%s: vector %d has residual %g", name, i, r)
			}
			for j := range i + 1 {
				dot, want := mat.Dot(x, mat.NewVecDense(60, v[j])), 0.
				if i == j {
					want = 1
				}
				if !(math.Abs(dot-want) <= 1e-10) {
					t.Errorf("%s: vectors %d and %d have product %g", name, i, j, dot)
				}
			}
		}
	}
	if fresh.Fixed() && found < 5 {
		t.Errorf("only %d of the matrices were done by inverse iteration", found)
	}
}

func BenchmarkNearestPSD(b *testing.B) {
	for _, n := range []int{39, 200, 500} {
		z := hardMatrices(n, rand.New(rand.NewPCG(1, 1)))["random"]
		for name, project := range map[string]func(*mat.SymDense) float64{"few": NearestPSD, "all": nearestPSDByAll} {
			b.Run(name, func(b *testing.B) {
				w := mat.NewSymDense(n, nil)
				for b.Loop() {
					w.CopySym(z)
					project(w)
				}
			})
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
