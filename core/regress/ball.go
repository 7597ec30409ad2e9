package regress

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// ProjectL1 replaces v by the nearest vector, in the Euclidean norm, of the L1
// ball Σ|uᵢ| <= radius. A v inside stays as it is, bit for bit. scratch is
// overwritten; with room for len(v) numbers nothing is allocated. It panics
// unless radius >= 0. All numbers must be finite.
//
// The projection moves every entry towards 0 by the same threshold,
//
//	u = sign(v) max(|v| - θ, 0),   θ = (Σ_{S} |v| - radius)/|S|,
//
// S being the entries above θ: the largest ones, as many as lie above the threshold that
// they make (Duchi et al. 2008, fig. 1).
func ProjectL1(v []float64, radius float64, scratch []float64) {
	if !(radius >= 0) {
		panic(fmt.Sprintf("regress: a ball of radius %v", radius))
	}
	if floats.Norm(v, 1) <= radius {
		return
	}
	sizes := scratch[:0]
	for _, x := range v {
		sizes = append(sizes, math.Abs(x))
	}
	slices.Sort(sizes)
	var sum, theta float64
	for n := 1.0; len(sizes) > 0 && sizes[len(sizes)-1] > theta; n++ {
		sum += sizes[len(sizes)-1]
		sizes = sizes[:len(sizes)-1]
		theta = max(0, (sum-radius)/n)
	}
	for i, x := range v {
		v[i] = math.Copysign(max(math.Abs(x)-theta, 0), x)
	}
}
