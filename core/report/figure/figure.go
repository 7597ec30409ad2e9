// Package figure writes numbers the way every screen and report shows them.
//
// Figures with a standard error are rounded to its second digit, others to
// three significant digits.
// Correlations and shares drop the zero before the point. What is not a number
// reads "n/a", an infinity "∞", and nothing reads "-0".
package figure

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// na stands for a figure that is not defined (NaN).
const na = "n/a"

const (
	infinity = "∞"
	// Plain notation from 1e-4 to below 1e7, a power of ten outside.
	least, most = -4, 6
)

// Fixed writes v with the given number of decimals, 0 or more.
func Fixed(v float64, decimals int) string {
	switch {
	case math.IsNaN(v):
		return na
	case math.IsInf(v, 1):
		return infinity
	case math.IsInf(v, -1):
		return "-" + infinity
	}
	return unsignedZero(strconv.FormatFloat(v, 'f', max(decimals, 0), 64))
}

// unsignedZero drops the sign of a figure whose digits are all zero.
func unsignedZero(s string) string {
	if strings.HasPrefix(s, "-") && strings.Trim(s, "-0.") == "" {
		return s[1:]
	}
	return s
}

// Significant writes v rounded to the given number of significant digits, 1 or more:
// 15.2, 0.0703, 12300, 1.23e-7.
func Significant(v float64, digits int) string {
	digits = max(digits, 1)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Fixed(v, 0)
	}
	exp := exponent(v, digits)
	if exp < least || exp > most {
		return power(strconv.FormatFloat(v, 'e', digits-1, 64))
	}
	return Fixed(round(v, digits-1-exp), digits-1-exp)
}

// exponent returns the power of ten of the first digit of v after rounding to the given
// number of digits; 0 for 0.
func exponent(v float64, digits int) int {
	s := strconv.FormatFloat(v, 'e', digits-1, 64)
	exp, err := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:])
	if err != nil {
		return 0
	}
	return exp
}

// round rounds v to a power of ten; it leaves to Fixed what concerns decimals.
func round(v float64, decimals int) float64 {
	if decimals >= 0 {
		return v
	}
	unit := math.Pow10(-decimals)
	return math.Round(v/unit) * unit
}

// power shortens Go's exponent: 1.2e-07 becomes 1.2e-7, 1e+09 becomes 1e9.
func power(s string) string {
	mantissa, exp, _ := strings.Cut(s, "e")
	n, err := strconv.Atoi(exp)
	if err != nil {
		return s
	}
	return mantissa + "e" + strconv.Itoa(n)
}

// Loss writes a loss, in squared units of the label, to three digits.
func Loss(v float64) string { return Significant(v, 3) }

// TypicalError writes a typical error (the root of a loss, in the label's units)
// to three digits: 2.66. It has no ±, which stands before a standard error.
func TypicalError(v float64) string {
	if math.IsNaN(v) {
		return na
	}
	return Significant(math.Abs(v), 3)
}

// Corr writes a correlation, -1 to 1, with its sign: +.47, -.31, .00.
func Corr(r float64) string {
	s := Share(r)
	if r > 0 && !math.IsInf(r, 0) && strings.Trim(s, "0.") != "" {
		return "+" + s
	}
	return s
}

// Share writes a share such as R² or a reliability with two decimals and no
// zero before the point: .48, 1.00, -.05.
func Share(v float64) string { return bare(Fixed(v, 2)) }

// bare drops the zero before the point.
func bare(s string) string {
	switch {
	case strings.HasPrefix(s, "0."):
		return s[1:]
	case strings.HasPrefix(s, "-0."):
		return "-" + s[2:]
	}
	return s
}

// Percent writes a share as percent: 48%, 7.3%, 0.4%, <0.1%, -12%.
func Percent(share float64) string {
	v := 100 * share
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		return na
	case v > 0 && v < 0.05:
		return "<0.1%"
	case size < 9.95:
		return Fixed(v, 1) + "%"
	}
	return Fixed(v, 0) + "%"
}

// Count writes a number of things with separators between thousands: 68,640.
func Count(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// CountOf writes a number of things with their name: "1 object",
// "880 objects". The plural is the singular with an s.
func CountOf(n int, singular string) string {
	if n == 1 {
		return "1 " + singular
	}
	return Count(n) + " " + singular + "s"
}

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

// Progress says what is being done, how many of its pieces are done, at what rate, and how
// long the rest takes. Where nobody knows how many there are, or none is done, it says how
// long it has taken.
func Progress(stage string, done, of int, seconds float64) string {
	if done == 0 || seconds <= 0 {
		return stage + " · " + Elapsed(seconds)
	}
	rate := float64(done) / seconds
	if of == 0 {
		return strings.Join([]string{stage, Count(done), Significant(rate, 2) + " a second", Elapsed(seconds)}, " · ")
	}
	return strings.Join([]string{stage, Count(done) + " of " + Count(of), Significant(rate, 2) + " a second", Elapsed(float64(of-done)/rate) + " left"}, " · ")
}

// Elapsed is a number of seconds in the unit that people count such times in.
func Elapsed(seconds float64) string {
	switch {
	case seconds < 100:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 100*60:
		return fmt.Sprintf("%.0f min", seconds/60)
	}
	return fmt.Sprintf("%.0f h", seconds/3600)
}

// List writes names in a sentence: "a, b and c", where and is the word before the last.
func List(names []string, and string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " " + and + " " + names[last]
	}
	return strings.Join(names, "")
}

// First lists the first of some names, about so many, and says how many more there are.
func First(names []string, most int) string {
	if more := len(names) - most; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}

// Clean makes a name from data safe to show: control characters and invisible characters, also
// bidirectional marks and variation selectors, are removed, line breaks and tabs become a blank, and
// broken UTF-8 becomes U+FFFD.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= ' ' && r <= '~':
			return r
		case strings.ContainsRune("\t\n\v\f\r\u0085", r), unicode.In(r, unicode.Zl, unicode.Zp):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// Wrap breaks a sentence at its blanks into lines of at most width columns; width of a
// text is what measure says. Lines after the first are indented.
func Wrap(s string, width int, measure func(string) int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		switch {
		case line == "":
			line = word
		case measure(line)+1+measure(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = "  " + word
		}
	}
	return append(lines, line)
}

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
