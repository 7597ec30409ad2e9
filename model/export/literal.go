package export

import (
	"fmt"
	"strings"

	"fms-tui/model"
)

// literal is a string literal between double quotes, of printable ASCII
// characters only. escape writes every other character.
func literal(s string, escape func(r rune) string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range valid(s) {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= ' ' && r <= '~':
			b.WriteRune(r)
		default:
			b.WriteString(escape(r))
		}
	}
	b.WriteByte('"')
	return b.String()
}

// byWidth escapes a character by its number in two, four or eight hexadecimal
// digits. Python and YAML read all three.
func byWidth(r rune) string {
	switch {
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// header writes comments at the top of a program: what it predicts, how the
// judgments are to be bought, and the warnings about its losses. mark begins a
// comment that ends with the line.
func header(b *strings.Builder, p model.Predictor, mark string) {
	fmt.Fprintf(b, "%s Predictor of %s for %s at a budget of %s, by %s.\n", mark, quoted(p.Algorithm), quoted(p.Label), p.Budget, quoted(p.Tool))
	if line := designLine(p, quoted); line != "" {
		fmt.Fprintf(b, "%s %s.\n", mark, line)
	}
	for _, d := range doubts(p) {
		fmt.Fprintf(b, "%s Warning: %s.\n", mark, d)
	}
}
