package read

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"fms-tui/model"
)

// Error is a defect of a file: what was found, where, and what is accepted.
type Error struct {
	File    string
	Line    int    // counted from 1; 0 when the error is about no single line
	Column  string // header of the column; "" when it is about no single column
	Object  string // the object of the row, where rows have no lines; "" for none
	Value   string // what the cell holds; "" when it is about no value
	Message string // what is wrong with the value, and what would be accepted
	Err     error  // cause, or nil
	// Option is the option of the user that caused the error; "" for none.
	Option   model.Option
	Limit    string         // the limit that the file exceeds, NAME=SIZE as [Limits.Set] reads it; "" for none
	Remedies []model.Choice // what would help, besides what Message says
}

// Error returns one line such as
//
//	judgments.csv:17: column judgment: "4,5" is not a number: write 4.5 …
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(printable(e.File))
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	if e.Column != "" {
		fmt.Fprintf(&b, ": column %s", plainOrQuoted(e.Column))
	}
	if e.Object != "" {
		fmt.Fprintf(&b, " of object %s", plainOrQuoted(e.Object))
	}
	b.WriteString(": ")
	if e.Value != "" {
		b.WriteString(quote(e.Value) + " ")
	}
	b.WriteString(e.Message)
	return b.String()
}

// Unwrap returns the cause, for errors.Is.
func (e *Error) Unwrap() error { return e.Err }

// AmbiguousError says that a file can be read in more than one way.
type AmbiguousError struct {
	File     string
	Problem  string              // what is undecided, in one sentence
	Readings []model.Alternative // at least two
}

// offer adds a reading that an option says.
func (e *AmbiguousError) offer(meaning string, option model.Option, value string) {
	e.Readings = append(e.Readings, model.Alternative{Choices: []model.Choice{{Option: option, Value: value}}, Meaning: meaning})
}

// Error returns the problem and, a line each, the readings.
func (e *AmbiguousError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s; choose one:", printable(e.File), e.Problem)
	for _, a := range e.Readings {
		b.WriteString("\n  " + a.Meaning)
	}
	return b.String()
}

// ShellWords joins arguments to a command line as a user would type it: words that a shell would split are quoted,
// and what a terminal would obey is escaped, as in $'a\x1b', which bash, zsh and POSIX 2024 read.
func ShellWords(args []string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.,/:=+@%"
	words := make([]string, len(args))
	for i, a := range args {
		if printable(a) != a {
			words[i] = escaped(a)
			continue
		}
		if a == "" || strings.Trim(a, safe) != "" {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words[i] = a
	}
	return strings.Join(words, " ")
}

// escaped is a word in which all bytes that cannot be shown are \xHH.
func escaped(a string) string {
	var b strings.Builder
	b.WriteString("$'")
	for len(a) > 0 {
		r, n := utf8.DecodeRuneInString(a)
		switch word := a[:n]; {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + word)
		case printable(word) == word:
			b.WriteString(word)
		default:
			for _, c := range []byte(word) {
				fmt.Fprintf(&b, `\x%02x`, c)
			}
		}
		a = a[n:]
	}
	return b.String() + "'"
}

// quote repeats foreign text in a message: shortened, and with escapes in place of whatever a terminal would obey.
func quote(s string) string { return strconv.Quote(shorten(s)) }

// plainOrQuoted leaves the quotes off names that cannot be mistaken.
func plainOrQuoted(s string) string {
	if s = shorten(s); s == "" || strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.", r)
	}) {
		return strconv.Quote(s)
	}
	return s
}

// list names columns, labels and the like: a, b and c.
func list(names []string, last string) string {
	words := named(names)
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
	}
	return strings.Join(words, "")
}

func named(names []string) (words []string) {
	for _, n := range names {
		words = append(words, plainOrQuoted(n))
	}
	return words
}

const mostListed = 12 // names that a message repeats

// listSome is list, cut after a dozen names.
func listSome(names []string) string {
	if len(names) <= mostListed {
		return list(names, "and")
	}
	return some(named(names))
}

// some joins what is quoted already, cut after a dozen.
func some(words []string) string {
	if more := len(words) - mostListed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:mostListed], ", "), more)
	}
	return strings.Join(words, ", ")
}

// shorten is what a message repeats of a foreign text.
func shorten(s string) string {
	const most = 60 // runes
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// printable drops what a terminal would obey, such as escape sequences.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
