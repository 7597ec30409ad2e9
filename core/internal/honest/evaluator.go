package honest

import (
	"context"
	"math"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Evaluator holds candidates against the judgments of the objects that each fold has not seen.
type Evaluator struct {
	Data   *model.Dataset
	Labels []*model.Label   // by score, of the objects that count
	Blocks *moments.Blocks  // of all objects
	Cells  *moments.Cells   // what they are the sums of
	Design *selection.Forms // nil where every judgment is by another rater
}

// Means fills x with the means of an object's judgments, one for each attribute with repeats,
// and tells whether the object counts.
type Means func(object int, x []float64) bool

// Rule says which judgments an object must hold for some repeats, and which of them are averaged.
type Rule func(c *moments.Cells, repeats []int) Means

// AsBought averages the first judgments that the design would have bought. Objects count that
// hold them.
func (e *Evaluator) AsBought(c *moments.Cells, repeats []int) Means {
	if e.Design == nil {
		return c.NewBought(repeats, nil, false).Means
	}
	return c.NewBought(repeats, e.Design.Of, e.Design.Panel > 0).Means
}

// Exactly averages the first judgments, whoever gave them. Objects count that hold all repeats.
func Exactly(c *moments.Cells, repeats []int) Means {
	return func(i int, x []float64) bool { return c.Means(i, repeats, x) }
}

// holds fills held with the judgments that an object holds of the repeats, and tells whether it
// holds one of each attribute.
func holds(c *moments.Cells, object int, repeats, held []int) bool {
	c.Sizes(object, held)
	for a, n := range repeats {
		if n > 0 && held[a] == 0 {
			return false
		}
		held[a] = min(held[a], n)
	}
	return true
}

// Members are the objects of each block.
func (e *Evaluator) Members() [][]int {
	members := make([][]int, len(e.Blocks.Block))
	for i, id := range e.Data.Objects {
		k := moments.BlockOf(id, len(members))
		members[k] = append(members[k], i)
	}
	return members
}

// Each calls take with every object that its fold has not seen and that counts: the fold, the
// number of the block in the order of the folds, the object and its means. The only error is
// the context's.
func (e *Evaluator) Each(ctx context.Context, c Candidate, rule Rule, take func(fold, block, object int, x []float64)) error {
	cells, members, block := e.Cells, e.Members(), 0
	x := make([]float64, len(e.Data.Attributes))
	for f := range c {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if c[f].Blocks.Panel != nil { // offsets come from the training part
			cells = e.Cells.Under(c[f].Blocks)
		}
		of := rule(cells, c[f].Repeats)
		for _, k := range c[f].Held {
			for _, i := range members[k] {
				if cells.Counts(i) && of(i, x) {
					take(f, block, i, x)
				}
			}
			block++
		}
	}
	return ctx.Err()
}

// Squared is the mean squared residual, summed over the scores, as contributions of the blocks in
// the order of the folds; size is the objects in each that count. The only error is the context's.
func (e *Evaluator) Squared(ctx context.Context, c Candidate, rule Rule) (loss Loss, size []int, err error) {
	objects := 0
	for f := range c {
		loss, size = append(loss, make(Loss, len(c[f].Held))...), append(size, make([]int, len(c[f].Held))...)
	}
	err = e.Each(ctx, c, rule, func(f, block, i int, x []float64) {
		for l := range c[f].Scores {
			r := e.Labels[l].Values[i] - c[f].Scores[l].At(x, c[f].Repeats)
			loss[block] += r * r
		}
		size[block]++
		objects++
	})
	for k := range loss {
		loss[k] /= float64(max(objects, 1))
	}
	return loss, size, err
}

// Case is an object with classes as a fold predicts it that has not seen it.
type Case struct {
	Class, Fold, Block int
	Score, Held        []float64 // by score: the prediction, settled; and from the judgments that cells hold
	// Extra is, by score, the variance that Held has because cells hold fewer judgments than are
	// chosen, squared label units; 0 where they hold enough.
	Extra []float64
	mean  []float64 // by score: of the label in the training part
}

// Cases predicts every object that holds a judgment of each attribute with repeats, from up to as many.
// noise is the variance that judgments with weights w leave in a prediction. The only error is the
// context's.
func (e *Evaluator) Cases(ctx context.Context, c Candidate, class func(object int) int, noise func(w []float64, repeats []int) float64) ([]Case, error) {
	var all []Case
	held := make([]int, len(e.Data.Attributes))
	upTo := func(cells *moments.Cells, repeats []int) Means {
		return func(i int, x []float64) bool {
			cells.Means(i, repeats, x)
			return holds(cells, i, repeats, held)
		}
	}
	err := e.Each(ctx, c, upTo, func(f, block, i int, x []float64) {
		o := Case{Class: class(i), Fold: f, Block: block}
		for l := range c[f].Scores {
			s := &c[f].Scores[l]
			mean := s.Train.LabelMean
			o.mean, o.Held = append(o.mean, mean), append(o.Held, s.At(x, c[f].Repeats))
			o.Extra = append(o.Extra, noise(s.W, held)-noise(s.W, c[f].Repeats))
		}
		o.Score = slices.Clone(o.Held)
		all = append(all, o)
	})
	settle(all)
	return all, err
}

// settle takes the noise off scores that fewer judgments than are chosen leave in them.
//
// Within class c a score has the variance T_c + extra: T_c from as many judgments as are
// chosen, estimated as the variance of the scores less the mean of extra. Scores drawn to
// their class's mean by sqrt(T_c/(T_c + extra)) have the variance T_c. Metrics are then
// those of the choice, and not of a worse one. The class of an object says only where its
// mean lies, which the noise leaves as it is.
func settle(all []Case) {
	type spread struct{ n, sum, squares, extra float64 }
	type key struct{ class, score int }
	by := make(map[key]*spread)
	for _, o := range all {
		for l := range o.mean {
			z, s := o.Held[l]-o.mean[l], by[key{o.Class, l}]
			if s == nil {
				s = new(spread)
				by[key{o.Class, l}] = s
			}
			s.n++
			s.sum += z
			s.squares += z * z
			s.extra += o.Extra[l]
		}
	}
	for i := range all {
		o := &all[i]
		for l := range o.mean {
			z, s := o.Held[l]-o.mean[l], by[key{o.Class, l}]
			if !(o.Extra[l] > 0) || s.n < 2 {
				continue
			}
			mean := s.sum / s.n
			rest := max((s.squares-s.n*mean*mean)/(s.n-1)-s.extra/s.n, 0)
			o.Score[l] = o.mean[l] + mean + (z-mean)*math.Sqrt(rest/(rest+o.Extra[l]))
		}
	}
}
