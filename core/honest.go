package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Honest is the honest (cross-validated) loss of what algorithms choose under
// the settings of a Result. It is immutable and safe for concurrent use.
type Honest struct {
	// Why says why there is no honest loss, in words for the user; "" where there
	// is one. All estimates are then NaN.
	Why string

	result *Result
	parts  *honest.Parts
	runs   map[selection.Algorithm]*honestRun
	sign   string // that the raters of the judgments gave the label, in words
}

// honestRun is one algorithm's honest loss over the range.
type honestRun struct {
	*honest.Run
	result *Result
	parts  *honest.Parts
	asked  []model.Amount // at which choices are known in every training part
	points []*point       // the curve, by rising budgets: some of these

	off         sync.Map                     // points off the curve that were asked for, by budget
	refits      sync.Map                     // that were asked for: model.Amount to *RidgeRefit
	weighed     []model.Amount               // at which refits are candidates, by rising budgets
	recommended func() (model.Amount, error) // the budget of the zero Rule, which frames ask for many times
}

type point struct {
	budget model.Amount
	loss   honest.Loss
	raw    Estimate // as it was estimated
	noise  float64  // variance that the noise of the judgments bought leaves in the prediction: no loss is lower
	// impossible says that the budget cannot be recommended: the loss is below its own noise, or
	// projected below 0.
	impossible bool
	refit      honest.Loss // where the refit's weights are taken; else nil
}

func (o *honestRun) newPoint(budget model.Amount) *point {
	r, c, s := o.result, o.Chosen(budget), o.result.At(o.Algorithm, budget)
	x := &point{budget: budget, loss: o.Projected(c)}
	x.raw = o.estimate(x.loss, c)
	for _, w := range s.choice.Weights(len(r.Attributes)) {
		x.noise += r.floor(w, s.Repeats)
	}
	x.impossible = x.raw.Loss < x.noise || s.Loss < 0
	return x
}

// estimate is the loss that is shown. A loss is E(y - wᵀs)² and the noise of the judgments: what is
// below the noise says that the estimates of both contradict each other.
func (x *point) estimate() Estimate {
	e := x.raw
	e.Loss = max(e.Loss, x.noise)
	return e
}

// delivered is the loss by the weights that are taken.
func (x *point) delivered() honest.Loss {
	if x.refit != nil {
		return x.refit
	}
	return x.loss
}

// refuted tells whether nothing that is delivered at the point can be believed.
func (x *point) refuted() bool { return x.impossible && x.refit == nil }

// Estimate is a loss, or a difference of two, with its standard error: both in squared
// label units, and NaN where they are not known.
type Estimate = honest.Estimate

// Verdicts on a difference, besides better and worse.
const (
	TooEarly = honest.TooEarly
	TooClose = honest.TooClose
)

// Stability says, by attribute, in what share of the resamples it is chosen, from 0 to
// 1, and the median of its repeats over all resamples. Its fields are nil where the algorithm cannot
// be resampled.
type Stability = honest.Stability

// Bootstrap resamples blocks of objects, and says how much some selections vary with the objects that
// happened to be judged, by their Algorithm and Budget. The same seed draws the same. why says why
// there is no bootstrap, in words for the user. The only error is the context's.
func (r *Result) Bootstrap(ctx context.Context, replicates int, seed uint64, of ...Selection) (all []Stability, why string, err error) {
	defer overflow.Catch(&err)
	if r.Blocks < honest.LeastBlocks {
		return nil, fmt.Sprintf("the objects fill only %d blocks: a bootstrap needs at least %d", r.Blocks, honest.LeastBlocks), nil
	}
	src, terms := r.study.source(r.known, projectionOf(r.Settings)), r.terms()
	chosen := make([][][]int, len(of)) // by selection and replicate
	for k := range of {
		chosen[k] = make([][]int, replicates)
	}
	err = parallel.Stage(ctx, "resampling", replicates, func(i int) {
		drawn := src.Replicate(seed, i)
		for k, s := range of {
			chosen[k][i] = drawn.Repeats(ctx, terms, s.Algorithm, s.Budget)
		}
	})
	for k, s := range of {
		all = append(all, Stability{})
		if err == nil && s.Algorithm != selection.Copies {
			all[k] = honest.StabilityOf(chosen[k], len(r.Attributes))
		}
	}
	return all, "", err
}

// UnknownEstimate is the estimate of an unknown loss.
func UnknownEstimate() Estimate { return Estimate{Loss: math.NaN(), SE: math.NaN(), R2SE: math.NaN()} }

// honestBudgets is at how many budgets an honest curve of d attributes is computed: a budget costs d²
// for each block. Others are computed when they are asked for.
func honestBudgets(d int) int {
	if d <= 100 {
		return 200
	}
	return chartBudgets
}

// Honest cross-validates algorithms, which must have been asked for in the
// Result's Request, over its range; 0 folds are DefaultFolds. Too few
// objects are no error: Why then says so. Errors are the context's.
func (r *Result) Honest(ctx context.Context, folds int, algorithms ...selection.Algorithm) (_ *Honest, err error) {
	defer overflow.Catch(&err)
	return r.HonestFrom(ctx, folds, nil, algorithms...)
}

// HonestFrom is Honest that tells soFar, unless it is nil, what is known so far, of one algorithm
// after another. What it tells knows nothing of other algorithms.
func (r *Result) HonestFrom(ctx context.Context, folds int, soFar func(*Honest), algorithms ...selection.Algorithm) (_ *Honest, err error) {
	defer overflow.Catch(&err)
	folds = cmp.Or(folds, honest.DefaultFolds)
	h := &Honest{result: r, runs: make(map[selection.Algorithm]*honestRun)}
	var few honest.TooFewError
	h.parts, err = remember(r.study, r.known.trained, folds, func() (*honest.Parts, error) {
		return honest.NewParts(ctx, *r.study.source(r.known, projectionOf(r.Settings)), folds)
	})
	if errors.As(err, &few) {
		h.Why = few.Error()
		return h, nil
	} else if err != nil {
		return nil, err
	}
	terms := r.terms().Once()
	for _, a := range algorithms {
		if h.runs[a] != nil {
			continue
		}
		if h.runs[a], err = h.run(ctx, terms, a); err == nil {
			err = h.weigh(ctx, a)
		}
		if err != nil {
			return nil, err
		}
		if now := *h; soFar != nil {
			now.runs = maps.Clone(h.runs)
			soFar(&now)
		}
	}
	h.sign, err = h.labelSign(ctx)
	return h, err
}

// run cross-validates an algorithm at the budgets of its curve.
func (h *Honest) run(ctx context.Context, terms honest.Terms, a selection.Algorithm) (*honestRun, error) {
	r, n := h.result, honestBudgets(len(h.result.Attributes))
	curve := r.curves[a]
	if curve == nil {
		panic("core: the honest loss of an algorithm that was not solved: " + string(a))
	}
	budgets := united(thin(r.usual(curve), n), thin(r.grids[a], n)...)
	o := &honestRun{result: r, parts: h.parts, asked: r.asked(curve, budgets), points: make([]*point, len(budgets))}
	o.recommended = sync.OnceValues(func() (model.Amount, error) { return o.budget(Rule{}) })
	var err error
	if o.Run, err = h.parts.Run(ctx, terms, a, o.asked); err != nil {
		return nil, err
	}
	parallel.Each(len(budgets), func(i int) {
		if ctx.Err() == nil {
			o.points[i] = o.newPoint(budgets[i])
		}
	})
	return o, ctx.Err()
}

// estimate is the loss of a candidate, or of some of its scores by their number. What learning adds to
// its standard error is found by the problem of all objects ([honest.Candidate.Excess]).
func (o *honestRun) estimate(l honest.Loss, c honest.Candidate, scores ...int) Estimate {
	r := o.result
	scale, excess := make([]float64, len(r.Attributes)), 0.0
	for a := range scale {
		scale[a] = r.Attributes[a].T
	}
	for k, x := range c.Excess(r.problem, scale) {
		if len(scores) == 0 || slices.Contains(scores, k) {
			excess += x
		}
	}
	return o.parts.Estimate(l).Learned(excess)
}

// floor is the noise that weights leave in a prediction, Σ w_a w_a' (C+ ∘ Ω)_aa', in squared label
// units: no loss is below it. It is 0 where the label shares the errors of the judgments, which then
// predict it like anything else.
func (r *Result) floor(w []float64, repeats []int) float64 {
	if sharesErrors(r) {
		return 0
	}
	return r.problem.Noise(w, repeats)
}

func (r *Result) terms() honest.Terms {
	return honest.Terms{
		Names: r.study.data.Attributes, Price: r.Design.Answers(r.prices()), Limits: r.limits, Forms: r.forms, Shrink: r.Shrinks(),
		Excluded: func(a int) bool { return r.Attributes[a].Excluded },
	}
}

// Has tells whether an algorithm was cross-validated.
func (h *Honest) Has(a selection.Algorithm) bool { return h.runs[a] != nil }

// at is what is known of an algorithm at a budget, computed where it is off the curve; nil where
// the algorithm was not cross-validated.
func (h *Honest) at(a selection.Algorithm, budget model.Amount) *point {
	if o := h.runs[a]; o != nil {
		return o.at(budget)
	}
	return nil
}

func (o *honestRun) at(budget model.Amount) *point {
	if x := o.known(budget); x != nil {
		return x
	}
	x, _ := o.off.LoadOrStore(budget, o.newPoint(budget))
	return x.(*point)
}

// known is the point at a budget, nil where it would have to be computed.
func (o *honestRun) known(budget model.Amount) *point {
	if x := o.on(budget); x != nil {
		return x
	}
	if x, found := o.off.Load(budget); found {
		return x.(*point)
	}
	return nil
}

// on is the point of the curve at a budget, nil where it has none.
func (o *honestRun) on(budget model.Amount) *point {
	i, found := slices.BinarySearchFunc(o.points, budget, func(x *point, b model.Amount) int { return cmp.Compare(x.budget, b) })
	if !found {
		return nil
	}
	return o.points[i]
}

// At returns the honest loss of what an algorithm chooses at a budget, on or
// off the range; NaN where it was not cross-validated. It is no lower than the
// noise of the judgments.
func (h *Honest) At(a selection.Algorithm, budget model.Amount) Estimate {
	if x := h.at(a, budget); x != nil {
		return x.estimate()
	}
	return UnknownEstimate()
}

// Taken is [Honest.At] by the weights that are taken at the budget: the refit's where that was found
// to be better.
func (h *Honest) Taken(a selection.Algorithm, budget model.Amount) Estimate {
	if o := h.runs[a]; o != nil {
		if x, found := o.refits.Load(budget); found && x.(*RidgeRefit).Taken {
			return x.(*RidgeRefit).Honest
		}
	}
	return h.At(a, budget)
}

// TakenCurve is [Honest.Curve] by the weights that are taken. Where refits are candidates it has the
// budgets at which they were weighed, and those beyond.
func (h *Honest) TakenCurve(a selection.Algorithm) (budgets []model.Amount, estimates []Estimate) {
	budgets, estimates = h.Curve(a)
	o := h.runs[a]
	if o == nil || len(o.weighed) == 0 {
		return budgets, estimates
	}
	budgets, estimates = slices.DeleteFunc(budgets, func(b model.Amount) bool { return 0 < b && b <= o.weighed[len(o.weighed)-1] }), nil
	budgets = united(budgets, o.weighed...)
	for _, b := range budgets {
		estimates = append(estimates, h.Taken(a, b))
	}
	return budgets, estimates
}

// Raw is At as it was estimated, whatever the noise of the judgments.
func (h *Honest) Raw(a selection.Algorithm, budget model.Amount) Estimate {
	if x := h.at(a, budget); x != nil {
		return x.raw
	}
	return UnknownEstimate()
}

// Possible reports whether the honest loss of an algorithm is possible at some budget
// of the range above 0.
func (h *Honest) Possible(a selection.Algorithm, budget model.Amount) bool {
	if x := h.at(a, budget); x != nil {
		return !x.impossible
	}
	return h.result.At(a, budget).Loss >= 0
}

// Known tells whether the honest loss of an algorithm at a budget is there without any
// computing: on the curve, or since [Honest.Prepare]; also where there will be none.
func (h *Honest) Known(a selection.Algorithm, budget model.Amount) bool {
	o := h.runs[a]
	return o == nil || o.known(budget) != nil
}

// Weighed tells whether the refit of an algorithm's choice at a budget is known, or is no candidate,
// as with more than a hundred attributes at budgets besides those of [Honest.TakenCurve].
func (h *Honest) Weighed(a selection.Algorithm, budget model.Amount) bool {
	o := h.runs[a]
	if o == nil || len(o.weighed) == 0 || budget == 0 || len(h.result.Attributes) > refittedAttributes {
		return true
	}
	_, found := o.refits.Load(budget)
	return found
}

// Prepare computes the honest loss of an algorithm at budgets off its curve, with the refit where
// that is a candidate, and keeps it. Each takes d² for each block: with a thousand attributes on
// one form, a second. The only error is the context's.
func (h *Honest) Prepare(ctx context.Context, a selection.Algorithm, budgets ...model.Amount) (err error) {
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
func (h *Honest) Verdict(d Estimate) (verdict, words string) {
	if h.Why != "" {
		return "", ""
	}
	n := h.parts.Blocks()
	return d.Verdict(n), d.Words(n)
}

// Curve returns an algorithm's honest loss at rising budgets; nothing where it
// was not cross-validated.
func (h *Honest) Curve(a selection.Algorithm) (budgets []model.Amount, estimates []Estimate) {
	o := h.runs[a]
	if o == nil {
		return nil, nil
	}
	for _, b := range thin(h.result.grids[a], honestBudgets(len(h.result.Attributes))) {
		if x := o.on(b); x != nil {
			budgets, estimates = append(budgets, b), append(estimates, x.estimate())
		}
	}
	return budgets, estimates
}

// source holds no Result: parts outlive theirs.
func (s *Study) source(k *knownMoments, projection model.Projection) *honest.Source {
	src := &honest.Source{Blocks: k.blocks, Sums: k.sums, Projection: projection}
	for _, other := range k.also {
		src.Also = append(src.Also, s.source(other, projection))
	}
	src.Copies = func(ctx context.Context, include func(int) bool) (*moments.Copies, error) {
		return s.copies(ctx, k.label, k.blocks.Mode, include)
	}
	if k.blocks.Mode == model.RatersFixed {
		src.Fixed = func(ctx context.Context, include func(int) bool) (*moments.Blocks, error) {
			b, err := moments.AccumulateWithOffsets(ctx, s.data, k.label, include)
			if err != nil {
				return nil, err
			}
			return b.As(k.blocks), nil
		}
	}
	return src
}
