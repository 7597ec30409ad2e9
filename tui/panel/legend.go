package panel

import (
	"fmt"
	"image"
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// LegendRow is a series of the chart of losses in words: how it is drawn, and its value
// at the cursor.
type LegendRow struct {
	Mark, Name, Brief string // Brief is the name where there is little room
	Value             string
	Series            string // as NameAt calls it; "" for none
	Pen               theme.Pen
}

// axisRoom is what the legend left of a chart leaves for the values of its axis.
const axisRoom = 8

// leastWords is the room that words left of a chart need.
const leastWords = 12

// legendMost is the widest legend: values far from their names are hard to follow.
const legendMost = 44

// heading is the name of the axis, in the lines that it takes, and where the budget at the
// cursor is written, in how many columns.
func (l *Loss) heading(room int) (at string, words []string, width int) {
	at, width = fmt.Sprintf("at B = %s", l.At), min(room, legendMost)
	words = l.Words[:]
	if joined := words[0] + " " + words[1]; chart.Width(joined)+2+chart.Width(at) <= width {
		words = []string{joined}
	}
	return at, words, width
}

// drawLegend writes left of the data what is drawn there, and what it comes to at the
// cursor.
func (l *Loss) drawLegend(c *chart.Canvas) {
	room := l.Columns[0] - axisRoom
	if room < leastWords {
		return
	}
	_, h := c.Size()
	head := theme.Muted
	if l.Focus {
		head = theme.Accent
	}
	at, words, width := l.heading(room)
	y := 0
	for _, text := range words {
		c.TextMax(1, y, text, room, head)
		y++
	}
	if last := chart.Width(words[len(words)-1]); last+2+chart.Width(at) <= width {
		c.TextRight(1+width, y-1, at, theme.Accent)
	}
	for _, row := range l.Legend {
		if y >= h {
			return
		}
		row.draw(c, y, width)
		y++
	}
	if y+1+len(l.Below) <= h {
		for i := range l.Below {
			l.Below[i].Draw(c.Sub(image.Rect(0, y+1+i, 2+room, y+2+i)))
		}
	}
}

// draw writes a row; where there is no room for both, the name matters more.
func (r *LegendRow) draw(c *chart.Canvas, y, width int) {
	pad := chart.Width(r.Mark) + 1
	name := r.Name
	if pad+chart.Width(name)+2+chart.Width(r.Value) > width {
		name = r.Brief
	}
	value := r.Value
	if pad+chart.Width(name)+1+chart.Width(value) > width {
		value, _, _ = strings.Cut(value, " ±")
	}
	c.Text(1, y, r.Mark, r.Pen)
	c.TextMax(1+pad, y, name, width-pad, r.Pen)
	if pad+chart.Width(name)+1+chart.Width(value) <= width {
		c.TextRight(1+width, y, value, r.Pen)
	}
}
