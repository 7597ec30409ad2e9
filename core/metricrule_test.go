package core_test

import (
	"math"
	"testing"

	"fms-tui/core"
)

// TestRuleOfMetrics: the first figure within the rule of the best is enough.
func TestRuleOfMetrics(t *testing.T) {
	of := func(x ...float64) (all []core.Estimate) {
		for _, v := range x {
			all = append(all, core.Estimate{Loss: v, SE: .05})
		}
		return all
	}
	within := core.Rule{By: core.Within, Within: .1}
	for _, c := range []struct {
		rule         core.Rule
		figures      []core.Estimate
		higher       bool
		enough, best int
	}{
		{core.Rule{}, of(.5, .7, .78, .8, .79), true, 2, 3},
		{core.Rule{}, of(.7, .5, .46, .44, .45), false, 2, 3},
		{within, of(.5, .7, .73, .8, .79), true, 2, 3},
		{within, of(.7, .5, .48, .44, .45), false, 2, 3},
		{core.Rule{}, of(math.NaN(), .7, math.NaN(), .72), true, 1, 3},
		{core.Rule{}, of(math.NaN()), true, -1, -1},
		{core.Rule{}, []core.Estimate{{Loss: .5}, {Loss: .795}, {Loss: .8}}, true, 1, 2},
		{core.Rule{}, []core.Estimate{{Loss: .5, SE: math.NaN()}, {Loss: .8, SE: math.NaN()}}, true, 1, 1},
	} {
		if enough, best := c.rule.Enough(c.figures, c.higher); enough != c.enough || best != c.best {
			t.Errorf("%v of %v: %d, %d; want %d, %d", c.rule, c.figures, enough, best, c.enough, c.best)
		}
	}
}
