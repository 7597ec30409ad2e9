package honest

import (
	"context"

	"fms-tui/core/internal/moments"
	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Run is the cross-validation of one algorithm: its choices in every training
// part. It is safe for concurrent use.
type Run struct {
	Algorithm selection.Algorithm
	parts     *Parts
	folds     []*selection.Curve // nil where it can choose nothing
	forms     *selection.Forms   // the design, without what raters' errors share
}

// Run lets an algorithm choose in every training part, at the given rising budgets;
// others can be asked for too. An algorithm that cannot run in some part, because the
// only attribute that it may take is constant there, chooses nothing in it. It returns
// the errors of Source.Copies, and the context's.
func (p *Parts) Run(ctx context.Context, t Terms, a selection.Algorithm, budgets []model.Amount) (*Run, error) {
	r := &Run{Algorithm: a, parts: p, folds: make([]*selection.Curve, len(p.folds)), forms: t.Forms}
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
	q, err := t.Problem(o.learned).Equip(r.Algorithm, selection.Equipment{
		Means:  func() ([]float64, []int) { return o.blocks.CellMeans(o.sums(), o.train), o.train.K() },
		Copies: func() (*moments.Copies, error) { return r.parts.source.Copies(ctx, o.trains) },
	})
	if err != nil || q.Check(r.Algorithm) != nil {
		return err
	}
	r.folds[f], err = selection.NewCurve(ctx, q, r.Algorithm, budgets)
	return err
}
