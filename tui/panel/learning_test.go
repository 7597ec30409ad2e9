package panel

import (
	"strings"
	"testing"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// TestLearning: a range of judgments ends with the learners from few judgments, and an
// outlying estimate does not flatten the rest.
func TestLearning(t *testing.T) {
	l := &Learning{Words: "Loss", Mean: 10, Worst: 15, Curves: []LearningCurve{
		{Name: "aer", Objects: []float64{10, 100}, Seen: []float64{40, 400}, Loss: []float64{900, 6}},
		{Name: "ridge", Whole: true, Objects: []float64{10, 100}, Seen: []float64{200, 2000}, Loss: []float64{5, 3}},
	}}
	for _, c := range []struct {
		against LearningAxis
		end     float64
		points  int     // of ridge
		least   float64 // of the axis of losses
		title   string
	}{
		{LearningObjects, 100, 2, 3, "objects learned from"},
		{LearningJudgments, 400, 1, 5, "judgments seen"},
	} {
		l.Against = c.against
		p := l.plot()
		if p.X.Max != c.end || len(p.Series[1].X) != c.points || p.Y.Max != 15 || p.Y.Min != c.least {
			t.Errorf("%v: %+v", c.against, p)
		}
		text := chart.Strip(Render(l, 60, 14, theme.Mono()))
		for _, want := range []string{c.title, "aer", "ridge", "the mean"} {
			if !strings.Contains(text, want) {
				t.Errorf("lacks %q:\n%s", want, text)
			}
		}
	}
	for w := range 20 {
		for h := range 8 {
			Render(l, w+1, h+1, theme.Mono()) // whatever the size, nothing breaks
		}
	}
	l.Against, l.Curves = LearningJudgments, l.Curves[1:]
	if got := l.plot().X.Max; got != 2000 {
		t.Errorf("alone, ridge ends at %v judgments", got)
	}
}
