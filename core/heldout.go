package core

import (
	"context"
	"math"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
)

// heldOut is an object with classes as a fold predicts it that has not seen it.
type heldOut struct {
	class, fold, block int
	mean               []float64 // by score: of the label in the training part
	z                  []float64 // by score: the prediction less mean
	// extra is, by score, the variance that z has because cells hold fewer judgments than are
	// chosen, squared label units; 0 where they hold enough.
	extra []float64
}

// predictHeldOut predicts every object that holds a judgment of each attribute chosen, by the fold
// that has not seen it, as from all judgments that are chosen.
func predictHeldOut(ctx context.Context, r *Result, given []honest.Given) ([]heldOut, error) {
	cells, members := r.cells(), r.members()
	label := r.aims.labels[0]
	var all []heldOut
	block := 0
	held := make([]int, len(r.Attributes))
	means := make([]float64, len(r.Attributes))
	for f := range given {
		g := &given[f]
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if g.Blocks.Panel != nil { // the training part estimates the offsets
			cells = moments.NewCells(r.study.data, r.known.label, g.Blocks)
		}
		scores := g.Scores()
		for _, k := range g.Held {
			for _, i := range members[k] {
				if !cells.Counts(i) || !holds(cells, i, g.Repeats, held) {
					continue
				}
				o := heldOut{class: int(label.Values[i]), fold: f, block: block}
				cells.Means(i, g.Repeats, means)
				for l := range scores {
					w, mean := r.standardised(scores[l].W), scores[l].Train.LabelMean
					o.mean, o.z = append(o.mean, mean), append(o.z, scores[l].At(means, g.Repeats)-mean)
					o.extra = append(o.extra, r.problem.Noise(w, held)-r.problem.Noise(w, g.Repeats))
				}
				all = append(all, o)
			}
			block++
		}
	}
	settle(all)
	return all, nil
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
