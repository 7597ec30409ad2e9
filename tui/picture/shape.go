package picture

// shape draws what fills, crosses or is centred in a cell, on its grid exactly:
// what ends at a cell's border goes on in the next one.
type shape func(*pen)

// shapeOf is the shape of a character, nil where the font is to set it.
func shapeOf(r rune) shape {
	switch {
	case r > 0x2800 && r <= 0x28ff:
		return braille(r)
	case r >= '▁' && r <= '█':
		return block(0, 8-float32(r-'▁'+1), 8, 8)
	case r >= '▉' && r <= '▏':
		return block(0, 0, 8-float32(r-'▉'+1), 8)
	}
	for _, known := range []map[rune]shape{blocks, lines, marks} {
		if s := known[r]; s != nil {
			return s
		}
	}
	return nil
}

// shades are blocks as dense as these shares. They are even, not dotted: dots
// would flicker where the picture is shown in another size.
var shades = map[rune]float64{'░': 0.25, '▒': 0.5, '▓': 0.75}

var blocks = map[rune]shape{
	'▙': quarters(1, 4, 8), '▟': quarters(2, 4, 8), '▛': quarters(1, 2, 4), '▜': quarters(1, 2, 8), '▚': quarters(1, 8), '▞': quarters(2, 4),
	'▀': block(0, 0, 8, 4), '▐': block(4, 0, 8, 8), '▔': block(0, 0, 8, 1), '▕': block(7, 0, 8, 8),
	'▖': block(0, 4, 4, 8), '▗': block(4, 4, 8, 8), '▘': block(0, 0, 4, 4), '▝': block(4, 0, 8, 4),
}

// quarters are quarters of the cell by their bits: top left and right, then below.
func quarters(bits ...int) shape {
	return func(p *pen) {
		for _, bit := range bits {
			x, y := float32(0), float32(0)
			if bit == 2 || bit == 8 {
				x = CellW / 2
			}
			if bit >= 4 {
				y = CellH / 2
			}
			p.rectangle(x, y, x+CellW/2, y+CellH/2)
		}
	}
}

// block is a rectangle in eighths of the cell.
func block(x0, y0, x1, y1 float32) shape {
	return func(p *pen) { p.rectangle(x0*CellW/8, y0*CellH/8, x1*CellW/8, y1*CellH/8) }
}

// brailleDots are the columns and rows of the dots by their bits.
var brailleDots = [8][2]float32{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}

// dotRadius is the radius of a braille dot, a third of the dots' distance.
const dotRadius = 1.7

// braille is a pattern of two columns of four dots, each in the middle of its
// eighth of the cell.
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
	'◆': func(p *pen) { p.diamond(5) },
	'◇': func(p *pen) { p.diamond(5); p.diamond(-3.2) },
	'▸': polygon(-3, -4.5, 4, 0, -3, 4.5),
	'◂': polygon(3, -4.5, 3, 4.5, -4, 0),
	'▾': polygon(-4.5, -3, 4.5, -3, 0, 4),
	'▴': polygon(-4.5, 3, 0, -4, 4.5, 3),
	'∨': polygon(-4.2, -5, -2.6, -5, 0, 2, 2.6, -5, 4.2, -5, 0.8, 4.5, -0.8, 4.5),
	'←': polygon(-5, 0, -1, -3.5, -1, -0.8, 5, -0.8, 5, 0.8, -1, 0.8, -1, 3.5),
	'→': polygon(5, 0, 1, 3.5, 1, 0.8, -5, 0.8, -5, -0.8, 1, -0.8, 1, -3.5),
	'↑': polygon(0, -6, 3.5, -2, 0.8, -2, 0.8, 5, -0.8, 5, -0.8, -2, -3.5, -2),
	'↓': polygon(0, 6, -3.5, 2, -0.8, 2, -0.8, -5, 0.8, -5, 0.8, 2, 3.5, 2),
	'◢': polygon(4, -4, 4, 4, -4, 4),
	'↵': polygon(-5, 1, -1, -2.5, -1, 0.2, 3.4, 0.2, 3.4, -5, 5, -5, 5, 1.8, -1, 1.8, -1, 4.5),
	'✓': polygon(-4.5, 0.5, -3.3, -0.6, -1.5, 1.8, 3.3, -5, 4.5, -4, -1.4, 4.5),
}

// polygon has its corners at these distances from the middle, by x and y.
func polygon(corners ...float32) shape {
	return func(p *pen) {
		p.MoveTo(middleX+corners[0], middleY+corners[1])
		for i := 2; i < len(corners); i += 2 {
			p.LineTo(middleX+corners[i], middleY+corners[i+1])
		}
		p.ClosePath()
	}
}

// pen fills paths in a cell. The common part of two paths is filled if both go round
// the same way, and left out if they go round opposite ways.
type pen struct{ path }

// path is what shapes are made of: a rasterizer of pixels, or the text of SVG.
type path interface {
	MoveTo(x, y float32)
	LineTo(x, y float32)
	CubeTo(bx, by, cx, cy, dx, dy float32)
	ClosePath()
}

func (p *pen) rectangle(x0, y0, x1, y1 float32) {
	p.MoveTo(x0, y0)
	p.LineTo(x1, y0)
	p.LineTo(x1, y1)
	p.LineTo(x0, y1)
	p.ClosePath()
}

// bend is how far from a quarter of a circle's ends its control points are, as
// a share of the radius.
const bend = 0.5523

// disc is a circle's inside; one of negative radius goes round the other way.
func (p *pen) disc(x, y, r float32) {
	w, b := max(r, -r), bend*r
	p.MoveTo(x-w, y)
	p.CubeTo(x-w, y-b, x-bend*w, y-r, x, y-r)
	p.CubeTo(x+bend*w, y-r, x+w, y-b, x+w, y)
	p.CubeTo(x+w, y+b, x+bend*w, y+r, x, y+r)
	p.CubeTo(x-bend*w, y+r, x-w, y+b, x-w, y)
	p.ClosePath()
}

// diamond is a square on its corner, as far from the middle as said; a negative
// one goes round the other way.
func (p *pen) diamond(r float32) {
	w := max(r, -r)
	p.MoveTo(middleX-w, middleY)
	p.LineTo(middleX, middleY-r)
	p.LineTo(middleX+w, middleY)
	p.LineTo(middleX, middleY+r)
	p.ClosePath()
}
