package screen

import (
	"strings"
	"testing"

	"fms-tui/core/partial"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// TestLearningCharts: a range of judgments ends with the learners from few judgments, and an
// outlying estimate does not flatten the rest.
func TestLearningCharts(t *testing.T) {
	loss := func(x float64) float64 { return x }
	r := &partial.Report{Outcomes: []partial.Outcome{
		{Algorithm: partial.AttributeEfficient, Curve: []partial.CurvePoint{{Examples: 10, Seen: 40, Loss: 900}, {Examples: 100, Seen: 400, Loss: 6}}},
		{Algorithm: partial.FullRidge, Curve: []partial.CurvePoint{{Examples: 10, Seen: 200, Loss: 5}, {Examples: 100, Seen: 2000, Loss: 3}}},
	}}
	both := LearningCharts(r, "Loss", loss, 10)
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
		text := chart.Strip(panel.Render(&both[i], 60, 14, theme.Mono()))
		for _, want := range []string{c.title, "aer", "ridge", "the mean"} {
			if !strings.Contains(text, want) {
				t.Errorf("lacks %q:\n%s", want, text)
			}
		}
	}
	r.Outcomes = r.Outcomes[1:]
	if got := LearningCharts(r, "Loss", loss, 10)[1].Plot.X.Max; got != 2000 {
		t.Errorf("alone, ridge ends at %v judgments", got)
	}
}
