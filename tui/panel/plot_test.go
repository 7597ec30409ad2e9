package panel

import (
	"image"
	"math"
	"testing"

	"fms-tui/tui/chart"
)

// TestChartSmall: no size panics, nor do series without points, and no chart is drawn or
// pressed where there is none.
func TestChartSmall(t *testing.T) {
	for _, p := range []*Chart{
		{Title: "t", Empty: "nothing is chosen"},
		{Plot: chart.Plot{Series: []chart.Series{{}}}, Legend: []Span{{Text: "legend"}}},
		{Plot: chart.Plot{Series: []chart.Series{{Name: "full", X: []float64{1}, Y: []float64{math.NaN()}}}}},
	} {
		for _, w := range []int{1, 7, 60} {
			for _, h := range []int{1, 2, 3, 12} {
				c := chart.New(w, h)
				if p.Draw(c); c.TargetAt(image.Pt(w/2, h/2)) != nil {
					t.Errorf("%d×%d: there is no chart to press", w, h)
				}
			}
		}
	}
}
