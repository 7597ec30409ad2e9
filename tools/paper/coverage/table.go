package coverage

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core/selection"
)

// tally sums up trials.
type tally struct {
	n                       int
	honest, projected       int // covered
	honestLow, projectedLow int // below the truth
	truth, biasHonest       float64
	biasProjected, biasSqrs float64
	z, zz                   float64 // sums of honest less true loss in standard errors, and squares
	steps                   []float64
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
	z := bias / t.se
	s.z, s.zz = s.z+z, s.zz+z*z
	if !math.IsNaN(t.step) {
		s.steps = append(s.steps, t.step)
	}
}

// spread is the standard deviation of z, by how far the standard error is what it says.
func (s *tally) spread() float64 {
	n := float64(s.n)
	return math.Sqrt(max(0, s.zz/n-s.z/n*s.z/n))
}

// row writes coverages and mean losses. Biases are in shares of Var(y), the honest
// loss's bias with its standard error over worlds.
func (s *tally) row() string {
	n := float64(s.n)
	bias := s.biasHonest / n
	se := math.Sqrt(max(0, s.biasSqrs/n-bias*bias) / n)
	return fmt.Sprintf("%d | %.2f | %.2f | %.2f | %.2f | %.3f | %+.3f ± %.3f | %+.3f | %.2f | %.2f",
		s.n, float64(s.honest)/n, s.spread(), stat.StdDev(s.steps, nil), float64(s.projected)/n, s.truth/n, bias, se, s.biasProjected/n,
		float64(s.honestLow)/n, float64(s.projectedLow)/n)
}

const heads = "worlds | honest covers | sd of z | of steps | projected covers | true loss | honest - true | projected - true | honest too low | projected too low"

// table compares the methods for Full, and then has a row for each algorithm and method over
// all worlds and budgets, with the cell in which the honest loss covers least.
func table(all map[kind][]trial) string {
	var b strings.Builder
	b.WriteString(compare(all))
	fmt.Fprintf(&b, "### All worlds\n\n| algorithm | method | %s | least honest covers | at m, d, halo, B |\n|:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|:--|\n", heads)
	for _, alg := range selection.Algorithms() {
		for _, m := range methods() {
			total, least, at := totals(all, alg, m.name)
			fmt.Fprintf(&b, "| %s | %s | %s | %.2f | %s |\n", alg, m.name, total.row(), least, at)
		}
	}
	return b.String()
}

// totals are the trials of an algorithm and a method, and the least share of a kind and a
// budget that the honest loss covers.
func totals(all map[kind][]trial, alg selection.Algorithm, method string) (total tally, least float64, at string) {
	least = math.Inf(1)
	for _, k := range kinds() {
		for _, budget := range budgets() {
			var cell tally
			for _, t := range all[k] {
				if t.algorithm == alg && t.method == method && t.budget == budget {
					cell.add(t)
					total.add(t)
				}
			}
			if c := float64(cell.honest) / float64(cell.n); c < least {
				least, at = c, fmt.Sprintf("%d, %d, %g, %d", k.objects, k.attributes, k.halo, budget)
			}
		}
	}
	return total, least, at
}
