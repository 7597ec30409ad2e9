package read

import "math"

// powers of ten that a float64 holds exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// exactDigits is how many decimal digits a number may have for its digits to be a
// whole number below 2⁵³.
const exactDigits = 15

// parseDecimal reads a number as [scanDecimal] does; ok is false for everything else,
// a number or not.
func parseDecimal(s string) (value float64, ok bool) {
	value, end := scanDecimal(s, 0)
	return value, end == len(s)
}

// scanDecimal reads the number that begins at a place of s: up to 15 digits, with a sign
// before and a point among them. Its digits m and the power of ten 10ᵏ, k ≤ 15, are exact
// as float64, so m/10ᵏ is rounded once. It is the number nearest to the text, as in
// strconv.ParseFloat. end is the place behind the number, -1 if there is none.
func scanDecimal(s string, at int) (value float64, end int) {
	if at >= len(s) {
		return 0, -1
	}
	i, sign := at, uint64(0)
	if s[i] == '-' { // no branch: signs are hard to predict
		sign = 1
	}
	if i += int(sign); s[at] == '+' {
		i++
	}
	from, point := i, -1
	var m uint64
	for ; i < len(s); i++ {
		if c := s[i] - '0'; c <= 9 {
			m = 10*m + uint64(c)
		} else if s[i] == '.' && point < 0 {
			point = i
		} else {
			break
		}
	}
	digits := i - from
	value = float64(m)
	if point >= 0 {
		digits--
	}
	if digits < 1 || digits > exactDigits {
		return 0, -1
	}
	if point >= 0 {
		value /= powers[i-point-1]
	}
	return math.Float64frombits(math.Float64bits(value) | sign<<63), i
}
