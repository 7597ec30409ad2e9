package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fms-tui/core/classes"
	"fms-tui/core/internal/budgetrange"
	"fms-tui/core/internal/design"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/report"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// NoFolds asks for no honest loss.
const NoFolds = -1

// Tuning is the answer to a Request at every ridge λ that an automatic choice considers, or at the λ
// that is set.
type Tuning struct {
	Answers []Pick // by λ, rising; of nothing yet
}

// Tune solves a Request and cross-validates all its algorithms: with Settings.AutoRidge
// at each of model.Ridges, otherwise at Settings.Ridge. All have the range of the
// first. With NoFolds nothing is cross-validated, and no λ chosen. It returns the
// errors of Solve, and the context's.
func (s *Study) Tune(ctx context.Context, q Request, folds int) (_ *Tuning, err error) {
	defer overflow.Catch(&err)
	lambdas := []float64{q.Settings.Ridge}
	if q.Settings.AutoRidge && folds != NoFolds {
		lambdas = model.Ridges()
	}
	t := &Tuning{}
	for _, lambda := range lambdas {
		q.Settings.Ridge = lambda
		r, err := s.Solve(ctx, q)
		if err != nil {
			return nil, err
		}
		if folds == NoFolds {
			return &Tuning{[]Pick{{Result: r}}}, nil
		}
		h, err := r.Honest(ctx, folds, r.Algorithms()...)
		if err != nil {
			return nil, err
		}
		t.Answers = append(t.Answers, Pick{Result: r, Honest: h})
		if r.Shrinks() {
			break // b is shrunk already: no ridge
		}
		if h.Why != "" {
			break // nothing to choose by: the smallest
		}
		q.Range = r.Max
	}
	return t, nil
}

// At returns what an algorithm chooses at a budget by the λ of the smallest honest loss, which is slightly
// low because it chose λ; of equal losses, by the smaller λ. Impossible figures are passed
// over. If all are impossible, the largest λ is taken.
func (t *Tuning) At(a selection.Algorithm, budget model.Amount) Pick {
	best := t.Answers[len(t.Answers)-1]
	if least := math.Inf(1); len(t.Answers) > 1 {
		for _, o := range t.Answers {
			if loss := o.Honest.At(a, budget).Loss; o.Honest.Possible(a, budget) && (loss < least || math.IsInf(least, 1)) {
				best, least = o, loss
			}
		}
	}
	best.Selection = best.Result.At(a, budget)
	return best
}

func (t *Tuning) FirstBudget(a selection.Algorithm) model.Amount {
	if h := t.Answers[0].Honest; h != nil && len(t.Answers[0].Attributes) <= PromptAttributes {
		return h.FirstBudget(a)
	}
	return t.Answers[0].Result.FirstBudget()
}

// Budget is Honest.Budget; Tune must have cross-validated. Where λ is chosen, it is at the λ whose honest loss
// is lowest over the range.
func (t *Tuning) Budget(a selection.Algorithm, q Rule) (model.Amount, error) {
	best := t.Answers[0].Honest
	if best.Why != "" {
		return best.Budget(a, q)
	}
	for _, o := range t.Answers[1:] {
		_, least := best.Lowest(a)
		if _, e := o.Honest.Lowest(a); e.Loss < least.Loss {
			best = o.Honest
		}
	}
	return best.Budget(a, q)
}

// Recommend returns the predictor that `fms-tui select` prints for a label ("" where there
// is one): Full's choice at the recommended budget, with its honest loss. Its Attributes name
// what to ask, in the data's order, and how many times each. Where nothing can be
// cross-validated, the error says why.
func (s *Study) Recommend(ctx context.Context, label string) (_ *model.Predictor, err error) {
	defer overflow.Catch(&err)
	t, err := s.Tune(ctx, Request{Settings: model.Settings{Label: label, AutoRidge: true}}, DefaultFolds)
	if err != nil {
		return nil, err
	}
	budget, err := t.Budget(selection.Full, Rule{})
	if err != nil {
		return nil, err
	}
	pick := t.At(selection.Full, budget)
	if err := pick.See(ctx); err != nil {
		return nil, err
	}
	out := pick.Predictor()
	return &out, nil
}

// ClassMetric returns a metric of [Pick.Classes], and these; NaN where they say Why nothing was
// measured. Errors are a label without classes, and the context's.
func (p *Pick) ClassMetric(ctx context.Context, m classes.Metric, costs []float64) (x report.Estimate, c *Classes, err error) {
	defer overflow.Catch(&err)
	if c, err = p.Classes(ctx, costs); err == nil && c == nil {
		err = fmt.Errorf("the metric %s is for a label with classes, and %s has numbers or is several labels", m.Title(), p.Result.Predicted())
	}
	if err != nil {
		return x, nil, err
	}
	return c.Metric(m), c, nil
}

// MetricBudget is a budget that is chosen by a metric of classes.
type MetricBudget struct {
	Algorithm selection.Algorithm
	Metric    classes.Metric
	Rule      Rule
	Budget    model.Amount    // the smallest that is enough
	Has       report.Estimate // the metric there
	BestAt    model.Amount    // the budget with the best metric
	Best      report.Estimate
}

// measuredBudgets is at how many budgets of the range a metric is measured: each takes
// predictions of all objects.
const measuredBudgets = 40

// closeMetric is by how much a metric may miss the best at a recommended budget, if its
// standard error is less: with many objects the last thousandth would be bought.
const closeMetric = .005

// rareClass is the share of the objects below which a class is rare: a plan that never calls it
// has the best accuracy, or nearly so.
const rareClass = .25

// BudgetBy returns the smallest budget that is enough by a metric of classes: with [OneSE] one
// that lacks at most the standard error of its difference from the best of the usual range, on
// the same objects; with [Within] at most that share of the best of the range. It looks at 40
// budgets of the range, and then between two of them.
// Errors are as for [Honest.Budget] and [Pick.ClassMetric], about other rules, and about accuracy
// where a class has less than a quarter of the objects.
func (t *Tuning) BudgetBy(ctx context.Context, a selection.Algorithm, q Rule, m classes.Metric, costs []float64) (out MetricBudget, err error) {
	defer overflow.Catch(&err)
	h, k := t.Answers[0].Honest, t.Answers[0].Result.LabelClasses()
	switch {
	case q.By != OneSE && q.By != Within:
		return out, fmt.Errorf("the metric %s goes with rules about the best budget, not with a loss or R²", m.Title())
	case m == classes.Accuracy && k != nil && slices.Min(k.Shares) < rareClass:
		return out, fmt.Errorf("no budget is chosen by accuracy where a class has less than %g of the objects, since never calling it is nearly always right: choose by balanced, kappa or log-loss", rareClass)
	case h == nil || h.Why != "":
		_, err := t.Budget(a, q)
		return out, err
	}
	o := h.Of(a)
	budgets, _ := o.Budgets(q)
	var few []model.Amount
	for _, x := range o.Among(budgets) {
		few = append(few, x.Budget)
	}
	measured, err := t.measure(ctx, a, budgetrange.Thin(few, measuredBudgets), m, costs)
	if err != nil {
		return out, err
	}
	if len(measured) == 0 {
		return out, fmt.Errorf("no budget can be chosen by %s: it has no value at any budget", m.Title())
	}
	best := measured[0]
	for _, x := range measured[1:] {
		if m.Better(x.X, best.X) {
			best = x
		}
	}
	out = MetricBudget{Algorithm: a, Metric: m, Rule: q, BestAt: best.budget, Best: best.Estimate}
	enough := func(x metered) bool { return x.enough(q, m, best) }
	at := slices.IndexFunc(measured, enough)
	if at > 0 {
		between, err := t.measure(ctx, a, budgetrange.Thin(o.Between(budgets, measured[at-1].budget+1, measured[at].budget), 8), m, costs)
		if err != nil {
			return out, err
		}
		measured = append(between, measured[at])
		at = slices.IndexFunc(measured, enough)
	}
	out.Budget, out.Has = measured[at].budget, measured[at].Estimate
	return out, nil
}

// Advise says what the metric says of a budget: whether it is enough.
func (m *MetricBudget) Advise(budget model.Amount) Advice {
	switch {
	case m.Budget == 0:
		return Advice{State: AdviceHopeless}
	case budget < m.Budget:
		return Advice{State: AdviceMore, At: m.Budget}
	case budget > m.Budget:
		return Advice{State: AdviceLess, At: m.Budget}
	case budget == m.BestAt:
		return Advice{State: AdviceEnough}
	}
	return Advice{State: AdviceEnough, At: m.BestAt}
}

// enough tells whether a budget is enough beside the best: with [OneSE] what it lacks is at most
// the standard error of the difference on the same objects, or closeMetric; NaN counts as less.
func (x metered) enough(q Rule, m classes.Metric, best metered) bool {
	lacks := math.Abs(best.X - x.X)
	if q.By == Within {
		return lacks <= q.X*math.Abs(best.X)
	}
	_, se := best.of.Less(&x.of.Measured)
	return lacks <= closeMetric || lacks <= m.Of(&se)
}

type metered struct {
	report.Estimate
	of     *Classes
	budget model.Amount
}

// measure measures a metric at rising budgets, and leaves out those where it cannot be had. It
// is an error if that is all of several.
func (t *Tuning) measure(ctx context.Context, a selection.Algorithm, budgets []model.Amount, m classes.Metric, costs []float64) ([]metered, error) {
	var out []metered
	last := ""
	for _, b := range budgets {
		p := t.At(a, b)
		x, of, err := p.ClassMetric(ctx, m, costs)
		if err != nil {
			return nil, err
		}
		if last = of.Why; x.X == x.X {
			out = append(out, metered{x, of, b})
		}
	}
	if len(out) == 0 && last != "" {
		return nil, fmt.Errorf("no budget can be chosen by %s: %s", m.Title(), last)
	}
	return out, nil
}

// Alternative is what a Request comes to under one way to buy judgments.
type Alternative struct {
	Asked     model.Design // as --design or --sheet asks for it
	Design    Design       // as it was taken; zero where Why is set
	Collected bool         // judgments of the pilot were collected like this
	Taken     bool         // the Request's own design
	Why       string       // why nothing can be bought like this, in words for the user; "" where it can
	*Tuning                // nil where Why is set
}

// Alternatives tunes a Request under each way to buy that the data allow: singly, on a form,
// as the pilot was collected, and as the Request says. Ways with the same result are listed
// once. It has the context's errors and what the Request's own design reports.
func (s *Study) Alternatives(ctx context.Context, q Request, folds int) (_ []Alternative, err error) {
	defer overflow.Catch(&err)
	own := q.Settings.Design
	var list []Alternative
	for _, d := range []model.Design{{Kind: model.DesignSingle}, {Kind: model.DesignForm}, {Kind: model.DesignAuto}, own} {
		alt := Alternative{Asked: d, Collected: d.Equal(model.Design{}), Taken: d.Equal(own)}
		asked := q
		asked.Settings.Design = d
		if q.Settings.Raters == model.RatersFixed && !alt.Taken {
			asked.Settings.Raters = model.RatersAuto
		}
		t, err := s.Tune(ctx, asked, folds)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil && alt.Taken:
			return nil, err
		case err != nil:
			alt.Why = err.Error()
		default:
			alt.Tuning, alt.Design = t, t.Answers[0].Design
		}
		if i := slices.IndexFunc(list, alt.same); i >= 0 {
			list[i].Collected = list[i].Collected || alt.Collected
			list[i].Taken = list[i].Taken || alt.Taken
			continue
		}
		list = append(list, alt)
	}
	return list, nil
}

func (a *Alternative) same(o Alternative) bool {
	if a.Tuning == nil || o.Tuning == nil {
		return a.Asked.Equal(o.Asked)
	}
	return a.Design.Panel == o.Design.Panel && a.Answers[0].Raters == o.Answers[0].Raters &&
		slices.EqualFunc(a.Design.Forms, o.Design.Forms, func(f, g design.Form) bool {
			return f.Price == g.Price && slices.Equal(f.Attributes, g.Attributes)
		})
}

// MostCalls is the largest number of calls of an object that the search for a break-even
// price tries.
const MostCalls = 100

// Calls tunes a Request for up to MostCalls calls that ask everything: the price of one is the
// unit.
func (s *Study) Calls(ctx context.Context, q Request, folds int) (_ *Tuning, err error) {
	defer overflow.Catch(&err)
	q.Settings.Design = model.Design{Kind: model.DesignCall, Price: model.Units(1)}
	q.Range, q.Reach = model.Units(MostCalls), 0
	if q.Settings.Raters == model.RatersFixed {
		q.Settings.Raters = model.RatersAuto
	}
	return s.Tune(ctx, q, folds)
}

// BreakEven returns the first number of an algorithm's calls ([Study.Calls]) within a budget that have
// the honest loss of another way to buy, and theirs; the budget divided by it is the price of a call at
// which both are worth as much. An estimated loss need not fall with every call; impossible ones are passed
// over. The error says why there is no such number.
func (t *Tuning) BreakEven(a selection.Algorithm, budget model.Amount, loss float64) (calls int, worth Estimate, err error) {
	best := UnknownEstimate()
	for n := max(1, int((t.Answers[0].Required+model.Unit-1)/model.Unit)); n <= MostCalls; n++ {
		at := model.Units(n)
		h := t.At(a, at).Honest
		e := h.At(a, at)
		switch {
		case !h.Possible(a, at):
		case e.Loss <= loss && model.Amount(n) <= budget:
			return n, e, nil
		case !(e.Loss >= best.Loss):
			best, calls = e, n
		}
	}
	if calls == 0 {
		return 0, best, fmt.Errorf("up to %d calls have no honest loss that can be believed", MostCalls)
	}
	return 0, best, fmt.Errorf("no number of calls has so low an honest loss: the lowest of up to %d is %.3g, of %d", MostCalls, best.Loss, calls)
}

// LeaveOut is the choice of the same algorithm at the same budget if an attribute is left out and
// the money is spent on others, with its honest loss. less is its honest loss less the pick's, on
// the same objects; NaN where other objects count then. Both have the weights of their RidgeRefit
// where it is better, whether or not the pick has been seen. Errors are those of [Study.Solve] and
// [Result.Honest]: nothing may be left to choose.
func LeaveOut(ctx context.Context, p *Pick, attribute, folds int) (out *Pick, less Estimate, err error) {
	defer overflow.Catch(&err)
	r, s := p.Result, &p.Selection
	with := *p
	out, less = &Pick{}, UnknownEstimate()
	out.Result, err = r.study.Solve(ctx, Request{
		Settings: r.Settings.WithExcluded(r.Attributes[attribute].Name, true), Reach: s.Budget, Algorithms: []selection.Algorithm{s.Algorithm},
	})
	if err != nil {
		return nil, less, err
	}
	if out.Honest, err = out.Result.Honest(ctx, folds, s.Algorithm); err != nil {
		return nil, less, err
	}
	out.Selection = out.Result.At(s.Algorithm, s.Budget)
	for _, p := range []*Pick{&with, out} {
		if p.RidgeRefit, err = p.Honest.RidgeRefit(ctx, s.Algorithm, s.Budget); err != nil {
			return nil, less, err
		}
	}
	if out.Result.Objects == r.Objects && out.Honest.Why == "" {
		less = out.Less(&with)
	}
	return out, less, nil
}
