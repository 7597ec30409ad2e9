package results

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/experiment"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/tools/paper/page"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Sizes of the training parts of the people's figures.
const (
	manyObjects = 704
	fewObjects  = 100
)

var paperBudgets = []int{4, 8, 12, 16, 20, 30, 40, 60, 80, 100}

// slicesFigure is figure 3.
func slicesFigure(ctx context.Context, l *lab) (string, error) {
	algorithms := []selection.Algorithm{"full", "scoring", "exchange", "averages", "copies", "single", "uniform"}
	return l.figure(ctx, &trial{data: "slices", label: "position", folds: core.NoFolds, algorithms: algorithms, budgets: paperBudgets})
}

// bodiesFigure is one of figures 4 to 7.
func bodiesFigure(label string, train int) func(context.Context, *lab) (string, error) {
	return func(ctx context.Context, l *lab) (string, error) {
		algorithms := []selection.Algorithm{
			"full", "scoring", "exchange", "averages", "copies", selection.Algorithm("single=estimated-" + label), "uniform",
		}
		return l.figure(ctx, &trial{data: "bodies-full", label: label, train: train, folds: core.NoFolds, algorithms: algorithms, budgets: paperBudgets})
	}
}

// figure is a table of test errors, a chart of them, and the count of budgets at
// which the paper's claims hold.
func (l *lab) figure(ctx context.Context, t *trial) (string, error) {
	r, e, err := l.run(ctx, t)
	if e == nil || err != nil {
		return "", err
	}
	var out page.Markdown
	fmt.Fprintf(&out, "Test error of %s (%s), %d splits, seed %d: %d objects to learn from, %d to test on; Var = %s.\n\n",
		t.label, t.data, e.Done, l.Seed, e.Designs[0].Objects, e.Test, figure.Loss(r.LabelVar))
	head := []string{"budget"}
	for _, a := range e.Algorithms {
		head = append(head, string(a))
	}
	out.Head(append(head, "full, no refit", "full, projected")...)
	for b, budget := range e.Budgets {
		row := []string{budget.String()}
		for a := range e.Algorithms {
			row = append(row, cell(e, experiment.Arm{Algorithm: a, Budget: b}))
		}
		full := e.At(experiment.Arm{Budget: b})
		out.Row(append(row, estimate(full.Projected), figure.Loss(full.Promised))...)
	}
	out.WriteString("\n" + claims(e) + "\n```text\n" + drawn(e) + "```\n")
	return out.String(), nil
}

// cell is a test error, marked if it is clearly better or worse than the first
// algorithm's.
func cell(e *experiment.TestErrors, x experiment.Arm) string {
	at := e.At(x)
	if at.Refused != nil || math.IsNaN(at.Refit.Loss) {
		return "none"
	}
	text := estimate(at.Refit)
	if x.Algorithm == 0 {
		return text
	}
	switch e.Less(x, experiment.Arm{Design: x.Design, Budget: x.Budget}).Verdict(e.Done) {
	case "better":
		text += " ↓"
	case "worse":
		text += " ↑"
	}
	return text
}

func estimate(e core.Estimate) string { return figure.WithError(e.Loss, e.SE) }

// claims counts the budgets at which Full has the lower test error.
func claims(e *experiment.TestErrors) string {
	var parts []string
	for a := 1; a < len(e.Algorithms); a++ {
		lower, clear, worse, of := 0, 0, 0, 0
		for b := range e.Budgets {
			less := e.Less(experiment.Arm{Algorithm: a, Budget: b}, experiment.Arm{Budget: b})
			if math.IsNaN(less.Loss) {
				continue
			}
			of++
			if less.Loss >= 0 {
				lower++
			}
			switch less.Verdict(e.Done) {
			case "worse":
				clear++
			case "better":
				worse++
			}
		}
		if of == 0 {
			continue
		}
		text := fmt.Sprintf("%s %d of %d", e.Algorithms[a], lower, of)
		if clear > 0 {
			text += fmt.Sprintf(", clearly %d", clear)
		}
		if worse > 0 {
			text += fmt.Sprintf(", clearly above %d", worse)
		}
		parts = append(parts, text)
	}
	return "Budgets at which full is at or below: " + strings.Join(parts, "; ") + ".\n"
}

// drawn is the chart.
func drawn(e *experiment.TestErrors) string {
	c := &panel.Chart{Title: "test error against budget"}
	for a, algorithm := range e.Algorithms {
		name, _, _ := strings.Cut(string(algorithm), "=")
		curve := panel.AlgorithmSeries(name)
		curve.Name = name
		for b, budget := range e.Budgets {
			at := e.At(experiment.Arm{Algorithm: a, Budget: b})
			curve.X, curve.Y = append(curve.X, budget.Float()), append(curve.Y, at.Refit.Loss)
		}
		c.Plot.Series = append(c.Plot.Series, curve)
	}
	return painted(c)
}

func painted(c *panel.Chart) string {
	canvas := chart.New(110, 21)
	c.Plot.Draw(canvas)
	var b strings.Builder
	for line := range strings.Lines(c.Title + "\n" + chart.Strip(canvas.String(theme.Mono()))) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}

// tradeoff is figure 8.
func tradeoff(ctx context.Context, l *lab) (string, error) {
	study, err := l.open(ctx, "slices")
	if err != nil {
		return "", err
	}
	t := &trial{data: "slices", label: "position", algorithms: selection.Algorithms(), budgets: []int{20}}
	r, err := study.Solve(ctx, core.Request{Settings: t.settings()})
	if err != nil {
		return "", err
	}
	o, err := r.Tradeoff(t.question(l), nil)
	if err != nil {
		return "", err
	}
	e, err := o.Run(ctx, nil)
	if err != nil {
		return "", err
	}
	var out page.Markdown
	fmt.Fprintf(&out, "Test error of position (slices) at a budget of %d, %d splits, seed %d, %d objects to test on; Var = %s.\n\n",
		t.budgets[0], e.Done, l.Seed, e.Test, figure.Loss(r.LabelVar))
	head := []string{"k"}
	totals := slices.Compact(slices.Clone(o.Totals))
	for _, a := range e.Algorithms {
		for _, total := range totals {
			head = append(head, fmt.Sprintf("%s, M = %s", a, total))
		}
	}
	out.Head(head...)
	for k := 2; k <= slices.MaxFunc(e.Designs, func(a, b experiment.Design) int { return a.K - b.K }).K; k++ {
		row := []string{fmt.Sprint(k)}
		for a := range e.Algorithms {
			for _, total := range totals {
				text := ""
				for i, d := range e.Designs {
					if o.Totals[i] == total && d.K == k {
						text = tradeoffCell(e, a, i, slices.Index(o.Totals, total))
					}
				}
				row = append(row, text)
			}
		}
		out.Row(row...)
	}
	return out.String(), nil
}

// tradeoffCell is marked against the smallest k of the same total.
func tradeoffCell(e *experiment.TestErrors, algorithm, design, first int) string {
	x := experiment.Arm{Design: design, Algorithm: algorithm}
	text := estimate(e.At(x).Refit)
	if design == first {
		return text
	}
	switch e.Less(x, experiment.Arm{Design: first, Algorithm: algorithm}).Verdict(e.Done) {
	case "better":
		text += " ↓"
	case "worse":
		text += " ↑"
	}
	return text
}
