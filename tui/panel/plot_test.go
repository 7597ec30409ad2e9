package panel

import (
	"image"
	"math"
	"strings"
	"testing"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// TestLearning: a range of judgments ends with the learners from few judgments, and an
// outlying estimate does not flatten the rest.
func TestLearning(t *testing.T) {
	curves := []LearningCurve{
		{Name: "aer", Objects: []float64{10, 100}, Seen: []float64{40, 400}, Loss: []float64{900, 6}},
		{Name: "ridge", Whole: true, Objects: []float64{10, 100}, Seen: []float64{200, 2000}, Loss: []float64{5, 3}},
	}
	both := Learning(curves, "Loss", 10, 15)
	for i, c := range []struct {
		end    float64
		points int     // of ridge
		least  float64 // of the axis of losses
		title  string
	}{{100, 2, 3, "objects learned from"}, {400, 1, 5, "judgments seen"}} {
		p := &both[i].Plot
		if p.X.Max != c.end || len(p.Series[1].X) != c.points || p.Y.Max != 15 || p.Y.Min != c.least {
			t.Errorf("%d: %+v", i, p)
		}
		text := chart.Strip(Render(&both[i], 60, 14, theme.Mono()))
		for _, want := range []string{c.title, "aer", "ridge", "the mean"} {
			if !strings.Contains(text, want) {
				t.Errorf("lacks %q:\n%s", want, text)
			}
		}
	}
	if got := Learning(curves[1:], "Loss", 10, 15)[1].Plot.X.Max; got != 2000 {
		t.Errorf("alone, ridge ends at %v judgments", got)
	}
}

// TestChartSmall: no size panics, nor do series without points, and no chart is drawn or
// pressed where there is none.
func TestChartSmall(t *testing.T) {
	for _, p := range []*Chart{
		{Title: "t", Empty: "nothing is chosen"},
		{Plot: chart.Plot{Series: []chart.Series{{}}}, Legend: "legend"},
		{Bare: true, Plot: chart.Plot{Series: []chart.Series{{Name: "full", X: []float64{1}, Y: []float64{math.NaN()}}}}},
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
