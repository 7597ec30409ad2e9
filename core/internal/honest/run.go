package honest

import (
	"context"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Run is the cross-validation of one algorithm: its choices in every training
// part. It is safe for concurrent use.
type Run struct {
	Algorithm selection.Algorithm
	parts     *Parts
	folds     []fold
	forms     *selection.Forms // the design, without what raters' errors share
}

// fold is what an algorithm does in one training part; curve is nil where it
// can choose nothing there.
type fold struct {
	curve *selection.Curve
	// again is what the algorithm chooses from, made anew of packed data.
	again func(context.Context) (*selection.Problem, error)
}

func (o *fold) at(budget model.Amount) selection.Choice {
	if o.curve.Has(budget) {
		return o.curve.At(budget)
	}
	ctx := context.Background()
	q, err := o.again(ctx)
	if err != nil {
		panic("honest: what a training part had is not there: " + err.Error())
	}
	curve, err := selection.NewCurve(ctx, q, o.curve.Algorithm, []model.Amount{budget})
	if err != nil {
		panic("honest: a training part cannot choose again: " + err.Error())
	}
	return curve.Choices[0]
}

// Run lets an algorithm choose in every training part, at the given rising budgets;
// others can be asked for too. An algorithm that cannot run in some part, because the
// only attribute that it may take is constant there, chooses nothing in it. It returns
// the errors of Source.Copies, and the context's.
func (p *Parts) Run(ctx context.Context, t Terms, a selection.Algorithm, budgets []model.Amount) (*Run, error) {
	r := &Run{Algorithm: a, parts: p, folds: make([]fold, len(p.folds)), forms: t.Forms}
	errs := make([]error, len(p.folds))
	err := parallel.Stage(ctx, "choosing without each fold", len(p.folds), func(f int) {
		errs[f] = r.choose(ctx, f, t, budgets)
	})
	for _, own := range append(errs, err) {
		if own != nil {
			return nil, own
		}
	}
	return r, nil
}

// constantLabel is the largest variance of a training part's label, as a share of the
// variance over all objects, that counts as rounding.
const constantLabel = 1e-16

func (r *Run) choose(ctx context.Context, f int, t Terms, budgets []model.Amount) error {
	o := r.parts.folds[f]
	if !r.parts.varies(f) {
		return nil // a constant label: nothing is worth a judgment
	}
	equip := func(ctx context.Context) (*selection.Problem, error) {
		return t.Problem(o.learned).Equip(r.Algorithm, selection.Equipment{
			Means:  func() ([]float64, []int) { return o.blocks.CellMeans(o.sums(), o.train), o.train.K() },
			Copies: func() (*moments.Copies, error) { return o.copies(ctx) },
		})
	}
	q, err := equip(ctx)
	if err != nil {
		return err
	}
	if q.Check(r.Algorithm) != nil {
		return nil
	}
	curve, err := selection.NewCurve(ctx, q, r.Algorithm, budgets)
	if err == nil {
		r.folds[f] = fold{curve.Bare(), equip}
	}
	return err
}

// Projected is [Parts.Projected] under the design of the run.
func (r *Run) Projected(c Candidate, labels ...int) Loss {
	return r.parts.Projected(c, r.forms, labels...)
}

// budgetsAtOnce is how many budgets Along evaluates together: what a block contributes is found
// once for all of them, and their candidates are held meanwhile.
const budgetsAtOnce = 20

// Along returns the losses of what is chosen at each of some budgets, found together. The only error is the
// context's.
func (r *Run) Along(ctx context.Context, budgets []model.Amount) ([]Loss, error) {
	losses := make([]Loss, 0, len(budgets))
	for some := range slices.Chunk(budgets, budgetsAtOnce) {
		var all []Candidate
		for _, b := range some {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			all = append(all, r.Chosen(b))
		}
		found, err := r.parts.projected(ctx, all, r.forms, nil)
		if err != nil {
			return nil, err
		}
		losses = append(losses, found...)
	}
	return losses, nil
}
