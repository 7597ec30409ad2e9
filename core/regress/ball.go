package regress

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
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
// S being the entries above θ. As a function of θ the norm of u falls, so that an entry
// p is above θ if and only if the excesses over p sum to less than the radius. Duchi et
// al. 2008 (fig. 2) look for θ by partitions, like the selection of a median: half of
// the remaining entries drop out each time, O(d) in all.
func ProjectL1(v []float64, radius float64, scratch []float64) {
	if !(radius >= 0) {
		panic(fmt.Sprintf("regress: a ball of radius %v", radius))
	}
	sum, most := size(v)
	if sum <= radius {
		return
	}
	if radius == 0 {
		clear(v)
		return
	}
	// θ is largest over all sets in the place of S. The set of all entries, and the set
	// of the largest only, bound θ from below and rule out most entries.
	theta := max((sum-radius)/float64(len(v)), most-radius)
	if cap(scratch) < len(v) {
		scratch = make([]float64, len(v))
	}
	var left []float64
	left, sum = magnitudes(scratch[:len(v)], v, theta)
	// The threshold of the remaining entries is another lower bound (Michelot 1986).
	// Repeating it pays as long as it rules out many entries: unlike partitions it runs
	// without jumps.
	for n := len(v); len(left) > 0; {
		theta = max(theta, (sum-radius)/float64(len(left)))
		if 4*len(left) > 3*n {
			break
		}
		n = len(left)
		left, sum = magnitudes(left, left, theta)
	}
	if len(left) > 0 {
		theta = max(theta, threshold(left, radius))
	}
	for i, x := range v {
		v[i] = math.Copysign(max(math.Abs(x)-theta, 0), x)
	}
}

// size is the sum of absolute values, and the largest. Two sums run side by side: an
// addition need not wait for the addition before.
func size(v []float64) (sum, most float64) {
	var odd float64
	for len(v) > 1 {
		x, y := math.Abs(v[0]), math.Abs(v[1])
		sum += x
		odd += y
		if y > x {
			x = y
		}
		if x > most { // max would care for NaN
			most = x
		}
		v = v[2:]
	}
	for _, x := range v {
		sum += math.Abs(x)
		most = max(most, math.Abs(x))
	}
	return sum + odd, most
}

// magnitudes copies the absolute values above a bound to the beginning of dst,
// which may be v, and sums them.
func magnitudes(dst, v []float64, above float64) ([]float64, float64) {
	n := 0
	var sum float64
	for _, x := range v {
		x = math.Abs(x)
		dst[n] = x
		in := 0
		if x > above {
			in = 1
		}
		n += in // no jump, which nobody could predict
		sum += math.Float64frombits(math.Float64bits(x) & -uint64(in))
	}
	return dst[:n], sum
}

// threshold returns θ for positive numbers u, which it reorders.
func threshold(u []float64, radius float64) float64 {
	var sum float64 // of the entries known to be in S
	n := 0.0        // their number
	for rounds := 2*bits.Len(uint(len(u))) + 8; len(u) > 0; rounds-- {
		p := pivot(u)
		if rounds <= 0 { // pivots that were always bad: from here on the median
			slices.Sort(u)
			p = u[len(u)/2]
		}
		larger, equal, s := partition(u, p)
		k := float64(larger + equal)
		s += float64(equal) * p
		if sum+s-(n+k)*p < radius { // p, and what is larger, is in S
			sum, n = sum+s, n+k
			u = u[larger+equal:]
		} else { // p is not, nor what is smaller
			u = u[:larger]
		}
	}
	return (sum - radius) / n // the largest entries are in S, whatever the radius
}

// pivot is the median of three entries.
func pivot(u []float64) float64 {
	a, b, c := u[0], u[len(u)/2], u[len(u)-1]
	return max(min(a, b), min(max(a, b), c))
}

// partition reorders u into what is larger than p, equal to it, and smaller, and
// returns the numbers of the first two and the sum of the first. Entries equal
// to p leave together, or many of one value would cost a round each.
func partition(u []float64, p float64) (larger, equal int, sum float64) {
	i, end := 0, len(u) // u[larger:i] equals p, u[end:] is smaller
	for i < end {
		switch x := u[i]; {
		case x > p:
			u[i], u[larger] = u[larger], x
			larger++
			i++
			sum += x
		case x < p:
			end--
			u[i], u[end] = u[end], x
		default:
			i++
		}
	}
	return larger, i - larger, sum
}
