package chart

import (
	"math"
	"strconv"
)

// maxTicks bounds what tickValues returns, whatever is asked for.
const maxTicks = 200

// tickValues returns at most most multiples of 1, 2 or 5 times a power of ten
// between low and high, ascending and as many as fit. Only low if the two are
// as good as equal; none if a bound is not finite, the order is wrong or most < 1.
func tickValues(low, high float64, most int) []float64 {
	span := high - low
	if most < 1 || math.IsNaN(span) || math.IsInf(span, 0) || span < 0 {
		return nil
	}
	most = min(most, maxTicks)
	if span <= max(1e-10*math.Abs(low), 1e-10*math.Abs(high), 1e-300) {
		return []float64{low} // too close for round floats to lie between
	}
	for exp := int(math.Floor(math.Log10(span/float64(most)))) - 1; ; exp++ {
		for _, m := range []float64{1, 2, 5} {
			first, last := math.Ceil(unscale(low, exp)/m), math.Floor(unscale(high, exp)/m)
			n := last - first + 1
			if !(n <= float64(most)) {
				continue
			}
			ticks := make([]float64, 0, max(int(n), 0))
			for i := range int(n) {
				// Adding 0 turns a negative zero into a plain one.
				ticks = append(ticks, scale((first+float64(i))*m, exp)+0)
			}
			return ticks
		}
	}
}

// scale returns v·10^exp, and unscale v/10^exp. Powers of ten up to 10^22 are
// exact floats and their inverses are not, so a division by a power beats the
// product with its inverse: 3/10 is 0.3, 3·0.1 is not.
func scale(v float64, exp int) float64 {
	if exp < 0 {
		return v / math.Pow10(-exp)
	}
	return v * math.Pow10(exp)
}

func unscale(v float64, exp int) float64 { return scale(v, -exp) }

// Labels formats ticks with one number of decimals, the least that tells each
// tick exactly; very large and very small ones all with an exponent.
func Labels(ticks []float64) []string {
	format, largest := byte('f'), 0.0
	for _, v := range ticks {
		largest = max(largest, math.Abs(v))
	}
	if largest >= 1e7 || largest > 0 && largest < 1e-4 {
		format = 'e'
	}
	decimals := 0
	for decimals < 15 && !exact(ticks, format, decimals) {
		decimals++
	}
	labels := make([]string, len(ticks))
	for i, v := range ticks {
		labels[i] = strconv.FormatFloat(v+0, format, decimals, 64)
	}
	return labels
}

// exact reports whether every tick survives formatting with the given decimals, except
// for rounding in the last bits.
func exact(ticks []float64, format byte, decimals int) bool {
	for _, v := range ticks {
		back, err := strconv.ParseFloat(strconv.FormatFloat(v, format, decimals, 64), 64)
		if err == nil && math.Abs(back-v) > 1e-15*math.Abs(v) {
			return false
		}
	}
	return true
}

// Range is an interval of values on an axis. The zero Range asks for the range
// of the data.
type Range struct{ Min, Max float64 }

// valid reports whether an axis can be drawn over r.
func (r Range) valid() bool {
	return r.Min < r.Max && !math.IsInf(r.Min, 0) && !math.IsInf(r.Max, 0)
}

// share returns where v lies in r: 0 at Min, 1 at Max. Halves keep the
// difference of huge bounds finite, the limit keeps the result so.
func (r Range) share(v float64) float64 {
	const far = 1e6
	s := (v/2 - r.Min/2) / (r.Max/2 - r.Min/2)
	return max(min(s, far), -far)
}

// at returns the value at share s, 0 to 1; the ends exactly.
func (r Range) at(s float64) float64 {
	switch {
	case s <= 0:
		return r.Min
	case s >= 1:
		return r.Max
	}
	return r.Min*(1-s) + r.Max*s
}

// RangeOf returns the range of the finite values, widened where all are equal
// and never below 0 if no value is. Without finite values it is 0 to 1.
func RangeOf(values ...[]float64) Range {
	r := Range{math.Inf(1), math.Inf(-1)}
	for _, vs := range values {
		for _, v := range vs {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				r.Min, r.Max = min(r.Min, v), max(r.Max, v)
			}
		}
	}
	if r.Min > r.Max {
		return Range{0, 1}
	}
	if r.Min == r.Max {
		v := r.Min
		pad := max(math.Abs(v)/10, 0.5)
		if v == 0 {
			pad = 1
		}
		r = Range{v - pad, v + pad}
		if v >= 0 {
			r.Min = max(r.Min, 0)
		}
	}
	return r
}
