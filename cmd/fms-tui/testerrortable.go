package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// chartHeight is that of the charts of experiments, with their title.
const chartHeight = 22

// table writes an experiment for people: a table and a chart with error bars.
func (d *experimentDocument) table(b *strings.Builder, width int, th *theme.Theme) {
	if d.totals != nil {
		d.tradeoffTable(b, width)
	} else {
		d.protocolTable(b, width)
	}
	d.notes(b)
	for _, c := range d.charts() {
		b.WriteByte('\n')
		drawn := theme.Mono()
		if th != nil {
			drawn = th
		}
		painted := panel.Render(c, width, chartHeight, drawn)
		if th == nil {
			painted = chart.Strip(painted)
		}
		for line := range strings.Lines(painted) {
			b.WriteString(strings.TrimRight(line, " \n") + "\n")
		}
	}
}

func (d *experimentDocument) protocolTable(b *strings.Builder, width int) {
	e := d.errors
	fmt.Fprintf(b, "test error of %s, %d random splits of %s: %d to learn from with %s a cell, %d to test on\n",
		d.Label, e.Done, figure.CountOf(d.Objects, "object"), e.Designs[0].Objects, figure.CountOf(e.Designs[0].K, "judgment"), e.Test)
	fmt.Fprintf(b, "Var = %s; raters %s; seed %d\n\n", figure.Loss(d.LabelVar), d.Raters, d.seed)
	rows := [][]string{{"budget", "algorithm", "refit ± se", "less " + string(e.Algorithms[0]), "", "no refit ± se", "projected", "honest", "attr"}}
	for k, budget := range e.Budgets {
		for a := range e.Algorithms {
			r := &d.rows[a*len(e.Budgets)+k]
			first := ""
			if a == 0 {
				first = budget.String()
			}
			rows = append(rows, r.cells(first))
		}
	}
	writeTable(b, rows, width)
}

func (r *testErrorJSON) cells(budget string) []string {
	if r.Refused != nil {
		return []string{budget, string(r.Algorithm), "none: " + *r.Refused}
	}
	return []string{
		budget, string(r.Algorithm), withError(r.Error, r.ErrorSE), r.less(), text(r.Verdict), withError(r.Projected, r.ProjectedSE),
		figure.Loss(float64(r.Promised)), figure.Loss(float64(r.Honest)), figure.Significant(float64(r.Attributes), 2),
	}
}

func (r *testErrorJSON) less() string {
	if math.IsNaN(float64(r.Less)) {
		return ""
	}
	return withError(r.Less, r.LessSE)
}

func withError(x, se number) string {
	return figure.WithError(float64(x), float64(se))
}

func (d *experimentDocument) tradeoffTable(b *strings.Builder, width int) {
	e := d.errors
	fmt.Fprintf(b, "test error of %s for what all judgments to learn from cost, %d random splits of %s, %d to test on\n",
		d.Label, e.Done, figure.CountOf(d.Objects, "object"), e.Test)
	fmt.Fprintf(b, "Var = %s; raters %s; seed %d\n\n", figure.Loss(d.LabelVar), d.Raters, d.seed)
	rows := [][]string{{"algorithm", "budget", "total", "judgments", "objects", "refit ± se", "less the first", "", "no refit ± se"}}
	var last model.Amount
	for a, algorithm := range e.Algorithms {
		for k, budget := range e.Budgets {
			for i, total := range d.totals {
				r := &d.rows[(i*len(e.Algorithms)+a)*len(e.Budgets)+k]
				names := []string{"", "", ""}
				if i == 0 {
					names[0], names[1] = string(algorithm), budget.String()
				}
				if i == 0 || total != last {
					names[2], last = total.String(), total
				}
				if r.Refused != nil {
					rows = append(rows, append(names, strconv.Itoa(r.Judgments), strconv.Itoa(r.Train), "none: "+*r.Refused))
					continue
				}
				rows = append(rows, append(names, strconv.Itoa(r.Judgments), strconv.Itoa(r.Train), withError(r.Error, r.ErrorSE), r.less(), text(r.Verdict),
					withError(r.Projected, r.ProjectedSE)))
			}
		}
	}
	writeTable(b, rows, width)
}

// notes says what the figures do not.
func (d *experimentDocument) notes(b *strings.Builder) {
	most, unfit := 0.0, false
	for i := range d.rows {
		r := &d.rows[i]
		if r.Refused == nil {
			most = max(most, float64(r.Again))
			unfit = unfit || math.IsNaN(float64(r.Error))
		}
	}
	var notes []string
	if most > 0 {
		notes = append(notes, fmt.Sprintf("cells hold too few judgments: of those to test on up to %s were drawn again, and say nothing new", figure.Percent(most)))
	}
	if unfit {
		notes = append(notes, "n/a: more attributes are chosen than there are objects to fit weights to")
	}
	if d.errors.Done < d.errors.Splits {
		notes = append(notes, fmt.Sprintf("interrupted after %d of %d splits", d.errors.Done, d.errors.Splits))
	}
	if len(notes) > 0 {
		b.WriteString("\n" + strings.Join(notes, "\n") + "\n")
	}
}

// charts are one for a protocol, and one for each algorithm and budget of a
// trade-off.
func (d *experimentDocument) charts() []*panel.Errors {
	e := d.errors
	if d.totals == nil {
		c := &panel.Errors{Title: "test error (refit) ± se against budget", Level: math.NaN()}
		for a, algorithm := range e.Algorithms {
			curve := panel.ErrorCurve{
				Name: string(algorithm), Pen: panel.AlgorithmPen(string(algorithm)), Style: panel.AlgorithmStyle(string(algorithm)),
			}
			for k, budget := range e.Budgets {
				addPoint(&curve, &d.rows[a*len(e.Budgets)+k], budget.Float())
			}
			c.Curves = append(c.Curves, curve)
		}
		return []*panel.Errors{c}
	}
	var all []*panel.Errors
	for a, algorithm := range e.Algorithms {
		for k, budget := range e.Budgets {
			c := &panel.Errors{Title: fmt.Sprintf("test error (refit) ± se of %s at a budget of %s against judgments a cell", algorithm, budget), Level: math.NaN()}
			for i, total := range d.totals {
				if i == 0 || total != d.totals[i-1] {
					c.Curves = append(c.Curves, panel.ErrorCurve{
						Name: "total " + total.String(), Pen: panel.AlgorithmPen(string(algorithm)), Style: lines[len(c.Curves)%len(lines)],
					})
				}
				addPoint(&c.Curves[len(c.Curves)-1], &d.rows[(i*len(e.Algorithms)+a)*len(e.Budgets)+k], float64(e.Designs[i].K))
			}
			all = append(all, c)
		}
	}
	return all
}

// lines tell the totals of a trade-off apart.
var lines = []chart.Style{chart.Solid, chart.Dashed, chart.Dotted, chart.Short, chart.Long}

func addPoint(c *panel.ErrorCurve, r *testErrorJSON, x float64) {
	c.X, c.Y, c.SE = append(c.X, x), append(c.Y, float64(r.Error)), append(c.SE, float64(r.ErrorSE))
}
