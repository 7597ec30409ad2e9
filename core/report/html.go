package report

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// style is all that a page needs.
const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:72em;margin:2em auto;padding:0 1em}` +
	`table{border-collapse:collapse;margin:1em 0}th,td{padding:.15em .8em;text-align:left;border-bottom:1px solid #8884;vertical-align:top}` +
	`.r{text-align:right;font-variant-numeric:tabular-nums}svg{max-width:100%;height:auto}`

// HTML writes a report as a page of its own that loads nothing: what people see,
// and charts as pictures. Names are escaped.
func HTML(w io.Writer, r *Report, _ Options) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n", escaped(r.title()), style)
	if err := htmlSection(b, &r.Section); err != nil {
		return err
	}
	b.WriteString("</body>\n</html>\n")
	return b.Flush()
}

func escaped(s string) string { return html.EscapeString(Clean(s)) }

func htmlSection(b *bufio.Writer, s *Section) error {
	for _, item := range s.Items {
		var err error
		switch item := item.(type) {
		case *Chart:
			item.svg(b)
		case *Section:
			err = htmlSection(b, item)
		default:
			one := Section{Items: []Item{item}}
			list := func(texts []string) {
				b.WriteString("<ul>\n")
				for _, s := range texts {
					b.WriteString("<li>" + escaped(s) + "</li>\n")
				}
				b.WriteString("</ul>\n")
			}
			err = one.pieces(func(s string) { fmt.Fprintf(b, "<p>%s</p>\n", escaped(s)) }, list, func(t *Table, columns []int, lines [][]string) { t.html(b, columns, lines) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// HTML is the table as people see it, as an element of a page.
func (t *Table) HTML() (string, error) {
	var text strings.Builder
	columns := t.shown()
	lines, err := t.lines(columns)
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

// Size of a picture.
const svgWidth, svgHeight, svgMargin = 720., 300., 30.

// svg draws the curves of a chart, each with its band as error bars.
func (c *Chart) svg(b *bufio.Writer) {
	var xs, ys []float64
	for _, s := range c.Curves {
		xs = append(xs, s.X...)
		ys = append(append(append(ys, s.Y...), s.Low...), s.High...)
	}
	x, y := span(xs, svgMargin, svgWidth-svgMargin), span(ys, svgHeight-svgMargin, svgMargin)
	fmt.Fprintf(b, "<figure><figcaption>%s</figcaption>\n<svg viewBox=\"0 0 %g %g\" role=\"img\">\n", escaped(c.Title), svgWidth, svgHeight)
	for i, s := range c.Curves {
		color := fmt.Sprintf("hsl(%d 65%% 45%%)", 137*i%360)
		var path strings.Builder
		mark := "M"
		for k := range s.X {
			if !finite(s.X[k], s.Y[k]) {
				mark = "M"
				continue
			}
			fmt.Fprintf(&path, "%s%.1f %.1f", mark, x(s.X[k]), y(s.Y[k]))
			mark = "L"
			if s.Low != nil && finite(s.Low[k], s.High[k]) {
				fmt.Fprintf(b, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"%s\" stroke-opacity=\".5\"/>\n", x(s.X[k]), y(s.Low[k]), y(s.High[k]), color)
			}
		}
		fmt.Fprintf(b, "<path d=\"%s\" fill=\"none\" stroke=\"%s\"><title>%s</title></path>\n", path.String(), color, escaped(s.Name))
		fmt.Fprintf(b, "<text x=\"%g\" y=\"%d\" fill=\"%s\" font-size=\"12\">%s</text>\n", svgWidth-150, 20+14*i, color, escaped(s.Name))
	}
	b.WriteString("</svg></figure>\n")
}

// span maps the range of what is finite among values to that between two ends.
func span(values []float64, from, to float64) func(float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if finite(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	return func(v float64) float64 {
		if !(high > low) {
			return (from + to) / 2
		}
		return from + (v-low)/(high-low)*(to-from)
	}
}

func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
