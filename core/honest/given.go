package honest

import (
	"context"

	"fms-tui/core/moments"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Given is what a training part says about repeats that are given.
type Given struct {
	Held      []int           // blocks that are held out
	Blocks    *moments.Blocks // with the offsets of the training part, in the fixed mode
	W         []float64       // by attribute, label units per unit of the attribute
	Intercept float64         // in the label's units
}

// At is the prediction for means of an object's judgments, one for each
// attribute with repeats, in the order of the attributes.
func (g *Given) At(means []float64, repeats []int) float64 {
	y := g.Intercept
	at := 0
	for a, n := range repeats {
		if n > 0 {
			y += g.W[a] * means[at]
			at++
		}
	}
	return y
}

// Given returns, by fold, the weights that minimise the projected loss of given
// repeats in its training part. The only error is the context's.
func (p *Parts) Given(ctx context.Context, t Terms, repeats []int) ([]Given, error) {
	out := make([]Given, len(p.folds))
	for f, o := range p.folds {
		g := &out[f]
		g.Held, g.Blocks, g.Intercept, g.W = o.held, o.blocks, o.train.LabelMean, make([]float64, len(repeats))
		if !(o.train.LabelVariance > constantLabel*p.labelVar) {
			continue // a constant label: its mean predicts it
		}
		// What is asked for at least, and at most, is what is bought.
		t.Limits = selection.Limits{Min: repeats, Max: repeats, Ridge: t.Limits.Ridge}
		t.Excluded = func(a int) bool { return repeats[a] == 0 }
		q := t.Problem(o.train, o.proj, o.halo)
		spent, ok := q.Required()
		if !ok {
			panic("honest: given repeats cost more than any budget")
		}
		if q.Cheapest() == 0 {
			continue // nothing of it can be used in this part
		}
		c, err := selection.NewCurve(ctx, q, selection.Full, []model.Amount{spent})
		if err != nil {
			return nil, err
		}
		g.W, _ = q.Weights(&c.Choices[0])
		g.Intercept = o.train.OwnUnits(g.W)
	}
	return out, nil
}
