package core

import (
	"context"
	"math"
	"slices"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
)

// means fills x with the means of an object's judgments, one for each attribute chosen, and tells
// whether the object counts.
type means func(object int, x []float64) bool

// eachHeldOut calls take with every object that its fold has not seen and that counts: the fold,
// the number of the block in the order of the folds, the object and its means. rule has the means
// of what a fold chose. The only error is the context's.
func (r *Result) eachHeldOut(ctx context.Context, given []honest.Given, rule func(*moments.Cells, *honest.Given) means, take func(fold, block, object int, x []float64)) error {
	cells, members, block := r.cells(), r.members(), 0
	x := make([]float64, len(r.Attributes))
	for f := range given {
		g := &given[f]
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if g.Blocks.Panel != nil { // offsets come from the training part
			cells = moments.NewCells(r.study.data, r.known.label, g.Blocks)
		}
		of := rule(cells, g)
		for _, k := range g.Held {
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

// members are the objects of each block, by number in the data.
func (r *Result) members() [][]int {
	members := make([][]int, len(r.known.blocks.Block))
	for i, id := range r.Data().Objects {
		k := moments.BlockOf(id, len(members))
		members[k] = append(members[k], i)
	}
	return members
}

// asBought are the means of the first judgments that the design would have bought.
func (r *Result) asBought(cells *moments.Cells, g *honest.Given) means {
	if r.forms == nil {
		return cells.NewBought(g.Repeats, nil, false).Means
	}
	return cells.NewBought(g.Repeats, r.forms.Of, r.forms.Panel > 0).Means
}

// heldOut is an object with classes as a fold predicts it that has not seen it.
type heldOut struct {
	class, fold, block int
	mean               []float64 // by score: of the label in the training part
	z                  []float64 // by score: the prediction less mean, settled
	held               []float64 // by score: likewise, from the judgments that cells hold
	// extra is, by score, the variance that z has because cells hold fewer judgments than are
	// chosen, squared label units; 0 where they hold enough.
	extra []float64
}

// predictHeldOut predicts every object that holds a judgment of each attribute chosen, by the fold
// that has not seen it, as from all judgments that are chosen.
func predictHeldOut(ctx context.Context, r *Result, given []honest.Given) ([]heldOut, error) {
	var all []heldOut
	held := make([]int, len(r.Attributes))
	upTo := func(cells *moments.Cells, g *honest.Given) means {
		return func(i int, x []float64) bool {
			enough := holds(cells, i, g.Repeats, held)
			if enough {
				cells.Means(i, g.Repeats, x)
			}
			return enough
		}
	}
	err := r.eachHeldOut(ctx, given, upTo, func(f, block, i int, x []float64) {
		o := heldOut{class: int(r.aims.labels[0].Values[i]), fold: f, block: block}
		for _, s := range given[f].Scores() {
			w, mean := r.standardised(s.W), s.Train.LabelMean
			o.mean, o.z = append(o.mean, mean), append(o.z, s.At(x, given[f].Repeats)-mean)
			o.extra = append(o.extra, r.problem.Noise(w, held)-r.problem.Noise(w, given[f].Repeats))
		}
		o.held = slices.Clone(o.z)
		all = append(all, o)
	})
	settle(all)
	return all, err
}

// holds fills held with the judgments that an object holds of those chosen, and tells whether
// it holds one of each attribute.
func holds(cells *moments.Cells, object int, repeats, held []int) bool {
	cells.Sizes(object, held)
	for a, n := range repeats {
		if n > 0 && held[a] == 0 {
			return false
		}
		held[a] = min(held[a], n)
	}
	return true
}

// settle takes the noise off scores that fewer judgments than are chosen leave in them.
//
// Within class c a score has the variance T_c + extra: T_c from as many judgments as are
// chosen, estimated as the variance of the scores less the mean of extra. Scores drawn to
// their class's mean by sqrt(T_c/(T_c + extra)) have the variance T_c. Metrics are then
// those of the choice, and not of a worse one. The class of an object says only where its
// mean lies, which the noise leaves as it is.
func settle(all []heldOut) {
	type spread struct{ n, sum, squares, extra float64 }
	type key struct{ class, score int }
	by := make(map[key]*spread)
	for _, o := range all {
		for l, z := range o.z {
			s := by[key{o.class, l}]
			if s == nil {
				s = new(spread)
				by[key{o.class, l}] = s
			}
			s.n++
			s.sum += z
			s.squares += z * z
			s.extra += o.extra[l]
		}
	}
	for i := range all {
		o := &all[i]
		for l, z := range o.z {
			s := by[key{o.class, l}]
			if !(o.extra[l] > 0) || s.n < 2 {
				continue
			}
			mean := s.sum / s.n
			rest := max((s.squares-s.n*mean*mean)/(s.n-1)-s.extra/s.n, 0)
			o.z[l] = mean + (z-mean)*math.Sqrt(rest/(rest+o.extra[l]))
		}
	}
}
