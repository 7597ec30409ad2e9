package panel

import (
	"image"
	"math"
	"slices"
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Chart is a plot in a frame; with a readout it has none.
type Chart struct {
	Title   string
	Legend  []Span // over the data; nil for none
	Plot    chart.Plot
	Empty   string   // said in place of a plot without series
	Readout *Readout // nil for none
	Focus   bool
}

func (p *Chart) Draw(c *chart.Canvas) {
	if p.Readout != nil {
		plot := p.Plot
		if _, lines, _ := p.readout(c.Size()); lines > 1 { // which has the figures
			plot.Series = slices.Clone(plot.Series)
			for i := range plot.Series {
				plot.Series[i].Name = plot.Series[i].Of
			}
		}
		plot.Draw(c)
		p.drawReadout(c)
		return
	}
	inner := c.Box(p.Title, p.Focus, false)
	if inner.Empty() {
		return
	}
	if len(p.Plot.Series)+len(p.Plot.Points) == 0 && p.Empty != "" {
		c.Sub(inner).Lines(1, 0, chart.Wrap(p.Empty, max(inner.Dx()-2, 1)), inner.Dx()-2, theme.Muted)
		return
	}
	if p.Legend != nil {
		drawSpans(c, inner.Min.X+1, inner.Min.Y, inner.Max.X-1, p.Legend)
		inner.Min.Y++
	}
	p.Plot.Draw(c.Sub(inner))
}

// Readout is what the lines of a chart come to at the cursor: it is written over the data.
type Readout struct {
	Words [2]string // the measure, and of what
	At    string    // what names the place of the cursor
	Rows  []ReadoutRow
}

// ReadoutRow is a line of the readout.
type ReadoutRow struct {
	Mark, Name string
	Value      string
	Series     chart.Named // "" for none
	Pen        theme.Pen
}

// Scale is the target of what names the scale.
type Scale struct{}

// The readout over the chart: the columns that it takes, the rows of a chart that has room
// for it, and for a line of it.
const readoutWide, readoutFrom, readoutLine = 35, 11, 5

// readout is how many lines are written over a chart of w×h cells, and the first of them:
// at the top, or at the bottom where the curves are there.
func (p *Chart) readout(w, h int) (y, lines, from int) {
	room := w - p.Plot.Columns[0] - 1
	from = w - 1 - min(readoutWide, room)
	if room < readoutWide*2/3 || h < readoutLine {
		return 0, 0, w
	}
	if h < readoutFrom || room < readoutWide {
		return 0, 1, from
	}
	lines = 1 + len(p.Readout.Rows)
	lay, top, bottom := p.Plot.Layout(w, h), 0, 0
	for _, curve := range p.Plot.Series {
		for i, y := range curve.Y {
			if lay.ColAt(curve.X[i]) < from {
				continue
			}
			switch row := lay.RowAt(y); {
			case row <= lines:
				top++
			case row >= h-lines-1:
				bottom++
			}
		}
	}
	if top > bottom {
		y = h - lines
	}
	return y, lines, from
}

func (p *Chart) drawReadout(c *chart.Canvas) {
	w, h := c.Size()
	y, lines, from := p.readout(w, h)
	text := func(i int, left, right string, pen, end theme.Pen, is any) {
		c.Target(image.Rect(from, y+i, w-1, y+i+1), is)
		c.Fill(image.Rect(from-1, y+i, w, y+i+1), ' ', theme.Text)
		c.TextMax(from, y+i, left, w-1-from-chart.Width(right)-1, pen)
		c.TextRight(w-1, y+i, right, end)
	}
	r, head := p.Readout, theme.Muted
	if p.Focus {
		head = theme.Accent
	}
	switch lines {
	case 0:
		return
	case 1:
		first := r.Rows[0]
		text(0, r.Words[0], first.Value, first.Pen.Strong(), first.Pen.Strong(), Scale{})
		return
	}
	text(0, r.Words[0]+" "+r.Words[1], r.At, head, theme.Accent.Strong(), Scale{})
	for i, r := range r.Rows {
		text(1+i, r.Mark+" "+r.Name, r.Value, r.Pen, r.Pen, r.Series)
		if r.Pen.Token() == theme.Honest {
			c.Restyle(image.Rect(from, y+1+i, from+1, y+2+i), theme.Pen.Shaded)
		}
	}
}

// Interval draws a value and the interval around it, from v[1] to v[2], on a scale from low to
// high that is w columns wide, with a line at 0 where the scale has one.
func Interval(v [3]float64, low, high float64, w int) string {
	if w < 1 || !(high > low) {
		return ""
	}
	col := func(x float64) int { return max(0, min(int(math.Round((x-low)/(high-low)*float64(w-1))), w-1)) }
	line := []rune(strings.Repeat(" ", w))
	for i := col(v[1]); i <= col(v[2]); i++ {
		line[i] = '─'
	}
	if low <= 0 && high >= 0 {
		line[col(0)] = '│'
	}
	line[col(v[0])] = '●'
	return string(line)
}

func VerdictPen(verdict string) theme.Pen {
	switch {
	case strings.HasSuffix(verdict, "better"):
		return theme.Good
	case strings.HasSuffix(verdict, "worse"):
		return theme.Bad
	}
	return theme.Muted
}
