package read

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"fms-tui/model"
)

// kind classifies a cell that should hold a number.
type kind uint8

const (
	number    kind = iota // a finite number or a binary word
	missing               // empty, or one of the words for it
	text                  // anything that is not meant as a number
	malformed             // meant as a number, but not acceptable as it stands
)

// words are the cells that stand for something else than themselves, in lower case: the longest has maxWord bytes.
var words = map[string]struct {
	value float64
	kind  kind
}{
	"true": {1, number}, "yes": {1, number}, "y": {1, number},
	"false": {0, number}, "no": {0, number}, "n": {0, number},
	"": {0, missing}, "na": {0, missing}, "n/a": {0, missing},
	"nan": {0, missing}, "null": {0, missing}, "none": {0, missing},
}

const maxWord = 5

// accepted ends every message about a value.
const accepted = "accepted are numbers such as 4 or 0.25, true/false, yes/no and y/n; for a missing value an empty cell, NA, N/A, NaN, null or none"

// parseValue reads a judgment or a label. The value counts only for a number.
func parseValue(s string) (float64, kind) {
	if v, ok := parseDecimal(s); ok {
		return v, number
	}
	s = trim(s)
	if isDecimal(s) { // ParseFloat would take hexadecimals, underscores and Inf
		v, err := strconv.ParseFloat(s, 64)
		switch {
		case err == nil:
			return v, number
		case errors.Is(err, strconv.ErrRange):
			return 0, malformed
		}
		return 0, text
	}
	if len(s) <= maxWord {
		if w, ok := words[strings.ToLower(s)]; ok {
			return w.value, w.kind
		}
	}
	if isInfinity(s) || hasNumberComma(s) {
		return 0, malformed
	}
	return 0, text
}

// isDecimal tells whether s consists of the characters of a decimal number.
func isDecimal(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9', c == '.', c == '-', c == '+', c == 'e', c == 'E':
		default:
			return false
		}
	}
	return s != ""
}

// isMissing tells whether a cell is one of the words for a missing value.
func isMissing(s string) bool {
	if s == "" {
		return true
	}
	if len(s) > maxWord || s[0] != 'n' && s[0] != 'N' {
		return false
	}
	w, ok := words[strings.ToLower(s)]
	return ok && w.kind == missing
}

func isInfinity(s string) bool {
	s = strings.ToLower(strings.TrimLeft(s, "+-"))
	return s == "inf" || s == "infinity" || s == "∞"
}

// hasNumberComma tells whether s would be a number without its commas.
func hasNumberComma(s string) bool {
	if !strings.Contains(s, ",") {
		return false
	}
	s = strings.ReplaceAll(s, ",", "")
	_, k := parseValue(s)
	return k == number && isDecimal(s)
}

// decimalCommas is what helps against commas in numbers.
var decimalCommas = model.Choose(model.OptionDecimal, ",", "reads decimal commas")

// valueProblem says what is wrong with a cell of kind text or malformed.
func valueProblem(s string) (message string, remedies []model.Choice) {
	s = strings.TrimSpace(s)
	switch {
	case hasNumberComma(s) && strings.Count(s, ",") == 1 && !strings.Contains(s, "."):
		return "is not a number: write " + strings.Replace(s, ",", ".", 1), []model.Choice{decimalCommas}
	case hasNumberComma(s):
		return "is not a number: write it without commas", []model.Choice{decimalCommas}
	case isInfinity(s):
		return "is not finite: " + accepted, nil
	}
	if _, k := parseValue(s); k == malformed {
		return "is too large: accepted are numbers between -1.79e308 and 1.79e308", nil
	}
	return "is not a number: " + accepted, nil
}

// trim is strings.TrimSpace, quick for what has nothing to trim.
func trim(s string) string {
	const last = 0x7e // of printable ASCII
	if s != "" && ' ' < s[0] && s[0] <= last && ' ' < s[len(s)-1] && s[len(s)-1] <= last {
		return s
	}
	return strings.TrimSpace(s)
}

// formatNumber writes a number with all its digits.
func formatNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func isNumber(s string) bool {
	_, k := parseValue(s)
	return k == number && isDecimal(trim(s))
}

func b2i(is bool) int {
	if is {
		return 1
	}
	return 0
}

// distinct returns the texts that are not empty, trimmed and each once.
func distinct(list []string) []string {
	var kept []string
	seen := make(map[string]bool, len(list))
	for _, o := range list {
		if o = strings.TrimSpace(o); o != "" && !seen[o] {
			seen[o] = true
			kept = append(kept, o)
		}
	}
	return kept
}

// powers of ten that a float64 holds exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// parseDecimal reads what most cells hold, in a third of the time of strconv: up to 15 digits, with a sign before and
// a point among them. The digits m and the power of ten 10ᵏ, k <= 15, are exact as float64, so m/10ᵏ is rounded once
// and is the number nearest to the text. ok is false for everything else, a number or not.
func parseDecimal(s string) (value float64, ok bool) {
	i, point := 0, -1
	if s != "" && (s[0] == '-' || s[0] == '+') {
		i = 1
	}
	from := i
	var m uint64
	for ; i < len(s); i++ {
		if c := s[i] - '0'; c <= 9 {
			m = 10*m + uint64(c)
		} else if s[i] == '.' && point < 0 {
			point = i
		} else {
			return 0, false
		}
	}
	count := i - from
	if point >= 0 {
		count--
	}
	if count < 1 || count >= len(powers) {
		return 0, false
	}
	if value = float64(m); point >= 0 {
		value /= powers[i-point-1]
	}
	if s[0] == '-' {
		value = math.Copysign(value, -1)
	}
	return value, true
}
