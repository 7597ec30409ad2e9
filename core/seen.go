package core

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/regress"
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
func (h *Honest) Seen(ctx context.Context, a selection.Algorithm, budget model.Amount) (_ Seen, err error) {
	defer overflow.Catch(&err)
	out := Seen{Estimate: UnknownEstimate(), Off: UnknownEstimate()}
	if out.Refit, err = h.RidgeRefit(ctx, a, budget); err != nil {
		return Seen{}, err
	}
	o, x := h.runs[a], out.Refit
	if out.Why = h.unjudged(a, "predict from"); out.Why != "" {
		return out, nil
	}
	if x.Taken {
		out, err = o.seen(ctx, x.given, x.loss)
	} else if out, err = o.seen(ctx, o.Chosen(budget), h.at(a, budget).loss); err == nil && out.Why != "" {
		out.Within, err = o.seenWithin(ctx, budget)
	}
	out.Refit = x
	return out, err
}

// unjudged says why no judgments held out can be predicted, or be learned from; "" where they can.
func (h *Honest) unjudged(a selection.Algorithm, to string) string {
	switch {
	case h.Why != "":
		return h.Why
	case h.runs[a] == nil:
		return string(a) + " was not cross-validated"
	case !h.result.study.judged():
		return "moments hold no judgments to " + to
	}
	return ""
}

// seenWithin is what is seen of a choice cut to half of what objects hold; nil where that is
// nothing. With all that they hold nothing could be told: the honest loss of k judgments a cell is
// made of the means of k, and is the seen one.
func (o *honestRun) seenWithin(ctx context.Context, budget model.Amount) (*Seen, error) {
	r := o.result
	repeats := r.At(o.Algorithm, budget).Repeats
	if !leavesCells(r, repeats) {
		return nil, nil
	}
	for i, most := range heldRepeats(r) {
		repeats[i] = min(repeats[i], max(1, most/2))
	}
	given, err := o.parts.Given(ctx, r.terms(), repeats)
	if err != nil {
		return nil, err
	}
	loss := o.Projected(given)
	out, err := o.seen(ctx, given, loss)
	if err != nil || out.Why != "" {
		return nil, err
	}
	out.Honest = o.estimate(loss, given)
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

func (r *Result) evaluator() *honest.Evaluator {
	e := &honest.Evaluator{Data: r.study.data, Blocks: r.known.blocks, Cells: r.known.cells(), Design: r.forms}
	for k := range r.aims.list {
		e.Labels = append(e.Labels, r.knownOf(k).label)
	}
	return e
}

// seen is the loss seen of what each fold chose, whose honest loss is raw.
func (o *honestRun) seen(ctx context.Context, c honest.Candidate, raw honest.Loss) (Seen, error) {
	r, e := o.result, o.result.evaluator()
	out := Seen{Judged: true, Estimate: UnknownEstimate(), Off: UnknownEstimate()}
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
	out.Off = honest.Apart(loss, raw, size, o.parts.Sizes(), len(c))
	out.least, out.blocks = max(closeToSeen*r.LabelVar, o.estimate(raw, c).SE), o.parts.Blocks()
	return out, nil
}

// On is [Result.On] of a pick's predictor.
func (p *Pick) On(ds *model.Dataset) (Estimate, int) {
	w, intercept := p.Weights()
	return p.Result.On(ds, p.Selection.Repeats, w, intercept)
}

// On returns the mean squared residual of weights w on other objects, from the first judgments that
// the design would have bought, in squared label units with its standard error over objects, and the
// number of objects with these judgments. w is by attribute, in label units per unit of the attribute.
// The data must have the attributes of the Result's, in the same order, and its label.
func (r *Result) On(ds *model.Dataset, repeats []int, w []float64, intercept float64) (Estimate, int) {
	label := ds.LabelNamed(r.Label, r.Settings.Ordered)
	score := honest.Score{W: w, Intercept: intercept}
	blocks := &moments.Blocks{Mode: r.Raters, ByPosition: r.byPosition}
	if known := r.known.blocks.Panel; known != nil {
		blocks.Panel = known.Among(r.Data().Raters, ds.Raters)
	}
	cells := moments.NewCells(ds, label, blocks)
	bought := r.evaluator().AsBought(cells, repeats)
	x := make([]float64, len(w))
	var squares []float64
	for i, y := range label.Values {
		if cells.Counts(i) && bought(i, x) {
			squares = append(squares, square(y-score.At(x, repeats)))
		}
	}
	if len(squares) < 2 {
		return UnknownEstimate(), len(squares)
	}
	mean, sd := stat.MeanStdDev(squares, nil)
	return Estimate{Loss: mean, SE: sd / math.Sqrt(float64(len(squares)))}, len(squares)
}

// Refit is the label regressed on the mean judgments of the chosen attributes (S&K,
// step 4), over the objects that hold the selected number of judgments of each; of more, the first in
// the order of the file.
//
// All honest losses are squared errors on the same objects, held out of weights
// but not of the choice of repeats, which favours both sides alike; NaN where
// there are too few objects, or no honest losses were asked for.
type Refit struct {
	// Why says why there is no refit, in words for the user; "" where there is
	// one. All else but Objects and Needed is then empty.
	Why     string
	Objects int // that hold enough
	Needed  int // from how many on there is a refit
	*regress.Fit
	Attributes         []int     // of the coefficients, by number
	Projected          []float64 // the weights of the projected predictor, likewise, in label units per unit of the attribute
	ProjectedIntercept float64   // in the label's units
	// Shared is the share of the objects with a rater who judged several of the attributes: the
	// projected loss is about judgments by different raters.
	Shared float64
	// The cross-validated losses of the refit and of the projected predictor, and the first minus
	// the second.
	Honest, ProjectedHonest, Less Estimate
}

const leastRefit = 30

// Refit regresses the label on what a pick chose. The only error is the context's.
func (p *Pick) Refit(ctx context.Context) (_ *Refit, err error) {
	defer overflow.Catch(&err)
	s := &p.Selection
	out := &Refit{Honest: UnknownEstimate(), ProjectedHonest: UnknownEstimate(), Less: UnknownEstimate(), Attributes: s.support()}
	rows := p.evaluator().Rows(p.known.blocks, s.Repeats)
	out.Objects, out.Needed = len(rows.Objects), max(leastRefit, len(out.Attributes)+2)
	switch {
	case p.Several():
		out.Why = "it is for one label with numbers, two classes or classes in order"
	case p.Objects < out.Needed:
		out.Why = fmt.Sprintf("only %d objects have the label and judgments, and it needs %d", p.Objects, out.Needed)
	case out.Objects < out.Needed:
		out.Why = fmt.Sprintf("%d of %d objects hold as many judgments as are chosen, and it needs %d: collect the missing judgments first",
			out.Objects, p.Objects, out.Needed)
	}
	if out.Why != "" {
		return out, nil
	}
	fit, err := rows.Fit()
	var dependent *regress.DependentError
	if errors.As(err, &dependent) {
		out.Why = p.dependence(dependent, out.Attributes)
		return out, nil
	}
	if err != nil {
		panic("core: a refit of too few objects: " + err.Error())
	}
	out.Fit, out.Shared = fit, p.shared(rows.Objects)
	w, intercept := p.Result.Weights(s)
	out.ProjectedIntercept = intercept
	for _, a := range out.Attributes {
		out.Projected = append(out.Projected, w[a])
	}
	return out, p.validateRefit(ctx, out)
}

func (p *Pick) dependence(e *regress.DependentError, attributes []int) string {
	var names []string
	for _, c := range slices.Concat(e.Constant, e.Dependent) {
		names = append(names, p.Attributes[attributes[c]].Name)
	}
	return "over the objects that hold enough judgments the means of " + strings.Join(names, ", ") + " do not vary, or follow from the other means: exclude them"
}

func (p *Pick) shared(objects []int) float64 {
	ds := p.Data()
	count := 0
	attribute := make(map[int32]int32) // by rater, of one object
	for _, i := range objects {
		clear(attribute)
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			w, a := ds.Rater[j], ds.Attr[j]
			if w == model.NoRater || p.Selection.Repeats[a] == 0 {
				continue
			}
			if first, seen := attribute[w]; seen && first != a {
				count++
				break
			}
			attribute[w] = a
		}
	}
	return float64(count) / float64(len(objects))
}

// validateRefit fills the honest losses. The projected weights of a fold come from all objects outside
// it, the weights of the refit from those that hold enough.
func (p *Pick) validateRefit(ctx context.Context, out *Refit) error {
	if p.Honest == nil || p.Honest.Why != "" {
		return nil
	}
	given, err := p.Honest.parts.Given(ctx, p.terms(), p.Selection.Repeats)
	if err != nil {
		return err
	}
	e := p.evaluator()
	refit, determined := e.LeastSquares(given)
	if !determined {
		return nil
	}
	folds := make(map[int]bool)
	var refitted, projected []float64
	err = e.Each(ctx, given, honest.Exactly, func(f, _, i int, x []float64) {
		part := func(c honest.Candidate) float64 {
			return square(p.known.label.Values[i]-c[f].Scores[0].At(x, c[f].Repeats)) / float64(out.Objects)
		}
		refitted, projected = append(refitted, part(refit)), append(projected, part(given))
		folds[f] = true
	})
	if err != nil || len(folds) < 2 {
		return err
	}
	sum := func(l honest.Loss) Estimate {
		e := honest.Sum(l, slices.Repeat([]int{1}, len(l)))
		e.R2SE = e.SE / p.LabelVar
		return e
	}
	out.Honest, out.ProjectedHonest = sum(refitted), sum(projected)
	out.Less = sum(difference(refitted, projected)).Paired(len(folds))
	return nil
}

func square(x float64) float64 { return x * x }

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

	loss  honest.Loss
	given honest.Candidate // with the refit's weights
}

// Better reports whether the refit has the lower honest loss. In 36 cells of real data this rule
// lowers the true loss by .007 Var(y) on average and raises it by .015 at worst; if the moments are
// right, it costs at most .006 (docs/research/small_pilots.md). A rule of one standard error of Less
// would keep the moments' weights where they fail: of few objects standard errors are wide.
func (x *RidgeRefit) Better() bool { return x.Less.Loss < 0 }

// RidgeRefit refits an algorithm's choice at a budget. The only error is the context's.
func (h *Honest) RidgeRefit(ctx context.Context, a selection.Algorithm, budget model.Amount) (_ *RidgeRefit, err error) {
	defer overflow.Catch(&err)
	r, o := h.result, h.runs[a]
	x := &RidgeRefit{Honest: UnknownEstimate(), Less: UnknownEstimate()}
	if x.Why = h.noRefit(a); x.Why != "" {
		return x, nil
	}
	if known, found := o.refits.Load(budget); found {
		return known.(*RidgeRefit), ctx.Err()
	}
	s := r.At(a, budget)
	if x.W, x.given, err = r.evaluator().Ridge(ctx, r.known.all, s.Repeats, o.Chosen(budget)); err != nil {
		return nil, err
	}
	x.Intercept = r.known.all.Intercept(x.W)
	z := standardised(r, x.W)
	x.Projected, x.Noise = r.problem.LossOf(z, s.Repeats), r.floor(z, s.Repeats)
	x.loss = o.Projected(x.given)
	x.Honest = o.estimate(x.loss, x.given)
	x.Less = h.parts.Difference(x.loss, h.at(a, budget).loss)
	if x.Taken = x.Better(); x.Taken && x.Honest.Loss < x.Noise {
		seen, err := o.seen(ctx, x.given, x.loss)
		if err != nil {
			return nil, err
		}
		x.Taken = seen.Why == "" && !seen.Refuted()
	}
	o.refits.Store(budget, x)
	return x, nil
}

// standardised are weights times t. An attribute of which too little is known has none, and weight 0.
func standardised(r *Result, w []float64) []float64 {
	z := make([]float64, len(w))
	for a, x := range w {
		if x != 0 {
			z[a] = x * r.Attributes[a].T
		}
	}
	return z
}

func (h *Honest) noRefit(a selection.Algorithm) string {
	switch {
	case h.Why != "":
		return h.Why
	case h.result.Settings.Shrunk() == model.ShrinkNone:
		return "the weights of the paper are kept, as was asked"
	case h.result.Several():
		return "one label with numbers or two classes can be refitted, not several scores"
	}
	return h.unjudged(a, "refit weights on")
}
