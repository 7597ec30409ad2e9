// Package plot draws the figures of a result for paper and browser: the curve of a
// budget, the map of attributes and the weights of a predictor, as SVG and PNG.
//
// A figure becomes a [Picture], a flat list of marks in points from the top left, and
// a picture is written by [SVG] or [PNG]. Colours are roles, so that a page can give
// them by its style, light or dark. The package is pure: values in, bytes out.
package plot

import "math"

// Role is what a colour means.
type Role int

// The roles.
const (
	Ink    Role = iota // text and what is to be read first
	Muted              // axes and explanations
	Grid               // lines behind everything
	First              // the honest figure, what is chosen
	Second             // the projected figure, what speaks against
	Paper              // the ground
	roles  int  = iota
)

// class is a role's name in style sheets.
func (r Role) class() string {
	return [roles]string{"ink", "muted", "grid", "first", "second", "paper"}[r]
}

// Light are the colours of a picture on its own, by role, as #rrggbb.
var Light = [roles]string{"#1b2430", "#5b6675", "#dde2e8", "#0b66c3", "#c2570c", "#ffffff"}

// Dark are the same on a dark ground.
var Dark = [roles]string{"#e6ebf1", "#9aa7b6", "#2c3643", "#62aeff", "#f0a060", "#12181f"}

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
	ID      string
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
	ID     string
}

// Anchor is the part of a text that stands at its point.
type Anchor int

// The anchors.
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

// textWidth is about the width of a text: pictures are laid out before anybody knows
// the reader's font.
func textWidth(s string, size float64) float64 { return .55 * size * float64(len([]rune(s))) }

// box is the part of a picture in which figures lie.
type box struct{ left, top, right, bottom float64 }

// scale maps [low, high] to the points from a to b.
type scale struct{ low, high, a, b float64 }

func (s scale) at(x float64) float64 {
	if s.high == s.low {
		return (s.a + s.b) / 2
	}
	return s.a + (x-s.low)/(s.high-s.low)*(s.b-s.a)
}

// ticks are the round numbers within a range, about n of them: multiples of 1, 2 or 5
// times a power of ten.
func ticks(low, high float64, n int) []float64 {
	if !(high > low) || math.IsInf(high-low, 0) {
		return nil
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/float64(n))))
	for _, m := range []float64{2, 2.5, 2} { // 2, 5, 10
		if (high-low)/step <= float64(n)*1.2 {
			break
		}
		step *= m
	}
	var all []float64
	for k := math.Ceil(low/step - 1e-9); k*step <= high+1e-9*step; k++ {
		all = append(all, k*step+0) // not -0
	}
	return all
}

// span is the range of the finite values, and false where there are none.
func span(lists ...[]float64) (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, list := range lists {
		for _, x := range list {
			if !math.IsNaN(x) && !math.IsInf(x, 0) {
				low, high = min(low, x), max(high, x)
			}
		}
	}
	return low, high, low <= high
}

const textSize = 12.

// axes draws grid lines, ticks and titles.
func (p *Picture) axes(b box, x, y scale, xTitle, yTitle string, format func(float64) string, yFormat func(float64) string) {
	for _, v := range ticks(y.low, y.high, 5) {
		at := y.at(v)
		p.add(&Line{X: []float64{b.left, b.right}, Y: []float64{at, at}, Role: Grid, Width: 1},
			&Text{X: b.left - 8, Y: at + 4, Text: yFormat(v), Size: textSize, Role: Muted, Anchor: End})
	}
	for _, v := range ticks(x.low, x.high, 7) {
		at := x.at(v)
		p.add(&Line{X: []float64{at, at}, Y: []float64{b.bottom, b.bottom + 4}, Role: Muted, Width: 1},
			&Text{X: at, Y: b.bottom + 18, Text: format(v), Size: textSize, Role: Muted, Anchor: Middle})
	}
	p.add(&Line{X: []float64{b.left, b.right}, Y: []float64{b.bottom, b.bottom}, Role: Muted, Width: 1},
		&Text{X: (b.left + b.right) / 2, Y: b.bottom + 36, Text: xTitle, Size: textSize, Role: Muted, Anchor: Middle},
		&Text{X: b.left - 34, Y: b.top - 12, Text: yTitle, Size: textSize, Role: Muted, Anchor: Start})
}
