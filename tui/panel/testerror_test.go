package panel

import (
	"math"
	"strings"
	"testing"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// TestErrorBars: a bar takes the rows that its error spans, and the range holds
// all bars; a point without an error has none.
func TestErrorBars(t *testing.T) {
	lines := func(se float64) []string {
		e := &Errors{Title: "errors", Level: math.NaN(), Curves: []ErrorCurve{{X: []float64{1, 2, 3}, Y: []float64{5, 5, 5}, SE: []float64{math.NaN(), se, 0}, Pen: theme.Full}}}
		return strings.Split(chart.Strip(Render(e, 40, 14, theme.Mono())), "\n")
	}
	inked := func(lines []string) (rows int) {
		for _, l := range lines[1:] {
			if strings.ContainsFunc(l, func(r rune) bool { return r > 0x2800 && r <= 0x28ff }) {
				rows++
			}
		}
		return rows
	}
	if flat, tall := inked(lines(0)), inked(lines(2)); flat != 1 || tall < 8 {
		t.Errorf("without errors %d rows are inked, with one %d:\n%s", flat, tall, strings.Join(lines(2), "\n"))
	}
	if !strings.HasPrefix(lines(1)[0], "errors") {
		t.Errorf("no title: %q", lines(1)[0])
	}
}

// TestErrorsSmall: no size panics, and curves without points do not panic.
func TestErrorsSmall(t *testing.T) {
	for _, e := range []*Errors{
		{Level: 3, Named: "Var"},
		{Level: math.NaN(), Curves: []ErrorCurve{{}}},
		{Level: 1, Named: "Var", Curves: []ErrorCurve{{Name: "full", X: []float64{1}, Y: []float64{math.NaN()}, SE: []float64{1}}}},
	} {
		for _, w := range []int{1, 7, 60} {
			for _, h := range []int{1, 2, 12} {
				Render(e, w, h, theme.Mono())
			}
		}
	}
}
