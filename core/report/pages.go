package report

import (
	"bufio"
	"cmp"
	"fmt"
	"html"
	"io"
	"strings"
)

// page writes the items of a report that people read on a page: paragraphs, lists and tables.
type page struct {
	*bufio.Writer
	paragraph func(text string)
	list      func(texts []string)
	table     func(t *Table, columns []int, lines [][]string) // nil for none, as
}

func (p *page) write(r *Report) error {
	return r.walk(func(part item) error {
		switch item := part.(type) {
		case Line:
			if item != (Line{}) {
				p.paragraph(item.Text)
			}
		case Findings:
			if len(item) > 0 {
				p.list(item)
			}
		case *Table:
			if p.table == nil {
				break
			}
			columns, lines, err := item.lines()
			if err != nil {
				return err
			}
			if len(lines) > 0 {
				p.table(item, columns, lines)
			}
		}
		return nil
	})
}

// Markdown writes a report in GitHub's Markdown: what people see. Names mean nothing to it: what would be markup is escaped.
func Markdown(w io.Writer, r *Report, _ Options) error {
	p := &page{Writer: bufio.NewWriter(w)}
	after := false
	part := func(text string) {
		if after {
			p.WriteByte('\n')
		}
		after = true
		p.WriteString(text)
	}
	p.paragraph = func(text string) { part(markdown(text) + "\n") }
	p.list = func(texts []string) {
		var all strings.Builder
		for _, s := range texts {
			all.WriteString("- " + markdown(s) + "\n")
		}
		part(all.String())
	}
	p.table = func(t *Table, columns []int, lines [][]string) { part(t.markdown(columns, lines)) }
	if err := p.write(r); err != nil {
		return err
	}
	return p.Flush()
}

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

// asText escapes what is markup in Markdown wherever it stands.
var asText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`,
	"|", `\|`, "#", `\#`, "~", `\~`, "!", `\!`, "$", `\$`)

// markdown is a text in which nothing is markup.
func markdown(s string) string {
	text := strings.TrimLeft(asText.Replace(Clean(s)), " ")
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

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:72em;margin:2em auto;padding:0 1em}` +
	`table{border-collapse:collapse;margin:1em 0}th,td{padding:.15em .8em;text-align:left;border-bottom:1px solid #8884;vertical-align:top}` +
	`.r{text-align:right;font-variant-numeric:tabular-nums}`

// HTML writes a report as a page of its own that loads nothing. Names are escaped.
func HTML(w io.Writer, r *Report, _ Options) error {
	title := r.Title
	first := func(text string) { title = cmp.Or(title, text) }
	p := &page{Writer: bufio.NewWriter(w), paragraph: first, list: func(texts []string) { first(texts[0]) }}
	_ = p.write(r) // without tables there is no error
	fmt.Fprintf(p, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n", escaped(title), style)
	p.paragraph = func(text string) { fmt.Fprintf(p, "<p>%s</p>\n", escaped(text)) }
	p.list = func(texts []string) {
		p.WriteString("<ul>\n")
		for _, s := range texts {
			p.WriteString("<li>" + escaped(s) + "</li>\n")
		}
		p.WriteString("</ul>\n")
	}
	p.table = func(t *Table, columns []int, lines [][]string) { p.WriteString(t.html(columns, lines)) }
	if err := p.write(r); err != nil {
		return err
	}
	p.WriteString("</body>\n</html>\n")
	return p.Flush()
}

func escaped(s string) string { return html.EscapeString(Clean(s)) }

// HTML is the table as people see it, as an element of a page.
func (t *Table) HTML() (string, error) {
	columns, lines, err := t.lines()
	return t.html(columns, lines), err
}

func (t *Table) html(columns []int, lines [][]string) string {
	var b strings.Builder
	row := func(tag string, cells []string) {
		b.WriteString("<tr>")
		for i, text := range cells {
			b.WriteString("<" + tag)
			switch rest := len(columns) - i; {
			case i == len(cells)-1 && rest > 1:
				fmt.Fprintf(&b, ` colspan="%d"`, rest)
			case t.Columns[columns[i]].Align == Right:
				b.WriteString(` class="r"`)
			}
			b.WriteString(">" + escaped(text) + "</" + tag + ">")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("<table>\n<thead>\n")
	row("th", t.heads(columns))
	b.WriteString("</thead>\n<tbody>\n")
	for _, l := range lines {
		row("td", l)
	}
	b.WriteString("</tbody>\n</table>\n")
	return b.String()
}
