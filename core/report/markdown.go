package report

import (
	"bufio"
	"io"
	"strings"
)

// Markdown writes a report in GitHub's Markdown: what people see, without drawings
// and charts. Names mean nothing to it: what would be markup is escaped.
func Markdown(w io.Writer, r *Report, _ Options) error {
	b := bufio.NewWriter(w)
	after := false
	part := func(text string) {
		if after {
			b.WriteByte('\n')
		}
		after = true
		b.WriteString(text)
	}
	err := r.walk(func(item Item) error {
		switch item := item.(type) {
		case Sentence:
			if item != "" {
				part(markdown(string(item)) + "\n")
			}
		case Line:
			part(markdown(string(item)) + "\n")
		case Findings:
			var text strings.Builder
			for _, s := range item {
				text.WriteString("- " + markdown(s) + "\n")
			}
			if len(item) > 0 {
				part(text.String())
			}
		case *Table:
			columns, lines, err := item.visible()
			if err != nil {
				return err
			}
			if len(lines) > 0 {
				part(item.markdown(columns, lines))
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return b.Flush()
}

// markdown is the table with its heads.
func (t *Table) markdown(columns []int, lines [][]string) string {
	var text strings.Builder
	row := func(cells []string) {
		for i := range columns {
			text.WriteString("| ")
			if i < len(cells) {
				text.WriteString(markdown(cells[i]) + " ")
			}
		}
		text.WriteString("|\n")
	}
	row(t.heads(columns))
	for _, c := range columns {
		text.WriteString(map[align]string{Left: "| --- ", Right: "| ---: "}[t.Columns[c].Align])
	}
	text.WriteString("|\n")
	for _, l := range lines {
		row(l)
	}
	return text.String()
}

// markdown is a text in which nothing is markup.
func markdown(s string) string {
	var b strings.Builder
	for _, r := range Clean(s) {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '\\', '`', '*', '_', '[', ']', '|', '#', '~', '!', '$':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	text := strings.TrimLeft(b.String(), " ")
	if first, rest, found := strings.Cut(text, " "); found && listMark(first) || strings.Trim(text, "-+=") == "" && text != "" {
		return first[:len(first)-1] + `\` + first[len(first)-1:] + strings.Repeat(" ", min(1, len(rest))) + rest
	}
	return text
}

// listMark tells whether a first word would begin a list.
func listMark(word string) bool {
	number := strings.TrimRight(word, ".)")
	return word == "-" || word == "+" || len(number) < len(word) && number != "" && strings.Trim(number, "0123456789") == ""
}
