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

// TestRotations: Jacobi's rotations project as the usual way does.
func TestRotations(t *testing.T) {
	for seed := range fresh.Seeds(t, 1, 40) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n := 1 + rng.IntN(12)
		a := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				a.SetSym(i, j, rng.NormFloat64())
			}
		}
		b := mat.NewSymDense(n, nil)
		b.CopySym(a)
		cutA, cutB := nearestPSDByAll(a), nearestPSDByRotations(b)
		if math.Abs(cutA-cutB) > 1e-12 {
			t.Errorf("%d attributes: cut %g by rotations, %g otherwise", n, cutB, cutA)
		}
		for i := range n {
			for j := range n {
				if d := math.Abs(a.At(i, j) - b.At(i, j)); d > 1e-12*float64(n)*mat.Norm(a, 2)+1e-14 {
					t.Errorf("%d attributes: entry %d,%d differs by %g", n, i, j, d)
				}
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
