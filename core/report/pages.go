package report

import (
	"bufio"
	"cmp"
	"fmt"
	"html"
	"io"
	"strings"
)

// write writes the items as text has them, "" for none, and something between two.
func (r *Report) write(w io.Writer, between string, text func(item) (string, error)) error {
	b, after := bufio.NewWriter(w), false
	if err := r.walk(func(part item) error {
		text, err := text(part)
		if text == "" || err != nil {
			return err
		}
		if after {
			b.WriteString(between)
		}
		after = true
		b.WriteString(text + "\n")
		return nil
	}); err != nil {
		return err
	}
	return b.Flush()
}

// Markdown writes a report in GitHub's Markdown: what people see. Names mean nothing to it: what would be markup is escaped.
func Markdown(w io.Writer, r *Report, _ Options) error {
	return r.write(w, "\n", func(part item) (text string, err error) {
		switch part := part.(type) {
		case Line:
			text = markdown(part.Text)
		case Findings:
			for _, s := range part {
				text += "\n- " + markdown(s)
			}
		case *Table:
			text, err = part.markdown()
		}
		return strings.TrimPrefix(text, "\n"), err
	})
}

func (t *Table) markdown() (string, error) {
	columns, lines, err := t.lines()
	if len(lines) == 0 {
		return "", err
	}
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
	return strings.TrimSuffix(text.String(), "\n"), err
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
	_ = r.walk(func(part item) error {
		line, _ := part.(Line)
		title = cmp.Or(title, line.Text)
		return nil
	})
	fmt.Fprintf(w, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n", escaped(title), style)
	if err := r.write(w, "", func(part item) (text string, err error) {
		switch part := part.(type) {
		case Line:
			if part.Text != "" {
				text = "<p>" + escaped(part.Text) + "</p>"
			}
		case Findings:
			for _, s := range part {
				text += "<li>" + escaped(s) + "</li>\n"
			}
			if text != "" {
				text = "<ul>\n" + text + "</ul>"
			}
		case *Table:
			text, err = part.HTML()
		}
		return text, err
	}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "</body>\n</html>\n")
	return err
}

func escaped(s string) string { return html.EscapeString(Clean(s)) }

// HTML is the table as people see it, as an element of a page; "" of one without rows.
func (t *Table) HTML() (string, error) {
	columns, lines, err := t.lines()
	if len(lines) == 0 {
		return "", err
	}
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
	b.WriteString("</tbody>\n</table>")
	return b.String(), err
}
