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
	list := func(texts []string) {
		var text strings.Builder
		for _, s := range texts {
			text.WriteString("- " + markdown(s) + "\n")
		}
		part(text.String())
	}
	err := r.pieces(func(s string) { part(markdown(s) + "\n") }, list, func(t *Table, columns []int, lines [][]string) {
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
			text.WriteString(map[Align]string{Left: "| --- ", Right: "| ---: "}[t.Columns[c].Align])
		}
		text.WriteString("|\n")
		for _, l := range lines {
			row(l)
		}
		part(text.String())
	})
	if err != nil {
		return err
	}
	return b.Flush()
}

// pieces calls say for each sentence, list for findings and show for each table, in
// their order.
func (s *Section) pieces(say func(string), list func([]string), show func(t *Table, columns []int, lines [][]string)) error {
	for _, item := range s.Items {
		switch item := item.(type) {
		case Sentence:
			if item != "" {
				say(string(item))
			}
		case Line:
			say(string(item))
		case Findings:
			if len(item) > 0 {
				list(item)
			}
		case *Section:
			if err := item.pieces(say, list, show); err != nil {
				return err
			}
		case *Table:
			columns := item.shown()
			if len(columns) == 0 {
				continue
			}
			lines, err := item.lines(columns)
			if err != nil {
				return err
			}
			if len(lines) > 0 {
				show(item, columns, lines)
			}
		}
	}
	return nil
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
