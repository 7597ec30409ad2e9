package chart

import "fms-tui/tui/theme"

// drawAxes draws the y axis left of the plot and the x axis below it, with
// ticks, labels and the feet of the cursors.
func (p *Plot) drawAxes(c *Canvas, l Layout) {
	left, bottom := l.Plot.Min.X-1, l.Plot.Max.Y
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
	labels := labelRow{c: c, y: bottom + 1}
	for _, k := range p.Cursors {
		if k.shown(l) {
			foot(c, l.ColAt(k.X), bottom, k.Pen)
			labels.put(l.ColAt(k.X), k.Label, k.Pen)
		}
	}
	for i, v := range l.ticksX {
		if l.X.inside(v) {
			labels.put(l.ColAt(v), l.labelsX[i], theme.Axis)
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
		if y := l.rowAt(v); y < taken {
			c.put(x, y, '┤', theme.Axis)
			c.TextRight(x-1, y, l.labelsY[i], theme.Axis)
			taken = y
		}
	}
}

// labelRow is a row of labels that keep clear of each other.
type labelRow struct {
	c     *Canvas
	y     int
	taken [][2]int // columns in use, from and to
}

// put centres a label under column x, moved inwards at the edges, unless it
// would touch one that is there.
func (r *labelRow) put(x int, label string, pen theme.Pen) {
	n := Width(label)
	w, _ := r.c.Size()
	from := max(min(x-n/2, w-n), 0)
	if n == 0 || n > w {
		return
	}
	for _, t := range r.taken {
		if from < t[1]+labelGap && t[0] < from+n+labelGap {
			return
		}
	}
	r.taken = append(r.taken, [2]int{from, from + n})
	r.c.Text(from, r.y, label, pen)
}
