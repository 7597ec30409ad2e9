package partial

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core/partial"
	"fms-tui/core/report/figure"
	"fms-tui/tools/paper/page"
	"fms-tui/tui/chart"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// markdown is a table in the making.
type markdown struct{ page.Markdown }

// sizes says how a report was made.
func sizes(q *partial.Question, r *partial.Report) string {
	return fmt.Sprintf("%d to learn from, %d to test on, %s, %d folds, k = %d, seed %d",
		r.Train, r.Test, figure.CountOf(r.Splits, "split"), q.Folds, q.K, q.Seed)
}

// outcomes writes what is learned from all training images.
func (m *markdown) outcomes(r *partial.Report) {
	m.Head("", "mean squared error", "wrong signs", "pixels seen", "norm bound", "λ")
	for i := range r.Outcomes {
		x := &r.Outcomes[i]
		p := x.Last()
		m.Row(string(x.Algorithm), figure.WithError(p.Loss, p.SE), percent(p.Wrong), figure.Count(int(math.Round(p.Seen))),
			middle(x.Tuned, func(t partial.Tuned) float64 { return t.Norm }),
			middle(x.Tuned, func(t partial.Tuned) float64 { return t.Lambda }))
	}
}

// curves writes the error against images and pixels seen, and draws it. labelVar
// is the error of the best constant.
func (m *markdown) curves(r *partial.Report, labelVar float64) {
	m.WriteString("\n")
	head := []string{"images"}
	for _, x := range r.Outcomes {
		head = append(head, string(x.Algorithm))
	}
	m.Head(append(head, "pixels seen, aer", "ridge")...)
	first, last := r.Outcomes[0], r.Outcomes[len(r.Outcomes)-1]
	for k, p := range first.Curve {
		row := []string{strconv.Itoa(p.Examples)}
		for _, x := range r.Outcomes {
			row = append(row, figure.Fixed(x.Curve[k].Loss, 3))
		}
		m.Row(append(row, figure.Count(int(math.Round(p.Seen))), figure.Count(int(math.Round(last.Curve[k].Seen))))...)
	}
	m.WriteString("\n```text\n")
	drawn := screen.LearningChart(r, "Loss", func(loss float64) float64 { return loss }, labelVar, nil)
	c := chart.New(110, 15)
	drawn.Plot.Draw(c)
	for line := range strings.Lines(drawn.Title + "\n" + chart.Strip(c.String(theme.Mono()))) {
		m.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	m.WriteString("```\n")
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// middle is the median parameter over splits; "" where there is none.
func middle(tuned []partial.Tuned, of func(partial.Tuned) float64) string {
	var all []float64
	for _, t := range tuned {
		all = append(all, of(t))
	}
	if m := median(all); !math.IsNaN(m) {
		return figure.Significant(m, 3)
	}
	return ""
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	n := len(x)
	if n == 0 {
		return math.NaN()
	}
	return (x[(n-1)/2] + x[n/2]) / 2
}
