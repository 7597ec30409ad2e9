package heldout

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"fms-tui/core/internal/budgetrange"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Seen is the loss of a choice on judgments that the pilot holds: each fold predicts the objects held
// out from the first judgments that the design would have bought. It rests on no model of the noise.
type Seen struct {
	// Why says why the loss is not seen, and all figures are NaN, in words for the user; "" where it is.
	Why     string
	Objects int  // that hold the judgments; 0 where nobody looked
	Judged  bool // objects were looked at
	// Refit is the candidate for weights; where it is taken, its loss is what is seen.
	Refit *RidgeRefit
	// Estimate is the mean squared residual, squared label units, with a standard
	// error from blocks of objects.
	Estimate
	// Within is, where the choice itself is not seen, what is seen of it cut to half of what objects
	// hold, with the weights for these repeats; nil where that is not seen either.
	Within *Seen
	// Honest is the honest loss of what Within sees.
	Honest Estimate
	// Off is the seen loss less the honest one, with the standard error of the
	// difference.
	Off Estimate

	least  float64 // a smaller Off is no contradiction, squared label units
	blocks int     // of objects, that standard errors come from
}

// LeastSeen is the least number of objects for a [Seen] loss.
const LeastSeen = 30

// Standard errors beyond which what is seen refutes an honest loss, and the share of Var(y) by which
// both may differ anyway: of few objects standard errors can be small by chance.
const clearlyOff, closeToSeen = 3, .02

// Refuted reports whether the seen loss contradicts the honest loss: they differ by more than
// clearlyOff, than one standard error of the honest loss, than closeToSeen and than rounding. A choice
// that leaves the cells is refuted if that holds of it within them, where the model can be checked.
func (s *Seen) Refuted() bool {
	if s.Within != nil {
		return s.Within.Refuted()
	}
	return s.Off.Beyond(s.blocks, clearlyOff, max(s.least, sameLoss*math.Abs(s.Loss))) != ""
}

// sameLoss is the largest relative difference of losses that counts as rounding.
const sameLoss = 1e-9

// Seen is what is seen of an algorithm's choice at a budget. The only error is the context's.
func (h *Losses) Seen(ctx context.Context, a selection.Algorithm, budget model.Amount) (_ Seen, err error) {
	defer overflow.Catch(&err)
	out := Seen{Estimate: Unknown(), Off: Unknown()}
	if out.Refit, err = h.RidgeRefit(ctx, a, budget); err != nil {
		return Seen{}, err
	}
	o, x := h.runs[a], out.Refit
	if out.Why = Unjudged(h, a, "predict from"); out.Why != "" {
		return out, nil
	}
	if x.Taken {
		out, err = o.seen(ctx, x.Given, x.Loss)
	} else if out, err = o.seen(ctx, o.Chosen(budget), h.at(a, budget).Loss); err == nil && out.Why != "" {
		out.Within, err = o.seenWithin(ctx, budget)
	}
	out.Refit = x
	return out, err
}

// seenWithin is what is seen of a choice cut to half of what objects hold; nil where that is
// nothing. With all that they hold nothing could be told: the honest loss of k judgments a cell is
// made of the means of k, and is the seen one.
func (o *Run) seenWithin(ctx context.Context, budget model.Amount) (*Seen, error) {
	r := o.of
	choice := r.Curves[o.Algorithm].At(budget)
	repeats := choice.Repeats(len(r.Scale))
	if !Leaves(repeats, r.Held, r.Terms.Limits.Min) {
		return nil, nil
	}
	for i, most := range r.Held {
		repeats[i] = min(repeats[i], max(1, most/2))
	}
	given, err := o.of.Parts.Given(ctx, r.Terms, repeats)
	if err != nil {
		return nil, err
	}
	loss := o.Projected(given)
	out, err := o.seen(ctx, given, loss)
	if err != nil || out.Why != "" {
		return nil, err
	}
	out.Honest = o.Estimate(loss, given)
	return &out, nil
}

// Contradiction returns what is seen, and the honest loss that it refutes: of the choice, or of the
// choice cut to half of the cells.
func (s *Seen) Contradiction(of Estimate) (seen *Seen, honest Estimate) {
	if s.Within != nil {
		return s.Within, s.Within.Honest
	}
	return s, of
}

// seen is the loss seen of what each fold chose, whose honest loss is raw.
func (o *Run) seen(ctx context.Context, c honest.Candidate, raw honest.Loss) (Seen, error) {
	r, e := o.of, o.of.Evaluator()
	out := Seen{Judged: true, Estimate: Unknown(), Off: Unknown()}
	loss, size, err := e.Squared(ctx, c, e.AsBought)
	if err != nil {
		return Seen{}, err
	}
	for _, n := range size {
		out.Objects += n
	}
	if out.Objects < LeastSeen {
		out.Why = fmt.Sprintf("%d of %d objects hold the judgments that are asked for, and %d are needed", out.Objects, r.Objects, LeastSeen)
		return out, nil
	}
	out.Estimate = honest.Sum(loss, size)
	out.R2SE = out.SE / r.LabelVar
	out.Off = honest.Apart(loss, raw, size, o.of.Parts.Sizes(), len(c))
	out.least, out.blocks = max(closeToSeen*r.LabelVar, o.Estimate(raw, c).SE), o.of.Parts.Blocks()
	return out, nil
}

// Leaves tells whether repeats are more than objects hold, and than the user asks for.
func Leaves(repeats, held, least []int) bool {
	for a, n := range repeats {
		if n > max(held[a], least[a]) {
			return true
		}
	}
	return false
}

// RidgeRefit is the label regressed, with a ridge, on the pilot's own means of the chosen
// attributes: of min(r, k) judgments where r are chosen and a cell holds k. The means hold noise that
// Σ is free of, and serve better where Σ is wrong, as if one rater judged an object twice.
type RidgeRefit struct {
	// Why says why there are no such weights, in words for the user; "" where there
	// are. All else is then empty.
	Why       string
	W         []float64 // by attribute, label units per unit of the attribute; 0 outside the support
	Intercept float64   // in the label's units: ȳ - Σ w[a] μ[a]
	Projected float64   // what the moments project for these weights, squared label units
	Noise     float64   // variance that the noise of the judgments bought leaves in the prediction, likewise
	// Honest is the loss by cross-validation: folds choose repeats as they do for the
	// honest loss, and Less that less the honest loss of the moments' weights.
	Honest, Less Estimate
	// Taken tells whether these are the weights to predict with, as Better says of Less. An
	// honest loss below the noise of the judgments is believed where the pilot's own objects
	// show it: the label then shares that noise.
	Taken bool

	Loss  honest.Loss      // by block
	Given honest.Candidate // with the refit's weights
}

// Better reports whether the refit has the lower honest loss. In 36 cells of real data this rule
// lowers the true loss by .007 Var(y) on average and raises it by .015 at worst; if the moments are
// right, it costs at most .006 (docs/research/small_pilots.md). A rule of one standard error of Less
// would keep the moments' weights where they fail: of few objects standard errors are wide.
func (x *RidgeRefit) Better() bool { return x.Less.Loss < 0 }

// RidgeRefit refits an algorithm's choice at a budget. The only error is the context's.
func (h *Losses) RidgeRefit(ctx context.Context, a selection.Algorithm, budget model.Amount) (_ *RidgeRefit, err error) {
	defer overflow.Catch(&err)
	o := h.runs[a]
	x := &RidgeRefit{Honest: Unknown(), Less: Unknown()}
	if x.Why = h.noRefit(a); x.Why != "" {
		return x, nil
	}
	if known, found := o.refits.Load(budget); found {
		return known.(*RidgeRefit), ctx.Err()
	}
	all, err := o.regress(ctx, budget)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// regress finds the refits at some budgets, and keeps them.
func (o *Run) regress(ctx context.Context, budgets ...model.Amount) ([]*RidgeRefit, error) {
	r := o.of
	var repeats [][]int
	var chosen []honest.Candidate
	for _, b := range budgets {
		choice := r.Curves[o.Algorithm].At(b)
		repeats, chosen = append(repeats, choice.Repeats(len(r.Scale))), append(chosen, o.Chosen(b))
	}
	w, given, err := r.Evaluator().Ridge(ctx, r.All, repeats, chosen)
	if err != nil {
		return nil, err
	}
	all, errs := make([]*RidgeRefit, len(budgets)), make([]error, len(budgets))
	parallel.Each(len(budgets), func(i int) {
		x := &RidgeRefit{W: w[i], Intercept: r.All.Intercept(w[i]), Given: given[i]}
		z := Standardised(x.W, r.Scale)
		x.Projected, x.Noise = r.Problem.LossOf(z, repeats[i]), r.floor(z, repeats[i])
		x.Loss = o.Projected(x.Given)
		x.Honest = o.Estimate(x.Loss, x.Given)
		x.Less = r.Parts.Difference(x.Loss, o.At(budgets[i]).Loss)
		if x.Taken = x.Better(); x.Taken && x.Honest.Loss < x.Noise {
			var seen Seen
			seen, errs[i] = o.seen(ctx, x.Given, x.Loss)
			x.Taken = seen.Why == "" && !seen.Refuted()
		}
		if all[i] = x; errs[i] == nil {
			o.refits.Store(budgets[i], x)
		}
	})
	return all, cmp.Or(errs...)
}

func (h *Losses) noRefit(a selection.Algorithm) string {
	switch {
	case h.Why != "":
		return h.Why
	case h.of.NoRefit != "":
		return h.of.NoRefit
	}
	return Unjudged(h, a, "refit weights on")
}

// Unjudged says why no judgments held out can be predicted, or be learned from; "" where they can.
func Unjudged(h *Losses, a selection.Algorithm, to string) string {
	switch {
	case h.Why != "":
		return h.Why
	case h.runs[a] == nil:
		return string(a) + " was not cross-validated"
	case !h.of.Judged:
		return "moments hold no judgments to " + to
	}
	return ""
}

// refittedObjects is up to how many objects refits are candidates for the recommendation: they
// read them all. With more objects the weights of the moments are known as well.
const refittedObjects = 2000

// refittedBudgets is at how many budgets of the usual range refits of d attributes are candidates:
// each budget takes a regression without each fold.
func refittedBudgets(d int) int {
	if d <= refittedAttributes {
		return 40
	}
	return 12
}

// refittedAttributes is up to how many attributes refits of other budgets take a moment.
const refittedAttributes = 100

// weigh finds the points of the usual range at which the refit's weights would be taken.
func (h *Losses) weigh(ctx context.Context, a selection.Algorithm) error {
	r, o := h.of, h.runs[a]
	if r.Objects > refittedObjects || h.noRefit(a) != "" {
		return nil
	}
	var points []*Point
	for _, b := range budgetrange.Thin(budgetrange.Usual(r.Range, r.Curves[a]), refittedBudgets(len(r.Scale))) {
		if x := o.on(b); x != nil && b > 0 {
			points, o.weighed = append(points, x), append(o.weighed, b)
		}
	}
	if len(points) == 0 {
		return ctx.Err()
	}
	all, err := o.regress(ctx, o.weighed...)
	if err != nil {
		return err
	}
	for i, x := range all {
		if x.Taken {
			points[i].refit = x.Loss
		}
	}
	return ctx.Err()
}

// Standardised are weights times t. An attribute of which too little is known has none, and weight 0.
func Standardised(w, t []float64) []float64 {
	z := make([]float64, len(w))
	for a, x := range w {
		if x != 0 {
			z[a] = x * t[a]
		}
	}
	return z
}
