package export

import (
	"database/sql"
	"strconv"
	"strings"
	"testing"
	"unicode"

	_ "modernc.org/sqlite"
)

func seedEscapes(f *testing.F) {
	for _, s := range []string{"tall", "it's", `\`, "a\nb", "'; --", `"""`, "|`*_<&$[", "\x00", "\xff\xfe", "\u2028", "漢字🙂", `\input{x}%`, "--", "}{", "\u202e", "a\u200db"} {
		f.Add(s)
	}
}

// FuzzInPython: the literal reads back, by the escapes that Python and YAML share with Go, and
// cannot end before its end.
func FuzzInPython(f *testing.F) {
	seedEscapes(f)
	f.Fuzz(func(t *testing.T, s string) {
		literal := quoted(s)
		for i := range len(literal) {
			if c := literal[i]; c < ' ' || c > '~' {
				t.Fatalf("%q has the byte %#x", literal, c)
			}
		}
		got, err := strconv.Unquote(literal)
		if err != nil || got != valid(s) {
			t.Fatalf("%q is written %s, which reads as %q, %v", s, literal, got, err)
		}
	})
}

// FuzzInSQL: the literal, between others, is one text of SQLite, as it was.
func FuzzInSQL(f *testing.F) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { db.Close() })
	seedEscapes(f)
	f.Fuzz(func(t *testing.T, s string) {
		literal, err := ofSQL.text(s)
		if (err != nil) != strings.ContainsRune(s, 0) {
			t.Fatalf("%q: error %v", s, err)
		}
		if err != nil {
			return
		}
		if strings.Count(literal, "'")%2 != 0 || strings.Contains(strings.ReplaceAll(literal[1:len(literal)-1], "''", ""), "'") {
			t.Fatalf("%q is written %s", s, literal)
		}
		var got, after string
		if err := db.QueryRowContext(t.Context(), "SELECT "+literal+", 'after' -- "+quoted(s)).Scan(&got, &after); err != nil || got != valid(s) || after != "after" {
			t.Fatalf("%q is written %s, which reads as %q and %q, %v", s, literal, got, after, err)
		}
	})
}

// FuzzQuoted: no comment ends before its line does.
func FuzzQuoted(f *testing.F) {
	seedEscapes(f)
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range quoted(s) {
			if r < ' ' || r > '~' {
				t.Fatalf("%q has %U", quoted(s), r)
			}
		}
	})
}

// FuzzInMarkdown: no mark is left without its backslash, and taking the
// backslashes off gives the text on one line.
func FuzzInMarkdown(f *testing.F) {
	seedEscapes(f)
	f.Fuzz(func(t *testing.T, s string) {
		var plain strings.Builder
		escaped := false
		for _, r := range inMarkdown(s) {
			switch {
			case !escaped && r == '\\':
				escaped = true
				continue
			case escaped != strings.ContainsRune(markdownMarks, r):
				t.Fatalf("%q is written %q", s, inMarkdown(s))
			}
			escaped = false
			plain.WriteRune(r)
		}
		if escaped || plain.String() != oneLine(s) {
			t.Fatalf("%q is written %q, which reads as %q", s, inMarkdown(s), plain.String())
		}
		checkLine(t, plain.String())
	})
}

// FuzzInLaTeX: what is written is characters without a meaning and the
// replacements alone, and putting the characters back gives the text.
func FuzzInLaTeX(f *testing.F) {
	seedEscapes(f)
	f.Fuzz(func(t *testing.T, s string) {
		text, plain := inLaTeX(s), oneLine(s)
		checkLine(t, plain)
		var before rune
		for _, r := range plain {
			mark, special := latexMarks[r]
			if !special {
				mark = string(r)
			}
			rest, ok := strings.CutPrefix(text, mark)
			if !ok {
				if rest, ok = strings.CutPrefix(text, "{"+string(r)+"}"); !ok || r != before {
					t.Fatalf("%q is written %q: at %q stands %q", s, inLaTeX(s), r, text)
				}
			}
			text, before = rest, r
		}
		if text != "" {
			t.Fatalf("%q is written %q: %q is left", s, inLaTeX(s), text)
		}
		for _, two := range []string{"--", ",,", "''", "``", `"`} {
			if strings.Contains(inLaTeX(s), two) {
				t.Fatalf("%q is written %q", s, inLaTeX(s))
			}
		}
	})
}

func checkLine(t *testing.T, s string) {
	t.Helper()
	if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u202e' }) || strings.TrimSpace(s) != s {
		t.Fatalf("%q is not one line", s)
	}
}

// TestSpecialCharacters: each character that LaTeX reserves is escaped.
func TestSpecialCharacters(t *testing.T) {
	for _, r := range `\{}$&#_%~^` {
		if _, special := latexMarks[r]; !special {
			t.Errorf("%c is written as it is", r)
		}
	}
}
