package panel

import (
	"image"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Slider is the line of what can be dragged: its track, its value and, where
// there is room beside it, the readout.
type Slider struct {
	Name     string // of what is dragged
	Symbol   string // of its value
	Value    string
	Longest  int     // width of the longest value, so that the track does not move
	Fraction float64 // of the range, in [0,1]; NaN where there is no range
	Marks    []chart.SliderMark
	Readout  []Span // drawn on the line if Inline
	Reserve  int    // columns kept for the readout if Inline
	Inline   bool
}

func (s *Slider) name() string { return " " + s.Name + " " }

func (s *Slider) equals() string { return s.Symbol + " = " }

// track is where the slider's track lies on a line w wide.
func (s *Slider) track(w int) image.Rectangle {
	x := chart.Width(s.name())
	end := w - (3 + chart.Width(s.equals()) + s.Longest)
	if s.Inline {
		end -= s.Reserve + 2
	}
	return image.Rect(x, 0, max(end, x), 1)
}

// FractionAt returns the share of the range that column x of a line w wide
// stands for, clamped to [0,1], and false where there is no track.
func (s *Slider) FractionAt(x, w int) (float64, bool) {
	t := s.track(w)
	if t.Dx() < 2 {
		return 0, false
	}
	return chart.SliderValue(x-t.Min.X, 0, 1, t.Dx()), true
}

// Draw draws the line.
func (s *Slider) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	c.Text(0, 0, s.name(), theme.Muted)
	t := s.track(w)
	chart.Slider{Fraction: s.Fraction, Marks: s.Marks}.Draw(c, t)
	x := t.Max.X + 1
	x += c.Text(x, 0, s.equals(), theme.Muted)
	c.Text(x, 0, s.Value, theme.Accent.Strong())
	if s.Inline {
		drawSpans(c, w-s.Reserve-1, 0, w, s.Readout)
	}
}
