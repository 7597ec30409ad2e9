package screen

import (
	"fmt"
	"math"
	"slices"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// enough is what the honest figures of the scale shown say of an algorithm's budgets.
type enough struct {
	budget model.Amount // the smallest that is enough by the recommendation
	ok     bool         // it is better than judging nothing
	best   model.Amount // where the figures are best
}

// byMetric is the budget that the metric of classes shown recommends for an algorithm; nil while
// that is not known.
func (a *Measures) byMetric(alg selection.Algorithm) *core.MetricBudget {
	if alg != a.Shown.State.Algorithm {
		return nil
	}
	return a.Enough.now()
}

// enoughOf is what is enough for an algorithm that was cross-validated: by the metric of
// classes that is shown once that is known, by the honest loss otherwise.
func (a *Measures) enoughOf(alg selection.Algorithm) (e enough) {
	if b := a.byMetric(alg); b != nil {
		return enough{b.Budget, b.Budget > 0, b.BestAt}
	}
	e.budget, e.ok = a.Shown.Honest.Recommended(alg)
	e.best, _ = a.Shown.Honest.Lowest(alg)
	return e
}

// recommended is the budget recommended for an algorithm; false where none is better than
// judging nothing, and while the honest loss is not known.
func (a *Measures) recommended(alg selection.Algorithm) (model.Amount, bool) {
	if at := a.Shown.held(); !at.hasHonest() || !at.honest.Has(alg) {
		return 0, false
	}
	e := a.enoughOf(alg)
	return e.budget, e.ok
}

// advice is what the objects held out say of B, by the loss or by the metric of classes shown.
func (a *Measures) advice() core.Advice {
	s := a.Active()
	if m := a.byMetric(s.Algorithm); m != nil {
		return m.Advise(s.Budget)
	}
	if a.Shown.Honest == nil {
		return core.Advice{}
	}
	return a.Shown.Honest.Advise(s.Algorithm, s.Budget)
}

// givenUp says what the recommended budget costs, and what is lost against the best.
func (a *Measures) givenUp(alg selection.Algorithm, b model.Amount) string {
	best, m := a.enoughOf(alg).best, a.measure()
	at, most := a.worthAt(b), a.worthAt(best)
	if m.Classes() && (math.IsNaN(at.Loss) || math.IsNaN(most.Loss)) {
		m = m.losses()
		at, most = m.estimate(a.Shown.Honest.Taken(alg, b)), m.estimate(a.Shown.Honest.Taken(alg, best))
	}
	text := fmt.Sprintf("B = %s an object: honest %s %s", a.money(b), m.Words(), m.Text(at.Loss))
	if given := m.lowestFirst(at.Loss) - m.lowestFirst(most.Loss); given > 0 {
		text += fmt.Sprintf(", gives up %s against B = %s (%s)", figure.Significant(given, 2), a.money(best), m.Text(most.Loss))
	}
	return text
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
	return m.called(a.classesOf(alg, b))
}

// figureAt is what a budget gives: honest where that is known, else projected.
func (a *Measures) figureAt(b model.Amount, loss float64) (text string, honest bool) {
	m := a.measure()
	if e := a.worthAt(b); !m.Classes() && !math.IsNaN(e.Loss) {
		return m.Text(e.Loss), true
	}
	return m.text(loss), false
}

// sameChoice is the word for no difference, besides those of core.
const sameChoice = "the same choice"

// difference is the honest figure of a selection minus the active selection's, on the same
// objects, and how sure the one is worse, in words; "" where it is not known.
func (a *Measures) difference(i int) (d core.Estimate, words string) {
	l, h, m := &a.Look, a.Shown.Honest, a.measure()
	active, b := a.Shown.State.Algorithm, a.Shown.State.Budget
	if d = core.UnknownEstimate(); i == l.Active || h == nil || math.IsNaN(l.Picks[i].Estimate().Loss) {
		return d, ""
	}
	if !m.Classes() {
		d = l.Picks[i].Less(a.Pick())
	} else if c, from := a.classesOf(l.Picks[i].Selection.Algorithm, b), a.classesOf(active, b); c != nil && from != nil && c.Why == "" && from.Why == "" {
		x, se := c.Less(from)
		d = core.Estimate{Loss: m.metricOf(&x), SE: m.metricOf(&se)}
	}
	if math.IsNaN(d.Loss) {
		return d, ""
	}
	worse := d
	if m.Classes() {
		worse.Loss = m.lowestFirst(d.Loss)
	} else {
		d = m.difference(d, l.Picks[i].Estimate().Loss, l.Picks[l.Active].Estimate().Loss)
	}
	if slices.Equal(l.Picks[i].Selection.Repeats, l.Picks[l.Active].Selection.Repeats) {
		return d, sameChoice
	}
	_, words = h.Verdict(worse)
	return d, words
}

// measuredCalls are the calls of the active algorithm at B, or why there are none.
func (a *Measures) measuredCalls() (c *core.Classes, why string) {
	if why := a.unknowable(); why != "" {
		return nil, "n/a: " + why
	}
	c = a.classesOf(a.Shown.State.Algorithm, a.Shown.State.Budget)
	switch {
	case a.Active().Spent == 0:
		return nil, "nothing is chosen at this budget"
	case c == nil:
		return nil, "calls are being measured…"
	case c.Why != "":
		return nil, "n/a: " + c.Why
	}
	return c, ""
}

// sharesAt keeps what is explained of each of several labels by a choice.
type sharesAt struct {
	chosenAt
	shares []core.LabelShare
}

// labelShares are what is explained of each label. The honest ones are left out where they take
// longer than a frame.
func (a *Measures) labelShares() []core.LabelShare {
	of, k := a.Shown.held(), &a.Look.shares
	if of.honest != nil && (!of.honest.Has(of.algorithm) || math.IsNaN(honestAt(of.honest, of.algorithm, of.budget).Loss)) {
		of.honest = nil
	}
	if k.shares == nil || k.chosenAt != of {
		p := of.pick()
		*k = sharesAt{of, p.LabelShares()}
	}
	return k.shares
}

// doubt says what is impossible about an honest loss, in a word or two; "" for nothing.
func doubt(p *core.Pick) string {
	switch s := &p.Selection; {
	case len(p.Impossible()) == 0:
		return ""
	case p.Honest.Raw(s.Algorithm, s.Budget).Loss < 0:
		return "R² above 1!"
	}
	return "noise floor!"
}
