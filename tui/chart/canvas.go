// Package chart draws on a grid of terminal cells: text, frames, bars, sliders and line plots. A drawing is made with
// theme pens and painted once, at the end, in runs of equal pens.
//
// Line plots stand on ntcharts' braille grid and its line rasteriser, a grid a series, so that every cell has one
// owner. The painting is our own: ntcharts styles every cell by itself, which costs a frame.
package chart

import (
	"image"
	"slices"
	"unicode/utf8"

	"fms-tui/tui/theme"
)

// Canvas is a grid of terminal cells, or a window on one. Coordinates are columns and rows from its top left corner,
// (0, 0); what lies outside is not drawn. A new canvas is blank.
type Canvas struct {
	size   image.Point
	origin image.Point     // of this window on the grid
	clip   image.Rectangle // part of the grid this window may change
	grid   *grid
}

// grid holds the cells that a canvas and all its windows share.
type grid struct {
	w, h     int
	cells    []cell
	clusters []string // characters of several runes, see cell.r
	targets  []target
	cursor   *image.Point // nil for none
}

// target is a part of the grid on which a press means something: is says what, in the words of whoever drew it.
type target struct {
	at image.Rectangle
	is any
}

// What a press on the parts of a plot is about; panels and programs have targets of their own.
type (
	// Dial is an axis that can be dragged on: the value at a column of the whole grid.
	Dial func(x int) float64
	// Named is the name of a line.
	Named string
	// Pointed is a point of a scatter, by its index.
	Pointed int
	// Marked is a mark of one point, and the axis that it lies on.
	Marked struct{ On Dial }
)

// cell is one column of one row. r is a rune, 0 for a blank, second for the right half of a wide character, or below
// second the negated index of a character of several runes: clusters[second-1-r].
type cell struct {
	r   rune
	pen theme.Pen
}

const second rune = -1

// New returns a blank canvas of w columns and h rows; a negative size is 0.
func New(w, h int) *Canvas {
	w, h = max(w, 0), max(h, 0)
	return &Canvas{
		size: image.Pt(w, h),
		clip: image.Rect(0, 0, w, h),
		grid: &grid{w: w, h: h, cells: make([]cell, w*h)},
	}
}

func (c *Canvas) Size() (w, h int) { return c.size.X, c.size.Y }

func (c *Canvas) Bounds() image.Rectangle { return image.Rectangle{Max: c.size} }

// Sub returns the window r on the canvas. It shares the cells and has
// coordinates of its own; what is drawn outside of r or of c is not shown.
func (c *Canvas) Sub(r image.Rectangle) *Canvas {
	r = r.Canon()
	abs := r.Add(c.origin)
	return &Canvas{size: r.Size(), origin: abs.Min, clip: abs.Intersect(c.clip), grid: c.grid}
}

// At returns the character and the pen at (x, y): " " for a blank cell, "" for
// the right half of a wide character and outside of the canvas.
func (c *Canvas) At(x, y int) (string, theme.Pen) {
	p := image.Pt(x, y).Add(c.origin)
	if !p.In(c.clip) {
		return "", theme.Text
	}
	switch cl := c.grid.cells[p.Y*c.grid.w+p.X]; cl.r {
	case second:
		return "", cl.pen
	case 0:
		return " ", cl.pen
	default:
		return string(c.grid.appendRune(nil, cl.r)), cl.pen
	}
}

// Target notes what a press within r is about, over what was noted before; nil is nothing.
func (c *Canvas) Target(r image.Rectangle, is any) {
	if r = r.Add(c.origin).Intersect(c.clip); !r.Empty() {
		c.grid.targets = append(c.grid.targets, target{r, is})
	}
}

// Dial is an axis on the canvas, where at is the value at a column.
func (c *Canvas) Dial(at func(x int) float64) Dial {
	return func(x int) float64 { return at(x - c.origin.X) }
}

// TargetAt is what a press at a point is about, nil for nothing: drawing and the pointer share it.
func (c *Canvas) TargetAt(p image.Point) any {
	for _, t := range slices.Backward(c.grid.targets) {
		if p.Add(c.origin).In(t.at) {
			return t.is
		}
	}
	return nil
}

// PutCursor notes where the terminal's text cursor stands, and Cursor says it; nil is nowhere.
func (c *Canvas) PutCursor(x, y int) {
	if p := image.Pt(x, y).Add(c.origin); p.In(c.clip) {
		c.grid.cursor = &p
	}
}

func (c *Canvas) Cursor() *image.Point { return c.grid.cursor }

// Set puts one rune. A control character shows as a blank, a combining mark on
// its own not at all, and a wide rune takes two columns.
func (c *Canvas) Set(x, y int, r rune, pen theme.Pen) {
	switch {
	case r < ' ' || r == 0x7f:
		c.put(x, y, ' ', pen)
	case r <= '~' || r >= 0x2500 && r <= 0x259f || r >= 0x2800 && r <= 0x28ff: // surely one column wide
		c.put(x, y, r, pen)
	default:
		c.Text(x, y, string(r), pen)
	}
}

// put puts a rune of one column. The other half of a wide character that loses one is blank.
func (c *Canvas) put(x, y int, r rune, pen theme.Pen) {
	if p := image.Pt(x, y).Add(c.origin); p.In(c.clip) {
		g, i := c.grid, p.Y*c.grid.w+p.X
		if g.cells[i].r == second {
			g.cells[i-1].r = 0
		}
		if p.X+1 < g.w && g.cells[i+1].r == second {
			g.cells[i+1].r = 0
		}
		g.cells[i] = cell{r, pen}
	}
}

// over puts a rune of one column and keeps the ground of a band below it.
func (c *Canvas) over(x, y int, r rune, pen theme.Pen) {
	if p := image.Pt(x, y).Add(c.origin); p.In(c.clip) && c.grid.cells[p.Y*c.grid.w+p.X].pen.OnBand() {
		pen = pen.Shaded()
	}
	c.put(x, y, r, pen)
}

// putCluster writes a character of one or two columns; a wide one that the canvas cuts in half leaves a blank.
func (c *Canvas) putCluster(x, y int, cluster string, width int, pen theme.Pen) {
	p := image.Pt(x, y).Add(c.origin)
	right := p.Add(image.Pt(width-1, 0))
	if !p.In(c.clip) || !right.In(c.clip) {
		c.put(x, y, ' ', pen)
		if width == 2 {
			c.put(x+1, y, ' ', pen)
		}
		return
	}
	r, size := utf8.DecodeRuneInString(cluster)
	if size < len(cluster) {
		c.grid.clusters = append(c.grid.clusters, cluster)
		r = second - rune(len(c.grid.clusters))
	}
	c.put(x, y, r, pen)
	if width == 2 {
		c.put(x+1, y, second, pen)
	}
}

// Text writes s, cleaned, and returns the number of columns from x to its end
// or to the right edge, whichever comes first.
func (c *Canvas) Text(x, y int, s string, pen theme.Pen) int {
	start := x
	if _, ok := simple(s); ok {
		for _, r := range s {
			if x >= c.size.X {
				break
			}
			c.put(x, y, r, pen)
			x++
		}
		return x - start
	}
	for s = Clean(s); s != "" && x < c.size.X; {
		var cluster string
		var width int
		if cluster, width, s = next(s); width > 0 {
			c.putCluster(x, y, cluster, width, pen)
			x += width
		}
	}
	return max(min(x, c.size.X)-start, 0)
}

// TextRight writes s so that it ends before column right, and returns its width. It
// cuts text that does not fit, on the left.
func (c *Canvas) TextRight(right, y int, s string, pen theme.Pen) int {
	w := Width(s)
	c.Text(right-w, y, s, pen)
	return w
}

// Lines writes lines one under another from (x, y) on, each into at most width columns.
func (c *Canvas) Lines(x, y int, lines []string, width int, pen theme.Pen) {
	for i, line := range lines {
		c.TextMax(x, y+i, line, width, pen)
	}
}

// TextMax writes s into at most width columns, ending in an ellipsis if it is
// longer, and returns the number of columns used.
func (c *Canvas) TextMax(x, y int, s string, width int, pen theme.Pen) int {
	if n, ok := simple(s); !ok || n > width {
		s = Truncate(s, width)
	}
	return c.Text(x, y, s, pen)
}

// Fill repeats a rune of one column in r.
func (c *Canvas) Fill(r image.Rectangle, fill rune, pen theme.Pen) {
	r = r.Intersect(c.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c.put(x, y, fill, pen)
		}
	}
}

// Restyle changes the pens in r and keeps the text, as in c.Restyle(row, theme.Pen.Selected).
func (c *Canvas) Restyle(r image.Rectangle, pen func(theme.Pen) theme.Pen) {
	r = r.Add(c.origin).Intersect(c.clip)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.grid.cells[y*c.grid.w:]
		for x := r.Min.X; x < r.Max.X; x++ {
			row[x].pen = pen(row[x].pen)
		}
	}
}

// Box draws a rounded frame along the edges of the canvas with title in its top line, and returns
// the rectangle inside: empty below 2×2 cells, and then nothing is drawn. Over others, it is blank.
func (c *Canvas) Box(title string, focus, over bool) image.Rectangle {
	if over {
		c.Fill(c.Bounds(), ' ', theme.Text)
	}
	right, bottom, border := c.size.X-1, c.size.Y-1, theme.Border
	if focus {
		border = theme.BorderFocus
	}
	if right < 1 || bottom < 1 {
		return image.Rectangle{}
	}
	for x := 1; x < right; x++ {
		c.put(x, 0, '─', border)
		c.put(x, bottom, '─', border)
	}
	for y := 1; y < bottom; y++ {
		c.put(0, y, '│', border)
		c.put(right, y, '│', border)
	}
	c.put(0, 0, '╭', border)
	c.put(right, 0, '╮', border)
	c.put(0, bottom, '╰', border)
	c.put(right, bottom, '╯', border)
	if room := right - 3; title != "" && room > 0 {
		n := c.TextMax(2, 0, title, room, theme.Title)
		c.put(1, 0, ' ', border)
		c.put(2+n, 0, ' ', border)
	}
	return c.Bounds().Inset(1)
}
