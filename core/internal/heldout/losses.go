// Package heldout says what choices are worth to objects held out: the honest loss at every budget,
// weights refitted on the pilot's own means, what the pilot's judgments show, and which budget is enough.
package heldout

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sync"

	"fms-tui/core/internal/budgetrange"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Question is whose choices are held out, and by what their losses are found.
type Question struct {
	Parts     *honest.Parts
	Terms     honest.Terms
	Problem   *selection.Problem // of all objects
	Curves    map[selection.Algorithm]*selection.Curve
	Grids     map[selection.Algorithm][]model.Amount // the budgets of a curve, over the range asked for
	Range     *budgetrange.Range
	Evaluator func() *honest.Evaluator
	All       *moments.Moments // of the first label
	Scale     []float64        // t, by attribute
	LabelVar  float64
	Objects   int
	Judged    bool // the data hold judgments
	// SharesErrors says that the label goes along with the errors of the judgments: their noise is
	// no bound of the loss.
	SharesErrors bool
	NoRefit      string // why no weights are refitted, in words for the user; "" where they can be
	Selectable   func(a int) bool
	Held         []int // how often objects hold each attribute
}

// Losses are the honest losses of what algorithms choose. They are immutable and safe for concurrent use.
type Losses struct {
	// Why says why there is no honest loss, in words for the user; "" where there
	// is one. All estimates are then NaN.
	Why string

	of   *Question
	runs map[selection.Algorithm]*Run
}

type Estimate = honest.Estimate

// New cross-validates algorithms, and tells soFar what is known after each. why says why there is nothing
// to do. The only errors are [honest.Parts.Run]'s.
func New(ctx context.Context, q *Question, why string, algorithms []selection.Algorithm, soFar func(*Losses)) (*Losses, error) {
	h, terms := &Losses{Why: why, of: q, runs: make(map[selection.Algorithm]*Run)}, q.Terms.Once()
	for _, a := range algorithms {
		if why != "" || h.Has(a) {
			continue
		}
		h = &Losses{of: q, runs: maps.Clone(h.runs)}
		var err error
		if h.runs[a], err = h.run(ctx, terms, a); err == nil {
			err = h.weigh(ctx, a)
		}
		if err != nil {
			return nil, err
		}
		soFar(h)
	}
	return h, nil
}

// PartsOf are the training parts that the losses are of.
func PartsOf(h *Losses) *honest.Parts { return h.of.Parts }

// Of is what is known of an algorithm, nil where it was not cross-validated.
func (h *Losses) Of(a selection.Algorithm) *Run { return h.runs[a] }

// Run is one algorithm's honest loss over the range.
type Run struct {
	*honest.Run
	of     *Question
	asked  []model.Amount // at which choices are known in every training part
	points []*Point       // the curve, by rising budgets: some of these

	off         sync.Map                     // points off the curve that were asked for, by budget
	refits      sync.Map                     // that were asked for: model.Amount to *RidgeRefit
	weighed     []model.Amount               // at which refits are candidates, by rising budgets
	recommended func() (model.Amount, error) // the budget of the zero Rule, which frames ask for many times
}

// Point is what is known at a budget.
type Point struct {
	Budget model.Amount
	Loss   honest.Loss
	Raw    Estimate // as it was estimated
	Noise  float64  // variance that the noise of the judgments bought leaves in the prediction: no loss is lower
	// impossible says that the budget cannot be recommended: the loss is below its own noise, or
	// projected below 0.
	impossible bool
	refit      honest.Loss // where the refit's weights are taken; else nil
}

func (o *Run) newPoint(budget model.Amount) *Point {
	r, c := o.of, o.Chosen(budget)
	choice := r.Curves[o.Algorithm].At(budget)
	x := &Point{Budget: budget, Loss: o.Projected(c)}
	x.Raw = o.Estimate(x.Loss, c)
	repeats := choice.Repeats(len(r.Scale))
	for _, w := range choice.Weights(len(repeats)) {
		x.Noise += r.floor(w, repeats)
	}
	x.impossible = x.Raw.Loss < x.Noise || choice.Loss < 0
	return x
}

// Estimate is the loss that is shown. A loss is E(y - wᵀs)² and the noise of the judgments: what is
// below the noise says that the estimates of both contradict each other.
func (x *Point) Estimate() Estimate {
	e := x.Raw
	e.Loss = max(e.Loss, x.Noise)
	return e
}

// delivered is the loss by the weights that are taken.
func (x *Point) delivered() honest.Loss {
	if x.refit != nil {
		return x.refit
	}
	return x.Loss
}

// refuted tells whether nothing that is delivered at the point can be believed.
func (x *Point) refuted() bool { return x.impossible && x.refit == nil }

func Unknown() Estimate { return Estimate{Loss: math.NaN(), SE: math.NaN(), R2SE: math.NaN()} }

// honestBudgets is at how many budgets an honest curve of d attributes is computed: a budget costs d²
// for each block. Others are computed when they are asked for.
func honestBudgets(d int) int {
	if d <= 100 {
		return 200
	}
	return budgetrange.ChartBudgets
}

// run cross-validates an algorithm at the budgets of its curve.
func (h *Losses) run(ctx context.Context, terms honest.Terms, a selection.Algorithm) (*Run, error) {
	r, n := h.of, honestBudgets(len(h.of.Scale))
	curve := r.Curves[a]
	if curve == nil {
		panic("core: the honest loss of an algorithm that was not solved: " + string(a))
	}
	budgets := budgetrange.United(budgetrange.Thin(budgetrange.Usual(r.Range, curve), n), budgetrange.Thin(r.Grids[a], n)...)
	o := &Run{of: r, asked: budgetrange.Worked(r.Range, curve, budgets), points: make([]*Point, len(budgets))}
	o.recommended = sync.OnceValues(func() (model.Amount, error) { return o.budget(Rule{}) })
	var err error
	if o.Run, err = r.Parts.Run(ctx, terms, a, o.asked); err != nil {
		return nil, err
	}
	parallel.Each(len(budgets), func(i int) {
		if ctx.Err() == nil {
			o.points[i] = o.newPoint(budgets[i])
		}
	})
	return o, ctx.Err()
}

// Estimate is the loss of a candidate, or of some of its scores by their number. What learning adds to
// its standard error is found by the problem of all objects ([honest.Candidate.Excess]).
func (o *Run) Estimate(l honest.Loss, c honest.Candidate, scores ...int) Estimate {
	r := o.of
	excess := 0.0
	for k, x := range c.Excess(r.Problem, r.Scale) {
		if len(scores) == 0 || slices.Contains(scores, k) {
			excess += x
		}
	}
	return o.of.Parts.Estimate(l).Learned(excess)
}

// floor is the noise that weights leave in a prediction, Σ w_a w_a' (C+ ∘ Ω)_aa', in squared label
// units: no loss is below it. It is 0 where the label shares the errors of the judgments, which then
// predict it like anything else.
func (r *Question) floor(w []float64, repeats []int) float64 {
	if r.SharesErrors {
		return 0
	}
	return r.Problem.Noise(w, repeats)
}

// Has tells whether an algorithm was cross-validated.
func (h *Losses) Has(a selection.Algorithm) bool { return h.runs[a] != nil }

// at is what is known of an algorithm at a budget, computed where it is off the curve; nil where
// the algorithm was not cross-validated.
func (h *Losses) at(a selection.Algorithm, budget model.Amount) *Point {
	if o := h.runs[a]; o != nil {
		return o.At(budget)
	}
	return nil
}

func (o *Run) At(budget model.Amount) *Point {
	if x := o.known(budget); x != nil {
		return x
	}
	x, _ := o.off.LoadOrStore(budget, o.newPoint(budget))
	return x.(*Point)
}

// known is the point at a budget, nil where it would have to be computed.
func (o *Run) known(budget model.Amount) *Point {
	if x := o.on(budget); x != nil {
		return x
	}
	if x, found := o.off.Load(budget); found {
		return x.(*Point)
	}
	return nil
}

// on is the point of the curve at a budget, nil where it has none.
func (o *Run) on(budget model.Amount) *Point {
	i, found := slices.BinarySearchFunc(o.points, budget, func(x *Point, b model.Amount) int { return cmp.Compare(x.Budget, b) })
	if !found {
		return nil
	}
	return o.points[i]
}

// At returns the honest loss of what an algorithm chooses at a budget, on or
// off the range; NaN where it was not cross-validated. It is no lower than the
// noise of the judgments.
func (h *Losses) At(a selection.Algorithm, budget model.Amount) Estimate {
	if x := h.at(a, budget); x != nil {
		return x.Estimate()
	}
	return Unknown()
}

// Taken is [Honest.At] by the weights that are taken at the budget: the refit's where that was found
// to be better.
func (h *Losses) Taken(a selection.Algorithm, budget model.Amount) Estimate {
	if o := h.runs[a]; o != nil {
		if x, found := o.refits.Load(budget); found && x.(*RidgeRefit).Taken {
			return x.(*RidgeRefit).Honest
		}
	}
	return h.At(a, budget)
}

// TakenCurve is [Honest.Curve] by the weights that are taken. Where refits are candidates it has the
// budgets at which they were weighed, and those beyond.
func (h *Losses) TakenCurve(a selection.Algorithm) (budgets []model.Amount, estimates []Estimate) {
	budgets, estimates = h.Curve(a)
	o := h.runs[a]
	if o == nil || len(o.weighed) == 0 {
		return budgets, estimates
	}
	budgets, estimates = slices.DeleteFunc(budgets, func(b model.Amount) bool { return 0 < b && b <= o.weighed[len(o.weighed)-1] }), nil
	budgets = budgetrange.United(budgets, o.weighed...)
	for _, b := range budgets {
		estimates = append(estimates, h.Taken(a, b))
	}
	return budgets, estimates
}

// Raw is At as it was estimated, whatever the noise of the judgments.
func (h *Losses) Raw(a selection.Algorithm, budget model.Amount) Estimate {
	if x := h.at(a, budget); x != nil {
		return x.Raw
	}
	return Unknown()
}

// Possible reports whether the honest loss of an algorithm is possible at some budget
// of the range above 0.
func (h *Losses) Possible(a selection.Algorithm, budget model.Amount) bool {
	if x := h.at(a, budget); x != nil {
		return !x.impossible
	}
	return h.of.Curves[a].At(budget).Loss >= 0
}

// Known tells whether the honest loss of an algorithm at a budget is there without any
// computing: on the curve, or since [Honest.Prepare]; also where there will be none.
func (h *Losses) Known(a selection.Algorithm, budget model.Amount) bool {
	o := h.runs[a]
	return o == nil || o.known(budget) != nil
}

// Weighed tells whether the refit of an algorithm's choice at a budget is known, or is no candidate,
// as with more than a hundred attributes at budgets besides those of [Honest.TakenCurve].
func (h *Losses) Weighed(a selection.Algorithm, budget model.Amount) bool {
	o := h.runs[a]
	if o == nil || len(o.weighed) == 0 || budget == 0 || len(h.of.Scale) > refittedAttributes {
		return true
	}
	_, found := o.refits.Load(budget)
	return found
}

// Prepare computes the honest loss of an algorithm at budgets off its curve, with the refit where
// that is a candidate, and keeps it. Each takes d² for each block: with a thousand attributes on
// one form, a second. The only error is the context's.
func (h *Losses) Prepare(ctx context.Context, a selection.Algorithm, budgets ...model.Amount) (err error) {
	defer overflow.Catch(&err)
	for _, b := range budgets {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if h.at(a, b) == nil || h.Weighed(a, b) {
			continue
		}
		if _, err := h.RidgeRefit(ctx, a, b); err != nil {
			return err
		}
	}
	return nil
}

// Verdict is "better" or "worse" for a difference beyond chance over the blocks of
// objects, "" for a smaller difference and where there is no honest loss, and "too early" with
// fewer than ten blocks; words are for people.
func (h *Losses) Verdict(d Estimate) (verdict, words string) {
	if h.Why != "" {
		return "", ""
	}
	n := h.of.Parts.Blocks()
	return d.Verdict(n), d.Words(n)
}

// Curve returns an algorithm's honest loss at rising budgets; nothing where it
// was not cross-validated.
func (h *Losses) Curve(a selection.Algorithm) (budgets []model.Amount, estimates []Estimate) {
	o := h.runs[a]
	if o == nil {
		return nil, nil
	}
	for _, b := range budgetrange.Thin(h.of.Grids[a], honestBudgets(len(h.of.Scale))) {
		if x := o.on(b); x != nil {
			budgets, estimates = append(budgets, b), append(estimates, x.Estimate())
		}
	}
	return budgets, estimates
}
