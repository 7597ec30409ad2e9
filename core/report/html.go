package report

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"fms-tui/core/report/plot"
)

// style is all that a page needs.
var style = `body{font:15px/1.5 system-ui,sans-serif;max-width:72em;margin:2em auto;padding:0 1em}` +
	`table{border-collapse:collapse;margin:1em 0}th,td{padding:.15em .8em;text-align:left;border-bottom:1px solid #8884;vertical-align:top}` +
	`.r{text-align:right;font-variant-numeric:tabular-nums}svg{max-width:100%;height:auto}:root{` + plot.Colors(plot.Light) + `}` + plot.Style()

// HTML writes a report as a page of its own that loads nothing: what people see,
// and charts as pictures. Names are escaped.
func HTML(w io.Writer, r *Report, _ Options) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n", escaped(r.title()), style)
	if err := r.walk(func(item Item) error { return htmlItem(b, item) }); err != nil {
		return err
	}
	b.WriteString("</body>\n</html>\n")
	return b.Flush()
}

func escaped(s string) string { return html.EscapeString(Clean(s)) }

func htmlItem(b *bufio.Writer, item Item) error {
	paragraph := func(s string) {
		if s != "" {
			fmt.Fprintf(b, "<p>%s</p>\n", escaped(s))
		}
	}
	switch item := item.(type) {
	case Sentence:
		paragraph(string(item))
	case Line:
		paragraph(string(item))
	case Findings:
		if len(item) > 0 {
			b.WriteString("<ul>\n<li>")
			for i, s := range item {
				if i > 0 {
					b.WriteString("</li>\n<li>")
				}
				b.WriteString(escaped(s))
			}
			b.WriteString("</li>\n</ul>\n")
		}
	case *Chart:
		curves := slices.Clone(item.Curves)
		for i := range curves {
			curves[i].Name = Clean(curves[i].Name)
		}
		fmt.Fprintf(b, "<figure><figcaption>%s</figcaption>\n%s</figure>\n", escaped(item.Title), plot.Inline(plot.Lines(Clean(item.Title), Clean(item.X), Clean(item.Y), curves)))
	case *Table:
		columns, lines, err := item.visible()
		if err != nil {
			return err
		}
		if len(lines) > 0 {
			item.html(b, columns, lines)
		}
	}
	return nil
}

// HTML is the table as people see it, as an element of a page.
func (t *Table) HTML() (string, error) {
	var text strings.Builder
	columns, lines, err := t.visible()
	b := bufio.NewWriter(&text)
	t.html(b, columns, lines)
	b.Flush()
	return text.String(), err
}

func (t *Table) html(b *bufio.Writer, columns []int, lines [][]string) {
	b.WriteString("<table>\n<thead>\n")
	t.htmlRow(b, "th", columns, t.heads(columns))
	b.WriteString("</thead>\n<tbody>\n")
	for _, l := range lines {
		t.htmlRow(b, "td", columns, l)
	}
	b.WriteString("</tbody>\n</table>\n")
}

func (t *Table) htmlRow(b *bufio.Writer, tag string, columns []int, cells []string) {
	b.WriteString("<tr>")
	for i, text := range cells {
		b.WriteString("<" + tag)
		switch rest := len(columns) - i; {
		case i == len(cells)-1 && rest > 1:
			fmt.Fprintf(b, ` colspan="%d"`, rest)
		case t.Columns[columns[i]].Align == Right:
			b.WriteString(` class="r"`)
		}
		b.WriteString(">" + escaped(text) + "</" + tag + ">")
	}
	b.WriteString("</tr>\n")
}
