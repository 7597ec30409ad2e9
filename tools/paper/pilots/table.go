package pilots

import (
	"fmt"
	"math"

	"fms-tui/tools/paper/page"
)

// tables are the true losses of every method, and what the rule of the refit comes to.
func tables(sets []set, all []trial) string {
	var out page.Markdown
	out.Head(append([]string{"data", "objects", "budget"}, methods...)...)
	for _, s := range sets {
		for _, m := range sizes() {
			for _, b := range s.budgets(held(s.Dataset)) {
				row := []string{s.name, fmt.Sprint(m), fmt.Sprint(b)}
				for _, method := range methods {
					row = append(row, spread(of(all, s.name, m, b, method, func(t trial) float64 { return t.truth.Loss })))
				}
				out.Row(row...)
			}
		}
	}
	return out.String() + "\n" + rule(sets, all)
}

// of lists a figure of the trials of one cell, by split.
func of(all []trial, set string, m, budget int, method string, figure func(trial) float64) []float64 {
	var list []float64
	for _, t := range all {
		if t.set == set && t.objects == m && t.budget == budget && t.method == method {
			list = append(list, figure(t))
		}
	}
	return list
}

// mean returns the mean of some figures and its standard error over splits.
func mean(list []float64) (mean, se float64) {
	var sum, sqrs float64
	for _, x := range list {
		sum += x
		sqrs += x * x
	}
	n := float64(len(list))
	mean = sum / n
	return mean, math.Sqrt(max(0, sqrs/n-mean*mean) / n)
}

func spread(list []float64) string {
	if len(list) == 0 {
		return ""
	}
	m, se := mean(list)
	return fmt.Sprintf("%.3f ± %.3f", m, se)
}

// rule says what the refit, taken wherever its honest loss is lower, adds to the true loss of
// auto, cell by cell.
func rule(sets []set, all []trial) string {
	truth := func(t trial) float64 { return t.truth.Loss }
	var added, worst float64
	cells, better, worse := 0, 0, 0
	for _, s := range sets {
		for _, m := range sizes() {
			for _, budget := range s.budgets(held(s.Dataset)) {
				with, without := of(all, s.name, m, budget, refit, truth), of(all, s.name, m, budget, auto, truth)
				for i := range with {
					with[i] -= without[i]
				}
				if len(with) == 0 {
					continue
				}
				less, se := mean(with)
				added += less
				worst = max(worst, less)
				cells++
				if less < -2*se {
					better++
				}
				if less > 2*se {
					worse++
				}
			}
		}
	}
	return fmt.Sprintf("The refit is used if its honest loss is lower. It changes the true loss of auto by %+.3f on average over %d cells: clearly better (2 se) in %d, clearly worse in %d, at worst %+.3f.\n",
		added/float64(cells), cells, better, worse, worst)
}
