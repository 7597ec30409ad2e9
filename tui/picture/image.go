// Package picture draws a screen's cells: as an image of pixels, or as SVG. Letters
// are the Go fonts'; lines, blocks and marks are shapes that fill their cells, so that
// neighbours join.
package picture

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"slices"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
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

// Grounds are a dark one and a light one.
var Grounds = map[string]Ground{
	"dark":  {Text: color.RGBA{0xe0, 0xe0, 0xe0, 0xff}, Back: color.RGBA{0x11, 0x12, 0x16, 0xff}},
	"light": {Text: color.RGBA{0x1c, 0x1c, 0x1c, 0xff}, Back: color.RGBA{0xff, 0xff, 0xff, 0xff}},
}

// picture is an image on its way.
type picture struct {
	*image.RGBA
	ground        Ground
	regular, bold font.Face
	cell          vector.Rasterizer
}

// Draw returns the image of a screen: the same cells give the same image. A character
// without a glyph is a question mark, and the first such character is an error beside
// the image.
func Draw(cells [][]uv.Cell, on Ground) (*image.RGBA, error) {
	w := 0
	for _, row := range cells {
		w = max(w, len(row))
	}
	p := &picture{ground: on, RGBA: image.NewRGBA(image.Rect(0, 0, w*CellW+2*Margin, len(cells)*CellH+2*Margin))}
	var err, missing error
	if p.regular, err = face(gomono.TTF); err != nil {
		return nil, err
	}
	if p.bold, err = face(gomonobold.TTF); err != nil {
		return nil, err
	}
	draw.Draw(p, p.Bounds(), image.NewUniform(on.Back), image.Point{}, draw.Src)
	// first all backgrounds: characters may reach into their neighbours
	for y, row := range cells {
		for x, c := range row {
			_, back := p.ground.colors(c.Style)
			draw.Draw(p, at(x, y), image.NewUniform(back), image.Point{}, draw.Src)
		}
	}
	for y, row := range cells {
		for x, c := range row {
			if err := p.character(at(x, y), c); err != nil && missing == nil {
				missing = fmt.Errorf("row %d, column %d: %w", y+1, x+1, err)
			}
		}
	}
	return p.RGBA, missing
}

// face is a font at the size of the cells.
func face(ttf []byte) (font.Face, error) {
	f, err := opentype.Parse(ttf)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: fontSize, DPI: 72})
}

// at is where a cell is in the image.
func at(x, y int) image.Rectangle {
	return image.Rect(0, 0, CellW, CellH).Add(image.Pt(Margin+x*CellW, Margin+y*CellH))
}

// colors returns the colours of a cell's text and background, reversed and faint if the
// style says so.
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

// character draws what is in a cell.
func (p *picture) character(in image.Rectangle, c uv.Cell) error {
	text, back := p.ground.colors(c.Style)
	ink := image.NewUniform(text)
	if c.Style.Underline != ansi.UnderlineNone {
		line := image.Rect(in.Min.X, in.Min.Y+baseline+2, in.Max.X, in.Min.Y+baseline+3)
		draw.Draw(p, line, ink, image.Point{}, draw.Src)
	}
	for _, r := range c.Content {
		if share, ok := shades[r]; ok {
			draw.Draw(p, in, image.NewUniform(mixed(text, back, share)), image.Point{}, draw.Src)
			continue
		}
		if s := shapeOf(r); s != nil {
			p.cell.Reset(CellW, CellH)
			s(&pen{&p.cell})
			p.cell.Draw(p, in, ink, image.Point{})
			continue
		}
		if err := p.set(in, ink, r, c.Style.Attrs&uv.AttrBold != 0); err != nil {
			return err
		}
	}
	return nil
}

// set draws a character of the font.
func (p *picture) set(in image.Rectangle, ink image.Image, r rune, bold bool) error {
	f := p.regular
	if bold {
		f = p.bold
	}
	where, mask, from, _, ok := f.Glyph(fixed.P(in.Min.X, in.Min.Y+baseline), r)
	if !ok {
		if r != '?' {
			_ = p.set(in, ink, '?', bold)
		}
		return fmt.Errorf("%q (%U) is not in the font, and no shape is known for it: shape.go has the shapes", r, r)
	}
	draw.DrawMask(p, where, ink, image.Point{}, mask, from, draw.Over)
	return nil
}

// Paletted is the image in 256 colours, which makes a file of a third. An image
// of more than these, most of them between a text and its background, keeps the
// frequent ones; others become the nearest of them, and differ from it by less
// than a step that is as small as it can be.
func Paletted(img *image.RGBA) *image.Paletted {
	count := make(map[color.RGBA]int)
	for i := 0; i < len(img.Pix); i += 4 {
		count[rgba(img.Pix[i:])]++
	}
	all := make([]color.RGBA, 0, len(count))
	for c := range count {
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b color.RGBA) int { // of equals the darker first, not one by chance
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var kept color.Palette
	for step := 1; ; step++ {
		if kept = apart(all, step); len(kept) <= 256 {
			break
		}
	}
	p := image.NewPaletted(img.Bounds(), kept)
	index := make(map[color.RGBA]uint8, len(all))
	for _, c := range all {
		index[c] = uint8(kept.Index(c))
	}
	for i := range p.Pix { // both images are rows without gaps
		p.Pix[i] = index[rgba(img.Pix[4*i:])]
	}
	return p
}

func rgba(pix []uint8) color.RGBA { return color.RGBA{pix[0], pix[1], pix[2], pix[3]} }

// apart are the colours that differ by at least a step, in red, green or blue,
// from all before them that are kept.
func apart(colors []color.RGBA, step int) color.Palette {
	var kept color.Palette
	for _, c := range colors {
		near := func(k color.Color) bool { return distance(c, k.(color.RGBA)) < step }
		if !slices.ContainsFunc(kept, near) {
			kept = append(kept, c)
		}
	}
	return kept
}

// distance is by how much two colours differ where they differ most.
func distance(a, b color.RGBA) int {
	d := func(a, b uint8) int { return int(max(a, b)) - int(min(a, b)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B))
}
