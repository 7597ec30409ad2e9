package figure

import "math"

// Interval writes a figure with the ends of its interval: .47 [.41, .53]. Without ends
// (NaN) it is the figure only; NaN is "".
func Interval(value, low, high float64, text func(float64) string) string {
	switch {
	case math.IsNaN(value):
		return ""
	case math.IsNaN(low):
		return text(value)
	}
	return text(value) + " [" + text(low) + ", " + text(high) + "]"
}

// Repeats writes a number of judgments; "∞" where none are enough.
func Repeats(n float64) string {
	if n >= 1e6 {
		return "∞"
	}
	return Fixed(n, 0)
}
