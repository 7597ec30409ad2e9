package panel

import (
	"image"
	"math"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Slider is the line of what can be dragged: its track and its value.
type Slider struct {
	Name     string // of what is dragged
	Symbol   string // of its value
	Value    string
	Unit     string  // of the axis
	Longest  int     // width of the longest value, so that the track does not move
	Fraction float64 // of the range, in [0,1]; NaN where there is no range
	Marks    []chart.SliderMark
	Held     bool // the thumb is being dragged
	// Columns are the first column of the track and the one after the last, where it
	// shares them with what lies above and below; zero: all between name and value.
	Columns [2]int
	Axis    chart.Budgets // with Columns: its ticks are drawn
}

// Draw draws the line, and with Columns below it, where there is a second one, the
// ticks' labels.
func (s *Slider) Draw(c *chart.Canvas) {
	w, h := c.Size()
	if s.Columns == [2]int{} {
		from := c.Text(0, 0, " "+s.Name+" ", theme.Muted)
		to := max(w-(3+chart.Width(s.Symbol+" = ")+s.Longest), from)
		s.drawTrack(c.Sub(image.Rect(from, 0, to, 1)))
		s.drawValue(c, to+1)
		return
	}
	t := image.Rect(s.Columns[0], 0, min(s.Columns[1], w), 1)
	s.drawTrack(c.Sub(t))
	if t.Min.X >= sliderNamed {
		s.drawValue(c, 1)
	}
	c.TextMax(t.Max.X+1, 0, s.Unit, w-t.Max.X-1, theme.Muted)
	if h > 1 {
		drawTicks(c, t.Min.X, 1, t.Dx(), s.Axis, s.thumb(t.Dx()), s.Value)
	}
}

// thumb is the column of the thumb on a track of w columns, -1 for none.
func (s *Slider) thumb(w int) int {
	if math.IsNaN(s.Fraction) {
		return -1
	}
	return chart.SliderCol(s.Fraction, w)
}

// drawTrack draws the track with its thumb: ├━━━━●────┤.
func (s *Slider) drawTrack(c *chart.Canvas) {
	w, _ := c.Size()
	dial, thumb := c.Dial(func(x int) float64 { return chart.SliderShare(x, w) }), s.thumb(w)
	if w > 1 {
		c.Target(c.Bounds(), dial)
	}
	for x := range w {
		line, pen := '─', theme.Track
		if x < thumb {
			line, pen = '━', theme.Thumb
		}
		switch {
		case x == 0 && x < thumb:
			line = '┝'
		case x == 0:
			line = '├'
		case x == w-1:
			line = '┤'
		}
		c.Set(x, 0, line, pen)
	}
	if s.Columns != [2]int{} {
		ticks, _ := s.Axis.Ticks(w)
		for _, v := range ticks {
			switch x := s.Axis.Col(v, w); {
			case x == 0 || x == w-1:
			case x < thumb:
				c.Set(x, 0, '┷', theme.Thumb)
			default:
				c.Set(x, 0, '┴', theme.Track)
			}
		}
	}
	for _, m := range s.Marks {
		if m.Fraction >= 0 && m.Fraction <= 1 {
			x := chart.SliderCol(m.Fraction, w)
			c.Set(x, 0, m.Rune, m.Pen)
			c.Target(image.Rect(x, 0, x+1, 1), chart.Marked{On: dial})
		}
	}
	if thumb >= 0 { // it hides a mark
		c.Target(image.Rect(thumb, 0, thumb+1, 1), dial)
		pen := theme.Thumb
		if s.Held {
			pen = pen.Selected()
		}
		c.Set(thumb, 0, '●', pen)
	}
}

// sliderNamed is from which first column of the track the value stands left of it: the
// receipt does otherwise.
const sliderNamed = AxisLabels + 1

func (s *Slider) drawValue(c *chart.Canvas, x int) {
	x += c.Text(x, 0, s.Symbol+" = ", theme.Muted)
	c.Text(x, 0, s.Value, theme.Accent.Strong())
}
