package coverage

import (
	"fmt"
	"math"
	"strings"

	"fms-tui/core/selection"
)

// tally sums up trials.
type tally struct {
	n                       int
	honest, projected       int // covered
	honestLow, projectedLow int // below the truth
	truth, biasHonest       float64
	biasProjected, biasSqrs float64
}

func (s *tally) add(t trial) {
	s.n++
	if t.coversHonest {
		s.honest++
	}
	if t.coversProjected {
		s.projected++
	}
	if t.honest < t.truth {
		s.honestLow++
	}
	if t.projected < t.truth {
		s.projectedLow++
	}
	s.truth += t.truth
	bias := t.honest - t.truth
	s.biasHonest += bias
	s.biasSqrs += bias * bias
	s.biasProjected += t.projected - t.truth
}

// row writes coverages and mean losses. Biases are in shares of Var(y), the honest
// loss's bias with its standard error over worlds.
func (s *tally) row() string {
	n := float64(s.n)
	bias := s.biasHonest / n
	se := math.Sqrt(max(0, s.biasSqrs/n-bias*bias) / n)
	return fmt.Sprintf("%d | %.2f | %.2f | %.3f | %+.3f ± %.3f | %+.3f | %.2f | %.2f",
		s.n, float64(s.honest)/n, float64(s.projected)/n, s.truth/n, bias, se, s.biasProjected/n,
		float64(s.honestLow)/n, float64(s.projectedLow)/n)
}

const heads = "worlds | honest covers | projected covers | true loss | honest - true | projected - true | honest too low | projected too low"

// table compares the methods, and then writes for each algorithm and method a row
// a kind of world and budget, with the totals and worst cells below.
func table(all map[kind][]trial) string {
	var b strings.Builder
	b.WriteString(compare(all))
	for _, alg := range selection.Algorithms() {
		for _, m := range methods() {
			b.WriteString(detail(all, alg, m.name))
		}
	}
	return b.String()
}

// detail is the table of one algorithm and method.
func detail(all map[kind][]trial, alg selection.Algorithm, method string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s, %s\n\n| m | d | halo | B | %s |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n", alg, method, heads)
	var total tally
	worst, where := 2.0, ""
	for _, k := range kinds() {
		for _, budget := range budgets() {
			var cell tally
			for _, t := range all[k] {
				if t.algorithm == alg && t.method == method && t.budget == budget {
					cell.add(t)
					total.add(t)
				}
			}
			if cell.n == 0 {
				continue
			}
			name := fmt.Sprintf("%d | %d | %g | %d", k.objects, k.attributes, k.halo, budget)
			fmt.Fprintf(&b, "| %s | %s |\n", name, cell.row())
			if c := float64(cell.honest) / float64(cell.n); c < worst {
				worst, where = c, name
			}
		}
	}
	fmt.Fprintf(&b, "| all | | | | %s |\n\nWorst cell of %s, %s: %.2f at m, d, halo, B = %s.\n\n",
		total.row(), alg, method, worst, strings.ReplaceAll(where, " |", ","))
	return b.String()
}
