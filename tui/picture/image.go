// Package picture draws a screen's cells: as an image of pixels, or as SVG. Letters are the Go fonts'; lines, blocks
// and marks are shapes that fill their cells, so that neighbours join.
package picture

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"fms-tui/core/report/plot"
)

// A cell in pixels. Its halves and quarters are whole numbers, so that braille
// dots are equally far apart in all directions.
const (
	CellW, CellH = 10, 20
	baseline     = 15    // of text, from the cell's top
	fontSize     = 16.66 // a character advances by CellW
	Margin       = 10    // around all cells
)

// Ground is what a terminal paints with where the program does not say.
type Ground struct{ Text, Back color.RGBA }

var Grounds = map[string]Ground{
	"dark":  {Text: color.RGBA{0xe0, 0xe0, 0xe0, 0xff}, Back: color.RGBA{0x11, 0x12, 0x16, 0xff}},
	"light": {Text: color.RGBA{0x1c, 0x1c, 0x1c, 0xff}, Back: color.RGBA{0xff, 0xff, 0xff, 0xff}},
}

// SVG and PNG write what Of returns.
var SVG, PNG = plot.SVG, plot.PNG

// Of is a screen as marks: what lies behind a run of equal looks, its shapes, and its text, which
// stays text. The same cells give the same picture.
func Of[Row ~[]uv.Cell](cells []Row, on Ground) *plot.Picture {
	p := &plot.Picture{Width: 2 * Margin, Height: float64(len(cells)*CellH + 2*Margin), Ground: hex(on.Back), Mono: true, Pixels: 1}
	// first all backgrounds: characters may reach into their neighbours
	for _, draw := range []func(x, y int, run []uv.Cell, p *plot.Picture){on.behind, on.front} {
		for y, row := range cells {
			p.Width = max(p.Width, float64(len(row)*CellW+2*Margin))
			for x := 0; x < len(row); {
				end := x + 1
				for end < len(row) && row[end].Style.Equal(&row[x].Style) {
					end++
				}
				draw(x, y, row[x:end], p)
				x = end
			}
		}
	}
	return p
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// penAt draws in a colour from the corner of a cell.
func penAt(x, y int, with color.RGBA) *pen {
	return &pen{at(x, y).Min, plot.Area{Color: hex(with), Opacity: 1}}
}

func (on Ground) behind(x, y int, run []uv.Cell, p *plot.Picture) {
	if _, back := on.colors(run[0].Style); back != on.Back {
		area := penAt(x, y, back)
		area.rectangle(0, 0, float64(len(run)*CellW), CellH)
		p.Marks = append(p.Marks, &area.Area)
	}
}

func (on Ground) front(x, y int, run []uv.Cell, p *plot.Picture) {
	style := run[0].Style
	ink, back := on.colors(style)
	shapes, text := penAt(x, y, ink), make([]rune, 0, len(run))
	for i, c := range run {
		shapes.corner = at(x+i, y).Min
		for _, r := range cmp.Or(c.Content, " ") {
			share, shaded := shades[r]
			switch draw := shapeOf(r); {
			case shaded:
				area := penAt(x+i, y, mixed(ink, back, share))
				area.rectangle(0, 0, CellW, CellH)
				p.Marks = append(p.Marks, &area.Area)
			case draw != nil:
				draw(shapes)
			default:
				text = append(text, r)
				continue
			}
			text = append(text, ' ')
			break
		}
	}
	shapes.corner = at(x, y).Min
	if style.Underline != ansi.UnderlineNone {
		shapes.rectangle(0, baseline+2, float64(len(run)*CellW), baseline+3)
	}
	if len(shapes.X) > 0 {
		p.Marks = append(p.Marks, &shapes.Area)
	}
	if said := string(text); strings.TrimSpace(said) != "" {
		p.Marks = append(p.Marks, &plot.Text{
			X: float64(shapes.corner.X), Y: float64(shapes.corner.Y + baseline), Text: strings.ReplaceAll(said, " ", "\u00a0"),
			Size: fontSize, Wide: float64(len(run) * CellW), Color: hex(ink), Bold: style.Attrs&uv.AttrBold != 0,
		})
	}
}

func at(x, y int) image.Rectangle {
	return image.Rect(0, 0, CellW, CellH).Add(image.Pt(Margin+x*CellW, Margin+y*CellH))
}

// colors returns the colours of a cell's text and background, reversed and faint if the style says so.
func (on Ground) colors(s uv.Style) (text, back color.RGBA) {
	text, back = on.Text, on.Back
	if s.Fg != nil {
		text = color.RGBAModel.Convert(s.Fg).(color.RGBA)
	}
	if s.Bg != nil {
		back = color.RGBAModel.Convert(s.Bg).(color.RGBA)
	}
	if s.Attrs&uv.AttrReverse != 0 {
		text, back = back, text
	}
	if s.Attrs&uv.AttrFaint != 0 {
		text = mixed(text, back, 0.5)
	}
	return text, back
}

// mixed is a colour with a share of one, and of the other the rest.
func mixed(one, other color.RGBA, share float64) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(share*float64(a) + (1-share)*float64(b) + 0.5) }
	return color.RGBA{mix(one.R, other.R), mix(one.G, other.G), mix(one.B, other.B), 0xff}
}
