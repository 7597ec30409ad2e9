package honest

import (
	"context"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Given is what a training part says about repeats that are given.
type Given struct {
	Held      []int           // blocks that are held out
	Blocks    *moments.Blocks // with the offsets of the training part, in the fixed mode
	Train     *moments.Moments
	W         []float64 // by attribute, label units per unit of the attribute
	Intercept float64   // in the label's units
	Repeats   []int     // by attribute
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
		g.Held, g.Blocks, g.Train, g.Intercept, g.W, g.Repeats = o.held, o.blocks, o.train, o.train.LabelMean, make([]float64, len(repeats)), repeats
		if !(o.train.LabelVariance > constantLabel*p.labelVar) {
			continue // a constant label: its mean predicts it
		}
		// What is asked for at least, and at most, is what is bought. What a part can
		// vouch for depends on what the user excludes alone.
		only := t
		only.Limits = selection.Limits{Min: repeats, Max: repeats, Ridge: t.Limits.Ridge}
		only.Excluded, only.Shrink = func(a int) bool { return repeats[a] == 0 }, false
		q := only.Problem(o.learned)
		if t.Shrink {
			q = o.learned.shrink(q, t.Excluded)
		}
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

// Chosen returns, by fold, what the algorithm chooses in its training part at a
// budget, and the weights of it.
func (r *Run) Chosen(budget model.Amount) []Given {
	out := make([]Given, len(r.folds))
	parallel.Each(len(r.folds), func(f int) {
		o := r.parts.folds[f]
		d := len(o.train.Attr)
		g := &out[f]
		*g = Given{Held: o.held, Blocks: o.blocks, Train: o.train, W: make([]float64, d), Intercept: o.train.LabelMean, Repeats: make([]int, d)}
		if c := r.folds[f].curve; c != nil {
			choice := c.At(budget)
			g.W, _ = r.folds[f].problem.Weights(&choice)
			g.Intercept, g.Repeats = o.train.OwnUnits(g.W), choice.Repeats(d)
		}
	})
	return out
}
