package plot

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"slices"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// density is how many pixels a point has on each side.
const density = 2

// PNG writes a picture with two pixels a point, in the colours Light. Its font is Go's,
// for a picture of pixels has to have one.
func PNG(w io.Writer, p *Picture) error {
	c := &canvas{
		Image: image.NewRGBA(image.Rect(0, 0, int(math.Ceil(density*p.Width)), int(math.Ceil(density*p.Height)))),
		faces: make(map[float64]font.Face),
	}
	draw.Draw(c, c.Bounds(), image.NewUniform(ink(Paper, 1)), image.Point{}, draw.Src)
	for _, m := range p.Marks {
		switch m := m.(type) {
		case *Line:
			c.line(m)
		case *Area:
			c.fill(m.X, m.Y, ink(m.Role, m.Opacity))
		case *Dot:
			c.disc(m)
		case *Text:
			if err := c.text(m); err != nil {
				return err
			}
		}
	}
	return png.Encode(w, c)
}

type canvas struct {
	draw.Image
	faces map[float64]font.Face
}

// ink is a role's colour of an opacity.
func ink(r Role, opacity float64) color.Color {
	n, err := strconv.ParseUint(Light[r][1:], 16, 32)
	if err != nil {
		panic("plot: " + Light[r] + " is no colour")
	}
	return color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), uint8(math.Round(255 * opacity))}
}

// fill fills a polygon, on the pixels that it touches.
func (c *canvas) fill(x, y []float64, with color.Color) {
	if len(x) == 0 {
		return
	}
	frame := image.Rect(int(density*slices.Min(x)), int(density*slices.Min(y)), int(density*slices.Max(x))+2, int(density*slices.Max(y))+2).Intersect(c.Bounds())
	if frame.Empty() {
		return
	}
	r := vector.NewRasterizer(frame.Dx(), frame.Dy())
	for i := range x {
		px, py := float32(density*x[i])-float32(frame.Min.X), float32(density*y[i])-float32(frame.Min.Y)
		if i == 0 {
			r.MoveTo(px, py)
		} else {
			r.LineTo(px, py)
		}
	}
	r.ClosePath()
	r.Draw(c, frame, image.NewUniform(with), image.Point{})
}

// Lengths of a dash and of the gap after it, in points.
const dash, gap = 5., 4.

// line draws each stretch as a quadrangle of its width.
func (c *canvas) line(l *Line) {
	with := ink(l.Role, 1)
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

func (c *canvas) disc(d *Dot) {
	const sides = 48
	var x, y []float64
	for k := range sides {
		s, t := math.Sincos(2 * math.Pi * float64(k) / sides)
		x, y = append(x, d.X+d.R*t), append(y, d.Y+d.R*s)
	}
	c.fill(x, y, ink(d.Role, d.Opacity))
}

func (c *canvas) text(t *Text) error {
	face := c.faces[t.Size]
	if face == nil {
		parsed, err := opentype.Parse(goregular.TTF)
		if err != nil {
			return err
		}
		if face, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: t.Size * density, DPI: 72, Hinting: font.HintingNone}); err != nil {
			return err
		}
		c.faces[t.Size] = face
	}
	width := float64(font.MeasureString(face, t.Text)) / 64
	x := density*t.X - width*[]float64{0, .5, 1}[t.Anchor]
	(&font.Drawer{
		Dst: c, Src: image.NewUniform(ink(t.Role, 1)), Face: face,
		Dot: fixed.Point26_6{X: fixed.Int26_6(64 * x), Y: fixed.Int26_6(64 * density * t.Y)},
	}).DrawString(t.Text)
	return nil
}
