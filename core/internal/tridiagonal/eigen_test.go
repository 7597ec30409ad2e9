package tridiagonal

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fms-tui/internal/fresh"
)

// drawn are matrices of different kinds: of few directions, with equal eigenvalues, in parts that
// have nothing in common, and with entries of very different size.
func drawn(rng *rand.Rand, n int) *mat.SymDense {
	z := mat.NewSymDense(n, nil)
	kind, units := rng.IntN(6), math.Exp(20*rng.NormFloat64())
	x := make([]float64, n)
	for range []int{n, n, 2, 1, 0, n}[kind] {
		for i := range x {
			x[i] = rng.NormFloat64()
			if kind == 5 {
				x[i] *= math.Exp(3 * rng.NormFloat64())
			}
		}
		z.SymRankOne(z, rng.NormFloat64(), mat.NewVecDense(n, x))
	}
	for i := range n {
		for j := range i + 1 {
			if v := z.At(i, j); kind == 1 && i%3 != j%3 {
				z.SetSym(i, j, 0)
			} else if kind == 3 && i == j {
				z.SetSym(i, j, v+1)
			}
		}
	}
	z.ScaleSym(units, z)
	return z
}

// TestDecompose: eigenvectors are rows, orthonormal, and give the matrix back; values of the form
// are the same.
func TestDecompose(t *testing.T) {
	for seed := range fresh.Seeds(t, 7100, 40) {
		rng := rand.New(rand.NewPCG(seed, 71))
		n := 1 + rng.IntN(100)
		z := drawn(rng, n)
		z.ScaleSym(1/max(mat.Max(z), -mat.Min(z), 1e-300), z)
		e, ok := Decompose(n, z.At, All)
		values, also := Reduce(n, z.At).Values()
		if !ok || !also {
			t.Fatalf("seed %d: no eigenvalues of %d rows", seed, n)
		}
		rounding := 1e-14 * float64(n+20) * max(1, -e.Values[0], e.Values[n-1])
		u, back := mat.NewDense(n, n, e.Vectors), new(mat.Dense)
		back.Product(u.T(), mat.NewDiagDense(n, e.Values), u)
		if !mat.EqualApprox(back, z, rounding) || !floats.EqualApprox(values, e.Values, rounding) {
			t.Fatalf("seed %d: %d rows are not what their eigenvectors and values make", seed, n)
		}
	}
}

// TestVectors: vectors of the least eigenvalues are orthonormal, and sums of λ u uᵀ are the
// same as with Decompose. Where eigenvalues are equal, no vectors may come out.
func TestVectors(t *testing.T) {
	found := 0
	for seed := range fresh.Seeds(t, 7200, 40) {
		rng := rand.New(rand.NewPCG(seed, 73))
		n := 1 + rng.IntN(90)
		z := drawn(rng, n)
		z.ScaleSym(1/max(mat.Max(z), -mat.Min(z), 1e-300), z)
		form := Reduce(n, z.At)
		values, _ := form.Values()
		all, ok := Decompose(n, z.At, All)
		if !ok {
			t.Fatalf("seed %d: no eigenvalues of %d rows", seed, n)
		}
		size := max(1, -values[0], values[n-1])
		end := 1 + rng.IntN(n)
		for end < n && values[end]-values[end-1] < 1e-6*size {
			end++
		}
		u, ok := form.Vectors(values[:end])
		if !ok {
			continue
		}
		found++
		for i := range n {
			for j := range n {
				var got, want, unit float64
				for k := range end {
					got += values[k] * u[k*n+i] * u[k*n+j]
					want += all.Values[k] * all.Vectors[k*n+i] * all.Vectors[k*n+j]
				}
				if !(math.Abs(got-want) <= 1e-14*float64(n+20)*size) {
					t.Fatalf("seed %d: entry %d,%d of %d vectors of %d is %g, want %g", seed, i, j, end, n, got, want)
				}
				if i < end && j < end {
					if unit = floats.Dot(u[i*n:][:n], u[j*n:][:n]); i == j {
						unit--
					}
				}
				if math.Abs(unit) > 1e-14*float64(n+20) {
					t.Fatalf("seed %d: vectors %d and %d of %d have the product %g", seed, i, j, n, unit)
				}
			}
		}
	}
	if fresh.Fixed() && found < 15 {
		t.Errorf("%d matrices had vectors: the test lost its power", found)
	}
}
