package coverage

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core/selection"
)

// paired is the true loss of auto minus the true loss of none, in the same worlds.
type paired struct {
	n         int
	sum, sqrs float64
}

func (p *paired) add(x float64) {
	p.n++
	p.sum += x
	p.sqrs += x * x
}

// mean returns the mean difference and its standard error over worlds.
func (p *paired) mean() (mean, se float64) {
	n := float64(p.n)
	mean = p.sum / n
	return mean, math.Sqrt(max(0, p.sqrs/n-mean*mean) / n)
}

// compare holds the methods against each other, for Full: by m and B, over all kinds
// of worlds of that m; and counts the cells in which auto is clearly better or worse
// than none.
func compare(all map[kind][]trial) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### full: the methods side by side\n\n")
	fmt.Fprintf(&b, "| m | B | method | true loss | projected | honest | honest covers | sd of z | of steps | true loss less none's |\n|--:|--:|--:|:--|--:|--:|--:|--:|--:|--:|\n")
	for _, m := range sizes() {
		for _, budget := range budgets() {
			for _, of := range []string{none, "ridge auto", auto, refit} {
				if cell := averages(all, m, budget, of); cell != "" {
					fmt.Fprintf(&b, "| %d | %d | %s | %s |\n", m, budget, of, cell)
				}
			}
		}
	}
	better, worse, cells, most := 0, 0, 0, math.Inf(-1)
	for _, k := range kinds() {
		for _, budget := range budgets() {
			d := difference(all, "auto", func(x kind) bool { return x == k }, budget)
			if d.n == 0 {
				continue
			}
			mean, se := d.mean()
			cells++
			most = max(most, mean)
			if mean < -2*se {
				better++
			}
			if mean > 2*se {
				worse++
			}
		}
	}
	fmt.Fprintf(&b, "\nThe true loss of auto is clearly lower (2 se) than the true loss of none in %[2]d of %[1]d cells (m, d, halo, B). It is clearly higher in %[3]d; at worst it is %+.3[4]f.\n\n",
		cells, better, worse, most)
	for _, m := range sizes() {
		sum, n := 0.0, 0
		for _, budget := range budgets() {
			if d := difference(all, "auto", func(k kind) bool { return k.objects == m }, budget); d.n > 0 {
				mean, _ := d.mean()
				sum += mean
				n++
			}
		}
		if n > 0 {
			fmt.Fprintf(&b, "On average over budgets, with %d objects, the true loss of auto minus none's is %+.3f.\n\n", m, sum/float64(n))
		}
	}
	return b.String()
}

// sizes are the m of the kinds, rising.
func sizes() []int {
	var list []int
	for _, k := range kinds() {
		list = append(list, k.objects)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// averages are the mean losses of Full by a method over all worlds of m objects.
func averages(all map[kind][]trial, m, budget int, method string) string {
	var s tally
	for _, k := range kinds() {
		for _, t := range all[k] {
			if k.objects == m && t.algorithm == selection.Full && t.method == method && t.budget == budget {
				s.add(t)
			}
		}
	}
	if s.n == 0 {
		return ""
	}
	n := float64(s.n)
	less, steps := "", ""
	if len(s.steps) > 0 { // not at the first budget
		steps = fmt.Sprintf("%.2f", stat.StdDev(s.steps, nil))
	}
	if method != "none" {
		d := difference(all, method, func(k kind) bool { return k.objects == m }, budget)
		mean, se := d.mean()
		less = fmt.Sprintf("%+.3f ± %.3f", mean, se)
	}
	return fmt.Sprintf("%.3f | %.3f | %.3f | %.2f | %.2f | %s | %s", s.truth/n, (s.truth+s.biasProjected)/n, (s.truth+s.biasHonest)/n, float64(s.honest)/n, s.spread(), steps, less)
}

// difference is the true loss of a method minus the true loss of none for Full, in the
// worlds of some kinds.
func difference(all map[kind][]trial, method string, of func(kind) bool, budget int) paired {
	pick := func(trials []trial, method string) []float64 {
		var list []float64
		for _, t := range trials {
			if t.algorithm == selection.Full && t.method == method && t.budget == budget {
				list = append(list, t.truth)
			}
		}
		return list
	}
	var d paired
	for _, k := range kinds() {
		if !of(k) {
			continue
		}
		with, without := pick(all[k], method), pick(all[k], "none")
		for i := range with {
			d.add(with[i] - without[i])
		}
	}
	return d
}
