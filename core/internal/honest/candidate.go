package honest

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fms-tui/core/internal/moments"
	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Candidate predicts the objects of each fold by what the other folds say of them. Makers are
// [Run.Chosen], [Parts.Given], [Evaluator.Ridge] and [Evaluator.LeastSquares]; what a candidate
// is worth say [Parts.Projected] by the moments, and [Evaluator] by the judgments held.
type Candidate []Fold

// Fold is what one training part predicts with.
type Fold struct {
	Held    []int           // blocks that are held out
	Blocks  *moments.Blocks // with the offsets of the training part, in the fixed mode
	Repeats []int           // by attribute
	Scores  []Score         // by label
}

// Score is what predicts one label.
type Score struct {
	Train     *moments.Moments // of the training part, with the label's mean
	W         []float64        // by attribute, label units per unit of the attribute
	Intercept float64          // in the label's units
}

// At is the prediction for means of an object's judgments, one for each attribute with
// repeats, in the order of the attributes.
func (s *Score) At(means []float64, repeats []int) float64 {
	y := s.Intercept
	at := 0
	for a, n := range repeats {
		if n > 0 {
			y += s.W[a] * means[at]
			at++
		}
	}
	return y
}

// candidate is each fold with the repeats and the standardised weights by label that choose
// gives it; without weights the mean of its training part predicts each label.
func (p *Parts) candidate(choose func(f int) (repeats []int, w [][]float64)) Candidate {
	out := make(Candidate, len(p.folds))
	parallel.Each(len(p.folds), func(f int) {
		g := &out[f]
		g.Held, g.Blocks = p.folds[f].held, p.folds[f].blocks
		var w [][]float64
		g.Repeats, w = choose(f)
		for l, o := range p.labels() {
			s := Score{Train: o.folds[f].train}
			if w == nil {
				s.W, s.Intercept = make([]float64, len(s.Train.Attr)), s.Train.LabelMean
			} else {
				s.W = w[l]
				s.Intercept = s.Train.OwnUnits(s.W)
			}
			g.Scores = append(g.Scores, s)
		}
	})
	return out
}

// Chosen is what the algorithm chooses in each training part at a budget, with the weights of
// least projected loss.
func (r *Run) Chosen(budget model.Amount) Candidate {
	return r.parts.candidate(func(f int) ([]int, [][]float64) {
		d := len(r.parts.folds[f].train.Attr)
		if r.folds[f] == nil {
			return make([]int, d), nil
		}
		choice := r.folds[f].At(budget)
		return choice.Repeats(d), choice.Weights(d)
	})
}

// Given is the same repeats in each training part, with the weights of least projected loss. The
// only error is the context's.
func (p *Parts) Given(ctx context.Context, t Terms, repeats []int) (Candidate, error) {
	only := t // but the posterior of a part depends only on the user's exclusions
	only.Excluded = func(a int) bool { return repeats[a] == 0 }
	out := p.candidate(func(f int) ([]int, [][]float64) {
		if !p.varies(f) || ctx.Err() != nil {
			return repeats, nil // a constant label: its mean predicts it
		}
		learned := p.folds[f].learned
		q := only.givenProblem(learned, t)
		for _, other := range learned.Also {
			q = q.WithLabel(only.givenProblem(other, t))
		}
		held, order := slices.Clone(repeats), make([]int, len(repeats))
		for a, usable := range q.Candidate {
			if order[a] = a; !usable {
				held[a] = 0
			}
		}
		return repeats, q.WeightsAt(held, order)
	})
	return out, ctx.Err()
}

// givenProblem is the problem of one label for repeats that are given, with what a part
// can vouch for under the terms of all repeats.
func (t Terms) givenProblem(l *Learned, all Terms) *selection.Problem {
	t.Shrink = false
	q := t.problemOf(l)
	if all.Shrink {
		q = l.shrink(q, all.Excluded)
	}
	return q
}

// Excess is by how much the loss of each score is expected to be above that of the best weights, in
// squared label units, because repeats and weights are learned from few objects: with M of a problem
// of all objects at the most repeats of any fold, and weights standardised by scale, which is by
// attribute, the jackknife over folds
//
//	(F-1)/F Σ_f (w_f - w̄)ᵀ M (w_f - w̄).
func (c Candidate) Excess(q *selection.Problem, scale []float64) []float64 {
	most, support := make([]int, len(scale)), []int(nil)
	for a, t := range scale {
		for f := range c {
			most[a] = max(most[a], c[f].Repeats[a])
		}
		if most[a] > 0 && t > 0 {
			support = append(support, a)
		}
	}
	excess, n, folds := make([]float64, len(c[0].Scores)), len(support), len(c)
	if n == 0 {
		return excess
	}
	m := mat.NewSymDense(n, nil)
	for i, a := range support {
		for k, e := range support[:i+1] {
			m.SetSym(i, k, q.Covariance(a, most[a], e, most[e]))
		}
	}
	w, column := mat.NewDense(folds, n, nil), make([]float64, folds)
	for l := range excess {
		for i, a := range support {
			for f := range c {
				column[f] = c[f].Scores[l].W[a] * scale[a]
			}
			floats.AddConst(-stat.Mean(column, nil), column)
			w.SetCol(i, column)
		}
		for f := range c {
			excess[l] += float64(folds-1) / float64(folds) * mat.Inner(w.RowView(f), m, w.RowView(f))
		}
	}
	return excess
}

// Guess is the loss of predicting each fold by the mean of its training part.
func (p *Parts) Guess() Loss {
	return p.Projected(p.candidate(func(f int) ([]int, [][]float64) {
		return make([]int, len(p.folds[f].train.Attr)), nil
	}), nil)
}

func (p *Parts) first() []int {
	first := make([]int, len(p.folds))
	for f := 1; f < len(first); f++ {
		first[f] = first[f-1] + len(p.folds[f-1].forms)
	}
	return first
}
