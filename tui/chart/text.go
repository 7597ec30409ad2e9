package chart

import (
	"strings"
	"unicode/utf8"

	"fms-tui/core/report/figure"

	"github.com/charmbracelet/x/ansi"
)

const ellipsis = "…"

// maxCluster bounds the bytes of one character with its combining marks; what is longer keeps its first rune only.
const maxCluster = 32

// Clean makes a name from a data file safe to show: escape sequences, control characters, invisible format characters
// (bidirectional controls among them) and variation selectors go, line breaks and tabs become a blank, and broken
// UTF-8 becomes U+FFFD. A character whose width terminals disagree about, such as an emoji joined from several, is
// reduced to its first part.
func Clean(s string) string {
	if _, ok := simple(s); ok {
		return s
	}
	s = ansi.Strip(strings.ToValidUTF8(s, "\uFFFD"))
	s = figure.Clean(s)
	// The rest of a reduced character may join with the next character, so reduce until
	// nothing changes; each pass loses runes or adds U+FFFD.
	for {
		reduced := reduce(s)
		if reduced == s {
			return s
		}
		s = reduced
	}
}

// reduce keeps of every character of s what can be shown.
func reduce(s string) string {
	var b strings.Builder
	for s != "" {
		cluster, width, rest := next(s)
		if width > 0 {
			b.WriteString(cluster)
		}
		s = rest
	}
	return b.String()
}

// Width returns the number of columns that Clean(s) takes.
func Width(s string) int {
	if n, ok := simple(s); ok {
		return n
	}
	width := 0
	for s = Clean(s); s != ""; {
		var w int
		_, w, s = next(s)
		width += w
	}
	return width
}

// Truncate returns Clean(s), cut to at most width columns; a cut text ends in an ellipsis.
func Truncate(s string, width int) string { return ansi.Truncate(Clean(s), width, ellipsis) }

// Fit returns a sentence, cleaned, in at most rows lines of w columns, the last of which leaves some
// columns free: without its last clauses where it is too long, and cut where it has one only.
func Fit(s string, w, rows, free int) []string {
	for text, at := s, 0; text != ""; text, at = text[:at], 0 {
		if all := Wrap(text, w); len(all) < rows || len(all) == rows && Width(all[rows-1]) <= w-free {
			return all
		}
		for _, mark := range []string{", ", ": ", "; ", ". "} {
			at = max(at, strings.LastIndex(text, mark))
		}
	}
	all := Wrap(s, w)
	return append(all[:rows-1:rows-1], Truncate(strings.Join(all[rows-1:], " "), w-free))
}

// TruncateMiddle returns Clean(s), cut to at most width columns; a cut text has an
// ellipsis in its middle: the ends of names differ.
func TruncateMiddle(s string, width int) string {
	s = Clean(s)
	n := Width(s)
	if n <= width || width < 3 {
		return Truncate(s, width)
	}
	head := ansi.Truncate(s, width/2, "")
	return head + ellipsis + ansi.TruncateLeft(s, n-(width-1-Width(head)), "")
}

// simple counts the runes of a text of which each surely takes one column and joins with no other: ASCII, the letters
// and signs of Latin-1, Greek, and what the screen itself draws with.
func simple(s string) (n int, ok bool) {
	for _, r := range s {
		switch {
		case r >= ' ' && r <= '~', r > 0xa0 && r < 0x100 && r != 0xad, r >= 0x391 && r <= 0x3c9, r == '–', r == '…',
			r >= '←' && r <= '↓', r == '−', r == '√', r == '≈', r == '≠', r >= 0x2500 && r <= 0x25cf, r >= 0x2800 && r <= 0x28ff:
			n++
		default:
			return 0, false
		}
	}
	return n, true
}

// next splits off the first character of s, which holds visible runes only, together with its combining marks. A
// character is one column or two wide, or not shown at all (width 0); what two ways of measuring disagree about is
// cut to its first rune.
func next(s string) (cluster string, width int, rest string) {
	if s[0] >= ' ' && s[0] <= '~' && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return s[:1], 1, s[1:]
	}
	cluster, width = ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	rest = s[len(cluster):]
	if !agreed(cluster, width) || len(cluster) > maxCluster {
		_, size := utf8.DecodeRuneInString(cluster)
		cluster = cluster[:size]
		width = ansi.StringWidth(cluster)
		if !agreed(cluster, width) {
			return "\uFFFD", 1, rest
		}
	}
	return cluster, width, rest
}

// agreed reports whether width, measured by grapheme, is what a terminal finds
// that adds up the widths of the runes. Bubble Tea may use either.
func agreed(cluster string, width int) bool {
	return width <= 2 && ansi.StringWidthWc(cluster) == width
}

// Wrap breaks a sentence, cleaned, into lines of at most width columns at its
// blanks. Lines after the first are indented.
func Wrap(s string, width int) []string { return figure.Wrap(Clean(s), width, Width) }
