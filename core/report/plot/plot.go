// Package plot draws the figures of a result for paper and browser, as SVG and PNG.
//
// A figure becomes a [Picture], a flat list of marks in points from the top left, and
// a picture is written by [SVG] or [PNG]. Colours are roles, so that a page can give
// them by its style, light or dark. The package is pure: values in, bytes out.
package plot

import (
	"math"
	"slices"
	"strconv"

	"fms-tui/core/report/figure"
)

// Role is what a colour means.
type Role int

const (
	Ink    Role = iota // text and what is to be read first
	Muted              // axes and explanations
	Grid               // lines behind everything
	First              // the honest figure, what is chosen
	Second             // the projected figure, what speaks against
	Paper              // the ground
	roles  int  = iota
)

func (r Role) class() string {
	return [roles]string{"ink", "muted", "grid", "first", "second", "paper"}[r]
}

// Light are the colours of a picture on its own, by role, as #rrggbb, and Dark those on a dark
// ground.
var (
	Light = [roles]string{"#1b2430", "#5b6675", "#dde2e8", "#0b66c3", "#c2570c", "#ffffff"}
	Dark  = [roles]string{"#e6ebf1", "#9aa7b6", "#2c3643", "#62aeff", "#f0a060", "#12181f"}
)

// Picture is a drawing with its size in points.
type Picture struct {
	Width, Height float64
	Title         string // for readers who do not see it
	Marks         []Mark
	Ground        string // as #rrggbb; "" for Paper
	Mono          bool   // every character is equally wide
	Pixels        int    // on each side of a point in an image; 0 is 2
}

// Mark is a [Line], an [Area], a [Dot] or a [Text].
type Mark interface{ mark() }

// Line runs through points; NaN leaves a gap.
type Line struct {
	X, Y  []float64
	Role  Role
	Width float64
	Dash  bool
	ID    string // for scripts; "" for none
}

// Area is filled polygons, parted by NaN; where two go round opposite ways, nothing is filled.
type Area struct {
	X, Y    []float64
	Role    Role
	Color   string  // as #rrggbb, in place of the role's; "" for that
	Opacity float64 // 1 covers what is behind
}

// Dot is a disc.
type Dot struct {
	X, Y, R float64
	Role    Role
	Opacity float64
	Name    string // what it is, for who points at it
	ID      string
}

// Text stands at a point of its base line.
type Text struct {
	X, Y   float64
	Text   string
	Size   float64
	Wide   float64 // what it takes from X on, evenly; 0 is as wide as it comes
	Role   Role
	Color  string // as Area's
	Anchor Anchor
	Bold   bool
}

// Anchor is the part of a text that stands at its point.
type Anchor int

const (
	Start Anchor = iota
	Middle
	End
)

func (*Line) mark() {}
func (*Area) mark() {}
func (*Dot) mark()  {}
func (*Text) mark() {}

func (p *Picture) add(marks ...Mark) { p.Marks = append(p.Marks, marks...) }

// line adds a straight line.
func (p *Picture) line(x0, y0, x1, y1 float64, role Role, width float64) *Line {
	l := &Line{X: []float64{x0, x1}, Y: []float64{y0, y1}, Role: role, Width: width}
	p.add(l)
	return l
}

const textSize = 12.

func (p *Picture) text(x, y float64, text string, role Role, anchor Anchor) {
	p.add(&Text{X: x, Y: y, Text: text, Size: textSize, Role: role, Anchor: anchor})
}

// textWidth is about the width of a text: pictures are laid out before anybody knows
// the reader's font.
func textWidth(s string) float64 { return .55 * textSize * float64(len([]rune(s))) }

// scale maps [low, high] to the points from a to b.
type scale struct{ low, high, a, b float64 }

func (s scale) at(x float64) float64 {
	if s.high == s.low {
		return (s.a + s.b) / 2
	}
	return s.a + (x-s.low)/(s.high-s.low)*(s.b-s.a)
}

// span is the range of the finite values, and false where there are none.
func span(lists ...[]float64) (low, high float64, ok bool) {
	finite := slices.DeleteFunc(slices.Concat(lists...), func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
	if len(finite) == 0 {
		return 0, 0, false
	}
	return slices.Min(finite), slices.Max(finite), true
}

// frame is a picture with two axes, which the part from left to bottom lies between.
type frame struct {
	*Picture
	left, top, right, bottom float64
	x, y                     scale
}

// newFrame is an empty frame, with the lowest and the highest value of each axis.
func newFrame(title string, width, height, left, right, low, high float64) *frame {
	f := &frame{Picture: &Picture{Width: width, Height: height, Title: title}, left: 56, top: 34, right: width - 24, bottom: height - 48}
	f.x, f.y = scale{left, right, f.left, f.right}, scale{low, high, f.bottom, f.top}
	return f
}

// digits is a format of ticks.
func digits(n int) func(float64) string {
	return func(v float64) string { return strconv.FormatFloat(v, 'g', n, 64) }
}

// axes draws grid lines, ticks and titles.
func (f *frame) axes(xTitle, yTitle string, x, y func(float64) string) {
	for _, v := range figure.Ticks(f.y.low, f.y.high, 7) {
		at := f.y.at(v)
		f.line(f.left, at, f.right, at, Grid, 1)
		f.text(f.left-8, at+4, y(v), Muted, End)
	}
	for _, v := range figure.Ticks(f.x.low, f.x.high, 9) {
		at := f.x.at(v)
		f.line(at, f.bottom, at, f.bottom+4, Muted, 1)
		f.text(at, f.bottom+18, x(v), Muted, Middle)
	}
	f.line(f.left, f.bottom, f.right, f.bottom, Muted, 1)
	f.text((f.left+f.right)/2, f.bottom+36, xTitle, Muted, Middle)
	f.text(f.left-34, f.top-12, yTitle, Muted, Start)
}

// points are the points of values, cut where they lie beyond the frame; NaN stays.
func (f *frame) points(xs, ys []float64) (x, y []float64) {
	for i := range xs {
		x, y = append(x, f.x.at(xs[i])), append(y, min(max(f.y.at(ys[i]), f.top), f.bottom))
	}
	return x, y
}
