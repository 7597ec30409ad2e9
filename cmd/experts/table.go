package main

import (
	"fmt"
	"math"
	"strings"

	"fms-tui/core/experts"
)

// mean is that of what is a number, with its standard error over repetitions.
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

// table writes everything as Markdown.
func table(settings []setting, all [][]trial) string {
	var b strings.Builder
	section(&b, settings, all, "Surrogate risk Ŝ at the λ that it chooses",
		[]string{"ē", "EM-Sparse", "EM", "Majority", "EM-Sparse below EM", "EM-Sparse below Majority"}, func(ts []trial) []string {
			row := []string{cell(ts, func(t trial) float64 { return t.wrong })}
			for _, m := range models {
				row = append(row, cell(ts, func(t trial) float64 { return t.models[m].s }))
			}
			s := func(t trial, m experts.Model) float64 { return t.models[m].s }
			return append(row, count(ts, func(t trial) bool { return s(t, experts.EMSparse) < s(t, experts.EM) }),
				count(ts, func(t trial) bool { return s(t, experts.EMSparse) < s(t, experts.Majority) }))
		})
	section(&b, settings, all, "Mistakes R̂ on the held-out objects, by the same fits",
		[]string{"EM-Sparse", "EM", "Majority", "labels", "one class", "EM-Sparse below EM", "EM-Sparse below Majority"}, func(ts []trial) []string {
			var row []string
			for _, m := range models {
				row = append(row, cell(ts, func(t trial) float64 { return t.models[m].risk }))
			}
			r := func(t trial, m experts.Model) float64 { return t.models[m].risk }
			return append(row, cell(ts, func(t trial) float64 { return t.labels.risk }), cell(ts, func(t trial) float64 { return t.common }),
				count(ts, func(t trial) bool { return r(t, experts.EMSparse) < r(t, experts.EM) }),
				count(ts, func(t trial) bool { return r(t, experts.EMSparse) < r(t, experts.Majority) }))
		})
	section(&b, settings, all, "Risk on new objects",
		[]string{"EM-Sparse", "EM", "Majority", "labels", "Bayes"}, func(ts []trial) []string {
			var row []string
			for _, m := range models {
				row = append(row, cell(ts, func(t trial) float64 { return t.models[m].truth }))
			}
			return append(row, cell(ts, func(t trial) float64 { return t.labels.truth }), cell(ts, func(t trial) float64 { return t.bayes }))
		})
	section(&b, settings, all, "What Ŝ chooses, held against R̂",
		[]string{"τ EM-Sparse", "λ EM-Sparse", "τ Majority", "λ Majority", "same model", "model", "an expert infallible", "features"}, func(ts []trial) []string {
			var row []string
			for _, m := range []experts.Model{experts.EMSparse, experts.Majority} {
				row = append(row, cell(ts, func(t trial) float64 { return t.models[m].rank }),
					cell(ts, func(t trial) float64 { return t.models[m].risk - t.models[m].oracle }))
			}
			return append(row, count(ts, func(t trial) bool { return t.regret() == 0 }), cell(ts, trial.regret),
				count(ts, func(t trial) bool { return t.models[experts.EMSparse].sure }),
				cell(ts, func(t trial) float64 { return float64(t.models[experts.EMSparse].size) }))
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

// section writes a table, without the columns that hold nothing.
func section(b *strings.Builder, settings []setting, all [][]trial, title string, heads []string, row func([]trial) []string) {
	fmt.Fprintf(b, "### %s\n\n| setting | %s |\n|---|%s\n", title, strings.Join(heads, " | "), strings.Repeat("--:|", len(heads)))
	for k, s := range settings {
		cells := row(all[k])
		if strings.Join(cells, "") == "" {
			continue
		}
		fmt.Fprintf(b, "| %s | %s |\n", s.name, strings.Join(cells, " | "))
	}
	b.WriteString("\n")
}
