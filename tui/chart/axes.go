package chart

import "fms-tui/tui/theme"

// drawAxes draws the y axis left of the plot and the x axis below it, with
// ticks, labels and the feet of the cursors.
func (p *Plot) drawAxes(c *Canvas, l Layout) {
	left, bottom := l.Plot.Min.X-1, l.Plot.Max.Y
	if p.Columns != [2]int{} {
		p.drawGrid(c, l)
		return
	}
	if l.axisY {
		drawAxisY(c, l, left)
	}
	if !l.axisX {
		return
	}
	c.put(left, bottom, '└', theme.Axis)
	for x := l.Plot.Min.X; x < l.Plot.Max.X; x++ {
		c.put(x, bottom, '─', theme.Axis)
	}
	for _, v := range l.ticksX {
		if l.X.inside(v) {
			c.put(l.ColAt(v), bottom, '┬', theme.Axis)
		}
	}
	w, _ := c.Size()
	labels := LabelRow{c: c, to: w, y: bottom + 1, gap: labelGap}
	for _, k := range p.Cursors {
		if k.shown(l) {
			foot(c, l.ColAt(k.X), bottom, k.Pen)
			labels.Put(l.ColAt(k.X), k.Label, k.Pen)
		}
	}
	for i, v := range l.ticksX {
		if l.X.inside(v) {
			labels.Put(l.ColAt(v), l.labelsX[i], theme.Axis)
		}
	}
}

// foot joins a cursor to the axis.
func foot(c *Canvas, x, y int, pen theme.Pen) {
	r := '┴'
	if s, _ := c.At(x, y); s == "┬" || s == "┼" {
		r = '┼'
	}
	c.put(x, y, r, pen)
}

func drawAxisY(c *Canvas, l Layout, x int) {
	for y := l.Plot.Min.Y; y < l.Plot.Max.Y; y++ {
		c.put(x, y, '│', theme.Axis)
	}
	taken := l.Plot.Max.Y // the row of the label before; ticks ascend
	for i, v := range l.ticksY {
		if !l.Y.inside(v) {
			continue
		}
		if y := l.RowAt(v); y < taken {
			c.put(x, y, '┤', theme.Axis)
			c.TextRight(x-1, y, l.labelsY[i], theme.Axis)
			taken = y
		}
	}
}

// gridStep is how far the dots of the grid lie apart.
const gridStep = 4

// drawGrid writes the ticks of y left of the data, and dots on their rows where
// nothing else is.
func (p *Plot) drawGrid(c *Canvas, l Layout) {
	for i, v := range l.ticksY {
		y := l.RowAt(v)
		c.TextRight(l.Plot.Min.X-1, y, l.labelsY[i], theme.Axis)
		for x := l.Plot.Min.X; x < l.Plot.Max.X; x += gridStep {
			if s, pen := c.At(x, y); s == " " && !pen.OnBand() {
				c.put(x, y, '·', theme.Guide)
			}
		}
	}
}

// LabelRow is a row of labels that keep clear of each other.
type LabelRow struct {
	c           *Canvas
	from, to, y int
	gap         int
	taken       [][2]int // columns in use, from and to
}

// NewLabels returns a row of labels from a column of a canvas up to another.
func NewLabels(c *Canvas, from, to, y int) *LabelRow {
	return &LabelRow{c: c, from: from, to: to, y: y, gap: 1}
}

// Put centres a label under column x, moved inwards at the edges, unless it would touch
// an earlier label.
func (r *LabelRow) Put(x int, label string, pen theme.Pen) {
	n := Width(label)
	from := max(min(x-n/2, r.to-n), r.from)
	if n == 0 || n > r.to-r.from {
		return
	}
	for _, t := range r.taken {
		if from < t[1]+r.gap && t[0] < from+n+r.gap {
			return
		}
	}
	r.taken = append(r.taken, [2]int{from, from + n})
	r.c.Text(from, r.y, label, pen)
}
