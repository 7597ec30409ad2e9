package panel

import (
	"fmt"
	"math"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Scatter is predicted against true labels, with the line on which they are
// the same.
type Scatter struct {
	Title     string
	Predicted []float64
	True      []float64
	Pen       theme.Pen
	Empty     string // said in place of the chart where there are no points
	Focus     bool
}

// Draw draws the panel.
func (s *Scatter) Draw(c *chart.Canvas) {
	inner := c.Box(c.Bounds(), s.Title, border(s.Focus), theme.Title)
	if inner.Dx() < 8 || inner.Dy() < 4 {
		return
	}
	if len(s.True) == 0 {
		c.TextMax(inner.Min.X+1, inner.Min.Y, s.Empty, inner.Dx()-2, theme.Muted)
		return
	}
	c.TextMax(inner.Min.X+1, inner.Min.Y, "predicted ↑   true →   ╌╌ predicted = true", inner.Dx()-2, theme.Muted)
	inner.Min.Y++
	s.plot().Draw(c.Sub(inner))
}

// plot has one range for both axes, so that the line is the diagonal of the
// data.
func (s *Scatter) plot() *chart.Plot {
	r := chart.RangeOf(s.Predicted, s.True)
	return &chart.Plot{
		X: r, Y: r,
		Series: []chart.Series{
			{X: s.True, Y: s.Predicted, Pen: s.Pen, Style: chart.Points},
			{X: []float64{r.Min, r.Max}, Y: []float64{r.Min, r.Max}, Pen: theme.Guide, Style: chart.Dashed},
		},
	}
}

// Histogram is a line of blocks, one a bin, over the range of some figures.
func Histogram(values []float64, bins int) string {
	r := chart.RangeOf(values)
	if bins <= 0 || len(values) == 0 || !(r.Max > r.Min) {
		return ""
	}
	counts := make([]int, bins)
	for _, v := range values {
		if math.IsNaN(v) {
			continue
		}
		i := min(int(float64(bins)*(v-r.Min)/(r.Max-r.Min)), bins-1)
		counts[i]++
	}
	return Sparkline(counts)
}

// Sparkline is a line of blocks as high as the counts; a count above 0 shows at
// least the lowest.
func Sparkline(counts []int) string {
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	if most == 0 {
		return ""
	}
	const levels = "▁▂▃▄▅▆▇" // a full block would run into the row above
	runes := []rune(levels)
	line := make([]rune, len(counts))
	for i, n := range counts {
		if line[i] = ' '; n > 0 {
			line[i] = runes[(n*len(runes)-1)/most]
		}
	}
	return string(line)
}

// Calibration compares the probability of a class with its share, over bins of objects
// that a predictor has not seen. Bins lie on the diagonal where probabilities are right,
// and 19 of 20 within the band.
type Calibration struct {
	Class string // whose probability it is
	Other bool   // there are other classes to look at
	Bins  []CalibrationBin
	Empty string // said in place of the chart where there are no bins
	Focus bool
}

// CalibrationBin are objects with similar probabilities.
type CalibrationBin struct {
	Objects int
	Mean    float64 // probability of the class
	Share   float64 // that is of the class
	SE      float64 // of the share, if the probabilities are right
}

// Draw draws the panel.
func (s *Calibration) Draw(c *chart.Canvas) {
	title := "Calibration"
	if s.Class != "" {
		title = fmt.Sprintf("Calibration: are the probabilities of %s right?", s.Class)
	}
	inner := c.Box(c.Bounds(), title, border(s.Focus), theme.Title)
	if inner.Dx() < 8 || inner.Dy() < 4 {
		return
	}
	if len(s.Bins) == 0 {
		c.TextMax(inner.Min.X+1, inner.Min.Y, s.Empty, inner.Dx()-2, theme.Muted)
		return
	}
	words := "share ↑  probability →  ○ held out; right on ╌╌, within ▒"
	if s.Other && s.Focus {
		words = "↑/↓ other class  " + words
	}
	c.TextMax(inner.Min.X+1, inner.Min.Y, words, inner.Dx()-2, theme.Muted)
	inner.Min.Y++
	s.plot().Draw(c.Sub(inner))
}

// plot has both axes from 0 to 1, so that the line is the diagonal.
func (s *Calibration) plot() *chart.Plot {
	p := &chart.Plot{X: chart.Range{Min: 0, Max: 1}, Y: chart.Range{Min: 0, Max: 1}}
	share := chart.Series{Pen: theme.Honest, Style: chart.Marks}
	band := chart.Band{}
	for _, b := range s.Bins {
		share.X, share.Y = append(share.X, b.Mean), append(share.Y, b.Share)
		reach := 2 * b.SE
		if n := len(band.X); n > 0 && b.Mean <= band.X[n-1] {
			continue
		}
		band.X = append(band.X, b.Mean)
		band.Lo, band.Hi = append(band.Lo, math.Max(b.Mean-reach, 0)), append(band.Hi, math.Min(b.Mean+reach, 1))
	}
	p.Series = []chart.Series{share, {X: []float64{0, 1}, Y: []float64{0, 1}, Pen: theme.Guide, Style: chart.Dashed}}
	if len(band.X) > 1 {
		p.Bands = []chart.Band{band}
	}
	return p
}
