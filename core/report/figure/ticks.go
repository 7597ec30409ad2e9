package figure

import "math"

// mostTicks bounds what Ticks returns, whatever is asked for.
const mostTicks = 200

// Ticks returns at most most multiples of 1, 2 or 5 times a power of ten between low and high,
// ascending and as many as fit. Only low if the two are as good as equal; none if a bound is not
// finite, the order is wrong or most < 1.
func Ticks(low, high float64, most int) []float64 {
	span := high - low
	if most < 1 || math.IsNaN(span) || math.IsInf(span, 0) || span < 0 {
		return nil
	}
	most = min(most, mostTicks)
	if span <= max(1e-10*math.Abs(low), 1e-10*math.Abs(high), 1e-300) {
		return []float64{low} // too close for round floats to lie between
	}
	for exp := int(math.Floor(math.Log10(span/float64(most)))) - 1; ; exp++ {
		for _, m := range []float64{1, 2, 5} {
			first, last := math.Ceil(Scale(low, -exp)/m), math.Floor(Scale(high, -exp)/m)
			n := last - first + 1
			if !(n <= float64(most)) {
				continue
			}
			ticks := make([]float64, 0, max(int(n), 0))
			for i := range int(n) {
				// Adding 0 turns a negative zero into a plain one.
				ticks = append(ticks, Scale((first+float64(i))*m, exp)+0)
			}
			return ticks
		}
	}
}

// Scale returns v·10^exp. Powers of ten up to 10^22 are exact floats and their inverses are not, so
// a division by a power beats the product with its inverse: 3/10 is 0.3, 3·0.1 is not.
func Scale(v float64, exp int) float64 {
	if exp < 0 {
		return v / math.Pow10(-exp)
	}
	return v * math.Pow10(exp)
}
