// Package plot draws the figures of a result for paper and browser: the curve of a
// budget, the map of attributes and the weights of a predictor, as SVG and PNG.
//
// A figure becomes a [Picture], a flat list of marks in points from the top left, and
// a picture is written by [SVG] or [PNG]. Colours are roles, so that a page can give
// them by its style, light or dark. The package is pure: values in, bytes out.
package plot

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

// Area is a filled polygon.
type Area struct {
	X, Y    []float64
	Role    Role
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
	Role   Role
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
