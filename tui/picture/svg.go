package picture

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"strconv"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// SVG writes the screen as SVG: text stays text, in runs of equal looks. The only
// error is w's.
func SVG(w io.Writer, cells [][]uv.Cell, on Ground) error {
	columns := 0
	for _, row := range cells {
		columns = max(columns, len(row))
	}
	s := &svg{ground: on}
	wide, high := columns*CellW+2*Margin, len(cells)*CellH+2*Margin
	fmt.Fprintf(&s.out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="%g" xml:space="preserve">`+"\n", wide, high, wide, high, fontSize)
	fmt.Fprintf(&s.out, `<rect width="%d" height="%d" fill="%s"/>`+"\n", wide, high, hex(on.Back))
	for y, row := range cells {
		for _, draw := range []func(x, y int, run []uv.Cell){s.back, s.front} {
			for x := 0; x < len(row); {
				end := x + 1
				for end < len(row) && row[end].Style.Equal(&row[x].Style) {
					end++
				}
				draw(x, y, row[x:end])
				x = end
			}
		}
	}
	s.out.WriteString("</svg>\n")
	_, err := io.WriteString(w, s.out.String())
	return err
}

// svg is a screen being written.
type svg struct {
	ground Ground
	out    strings.Builder
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// back fills what lies behind a run of cells of one style.
func (s *svg) back(x, y int, run []uv.Cell) {
	if _, back := s.ground.colors(run[0].Style); back != s.ground.Back {
		fmt.Fprintf(&s.out, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", Margin+x*CellW, Margin+y*CellH, len(run)*CellW, CellH, hex(back))
	}
}

// front writes the text of a run, and draws its shapes as one path.
func (s *svg) front(x, y int, run []uv.Cell) {
	style := run[0].Style
	ink, back := s.ground.colors(style)
	shapes := &outline{}
	var text strings.Builder
	for i, c := range run {
		r, _ := first(c.Content)
		in := at(x+i, y)
		if share, shaded := shades[r]; shaded {
			fmt.Fprintf(&s.out, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", in.Min.X, in.Min.Y, CellW, CellH, hex(mixed(ink, back, share)))
			text.WriteByte(' ')
		} else if draw := shapeOf(r); draw != nil {
			shapes.x, shapes.y = float32(in.Min.X), float32(in.Min.Y)
			draw(&pen{shapes})
			text.WriteByte(' ')
		} else {
			text.WriteString(c.Content)
		}
	}
	if style.Underline != ansi.UnderlineNone {
		shapes.x, shapes.y = float32(Margin+x*CellW), float32(Margin+y*CellH)
		(&pen{shapes}).rectangle(0, baseline+2, float32(len(run)*CellW), baseline+3)
	}
	if shapes.d.Len() > 0 {
		fmt.Fprintf(&s.out, `<path fill="%s" d="%s"/>`+"\n", hex(ink), shapes.d.String())
	}
	if strings.TrimSpace(text.String()) == "" {
		return
	}
	weight := ""
	if style.Attrs&uv.AttrBold != 0 {
		weight = ` font-weight="bold"`
	}
	fmt.Fprintf(&s.out, `<text x="%d" y="%d" textLength="%d" lengthAdjust="spacingAndGlyphs" fill="%s"%s>%s</text>`+"\n",
		Margin+x*CellW, Margin+y*CellH+baseline, len(run)*CellW, hex(ink), weight, html.EscapeString(strings.ReplaceAll(text.String(), " ", "\u00a0")))
}

// first is the first rune of a cell, and whether there is one.
func first(content string) (rune, bool) {
	for _, r := range content {
		return r, true
	}
	return 0, false
}

// outline is a path as SVG writes it, from a cell's corner.
type outline struct {
	x, y float32
	d    strings.Builder
}

func (o *outline) to(command byte, points ...float32) {
	o.d.WriteByte(command)
	for i, p := range points {
		if i > 0 {
			o.d.WriteByte(' ')
		}
		from := o.x
		if i%2 == 1 {
			from = o.y
		}
		o.d.WriteString(strconv.FormatFloat(float64(from+p), 'f', -1, 32))
	}
}

func (o *outline) MoveTo(x, y float32) { o.to('M', x, y) }

func (o *outline) LineTo(x, y float32) { o.to('L', x, y) }

func (o *outline) CubeTo(bx, by, cx, cy, dx, dy float32) { o.to('C', bx, by, cx, cy, dx, dy) }

func (o *outline) ClosePath() { o.d.WriteByte('Z') }
