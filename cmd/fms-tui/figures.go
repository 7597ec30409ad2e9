package main

import (
	"context"
	"math"
	"slices"
	"sort"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/plot"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// mostSteps is how many budgets a figure shows: each is chosen and weighed by itself.
const mostSteps = 60

// steps are picks of one algorithm at rising budgets, and the one to look at.
type steps struct {
	picks       []core.Pick
	at          int
	recommended model.Amount // 0 for none
}

// pick is the one to look at.
func (s *steps) pick() *core.Pick { return &s.picks[s.at] }

// stepsOf chooses at budgets spread over the range, at the recommended one and at the
// one that the flags ask for.
func stepsAsked(ctx context.Context, p *program, study *core.Study, f *flags) (*steps, error) {
	if len(f.algorithms) == 0 {
		f = f.with(func(g *flags) { g.algorithms = []selection.Algorithm{selection.Full} })
	}
	t, err := tuneAsked(ctx, p, study, f, wholeRange)
	if err != nil {
		return nil, err
	}
	asked, err := picks(ctx, t, f)
	if err != nil {
		return nil, err
	}
	return stepsFrom(ctx, t, &asked[0][0])
}

// stepsFrom chooses as a pick does, which is one of them.
func stepsFrom(ctx context.Context, t *core.Tuning, asked *core.Pick) (*steps, error) {
	chosen := asked.Selection
	s := &steps{}
	if h := asked.Honest; h != nil {
		if b, ok := h.Recommended(chosen.Algorithm); ok {
			s.recommended = b
		}
	}
	budgets := budgetsOf(t, chosen.Budget, s.recommended)
	for i, b := range budgets {
		core.Report(ctx, "trying budgets on the pilot", i, len(budgets))
		answer := t.At(chosen.Algorithm, b)
		one := core.Pick{Answer: answer, Selection: answer.At(chosen.Algorithm, b)}
		if err := one.See(ctx); err != nil {
			return nil, err
		}
		if b == chosen.Budget {
			s.at = len(s.picks)
		}
		s.picks = append(s.picks, one)
	}
	return s, nil
}

// budgetsOf are at most mostSteps budgets of the range, in steps of the cheapest price
// where there are few, and some that must be there.
func budgetsOf(t *core.Tuning, needed ...model.Amount) []model.Amount {
	r := t.Answers[0].Result
	step := max(r.Step, r.Max/mostSteps/r.Step*r.Step)
	if r.Max/step > mostSteps {
		step += r.Step
	}
	var all []model.Amount
	for b := step; b <= r.Max; b += step {
		all = append(all, b)
	}
	for _, b := range needed {
		if b > 0 {
			all = append(all, b)
		}
	}
	all = slices.DeleteFunc(all, func(b model.Amount) bool { return b < r.Required || r.CheckBudget(b) != nil })
	slices.Sort(all)
	return slices.Compact(all)
}

// curve is what the budgets are worth.
func (s *steps) curve() plot.Curve {
	p := s.pick()
	c := plot.Curve{Title: "R² of " + clean(p.Label) + " by budget", Unit: clean(p.Data().PriceUnit), Recommended: math.NaN(), At: p.Selection.Budget.Float()}
	if s.recommended > 0 {
		c.Recommended = s.recommended.Float()
	}
	for i := range s.picks {
		q := &s.picks[i]
		e := q.Estimate()
		c.Budget = append(c.Budget, q.Selection.Budget.Float())
		c.Projected = append(c.Projected, q.Selection.R2At(q.Projected()))
		c.Honest = append(c.Honest, q.Selection.R2At(e.Loss))
		c.SE = append(c.SE, e.R2SE)
	}
	return c
}

// attributeMap is the attributes with what a pick buys.
func attributeMap(p *core.Pick) *plot.Map {
	m := &plot.Map{Title: "attributes by noise and correlation with " + clean(p.Label)}
	for i := range p.Attributes {
		a := &p.Attributes[i]
		m.Points = append(m.Points, plot.Point{Name: clean(a.Name), Noise: 1 - a.Reliability(), Correlation: a.Corr, Repeats: p.Selection.Repeats[i]})
	}
	return m
}

// predictorFigure is the weights of a pick, the largest effect first.
func predictorFigure(p *core.Pick) *plot.Predictor {
	q := &plot.Predictor{Title: "predictor of " + clean(p.Label), Label: clean(p.Label)}
	w, _ := p.Weights()
	for i, n := range p.Selection.Repeats {
		if n > 0 {
			a := &p.Attributes[i]
			q.Terms = append(q.Terms, plot.Weight{Name: clean(a.Name), Repeats: n, Weight: w[i], Effect: w[i] * a.T})
		}
	}
	sort.SliceStable(q.Terms, func(i, j int) bool { return math.Abs(q.Terms[i].Effect) > math.Abs(q.Terms[j].Effect) })
	return q
}

// clean is a name without control characters.
func clean(name string) string { return report.Clean(name) }
