package moments

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// mostSweeps is far more than a matrix needs: Jacobi's method converges
// quadratically once the entries off the diagonal are small, after about ten sweeps.
const mostSweeps = 100

// nearestPSDByRotations is NearestPSD by Jacobi's rotations, which converge for
// every finite symmetric matrix (Forsythe and Henrici 1960), where the QL iteration
// may give up. They take ten times as long.
func nearestPSDByRotations(z *mat.SymDense) float64 {
	n := z.SymmetricDim()
	a, u := make([]float64, n*n), make([]float64, n*n)
	for i := range n {
		u[i*n+i] = 1
		for j := range n {
			a[i*n+j] = z.At(i, j)
		}
	}
	for range mostSweeps {
		if sweep(a, u, n) {
			break
		}
	}
	var cut, sum float64
	for k := range n {
		x := a[k*n+k]
		if sum += math.Abs(x); x < 0 {
			cut -= x
			column := make([]float64, n)
			for i := range column {
				column[i] = u[i*n+k]
			}
			z.SymRankOne(z, -x, mat.NewVecDense(n, column))
		}
	}
	if sum == 0 {
		return 0
	}
	return cut / sum
}

// sweep turns each pair of axes so that their entry off the diagonal becomes 0, in
// a, and turns the columns of u with them. It reports whether all entries off the
// diagonal are 0 but for rounding.
//
// With θ = (a_qq - a_pp)/2a_pq the smaller root of t² + 2θt - 1 = 0, t = tan φ, is
// the smaller of the two rotations.
func sweep(a, u []float64, n int) (done bool) {
	done = true
	for p := range n {
		for q := p + 1; q < n; q++ {
			off := a[p*n+q]
			if math.Abs(off) <= 0x1p-54*math.Sqrt(math.Abs(a[p*n+p]))*math.Sqrt(math.Abs(a[q*n+q])) || math.Abs(off) < 0x1p-500 {
				continue
			}
			done = false
			theta := (a[q*n+q] - a[p*n+p]) / (2 * off)
			t := math.Copysign(1, theta) / (math.Abs(theta) + math.Hypot(theta, 1))
			c := 1 / math.Hypot(t, 1)
			rotate(a, u, n, p, q, c, t*c)
		}
	}
	return done
}

// rotate applies the rotation of axes p and q with cosine c and sine s: A <- JᵀAJ,
// U <- UJ.
func rotate(a, u []float64, n, p, q int, c, s float64) {
	for k := range n {
		x, y := a[k*n+p], a[k*n+q]
		a[k*n+p], a[k*n+q] = c*x-s*y, s*x+c*y
		x, y = u[k*n+p], u[k*n+q]
		u[k*n+p], u[k*n+q] = c*x-s*y, s*x+c*y
	}
	for k := range n {
		x, y := a[p*n+k], a[q*n+k]
		a[p*n+k], a[q*n+k] = c*x-s*y, s*x+c*y
	}
}
