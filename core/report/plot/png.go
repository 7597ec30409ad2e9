package plot

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// PNG writes a picture in the colours Light. Its fonts are Go's, for a picture of pixels has to
// have one.
func PNG(w io.Writer, p *Picture) error {
	img, _ := Image(p)
	return png.Encode(w, img)
}

// Image is a picture of pixels. A character that the font does not have is a question mark, and
// the first of them is an error beside the image.
func Image(p *Picture) (*image.RGBA, error) {
	c := &canvas{density: float64(cmp.Or(p.Pixels, 2)), mono: p.Mono, faces: make(map[faceOf]font.Face)}
	c.RGBA = image.NewRGBA(image.Rect(0, 0, int(math.Ceil(c.density*p.Width)), int(math.Ceil(c.density*p.Height))))
	draw.Draw(c, c.Bounds(), image.NewUniform(ink(Paper, p.Ground, 1)), image.Point{}, draw.Src)
	for _, m := range p.Marks {
		switch m := m.(type) {
		case *Line:
			c.line(m)
		case *Area:
			c.fill(m.X, m.Y, ink(m.Role, m.Color, m.Opacity))
		case *Dot:
			x, y := Disc(m.X, m.Y, m.R)
			c.fill(x, y, ink(m.Role, "", m.Opacity))
		case *Text:
			c.text(m)
		}
	}
	return c.RGBA, c.missing
}

type canvas struct {
	*image.RGBA
	density float64 // pixels on each side of a point
	mono    bool
	faces   map[faceOf]font.Face
	missing error
}

// faceOf tells faces apart.
type faceOf struct {
	size float64
	bold bool
}

// ink is a role's colour, or another one, of an opacity.
func ink(r Role, hex string, opacity float64) color.Color {
	hex = cmp.Or(hex, Light[r])
	n, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		panic("plot: " + hex + " is no colour")
	}
	return color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), uint8(math.Round(255 * opacity))}
}

func (c *canvas) fill(x, y []float64, with color.Color) {
	left, right, ok := span(x)
	top, bottom, _ := span(y)
	frame := image.Rect(int(c.density*left), int(c.density*top), int(c.density*right)+2, int(c.density*bottom)+2).Intersect(c.Bounds())
	if !ok || frame.Empty() {
		return
	}
	r := vector.NewRasterizer(frame.Dx(), frame.Dy())
	begins := true
	for i := range x {
		px, py := float32(c.density*x[i]-float64(frame.Min.X)), float32(c.density*y[i]-float64(frame.Min.Y))
		switch {
		case math.IsNaN(x[i]):
			r.ClosePath()
		case begins:
			r.MoveTo(px, py)
		default:
			r.LineTo(px, py)
		}
		begins = math.IsNaN(x[i])
	}
	r.ClosePath()
	r.Draw(c, frame, image.NewUniform(with), image.Point{})
}

// Lengths of a dash and of the gap after it, in points.
const dash, gap = 5., 4.

// line draws each stretch as a quadrangle of its width.
func (c *canvas) line(l *Line) {
	with := ink(l.Role, "", 1)
	along := 0.
	for i := 1; i < len(l.X); i++ {
		x, y, dx, dy := l.X[i-1], l.Y[i-1], l.X[i]-l.X[i-1], l.Y[i]-l.Y[i-1]
		length := math.Hypot(dx, dy)
		if !(length > 0) {
			continue
		}
		stretch := func(from, to float64) {
			nx, ny := -dy/length*l.Width/2, dx/length*l.Width/2
			x0, y0, x1, y1 := x+dx*from/length, y+dy*from/length, x+dx*to/length, y+dy*to/length
			c.fill([]float64{x0 + nx, x1 + nx, x1 - nx, x0 - nx}, []float64{y0 + ny, y1 + ny, y1 - ny, y0 - ny}, with)
		}
		if !l.Dash {
			stretch(0, length)
			continue
		}
		for at := 0.; at < length; {
			phase := math.Mod(along+at, dash+gap)
			next := at + dash + gap - phase
			if phase < dash {
				next = at + dash - phase
				stretch(at, min(next, length))
			}
			at = next
		}
		along += length
	}
}

// Disc is a circle as a polygon; one of a negative radius goes round the other way.
func Disc(x, y, r float64) (xs, ys []float64) {
	const sides = 48
	for k := range sides {
		s, t := math.Sincos(2 * math.Pi * float64(k) / sides)
		xs, ys = append(xs, x+math.Abs(r)*t), append(ys, y+r*s)
	}
	return xs, ys
}

func (c *canvas) face(of faceOf) font.Face {
	if face := c.faces[of]; face != nil {
		return face
	}
	ttf := goregular.TTF
	switch {
	case c.mono && of.bold:
		ttf = gomonobold.TTF
	case c.mono:
		ttf = gomono.TTF
	}
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		panic("plot: Go's font: " + err.Error())
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: of.size * c.density, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic("plot: Go's font: " + err.Error())
	}
	c.faces[of] = face
	return face
}

func (c *canvas) text(t *Text) {
	d := font.Drawer{Dst: c, Src: image.NewUniform(ink(t.Role, t.Color, 1)), Face: c.face(faceOf{t.Size, t.Bold})}
	letters := []rune(t.Text)
	for i, r := range letters {
		if _, _, _, _, ok := d.Face.Glyph(fixed.Point26_6{}, r); !ok {
			letters[i] = '?'
			if c.missing == nil {
				c.missing = fmt.Errorf("%q (%U) is not in the font", r, r)
			}
		}
	}
	put := func(x float64, text string) {
		d.Dot = fixed.Point26_6{X: fixed.Int26_6(64 * x), Y: fixed.Int26_6(64 * c.density * t.Y)}
		d.DrawString(text)
	}
	if t.Wide == 0 {
		width := float64(d.MeasureString(string(letters))) / 64
		put(c.density*t.X-width*[]float64{0, .5, 1}[t.Anchor], string(letters))
		return
	}
	each := t.Wide / float64(len(slices.DeleteFunc(slices.Clone(letters), joins)))
	x := t.X - each
	for _, r := range letters {
		if !joins(r) {
			x += each
		}
		put(c.density*x, string(r))
	}
}

// joins tells whether a character stands over the one before.
func joins(r rune) bool { return unicode.Is(unicode.Mn, r) }
