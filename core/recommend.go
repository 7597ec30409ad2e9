package core

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/classes"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/parallel"
	"fms-tui/core/report"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Rule says which budget is enough, by the honest loss of an algorithm. The zero
// value is the recommendation: the smallest budget whose loss is no more above the
// lowest than the standard error of that difference, and that no other budget improves by
// more than two and than .01 Var(y).
type Rule struct {
	Within float64 // at most so much above the lowest of the range, as a share; e.g. .05
	Loss   float64 // at most this loss, squared label units
	R2     float64 // honest R² at least this, up to 1
	By     string  // which of these counts, one of the rules below
}

// The rules of --goal.
const (
	OneSE    = ""
	Within   = "within"
	MostLoss = "loss"
	LeastR2  = "r2"
)

// closeEnough is the share of Var(y) by which the loss of a recommended budget may
// exceed the lowest loss, if one standard error is less. With many objects one standard
// error is nearly 0, and the last thousandth would be bought.
const closeEnough = .01

// limit is the loss that a budget must not exceed, given the lowest of the range.
func (q Rule) limit(e Estimate, labelVar float64) float64 {
	switch q.By {
	case Within:
		return e.Loss + q.Within*math.Abs(e.Loss)
	case MostLoss:
		return q.Loss
	}
	return (1 - q.R2) * labelVar
}

// pool makes the honest curve at some of its points, the last of which is the lowest,
// fall: points that rise are averaged with the points before them, block by block (pool
// adjacent violators). A dip that is chance is then no better than its neighbours.
func pool(losses []honest.Loss) []honest.Loss {
	type group struct {
		of   int // points
		sum  honest.Loss
		mean float64
	}
	var groups []group
	for _, l := range losses {
		groups = append(groups, group{1, slices.Clone(l), floats.Sum(l)})
		for n := len(groups); n > 1 && groups[n-1].mean > groups[n-2].mean; n-- {
			g, last := &groups[n-2], groups[n-1]
			g.of += last.of
			floats.Add(g.sum, last.sum)
			g.mean = floats.Sum(g.sum) / float64(g.of)
			groups = groups[:n-1]
		}
	}
	var curve []honest.Loss
	for _, g := range groups {
		floats.Scale(1/float64(g.of), g.sum)
		for range g.of {
			curve = append(curve, g.sum)
		}
	}
	return curve
}

// curve is what an algorithm delivers at some points, the last of which is the lowest, made to fall.
func (h *Honest) curve(points []*point) lossCurve {
	c := lossCurve{parts: h.parts, labelVar: h.result.LabelVar}
	for _, x := range points {
		c.budgets, c.losses = append(c.budgets, x.budget), append(c.losses, x.delivered())
	}
	c.losses = pool(c.losses)
	return c
}

// recommendable are the points of a curve, up to the lowest, that the recommendation may
// take, and whether a budget between points is one.
func (h *Honest) recommendable(a selection.Algorithm, points []*point, lowest *point) (is func(*point) bool, budget func(model.Amount) bool) {
	upTo := points[:slices.Index(points, lowest)+1]
	c := h.curve(upTo)
	enough := func(l honest.Loss) bool {
		_, _, more := c.first(-1, l)
		return !more && h.parts.Difference(l, lowest.delivered()).Beyond(h.parts.Blocks(), 1, closeEnough*h.result.LabelVar) != "worse"
	}
	is = func(x *point) bool {
		at := slices.Index(upTo, x)
		return at >= 0 && enough(c.losses[at])
	}
	return is, func(b model.Amount) bool { return enough(h.at(a, b).loss) }
}

// refittedObjects is up to how many objects refits are candidates for the recommendation: they
// read them all. With more objects the weights of the moments are known as well.
const refittedObjects = 2000

// refittedBudgets is at how many budgets of the usual range refits of d attributes are candidates:
// each budget takes a regression without each fold.
func refittedBudgets(d int) int {
	if d <= 100 {
		return 40
	}
	return 12
}

// weigh finds the points of the usual range at which the refit's weights would be taken.
func (h *Honest) weigh(ctx context.Context, a selection.Algorithm) error {
	r, o := h.result, h.runs[a]
	if r.Objects > refittedObjects || h.noRefit(a) != "" {
		return nil
	}
	budgets := slices.DeleteFunc(slices.Clone(thin(r.usual(r.curves[a]), refittedBudgets(len(r.Attributes)))), func(b model.Amount) bool {
		return o.on(b) == nil || b == 0
	})
	refits, errs := make([]*RidgeRefit, len(budgets)), make([]error, len(budgets))
	parallel.Each(len(budgets), func(i int) { refits[i], errs[i] = h.RidgeRefit(ctx, a, budgets[i]) })
	for i, x := range refits {
		if errs[i] != nil {
			return errs[i]
		}
		if x.Taken {
			o.on(budgets[i]).refit = x.loss
		}
	}
	return ctx.Err()
}

// noBudget says that no budget of the range is enough by a rule, and what the lowest honest
// loss is, with its R².
func noBudget(a selection.Algorithm, q Rule, least, r2 float64, at model.Amount) error {
	if q.By == LeastR2 {
		return fmt.Errorf("no budget gives %s an honest R² of %g: the best is %.3g, at a budget of %s", a, q.R2, r2, at)
	}
	return fmt.Errorf("no budget gives %s an honest loss of %g: the lowest is %.4g, at a budget of %s", a, q.Loss, least, at)
}

// FirstBudget is the budget to begin with if the user names none: the budget
// recommended for an algorithm, or else the Result's.
func (h *Honest) FirstBudget(a selection.Algorithm) model.Amount {
	if b, ok := h.Recommended(a); ok {
		return b
	}
	return h.result.FirstBudget()
}

// Lowest returns the budget on the honest curve of a cross-validated algorithm with the
// lowest honest loss. The budget pays for the minima. Budgets with impossible figures
// are passed over unless all are impossible.
func (h *Honest) Lowest(a selection.Algorithm) (model.Amount, honest.Estimate) {
	best := lowest(h.points(a, h.result.grids[a]), false)
	return best.budget, best.estimate()
}

// points returns the points of an honest curve at the given rising budgets that pay for the minima;
// the last point if no budget does.
func (h *Honest) points(a selection.Algorithm, budgets []model.Amount) []*point {
	o := h.runs[a]
	var list []*point
	for _, b := range thin(budgets, honestBudgets(len(h.result.Attributes))) {
		if x := o.on(b); x != nil && b >= h.result.Required {
			list = append(list, x)
		}
	}
	if len(list) == 0 {
		return o.points[len(o.points)-1:]
	}
	return list
}

// lowest is the first of some points with the lowest honest loss, or with the lowest by the weights
// that are delivered at each. Impossible points are passed over unless all are impossible.
func lowest(points []*point, delivered bool) *point {
	loss := func(x *point) float64 {
		if delivered && x.refit != nil {
			return floats.Sum(x.refit)
		}
		return x.estimate().Loss
	}
	points = believable(points)
	least := loss(slices.MinFunc(points, func(x, y *point) int { return cmp.Compare(loss(x), loss(y)) }))
	first := slices.IndexFunc(points, func(x *point) bool { return !(loss(x) > least+sameLoss*math.Abs(least)) })
	return points[first]
}

// believable are the points without impossible figures, all of them where none is
// left.
func believable(points []*point) []*point {
	list := slices.DeleteFunc(slices.Clone(points), (*point).refuted)
	if len(list) == 0 {
		return points
	}
	return list
}

// Possible reports whether the honest loss of an algorithm is possible at some budget
// of the range above 0.
func (h *Honest) Possible(a selection.Algorithm, budget model.Amount) bool {
	if x := h.at(a, budget); x != nil {
		return !x.impossible
	}
	return h.result.At(a, budget).Loss >= 0
}

// Budget returns the smallest budget that is enough for an algorithm that was
// cross-validated: the first on the honest curve, or between it and the point
// before. The recommendation, Rule's zero value, looks at the usual range whatever
// the range asked for is. Errors say that no budget is enough, or Why there is no honest
// loss.
func (h *Honest) Budget(a selection.Algorithm, q Rule) (model.Amount, error) {
	if h.Why != "" {
		return 0, fmt.Errorf("no budget can be recommended: %s", h.Why)
	}
	if q != (Rule{}) {
		return budgetBy(h, a, q)
	}
	known, found := h.recommended.Load(a)
	if !found {
		b, err := budgetBy(h, a, q)
		known, _ = h.recommended.LoadOrStore(a, recommendation{b, err})
	}
	r := known.(recommendation)
	return r.budget, r.err
}

// recommendation is what Budget says of the zero Rule.
type recommendation struct {
	budget model.Amount
	err    error
}

// budgetBy is the smallest budget that is enough by a rule, where there is an honest loss.
func budgetBy(h *Honest, a selection.Algorithm, q Rule) (model.Amount, error) {
	r, o := h.result, h.runs[a]
	budgets, end := r.grids[a], r.Max
	if q.By == OneSE {
		budgets, end = r.usual(r.curves[a]), r.UsualMax
	}
	if r.Required > end {
		return 0, fmt.Errorf("no budget can be recommended: the least judgments asked for cost %s, and the range ends at %s", r.Required, end)
	}
	points := h.points(a, budgets)
	least, enough := lowest(points, q.By == OneSE), believable(points)
	var is func(*point) bool
	var budget func(model.Amount) bool
	if q.By == OneSE {
		is, budget = h.recommendable(a, enough, least)
	} else {
		limit := q.limit(least.estimate(), r.LabelVar)
		is = func(x *point) bool { return x.estimate().Loss <= limit }
		budget = func(b model.Amount) bool { return is(h.at(a, b)) }
	}
	at := slices.IndexFunc(enough, is)
	if at < 0 {
		e := least.estimate()
		return 0, noBudget(a, q, e.Loss, 1-e.Loss/r.LabelVar, least.budget)
	}
	from, to := r.Required, enough[at].budget // what is below from was found to be too little
	if i := slices.Index(points, enough[at]); i > 0 {
		from = points[i-1].budget + 1
	}
	for _, b := range h.between(o.asked, budgets, from, to) {
		if budget(b) && h.Possible(a, b) {
			return b, nil
		}
	}
	return to, nil
}

// endsAt tells whether the range ends at a selection's budget while more could be bought.
func endsAt(r *Result, s *Selection) bool {
	if s.Budget < r.Max {
		return false
	}
	for a := range r.Attributes {
		if most := r.limits.Max[a]; r.Attributes[a].Selectable() && (most == 0 || s.Repeats[a] < most) {
			return true
		}
	}
	return false
}

// between returns, of rising budgets, the budgets in [from, to) whose choices are known in
// every training part, plus from if it equals the cost of the minima.
func (h *Honest) between(known, budgets []model.Amount, from, to model.Amount) []model.Amount {
	i, found := slices.BinarySearch(budgets, from)
	j, _ := slices.BinarySearch(budgets, to)
	list := slices.DeleteFunc(slices.Clone(budgets[i:j]), func(b model.Amount) bool {
		_, found := slices.BinarySearch(known, b)
		return !found
	})
	if !found && from == h.result.Required && from < to {
		list = slices.Insert(list, 0, from)
	}
	return list
}

// Answer is a Result with its honest loss, nil where none was asked for.
type Answer struct {
	*Result
	Honest *Honest
}

// NoFolds asks for no honest loss.
const NoFolds = -1

// Tuning is the answer to a Request at every ridge λ that an automatic choice
// considers, or at the λ that is set.
type Tuning struct {
	// Answers by λ, rising.
	Answers []Answer
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
			return &Tuning{[]Answer{{Result: r}}}, nil
		}
		h, err := r.Honest(ctx, folds, r.Algorithms()...)
		if err != nil {
			return nil, err
		}
		t.Answers = append(t.Answers, Answer{r, h})
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

// At returns the answer with the smallest honest loss for an algorithm at a budget; of
// equal answers, the answer with the smaller λ. This honest loss is slightly low if
// there was a choice, because it chose λ. Answers with impossible figures are passed
// over. If all are impossible, the largest λ is taken.
func (t *Tuning) At(a selection.Algorithm, budget model.Amount) Answer {
	if len(t.Answers) == 1 {
		return t.Answers[0]
	}
	best := -1
	for i, o := range t.Answers {
		if !o.Honest.Possible(a, budget) {
			continue
		}
		if best < 0 || o.Honest.At(a, budget).Loss < t.Answers[best].Honest.At(a, budget).Loss {
			best = i
		}
	}
	if best < 0 {
		best = len(t.Answers) - 1
	}
	return t.Answers[best]
}

// FirstBudget is the budget to begin with when the user names none.
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
	answer := t.At(selection.Full, budget)
	pick := Pick{Answer: answer, Selection: answer.Result.At(selection.Full, budget)}
	if err := pick.See(ctx); err != nil {
		return nil, err
	}
	out := pick.Predictor()
	return &out, nil
}

// ClassMetric returns a metric of the pick on objects held out, with its standard error; NaN
// and the reason in words for the user if it was not measured. The costs are as in
// [Pick.Classes]. Errors are a label without classes, and the context's.
func (p *Pick) ClassMetric(ctx context.Context, m classes.Metric, costs []float64) (x report.Estimate, why string, err error) {
	defer overflow.Catch(&err)
	x, c, err := classMetric(ctx, p, m, costs)
	if err != nil {
		return x, "", err
	}
	return x, c.Why, nil
}

// classMetric is [Pick.ClassMetric] with what was measured.
func classMetric(ctx context.Context, p *Pick, m classes.Metric, costs []float64) (x report.Estimate, c *Classes, err error) {
	x = report.Estimate{X: math.NaN(), SE: math.NaN()}
	switch c, err = p.Classes(ctx, costs); {
	case err != nil:
		return x, nil, err
	case c == nil:
		return x, nil, fmt.Errorf("the metric %s is for a label with classes, and %s has numbers or is several labels", m.Title(), p.Result.Predicted())
	case c.Why == "":
		x = report.Estimate{X: m.Of(&c.Metrics), SE: m.Of(&c.SE)}
	}
	return x, c, nil
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
// the same objects; with [Within] at most that share of the best of the range. It looks at 40 budgets of the range, and then between two of them.
// Errors are as for [Honest.Budget] and [Pick.ClassMetric], about other rules, and about accuracy
// where a class has less than a quarter of the objects.
func (t *Tuning) BudgetBy(ctx context.Context, a selection.Algorithm, q Rule, m classes.Metric, costs []float64) (out MetricBudget, err error) {
	defer overflow.Catch(&err)
	h := t.Answers[0].Honest
	switch {
	case q.By != OneSE && q.By != Within:
		return out, fmt.Errorf("the metric %s goes with rules about the best budget, not with a loss or R²", m.Title())
	case m == classes.Accuracy && slices.ContainsFunc(t.Answers[0].Result.ClassShares(), func(share float64) bool { return share < rareClass }):
		return out, fmt.Errorf("no budget is chosen by accuracy where a class has less than %g of the objects, since never calling it is nearly always right: choose by balanced, kappa or log-loss", rareClass)
	case h == nil || h.Why != "":
		_, err := t.Budget(a, q)
		return out, err
	}
	r := h.result
	budgets := r.grids[a]
	if q.By == OneSE {
		budgets = r.usual(r.curves[a])
	}
	var few []model.Amount
	for _, x := range h.points(a, budgets) {
		few = append(few, x.budget)
	}
	measured, err := t.measure(ctx, a, thin(few, measuredBudgets), m, costs)
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
	enough := func(x metered) bool { return q.enough(m, x, best) }
	at := slices.IndexFunc(measured, enough)
	if at > 0 {
		between, err := t.measure(ctx, a, thin(h.between(h.runs[a].asked, budgets, measured[at-1].budget+1, measured[at].budget), 8), m, costs)
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
		return Advice{AdviceMore, m.Budget}
	case budget > m.Budget:
		return Advice{AdviceLess, m.Budget}
	}
	return Advice{AdviceEnough, m.BestAt}
}

// enough tells whether a budget is enough beside the best: with [OneSE] what it lacks is at most
// the standard error of the difference on the same objects (as budgets are recommended by the
// loss), or closeMetric if that is less; NaN counts as less.
func (q Rule) enough(m classes.Metric, x, best metered) bool {
	lacks := math.Abs(best.X - x.X)
	if q.By == Within {
		return lacks <= q.Within*math.Abs(best.X)
	}
	_, se := best.of.Less(x.of)
	return lacks <= closeMetric || lacks <= m.Of(&se)
}

// metered is a metric at a budget.
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
		answer := t.At(a, b)
		p := Pick{Answer: answer, Selection: answer.At(a, b)}
		x, of, err := classMetric(ctx, &p, m, costs)
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
