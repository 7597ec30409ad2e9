package screen

import (
	"context"
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

// classing is an honest loss whose choices are measured as calls of classes.
type classing struct{ honest *core.Honest }

// calling is a budget at which every algorithm's calls are measured.
type calling struct {
	classing
	budget model.Amount
}

// classPoint is what an algorithm's calls are worth at a budget.
type classPoint struct {
	budget model.Amount
	*core.Classes
}

// classCurves are the metrics of classes along each algorithm's curve, at rising budgets,
// as far as they are measured. They are not changed.
type classCurves struct {
	of map[selection.Algorithm][]classPoint
}

// choice is what an algorithm chooses at a budget.
type choice struct {
	algorithm selection.Algorithm
	budget    model.Amount
}

// classesAt are the metrics of some choices.
type classesAt map[choice]*core.Classes

// classify measures the calls of what is shown, where a metric of classes is: at B, and
// along the curves.
func (a *Measures) classify() tea.Cmd {
	h := a.Shown.Honest
	if !a.measure().Classes() || h == nil || h.Why != "" {
		return nil
	}
	of, result, budget := classing{h}, a.Shown.Result, a.Shown.State.Budget
	algorithms := a.classed()
	at := a.Calling.Ask(a.Runner(), job.Question[calling, classesAt]{
		Key: calling{of, budget}, Delay: Stillness / 3,
		Work: func(ctx context.Context, _ func(classesAt)) (classesAt, error) {
			return callsAt(ctx, result, h, algorithms, budget)
		},
	})
	return tea.Batch(at, a.Classing.Ask(a.Runner(), job.Question[classing, *classCurves]{
		Key: of, Delay: Stillness,
		Work: func(ctx context.Context, report func(*classCurves)) (*classCurves, error) {
			return followCalls(ctx, result, h, algorithms, report)
		},
	}))
}

// classed are the algorithms that are cross-validated, the active one and the one that it
// is compared with first.
func (a *Measures) classed() (all []selection.Algorithm) {
	active := a.Shown.State.Algorithm
	first := []selection.Algorithm{active, a.Look.Selections[a.Look.Compared].Algorithm}
	for _, alg := range slices.Concat(first, a.Shown.Result.Algorithms()) {
		if a.Shown.Honest.Has(alg) && !slices.Contains(all, alg) {
			all = append(all, alg)
		}
	}
	return all
}

// callsAt measures what algorithms choose at a budget, and what the first of them chooses
// at the budgets that the sentence compares with it.
func callsAt(ctx context.Context, r *core.Result, h *core.Honest, algorithms []selection.Algorithm, b model.Amount) (classesAt, error) {
	var wanted []choice
	for _, alg := range algorithms {
		wanted = append(wanted, choice{alg, b})
	}
	lowest, _ := h.Lowest(algorithms[0])
	wanted = append(wanted, choice{algorithms[0], lowest})
	if recommended, ok := h.Recommended(algorithms[0]); ok {
		wanted = append(wanted, choice{algorithms[0], recommended})
	}
	found := make(classesAt)
	for _, w := range wanted {
		c, err := calls(ctx, r, h, w.algorithm, w.budget)
		if err != nil {
			return nil, err
		}
		found[w] = c
	}
	return found, nil
}

// calls measures what an algorithm chooses at a budget.
func calls(ctx context.Context, r *core.Result, h *core.Honest, alg selection.Algorithm, b model.Amount) (*core.Classes, error) {
	p := core.Pick{Answer: core.Answer{Result: r, Honest: h}, Selection: r.At(alg, b)}
	return p.Classes(ctx, nil)
}

// callPoints is at how many budgets of its curve an algorithm's calls are measured.
const callPoints = 24

// followCalls measures calls along the curves of algorithms, one after the other.
func followCalls(ctx context.Context, r *core.Result, h *core.Honest, algorithms []selection.Algorithm, report func(*classCurves)) (*classCurves, error) {
	done := &classCurves{}
	axis := axisOf(r)
	for _, alg := range algorithms {
		budgets, _ := h.Curve(alg)
		next := &classCurves{maps.Clone(done.of)}
		if next.of == nil {
			next.of = make(map[selection.Algorithm][]classPoint)
		}
		for k := range callPoints {
			share := float64(k) / (callPoints - 1) // as even as the axis shows them
			i, _ := slices.BinarySearch(budgets, model.Amount(math.Round(axis.At(share)*float64(model.Unit))))
			b, curve := budgets[min(i, len(budgets)-1)], next.of[alg]
			if n := len(curve); n > 0 && curve[n-1].budget == b {
				continue
			}
			c, err := calls(ctx, r, h, alg, b)
			if err != nil {
				return nil, err
			}
			next.of[alg] = append(curve, classPoint{b, c})
		}
		done = next
		report(done)
	}
	return done, nil
}

// classCurves are the metrics of classes along the curves, as far as they are known; nil
// where no metric of classes is shown.
func (a *Measures) classCurves() *classCurves {
	if !a.measure().Classes() {
		return nil
	}
	found, _ := a.Classing.Answer(classing{a.Shown.Honest})
	return found
}

// classesOf are the metrics of an algorithm at a budget; nil while they are not known.
func (a *Measures) classesOf(alg selection.Algorithm, b model.Amount) *core.Classes {
	if at, known := a.Calling.Answer(calling{classing{a.Shown.Honest}, a.Shown.State.Budget}); known && at[choice{alg, b}] != nil {
		return at[choice{alg, b}]
	}
	if curves := a.classCurves(); curves != nil {
		for _, p := range curves.of[alg] {
			if p.budget == b {
				return p.Classes
			}
		}
	}
	return nil
}

// worth is the honest figure of the i-th selection in the scale shown, with its standard
// error; NaN while it is not known.
func (a *Measures) worth(i int) core.Estimate {
	l, m := &a.Look, a.measure()
	if !m.Classes() {
		return m.estimate(l.Estimates[i])
	}
	return m.measured(a.classesOf(l.Selections[i].Algorithm, a.Shown.State.Budget))
}

// worthAt is the honest figure of the active algorithm at a budget.
func (a *Measures) worthAt(b model.Amount) core.Estimate {
	m, alg := a.measure(), a.Shown.State.Algorithm
	if !m.Classes() {
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
func (l *look) classCurve(alg selection.Algorithm, measured *classCurves) panel.Honest {
	m := l.drawn.measure
	c := panel.Honest{Recommended: math.NaN()}
	for _, p := range measured.of[alg] {
		e := m.measured(p.Classes)
		c.X, c.Y = append(c.X, l.axis.Share(p.budget.Float())), append(c.Y, e.Loss)
		c.Low, c.High = append(c.Low, e.Loss-2*e.SE), append(c.High, e.Loss+2*e.SE)
	}
	c.Name = string(alg)
	c.Label = "honest " + m.Text(c.Y[len(c.Y)-1])
	c.Brief = c.Label
	return c
}
