package screen

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
)

// classing is a choice of all algorithms that is measured as calls of classes.
type classing struct {
	honest *core.Honest
	budget model.Amount
}

// choice is what an algorithm chooses at a budget.
type choice struct {
	algorithm selection.Algorithm
	budget    model.Amount
}

// measured are calls of classes, as far as they are measured. It is not changed.
type measured map[choice]*core.Classes

// along are the budgets at which an algorithm's calls are measured, rising.
func (c *measured) along(alg selection.Algorithm) (budgets []model.Amount) {
	for at := range *c {
		if at.algorithm == alg {
			budgets = append(budgets, at.budget)
		}
	}
	slices.Sort(budgets)
	return budgets
}

// classify measures the calls of what is shown, where a metric of classes is: at B, and then
// along the curves. What is known of the same honest loss stays.
func (a *Measures) classify() tea.Cmd {
	h := a.Shown.Honest
	if !a.measure().Classes() || h == nil || h.Why != "" {
		return nil
	}
	key, result, known, algorithms := classing{h, a.Shown.State.Budget}, a.Shown.Result, a.classes(), a.classed()
	if a.Classing.For(key) {
		return nil
	}
	cmd := a.Classing.Ask(a.Runner(), job.Question[classing, *measured]{
		Key: key, Delay: Stillness / 3,
		Work: func(ctx context.Context, report func(*measured)) (*measured, error) {
			return followCalls(ctx, result, key, algorithms, known, report)
		},
	})
	a.Classing.Value, a.Classing.Known = known, known != nil
	return cmd
}

// classed are the algorithms that are cross-validated, the active one and the one that it
// is compared with first.
func (a *Measures) classed() (all []selection.Algorithm) {
	active := a.Shown.State.Algorithm
	first := []selection.Algorithm{active, a.Look.Picks[a.Look.Compared].Selection.Algorithm}
	for _, alg := range slices.Concat(first, a.Shown.Result.Algorithms()) {
		if a.Shown.Honest.Has(alg) && !slices.Contains(all, alg) {
			all = append(all, alg)
		}
	}
	return all
}

// callPoints is at how many budgets of its curve an algorithm's calls are measured, and fewCalls
// how many are no curve.
const callPoints, fewCalls = 24, 3

// followCalls measures what algorithms choose at a budget, what the first of them chooses at the
// budgets that the sentence compares with it, and then each along its curve.
func followCalls(ctx context.Context, r *core.Result, at classing, algorithms []selection.Algorithm, known *measured, report func(*measured)) (*measured, error) {
	found := make(measured)
	if known != nil {
		found = maps.Clone(*known)
	}
	measure := func(alg selection.Algorithm, b model.Amount) error {
		if found[choice{alg, b}] != nil {
			return nil
		}
		p := core.Pick{Answer: core.Answer{Result: r, Honest: at.honest}, Selection: r.At(alg, b)}
		c, err := p.Classes(ctx, nil)
		found[choice{alg, b}] = c
		return err
	}
	var err error
	for _, alg := range algorithms {
		err = errors.Join(err, measure(alg, at.budget))
	}
	lowest, _ := at.honest.Lowest(algorithms[0])
	err = errors.Join(err, measure(algorithms[0], lowest))
	if recommended, ok := at.honest.Recommended(algorithms[0]); ok {
		err = errors.Join(err, measure(algorithms[0], recommended))
	}
	axis := axisOf(r)
	for _, alg := range algorithms {
		if err != nil {
			return nil, err
		}
		report(new(maps.Clone(found)))
		budgets, _ := at.honest.Curve(alg)
		for k := range callPoints {
			share := float64(k) / (callPoints - 1) // as even as the axis shows them
			i, _ := slices.BinarySearch(budgets, model.Amount(math.Round(axis.At(share)*float64(model.Unit))))
			err = errors.Join(err, measure(alg, budgets[min(i, len(budgets)-1)]))
		}
	}
	return &found, err
}

// classes are the calls measured of the honest loss shown; nil for none, and where no metric of
// classes is shown.
func (a *Measures) classes() *measured {
	if !a.measure().Classes() || a.Classing.Key().honest != a.Shown.Honest {
		return nil
	}
	return a.Classing.Value
}

// classesOf are the metrics of an algorithm at a budget; nil while they are not known.
func (a *Measures) classesOf(alg selection.Algorithm, b model.Amount) *core.Classes {
	if c := a.classes(); c != nil {
		return (*c)[choice{alg, b}]
	}
	return nil
}

// worth is the honest figure of the i-th selection in the scale shown, with its standard
// error; NaN while it is not known. Nothing bought is worth what asking nothing gives.
func (a *Measures) worth(i int) core.Estimate {
	m, p := a.measure(), &a.Look.Picks[i]
	if m.Classes() || p.Selection.Spent == 0 {
		return a.worthOf(p.Selection.Algorithm, a.Shown.State.Budget)
	}
	return m.estimate(p.Estimate())
}

// worthAt is the honest figure of the active algorithm at a budget.
func (a *Measures) worthAt(b model.Amount) core.Estimate {
	return a.worthOf(a.Shown.State.Algorithm, b)
}

// worthOf is the honest figure of an algorithm at a budget in the scale shown, NaN while it is not
// known.
func (a *Measures) worthOf(alg selection.Algorithm, b model.Amount) core.Estimate {
	m := a.measure()
	switch {
	case a.Shown.Result.At(alg, b).Spent == 0:
		return core.Estimate{Loss: m.of(m.variance), SE: math.NaN()}
	case !m.Classes():
		return m.estimate(honestAt(a.honestSoFar(), alg, b))
	}
	if by := a.byMetric(alg); by != nil {
		switch b {
		case by.Budget:
			return core.Estimate{Loss: by.Has.X, SE: by.Has.SE}
		case by.BestAt:
			return core.Estimate{Loss: by.Best.X, SE: by.Best.SE}
		}
	}
	return m.measured(a.classesOf(alg, b))
}

// measured is the metric of classes shown, of what was measured.
func (m measure) measured(c *core.Classes) core.Estimate {
	if c == nil || c.Why != "" {
		return core.UnknownEstimate()
	}
	return figureOf(c, m.Scale)
}

// unmeasured says why the active algorithm's calls are not measured, or that they are to
// be.
func (a *Measures) unmeasured() string {
	if c := a.classesOf(a.Shown.State.Algorithm, a.Shown.State.Budget); c != nil && c.Why != "" {
		return " (n/a: " + c.Why + ")"
	}
	return " (being measured)"
}

// classCurve is an algorithm's metric along its curve, with a band of two standard errors.
func (l *look) classCurve(alg selection.Algorithm, of *measured) panel.Honest {
	m := l.drawn.measure
	c := panel.Honest{Series: panel.AlgorithmSeries(string(alg)), Recommended: math.NaN()}
	for _, b := range of.along(alg) {
		e := m.measured((*of)[choice{alg, b}])
		c.X, c.Y = append(c.X, l.axis.Share(b.Float())), append(c.Y, e.Loss)
		c.Low, c.High = append(c.Low, e.Loss-2*e.SE), append(c.High, e.Loss+2*e.SE)
	}
	c.Name = "honest " + m.Text(c.Y[len(c.Y)-1])
	return c
}
