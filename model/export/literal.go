package export

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// language is how a language writes texts and numbers.
type language struct {
	file string // of its templates
	mark string // begins a comment that ends with the line
	// text is a literal of a program, or what stands for itself in a document.
	text    func(string) (string, error)
	name    func(string) string  // within a comment or a sentence
	num     func(float64) string // with all digits
	plain   func(string) string  // of a decimal
	formula func(string) string  // of plain text whose numbers are the language's
}

// Literals are of ASCII alone: no reader of a file can take them for something else.
var (
	python     = language{"python.tmpl", "#", sure(quoted), quoted, func(x float64) string { return withPoint(number(x), ".0") }, asIs, asIs}
	javaScript = language{"javascript.tmpl", "//", sure(inJavaScript), quoted, number, asIs, asIs}
	ofR        = language{"r.tmpl", "#", withoutNUL("R", inR), quoted, number, asIs, asIs}
	ofSQL      = language{"sql.tmpl", "--", withoutNUL("SQL", inSQL), quoted, sqlNumber, asIs, asIs}
	yaml       = language{"promptfoo.tmpl", "#", sure(quoted), quoted, number, asIs, asIs}
	markdown   = language{"markdown.tmpl", "", sure(inMarkdown), inMarkdown, number, asIs, asIs}
	latex      = language{"latex.tmpl", "", sure(inLaTeX), inLaTeX, func(x float64) string { return inPowers(number(x)) }, inPowers, latexFormula}
)

func asIs(s string) string { return s }

func sure(text func(string) string) func(string) (string, error) {
	return func(s string) (string, error) { return text(s), nil }
}

// withoutNUL refuses names with the character NUL, which no text of the language can hold.
func withoutNUL(language string, text func(string) string) func(string) (string, error) {
	return func(s string) (string, error) {
		if strings.ContainsRune(s, 0) {
			return "", fmt.Errorf("%s holds the character NUL, which no text of %s can: rename it, or export another form", quoted(s), language)
		}
		return text(s), nil
	}
}

// number is the shortest decimal that reads back exactly.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// rounded is a figure for people: four digits say more than the sample does.
func rounded(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// withPoint appends end to a number that nothing tells from an integer.
func withPoint(s, end string) string {
	if strings.ContainsAny(s, ".e") {
		return s
	}
	return s + end
}

// valid is a name in UTF-8, each byte that is none of it replaced as
// encoding/json does, so that all forms call an attribute the same.
func valid(name string) string { return string([]rune(name)) }

// oneLine is a text for people on one line, without what a terminal or a
// typesetter would obey.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(valid(s), func(r rune) bool {
		joiner := r == '\u200c' || r == '\u200d' // which some scripts are written with
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && !joiner
	}), " ")
}

// quoted is a text within a comment of a program: no character of it can end
// the line or be taken for another. Python and YAML read its escapes as Go does.
func quoted(s string) string { return strconv.QuoteToASCII(valid(s)) }

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

// inJavaScript has no "<", which could end the script in a page.
func inJavaScript(s string) string {
	text := literal(s, func(r rune) string { return fmt.Sprintf(`\u{%x}`, r) })
	return strings.ReplaceAll(text, "<", `\u{3c}`)
}

func inR(s string) string {
	return literal(s, func(r rune) string { return fmt.Sprintf(`\U{%x}`, r) })
}

// vectorOfR is a vector of R in lines of its own. c() is NULL, so an empty one needs
// its kind.
func vectorOfR(kind string, values []string) string {
	if len(values) == 0 {
		return kind + "()"
	}
	return "c(\n    " + strings.Join(values, ",\n    ") + "\n  )"
}

// inSQL is a text literal of standard SQL: the quote alone has a meaning in it.
func inSQL(s string) string { return "'" + strings.ReplaceAll(valid(s), "'", "''") + "'" }

// sqlColumn is the name of a column, between double quotes.
func sqlColumn(s string) (string, error) {
	_, err := ofSQL.text(s)
	return `"` + strings.ReplaceAll(valid(s), `"`, `""`) + `"`, err
}

// sqlNumber is a number of double precision. One below 0 is in parentheses: two
// minus signs would begin a comment.
func sqlNumber(x float64) string {
	s := number(x)
	if !strings.Contains(s, "e") {
		s += "e0"
	}
	if s[0] == '-' {
		s = "(" + s + ")"
	}
	return s
}

// unrendered is a text that promptfoo shows as it is. It renders templates and loads
// files that a text names, so a text that could mean either becomes a template that
// prints it.
func unrendered(s string) string {
	s = valid(s)
	if !strings.Contains(s, "{{") && !strings.Contains(s, "{%") && !strings.Contains(s, "{#") && !strings.Contains(s, "://") {
		return s
	}
	return `{{ "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `" }}`
}

// markdownMarks are the characters that Markdown, or GitHub's, can give a
// meaning inside of a line: each may follow a backslash, which takes it away.
const markdownMarks = "\\`*_[]<>#|~&$:@!^="

// inMarkdown is a text that stands for itself in a line or a cell.
func inMarkdown(s string) string {
	var b strings.Builder
	for _, r := range oneLine(s) {
		if strings.ContainsRune(markdownMarks, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// latexMarks are the characters with a meaning in LaTeX, and their escapes. Besides the
// ten special characters: brackets and the star are arguments after a line end of a
// table, and the quotation mark is a command under some languages. A grave accent makes
// ligatures, and the old font encoding has other characters in the place of < > |.
var latexMarks = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '_': `\_`, '%': `\%`,
	'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`,
	'[': `{[}`, ']': `{]}`, '*': `{*}`, '"': `\symbol{34}`, '`': `\textasciigrave{}`,
}

// latexPairs are the characters of which two make another one.
const latexPairs = "-,'"

// inLaTeX is a text that stands for itself in a paragraph or a cell.
func inLaTeX(s string) string {
	var b strings.Builder
	var before rune
	for _, r := range oneLine(s) {
		mark, special := latexMarks[r]
		switch {
		case special:
			b.WriteString(mark)
		case r == before && strings.ContainsRune(latexPairs, r):
			b.WriteString("{" + string(r) + "}")
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

// inPowers is a decimal in mathematics, an exponent as a power of ten.
func inPowers(s string) string {
	mantissa, exponent, has := strings.Cut(s, "e")
	if !has {
		return s
	}
	sign := ""
	if exponent[0] == '-' {
		sign = "-"
	}
	return mantissa + ` \cdot 10^{` + sign + strings.TrimLeft(exponent, "+-0") + "}"
}

func latexFormula(formula string) string {
	return "$" + strings.NewReplacer(" / ", "/", " + ", "+", " · ", `\cdot `, "exp", `\exp`, "prediction", `\mathrm{prediction}`).Replace(formula) + "$"
}
