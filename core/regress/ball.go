package regress

import (
	"fmt"
	"math"

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
// S being the entries above θ (Duchi et al. 2008). The θ of any larger set is smaller, so
// that what is not above it is not in S either, and drops out until nothing else does
// (Michelot 1986).
func ProjectL1(v []float64, radius float64, scratch []float64) {
	if !(radius >= 0) {
		panic(fmt.Sprintf("regress: a ball of radius %v", radius))
	}
	if floats.Norm(v, 1) <= radius {
		return
	}
	left := scratch[:0]
	for _, x := range v {
		left = append(left, math.Abs(x))
	}
	var theta float64
	for n := -1; n != len(left) && len(left) > 0; {
		n = len(left)
		theta = (floats.Sum(left) - radius) / float64(n)
		above := left[:0]
		for _, x := range left {
			if x > theta {
				above = append(above, x)
			}
		}
		left = above
	}
	for i, x := range v {
		v[i] = math.Copysign(max(math.Abs(x)-theta, 0), x)
	}
}
