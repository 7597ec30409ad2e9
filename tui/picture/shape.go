package picture

import (
	"image"
	"math"

	"fms-tui/core/report/plot"
)

// shape draws what fills, crosses or is centred in a cell, on its grid exactly:
// what ends at a cell's border goes on in the next one.
type shape func(*pen)

// shapeOf is the shape of a character, nil where the font is to set it.
func shapeOf(r rune) shape {
	switch {
	case r > 0x2800 && r <= 0x28ff:
		return braille(r)
	case r >= '▁' && r <= '█':
		return block(0, 8-float64(r-'▁'+1), 8, 8)
	case r == '▀':
		return block(0, 0, 8, 4)
	case lines[r] != nil:
		return lines[r]
	}
	return marks[r]
}

// shades are blocks as dense as these shares. They are even, not dotted: dots
// would flicker where the picture is shown in another size.
var shades = map[rune]float64{'░': 0.25, '▒': 0.5, '▓': 0.75}

func block(x0, y0, x1, y1 float64) shape {
	return func(p *pen) { p.rectangle(x0*CellW/8, y0*CellH/8, x1*CellW/8, y1*CellH/8) }
}

// brailleDots are the columns and rows of the dots by their bits.
var brailleDots = [8][2]float64{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}

// dotRadius is the radius of a braille dot, a third of the dots' distance.
const dotRadius = 1.7

// braille is a pattern of two columns of four dots, each in the middle of its eighth of the cell.
func braille(r rune) shape {
	return func(p *pen) {
		for bit, dot := range brailleDots {
			if (r-0x2800)>>bit&1 == 1 {
				p.disc((dot[0]+0.5)*CellW/2, (dot[1]+0.5)*CellH/4, dotRadius)
			}
		}
	}
}

// marks are centred where lines cross, so that they may lie on lines.
var marks = map[rune]shape{
	'·': func(p *pen) { p.disc(middleX, middleY, 1.2) },
	'●': func(p *pen) { p.disc(middleX, middleY, 4) },
	'○': func(p *pen) { p.disc(middleX, middleY, 4); p.disc(middleX, middleY, -2.8) },
	'▸': polygon(-3, -4.5, 4, 0, -3, 4.5),
	'▾': polygon(-4.5, -3, 4.5, -3, 0, 4),
	'▴': polygon(-4.5, 3, 0, -4, 4.5, 3),
	'←': polygon(-5, 0, -1, -3.5, -1, -0.8, 5, -0.8, 5, 0.8, -1, 0.8, -1, 3.5),
	'→': polygon(5, 0, 1, 3.5, 1, 0.8, -5, 0.8, -5, -0.8, 1, -0.8, 1, -3.5),
	'↑': polygon(0, -6, 3.5, -2, 0.8, -2, 0.8, 5, -0.8, 5, -0.8, -2, -3.5, -2),
	'↓': polygon(0, 6, -3.5, 2, -0.8, 2, -0.8, -5, 0.8, -5, 0.8, 2, 3.5, 2),
	'◢': polygon(4, -4, 4, 4, -4, 4),
	'↵': polygon(-5, 1, -1, -2.5, -1, 0.2, 3.4, 0.2, 3.4, -5, 5, -5, 5, 1.8, -1, 1.8, -1, 4.5),
	'✓': polygon(-4.5, 0.5, -3.3, -0.6, -1.5, 1.8, 3.3, -5, 4.5, -4, -1.4, 4.5),
}

// polygon has its corners at these distances from the middle, by x and y.
func polygon(corners ...float64) shape {
	var moved []float64
	for i, c := range corners {
		moved = append(moved, [2]float64{middleX, middleY}[i%2]+c)
	}
	return func(p *pen) { p.polygon(moved...) }
}

// pen draws polygons from the corner of a cell. The common part of two is filled if both go round
// the same way, and left out if they go round opposite ways.
type pen struct {
	corner image.Point
	plot.Area
}

// polygon goes through points, by x and y.
func (p *pen) polygon(points ...float64) {
	if len(p.X) > 0 {
		p.X, p.Y = append(p.X, math.NaN()), append(p.Y, math.NaN())
	}
	for i := 0; i < len(points); i += 2 {
		p.X, p.Y = append(p.X, float64(p.corner.X)+points[i]), append(p.Y, float64(p.corner.Y)+points[i+1])
	}
}

func (p *pen) rectangle(x0, y0, x1, y1 float64) {
	if x0 < x1 && y0 < y1 {
		p.polygon(x0, y0, x1, y0, x1, y1, x0, y1)
	}
}

// disc is a circle's inside; one of negative radius goes round the other way.
func (p *pen) disc(x, y, r float64) {
	xs, ys := plot.Disc(x, y, r)
	var points []float64
	for i := range xs {
		points = append(points, xs[i], ys[i])
	}
	p.polygon(points...)
}

// The middle of the lines through a cell. It lies in the middle of a pixel, so
// that thin lines are one pixel, not two half ones.
const middleX, middleY = CellW/2 + 0.5, CellH/2 + 0.5

// arms are the weights of the lines from the middle to the left, up, right and down: none, light or heavy.
type arms [4]int

// thickness is the thickness of lines by weight; odd, so that the middle is a pixel's middle.
var thickness = [3]float64{0, 1, 3}

var lines = map[rune]shape{
	'─': joined(arms{1, 0, 1, 0}), '━': joined(arms{2, 0, 2, 0}), '│': joined(arms{0, 1, 0, 1}),
	'┌': joined(arms{0, 0, 1, 1}), '┐': joined(arms{1, 0, 0, 1}), '└': joined(arms{0, 1, 1, 0}), '┘': joined(arms{1, 1, 0, 0}),
	'├': joined(arms{0, 1, 1, 1}), '┤': joined(arms{1, 1, 0, 1}), '┬': joined(arms{1, 0, 1, 1}), '┴': joined(arms{1, 1, 1, 0}),
	'┼': joined(arms{1, 1, 1, 1}), '┝': joined(arms{0, 1, 2, 1}), '┷': joined(arms{2, 1, 2, 0}), '╸': joined(arms{2, 0, 0, 0}), '╺': joined(arms{0, 0, 2, 0}),

	'╌': dashes(2), '┄': dashes(3), '╭': joined(arms{0, 0, 1, 1}), '╮': joined(arms{1, 0, 0, 1}), '╯': joined(arms{1, 1, 0, 0}), '╰': joined(arms{0, 1, 1, 0}),
}

// joined is lines that meet in the middle: what lies goes to the middle pixel,
// what stands to the far side of what lies, so that corners are whole.
func joined(a arms) shape {
	left, up, right, down := thickness[a[0]]/2, thickness[a[1]]/2, thickness[a[2]]/2, thickness[a[3]]/2
	const half = 0.5
	far := max(left, right, half)
	return func(p *pen) {
		p.rectangle(0, middleY-left, middleX+half, middleY+left)
		p.rectangle(middleX-half, middleY-right, CellW, middleY+right)
		p.rectangle(middleX-up, 0, middleX+up, middleY+far)
		p.rectangle(middleX-down, middleY-far, middleX+down, CellH)
	}
}

// dashes is a thin line of n dashes in whole pixels, with gaps of about two fifths at their ends;
// a row of them is even to a pixel.
func dashes(n int) shape {
	t := thickness[1] / 2
	return func(p *pen) {
		for i := range n {
			from, next := (2*i*CellW+n)/(2*n), (2*(i+1)*CellW+n)/(2*n)
			p.rectangle(float64(from), middleY-t, float64(next-max((next-from)*2/5, 1)), middleY+t)
		}
	}
}
