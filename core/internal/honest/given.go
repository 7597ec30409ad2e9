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
	Also      []Score   // of the labels besides the first
}

// Score is what predicts one label of several.
type Score struct {
	Train     *moments.Moments // of the training part, with the label's mean
	W         []float64        // by attribute, label units per unit of the attribute
	Intercept float64          // in the label's units
}

// At is Given.At of one label.
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

// Scores are what predicts each label, the first included.
func (g *Given) Scores() []Score {
	return append([]Score{{g.Train, g.W, g.Intercept}}, g.Also...)
}

// SetScores is the reverse of Scores.
func (g *Given) SetScores(all []Score) {
	g.Train, g.W, g.Intercept, g.Also = all[0].Train, all[0].W, all[0].Intercept, all[1:]
}

// scores turns standardised weights by label into what predicts each.
func (p *Parts) scores(f int, w [][]float64) []Score {
	var all []Score
	for l, o := range p.labels() {
		s := Score{Train: o.folds[f].train, W: w[l]}
		s.Intercept = s.Train.OwnUnits(s.W)
		all = append(all, s)
	}
	return all
}

// nothing is what predicts each label by its mean.
func (p *Parts) nothing(f, d int) []Score {
	var all []Score
	for _, o := range p.labels() {
		all = append(all, Score{o.folds[f].train, make([]float64, d), o.folds[f].train.LabelMean})
	}
	return all
}

// At is the prediction for means of an object's judgments, one for each
// attribute with repeats, in the order of the attributes.
func (g *Given) At(means []float64, repeats []int) float64 {
	s := Score{W: g.W, Intercept: g.Intercept}
	return s.At(means, repeats)
}

// Given returns, by fold, the weights that minimise the projected loss of given
// repeats in its training part. The only error is the context's.
func (p *Parts) Given(ctx context.Context, t Terms, repeats []int) ([]Given, error) {
	out := make([]Given, len(p.folds))
	for f, o := range p.folds {
		g := &out[f]
		g.Held, g.Blocks, g.Repeats = o.held, o.blocks, repeats
		g.SetScores(p.nothing(f, len(repeats)))
		if !p.varies(f) {
			continue // a constant label: its mean predicts it
		}
		// The minima and the maxima are the purchase. The posterior of a part depends
		// only on the user's exclusions.
		only := t
		only.Limits = selection.Limits{Min: repeats, Max: repeats, Ridge: t.Limits.Ridge}
		only.Excluded = func(a int) bool { return repeats[a] == 0 }
		q := only.givenProblem(o.learned, t)
		for _, other := range o.learned.Also {
			q = q.WithLabel(only.givenProblem(other, t))
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
		w, _ := q.WeightsOf(&c.Choices[0])
		g.SetScores(p.scores(f, w))
	}
	return out, nil
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

// Chosen returns, by fold, what the algorithm chooses in its training part at a
// budget, and the weights of it.
func (r *Run) Chosen(budget model.Amount) []Given {
	out := make([]Given, len(r.folds))
	parallel.Each(len(r.folds), func(f int) {
		o := r.parts.folds[f]
		d := len(o.train.Attr)
		g := &out[f]
		*g = Given{Held: o.held, Blocks: o.blocks, Repeats: make([]int, d)}
		g.SetScores(r.parts.nothing(f, d))
		if r.folds[f].curve != nil {
			choice := r.folds[f].at(budget)
			w, _ := r.folds[f].problem().WeightsOf(&choice)
			g.SetScores(r.parts.scores(f, w))
			g.Repeats = choice.Repeats(d)
		}
	})
	return out
}
