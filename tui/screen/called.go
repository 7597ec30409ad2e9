package screen

import (
	"context"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/tui/chart"
)

// called is what calls by a choice are worth: of two classes, or of more.
type called struct {
	two  *core.Classes
	many *core.Multiclass
}

// callsOf measures the calls of a pick.
func callsOf(ctx context.Context, p *core.Pick) (c *called, err error) {
	c = new(called)
	if p.Result.ManyClasses() != nil {
		c.many, err = p.Multiclass(ctx)
	} else {
		c.two, err = p.Classes(ctx, threshold)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// why says why nothing was measured; "" where it was.
func (c *called) why() string {
	if c.many != nil {
		return c.many.Why
	}
	return c.two.Why
}

// metrics are those that were measured, with their standard errors.
func (c *called) metrics() (m, se classes.ManyMetrics) {
	if c.many != nil {
		return c.many.ManyMetrics, c.many.SE
	}
	return asMany(c.two.Metrics), asMany(c.two.SE)
}

// figure is one metric with its standard error.
func (c *called) figure(s Scale) core.Estimate {
	m, se := c.metrics()
	return core.Estimate{Loss: scaleTable[s].get(&m), SE: scaleTable[s].get(&se)}
}

// less is a metric minus the metric of other calls of the same label.
func (c *called) less(from *called, s Scale) core.Estimate {
	var d, se classes.ManyMetrics
	if c.many != nil {
		d, se = c.many.Less(from.many)
	} else {
		two, of := c.two.Less(from.two)
		d, se = asMany(two), asMany(of)
	}
	return core.Estimate{Loss: scaleTable[s].get(&d), SE: scaleTable[s].get(&se)}
}

// names are the names of the classes.
func (c *called) names() []string {
	if c.many != nil {
		return cleaned(c.many.Names)
	}
	return cleaned(c.two.Names[:])
}

// confusion counts objects by class and call.
func (c *called) confusion() [][]int {
	if c.many != nil {
		return c.many.Confusion
	}
	return [][]int{c.two.Confusion[0][:], c.two.Confusion[1][:]}
}

// calibration are the bins of each class whose probability is compared with its share;
// with two classes, the bins of the second.
func (c *called) calibration() [][]classes.Bin {
	if c.many != nil {
		return c.many.Calibration
	}
	return [][]classes.Bin{nil, c.two.Calibration}
}

// objects is how many were measured.
func (c *called) objects() int {
	if c.many != nil {
		return c.many.Objects
	}
	return c.two.Objects
}

// cleaned are names of the data as a terminal may show them.
func cleaned(names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, chart.Clean(n))
	}
	return out
}
