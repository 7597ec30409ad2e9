package panel

import (
	"fmt"
	"math"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

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
