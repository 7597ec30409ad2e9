package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"fms-tui/core/internal/heldout"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Honest is the honest (cross-validated) loss of what algorithms choose under
// the settings of a Result. It is immutable and safe for concurrent use.
type Honest struct {
	*heldout.Losses
	result *Result
	sign   string // that the raters of the judgments gave the label, in words
}

type (
	// Estimate is a loss, or a difference of two, with its standard error: both in squared
	// label units, and NaN where they are not known.
	Estimate = honest.Estimate

	// Rule says which budget is enough, by the honest loss of an algorithm. The zero value is the
	// recommendation.
	Rule = heldout.Rule

	// Advice is what held-out objects say of a budget, by paired differences.
	Advice = heldout.Advice

	// Seen is the loss of a choice on judgments that the pilot holds.
	Seen = heldout.Seen

	// RidgeRefit is the label regressed, with a ridge, on the pilot's own means of the chosen attributes.
	RidgeRefit = heldout.RidgeRefit
)

// Verdicts on a difference, besides better and worse.
const (
	TooEarly = honest.TooEarly
	TooClose = honest.TooClose
)

// The rules of --goal.
const (
	OneSE    = heldout.OneSE
	Within   = heldout.Within
	MostLoss = heldout.MostLoss
	LeastR2  = heldout.LeastR2
)

// The states of an [Advice].
const (
	AdviceHopeless  = heldout.AdviceHopeless
	AdviceTooLittle = heldout.AdviceTooLittle
	AdviceMore      = heldout.AdviceMore
	AdviceLess      = heldout.AdviceLess
	AdviceEnough    = heldout.AdviceEnough
)

// LeastSeen is the least number of objects for a [Seen] loss.
const LeastSeen = heldout.LeastSeen

// UnknownEstimate is the estimate of an unknown loss.
func UnknownEstimate() Estimate { return heldout.Unknown() }

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
	h := &Honest{result: r}
	parts, err := remember(r.study, r.known.trained, folds, func() (*honest.Parts, error) {
		return honest.NewParts(ctx, *r.study.source(r.known, projectionOf(r.Settings)), folds)
	})
	why := ""
	if few := honest.TooFewError(""); errors.As(err, &few) {
		parts, why = nil, few.Error()
	} else if err != nil {
		return nil, err
	}
	h.Losses, err = heldout.New(ctx, question(r, parts), why, algorithms, func(l *heldout.Losses) {
		if soFar != nil {
			soFar(&Honest{Losses: l, result: r})
		}
	})
	if err != nil || why != "" {
		return h, err
	}
	h.sign, err = h.labelSign(ctx)
	return h, err
}

func question(r *Result, parts *honest.Parts) *heldout.Question {
	noRefit := ""
	switch {
	case r.Settings.Shrunk() == model.ShrinkNone:
		noRefit = "the weights of the paper are kept, as was asked"
	case r.Several():
		noRefit = "one label with numbers or two classes can be refitted, not several scores"
	}
	return &heldout.Question{
		Parts: parts, Terms: r.terms(), Problem: r.problem, Curves: r.curves, Grids: r.grids, Range: &r.Range,
		Evaluator: r.evaluator, All: r.known.all, Scale: r.scale(), LabelVar: r.LabelVar, Objects: r.Objects, Judged: r.study.judged(),
		SharesErrors: sharesErrors(r), NoRefit: noRefit,
		Selectable: func(a int) bool { return r.Attributes[a].Selectable() }, Held: heldRepeats(r),
	}
}

// scale is t, by attribute.
func (r *Result) scale() (t []float64) {
	for a := range r.Attributes {
		t = append(t, r.Attributes[a].T)
	}
	return t
}

func (r *Result) terms() honest.Terms {
	return honest.Terms{
		Names: r.study.data.Attributes, Price: r.Design.Answers(r.Attributes.Prices()), Limits: r.limits, Forms: r.forms, Shrink: r.Shrinks(),
		Excluded: func(a int) bool { return r.Attributes[a].Excluded },
	}
}

// source holds no Result: parts outlive theirs.
func (s *Study) source(k *knownMoments, projection string) *honest.Source {
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

// DefaultFolds is the number of folds of the honest loss unless a caller asks for another.
const DefaultFolds = honest.DefaultFolds
