package figure

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Column writes the values of one column with one number of decimals, such that the
// largest has the given number of significant digits, all padded on the left to one
// width: points stand below each other. A column of very large or very small values
// shares one power of ten.
func Column(values []float64, digits int) []string {
	return align(column(values, digits))
}

func column(values []float64, digits int) []string {
	digits = max(digits, 1)
	largest := 0.0
	for _, v := range values {
		if !math.IsInf(v, 0) && math.Abs(v) > largest {
			largest = math.Abs(v)
		}
	}
	cells := make([]string, len(values))
	exp := exponent(largest, digits)
	if largest > 0 && (exp < least || exp > most) {
		for i, v := range values {
			cells[i] = scaled(v, exp, digits-1)
		}
		return cells
	}
	decimals := digits - 1 - exp
	for i, v := range values {
		cells[i] = Fixed(round(v, decimals), decimals)
	}
	return cells
}

// scaled writes v as a multiple of 10^exp. strconv moves the point, so that no
// power of ten out of the range of floats is needed.
func scaled(v float64, exp, decimals int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Fixed(v, 0)
	}
	s := strconv.FormatFloat(v, 'e', 17, 64)
	mantissa, own, _ := strings.Cut(s, "e")
	n, err := strconv.Atoi(own)
	if err != nil {
		return s
	}
	m, err := strconv.ParseFloat(mantissa+"e"+strconv.Itoa(n-exp), 64)
	if err != nil {
		return s
	}
	return Fixed(m, decimals) + "e" + strconv.Itoa(exp)
}

// align pads on the left to the widest cell. All characters are one column.
func align(cells []string) []string {
	width := 0
	for _, s := range cells {
		width = max(width, utf8.RuneCountInString(s))
	}
	for i, s := range cells {
		cells[i] = strings.Repeat(" ", width-utf8.RuneCountInString(s)) + s
	}
	return cells
}

// WithError writes a value and its standard error, both rounded to the second
// significant digit of the error: 7.93 ± 0.41. A standard error that is not
// known (NaN) is left out, and the value has three digits, as it has beside
// an error of 0 or ∞.
func WithError(value, se float64) string {
	v, e := Rounded(value, se)
	if e == na {
		return v
	}
	return v + " ± " + e
}

// rounding is up to which share of a value its standard error is what rounding left of 0.
const rounding = 1e-13

// Rounded is WithError in two parts; the second is "n/a" if se is NaN, and both are if
// value is NaN.
func Rounded(value, se float64) (string, string) {
	se = math.Abs(se)
	switch {
	case math.IsNaN(value):
		return na, na
	case math.IsNaN(se), math.IsInf(se, 0), se > 0 && math.IsInf(value, 0):
		return Significant(value, 3), Significant(se, 2)
	case se <= rounding*math.Abs(value):
		return Significant(value, 3), "0"
	}
	exp := exponent(se, 2)
	if exp > most || exp < least-3 {
		return scaled(value, exp, 1), scaled(se, exp, 1)
	}
	decimals := 1 - exp
	return Fixed(round(value, decimals), decimals), Fixed(round(se, decimals), decimals)
}
