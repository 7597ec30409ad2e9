package figure

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Points writes the values of one column that spans several orders of magnitude, such
// as variances of attributes in different units: each with the given significant digits
// but at most the given decimals, padded so that the points stand below each other. If
// this takes more than eleven columns, Significant writes every value on its own.
func Points(values []float64, digits, decimals int) []string {
	const widest = 11
	cells := make([]string, len(values))
	left, right := 0, 0 // of the point; right counts the point itself
	for i, v := range values {
		cells[i] = pointed(v, digits, decimals)
		l, r := around(cells[i])
		left, right = max(left, l), max(right, r)
	}
	if left+right > widest {
		for i, v := range values {
			cells[i] = Significant(v, digits)
		}
		return align(cells)
	}
	for i, s := range cells {
		l, r := around(s)
		cells[i] = strings.Repeat(" ", left-l) + s + strings.Repeat(" ", right-r)
	}
	return cells
}

func pointed(v float64, digits, decimals int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Fixed(v, 0)
	}
	if v == 0 {
		return "0"
	}
	d := min(max(digits-1-exponent(v, digits), 0), decimals)
	return bare(Fixed(v, d))
}

// around returns the columns before the point, and from the point on.
func around(s string) (left, right int) {
	n := utf8.RuneCountInString(s)
	before, _, found := strings.Cut(s, ".")
	if !found {
		return n, 0
	}
	return utf8.RuneCountInString(before), n - utf8.RuneCountInString(before)
}
