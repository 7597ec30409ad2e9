package experts

import (
	"fmt"
	"math"
	"strings"

	"fms-tui/core/experts"
)

// mean is the mean of the numbers that are not NaN, with its standard error over
// repetitions.
func mean(trials []trial, of func(trial) float64) (m, se float64) {
	var n, sum, squares float64
	for _, t := range trials {
		if v := of(t); !math.IsNaN(v) {
			n++
			sum += v
			squares += v * v
		}
	}
	m = sum / n
	return m, math.Sqrt(max(squares/n-m*m, 0) / (n - 1))
}

// cell is a mean with its standard error.
func cell(trials []trial, of func(trial) float64) string {
	m, se := mean(trials, of)
	switch {
	case math.IsNaN(m):
		return ""
	case math.IsNaN(se):
		return fmt.Sprintf("%.3f", m)
	}
	return fmt.Sprintf("%.3f ± %.3f", m, se)
}

// count is in how many trials something holds.
func count(trials []trial, holds func(trial) bool) string {
	n := 0
	for _, t := range trials {
		if holds(t) {
			n++
		}
	}
	return fmt.Sprintf("%d/%d", n, len(trials))
}

// models in the order of the paper's tables.
var models = []experts.Model{experts.EMSparse, experts.EM, experts.Majority}

// each is a cell for each model.
func each(trials []trial, of func(outcome) float64) (cells []string) {
	for _, m := range models {
		cells = append(cells, cell(trials, func(t trial) float64 { return of(t.models[m]) }))
	}
	return cells
}

// below counts where EM-Sparse is below another model.
func below(trials []trial, other experts.Model, of func(outcome) float64) string {
	return count(trials, func(t trial) bool { return of(t.models[experts.EMSparse]) < of(t.models[other])-1e-12 })
}

func surrogate(o outcome) float64 { return o.s }
func mistaken(o outcome) float64  { return o.risk }
func trueRisk(o outcome) float64  { return o.truth }

// tables writes what was measured in some settings as Markdown.
func tables(settings []setting, all [][]trial) string {
	var b strings.Builder
	writeTable(&b, settings, all, "Ŝ at the λ that it chooses:",
		[]string{"ē", "EM-Sparse", "EM", "Majority", "EM-Sparse below EM", "below Majority", "paper: EM-Sparse", "EM", "Majority"},
		func(s setting, ts []trial) []string {
			row := append([]string{cell(ts, func(t trial) float64 { return t.wrong })}, each(ts, surrogate)...)
			row = append(row, below(ts, experts.EM, surrogate), below(ts, experts.Majority, surrogate))
			for _, v := range s.paper {
				row = append(row, fmt.Sprintf("%.3f", v))
			}
			return row
		})
	writeTable(&b, settings, all, "R̂, mistakes of the same fits on the held-out objects:",
		[]string{"EM-Sparse", "EM", "Majority", "EM-Sparse below EM", "below Majority", "on labels", "one class"},
		func(_ setting, ts []trial) []string {
			return append(each(ts, mistaken), below(ts, experts.EM, mistaken), below(ts, experts.Majority, mistaken),
				cell(ts, func(t trial) float64 { return t.labels.risk }), cell(ts, func(t trial) float64 { return t.common }))
		})
	if !math.IsNaN(all[0][0].bayes) {
		writeTable(&b, settings, all, "R, the risk of the same fits on new objects:",
			[]string{"EM-Sparse", "EM", "Majority", "EM-Sparse below EM", "below Majority", "on labels", "Bayes"},
			func(_ setting, ts []trial) []string {
				return append(each(ts, trueRisk), below(ts, experts.EM, trueRisk), below(ts, experts.Majority, trueRisk),
					cell(ts, func(t trial) float64 { return t.labels.truth }), cell(ts, func(t trial) float64 { return t.bayes }))
			})
	}
	writeTable(&b, settings, all, "What Ŝ chooses, held against R̂:",
		[]string{"τ EM-Sparse", "τ Majority", "λ EM-Sparse", "λ Majority", "same model", "model", "infallible", "features"},
		func(_ setting, ts []trial) []string {
			of := func(m experts.Model, f func(outcome) float64) string {
				return cell(ts, func(t trial) float64 { return f(t.models[m]) })
			}
			rank := func(o outcome) float64 { return o.rank }
			lost := func(o outcome) float64 { return o.risk - o.oracle }
			return []string{
				of(experts.EMSparse, rank), of(experts.Majority, rank), of(experts.EMSparse, lost), of(experts.Majority, lost),
				count(ts, func(t trial) bool { return t.regret() == 0 }), cell(ts, trial.regret),
				count(ts, func(t trial) bool { return t.models[experts.EMSparse].sure }),
				of(experts.EMSparse, func(o outcome) float64 { return float64(o.size) }),
			}
		})
	return b.String()
}

// regret is by how much R̂ of the model with the least Ŝ is above the least R̂ of
// the three, each at the λ of its least Ŝ.
func (t trial) regret() float64 {
	best := experts.Majority
	least := math.Inf(1)
	for _, m := range experts.Models() {
		if t.models[m].s < t.models[best].s-1e-12 {
			best = m
		}
		least = min(least, t.models[m].risk)
	}
	return t.models[best].risk - least
}

// writeTable writes a table, a row for each setting.
func writeTable(b *strings.Builder, settings []setting, all [][]trial, title string, heads []string, row func(setting, []trial) []string) {
	fmt.Fprintf(b, "%s\n\n| setting | %s |\n|---|%s\n", title, strings.Join(heads, " | "), strings.Repeat("--:|", len(heads)))
	for k, s := range settings {
		fmt.Fprintf(b, "| %s | %s |\n", s.name, strings.Join(row(s, all[k]), " | "))
	}
	b.WriteString("\n")
}
