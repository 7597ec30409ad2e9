package plot

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
)

// Style is the style sheet of marks, with the colours of the custom properties
// --ink, --muted and so on.
func Style() string {
	var b strings.Builder
	for r := range Role(roles) {
		fmt.Fprintf(&b, ".f-%[1]s{fill:var(--%[1]s)}.s-%[1]s{stroke:var(--%[1]s);fill:none}", r.class())
	}
	return b.String()
}

// Colors are the custom properties of a palette.
func Colors(palette [roles]string) string {
	var b strings.Builder
	for r := range Role(roles) {
		fmt.Fprintf(&b, "--%s:%s;", r.class(), palette[r])
	}
	return b.String()
}

// Fonts of pictures, of which the reader has one.
const family, monoFamily = "system-ui, sans-serif", "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

// SVG writes a picture as a file of its own, in the colours Light on paper.
func SVG(w io.Writer, p *Picture) error {
	b := bufio.NewWriter(w)
	fonts, space := family, ""
	if p.Mono {
		fonts, space = monoFamily, ` xml:space="preserve"`
	}
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%[1]g\" height=\"%[2]g\" viewBox=\"0 0 %[1]g %[2]g\" role=\"img\" font-family=\"%[3]s\"%[4]s>\n",
		p.Width, p.Height, fonts, space)
	fmt.Fprintf(b, "<title>%s</title>\n<metadata>fms-tui</metadata>\n<style>svg{%s}%s</style>\n<rect width=\"100%%\" height=\"100%%\" %s/>\n", escaped(p.Title), Colors(Light), Style(), filled(Paper, p.Ground))
	p.marks(b)
	b.WriteString("</svg>\n")
	return b.Flush()
}

// filled is the attribute of a fill.
func filled(r Role, color string) string {
	if color != "" {
		return `fill="` + color + `"`
	}
	return `class="f-` + r.class() + `"`
}

// Inline is a picture for a page that holds Style and a palette.
func Inline(p *Picture) string {
	var text strings.Builder
	b := bufio.NewWriter(&text)
	fmt.Fprintf(b, "<svg viewBox=\"0 0 %g %g\" role=\"img\" aria-label=\"%s\">\n", p.Width, p.Height, escaped(p.Title))
	p.marks(b)
	b.WriteString("</svg>")
	b.Flush()
	return text.String()
}

func (p *Picture) marks(b *bufio.Writer) {
	for _, m := range p.Marks {
		switch m := m.(type) {
		case *Line:
			dash := ""
			if m.Dash {
				dash = ` stroke-dasharray="5 4"`
			}
			fmt.Fprintf(b, "<path%s class=\"s-%s\" d=\"%s\" stroke-width=\"%g\"%s/>\n", id(m.ID), m.Role.class(), path(m.X, m.Y, false), m.Width, dash)
		case *Area:
			fmt.Fprintf(b, "<path %s d=\"%s\" fill-opacity=\"%g\"/>\n", filled(m.Role, m.Color), path(m.X, m.Y, true), m.Opacity)
		case *Dot:
			fmt.Fprintf(b, "<circle%s class=\"f-%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill-opacity=\"%g\"><title>%s</title></circle>\n",
				id(m.ID), m.Role.class(), m.X, m.Y, m.R, m.Opacity, escaped(m.Name))
		case *Text:
			more := ""
			if m.Bold {
				more = ` font-weight="bold"`
			}
			if m.Wide > 0 {
				more += fmt.Sprintf(` textLength="%g" lengthAdjust="spacingAndGlyphs"`, m.Wide)
			}
			fmt.Fprintf(b, "<text %s x=\"%.1f\" y=\"%.1f\" font-size=\"%g\" text-anchor=\"%s\"%s>%s</text>\n",
				filled(m.Role, m.Color), m.X, m.Y, m.Size, [...]string{"start", "middle", "end"}[m.Anchor], more, escaped(m.Text))
		}
	}
}

func id(s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf(" id=\"%s\"", s)
}

// path is the path data of points, a new piece after each gap.
func path(x, y []float64, close bool) string {
	var b strings.Builder
	mark := "M"
	for i := range x {
		if math.IsNaN(x[i]) || math.IsNaN(y[i]) {
			mark = "M"
			continue
		}
		fmt.Fprintf(&b, "%s%.1f %.1f", mark, x[i], y[i])
		mark = "L"
	}
	if close {
		b.WriteString("Z")
	}
	return b.String()
}

// escaped is a text in SVG; characters that XML does not have become U+FFFD.
func escaped(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic("plot: a strings.Builder has no errors")
	}
	return b.String()
}
