package pilots

import (
	"fmt"
	"math"
	"strings"

	"fms-tui/tools/paper/page"
)

// tables are the true losses of every method, what the refit's rules come to, and how
// the losses of a pilot of 60 objects agree.
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
	out.WriteString("\n" + rules(sets, all) + "\n")
	out.Head("data", "budget", "splits", "projected", "honest", "true", "projected and honest agree", "honest and true agree", "all three agree")
	for _, s := range sets {
		for _, b := range s.budgets(held(s.Dataset)) {
			if row := agreement(all, s.name, b); row != nil {
				out.Row(append([]string{s.name, fmt.Sprint(b)}, row...)...)
			}
		}
	}
	return out.String()
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

// rules says what taking the refit wherever it is lower, and by one standard error,
// adds to the true loss of auto, cell by cell.
func rules(sets []set, all []trial) string {
	var b strings.Builder
	truth := func(t trial) float64 { return t.truth.Loss }
	for _, rule := range []struct{ method, words string }{
		{refit, "Rule of fms-tui: use the refit if its honest loss is lower."},
		{clearly, "Stricter rule: use the refit if its honest loss is lower by more than one paired standard error."},
	} {
		var added, worst float64
		cells, better, worse := 0, 0, 0
		for _, s := range sets {
			for _, m := range sizes() {
				for _, budget := range s.budgets(held(s.Dataset)) {
					with, without := of(all, s.name, m, budget, rule.method, truth), of(all, s.name, m, budget, auto, truth)
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
		fmt.Fprintf(&b, "%s It changes the true loss of auto by %+.3f on average over %d cells: clearly better (2 se) in %d, clearly worse in %d, at worst %+.3f.\n",
			rule.words, added/float64(cells), cells, better, worse, worst)
	}
	return b.String()
}

// agreement counts the splits of a pilot of 60 objects in which the losses of auto are
// within two standard errors of each other. The projected loss has no standard error,
// so the honest loss's is used; for the true loss both are used. It is nil without
// splits.
func agreement(all []trial, set string, budget int) []string {
	near := func(x, y, se float64) float64 {
		if math.Abs(x-y) <= 2*se {
			return 1
		}
		return 0
	}
	figures := func(figure func(trial) float64) []float64 { return of(all, set, fewObjects, budget, refit, figure) }
	truth := figures(func(t trial) float64 { return t.truth.Loss })
	if len(truth) == 0 {
		return nil
	}
	projected := func(t trial) float64 { return near(t.projected, t.honest.Loss, t.honest.SE) }
	shown := func(t trial) float64 {
		return near(t.honest.Loss, t.truth.Loss, math.Hypot(t.honest.SE, t.truth.SE))
	}
	percent := func(figure func(trial) float64) string {
		m, _ := mean(figures(figure))
		return fmt.Sprintf("%.0f %%", 100*m)
	}
	p, _ := mean(figures(func(t trial) float64 { return t.projected }))
	h, _ := mean(figures(func(t trial) float64 { return t.honest.Loss }))
	e, _ := mean(figures(func(t trial) float64 { return t.honest.SE }))
	u, _ := mean(truth)
	return []string{
		fmt.Sprint(len(truth)), fmt.Sprintf("%.3f", p), fmt.Sprintf("%.3f ± %.3f", h, e), fmt.Sprintf("%.3f", u), percent(projected), percent(shown),
		percent(func(t trial) float64 {
			return projected(t) * shown(t) * near(t.projected, t.truth.Loss, math.Hypot(t.honest.SE, t.truth.SE))
		}),
	}
}
