package experts

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Options say what Select tries. The zero value of each field is its default.
type Options struct {
	Lambdas  int     // how many λ, evenly in log λ (default 20)
	Restarts int     // starts of EM for each λ and each part (default 30)
	Holdout  float64 // share of the objects with votes that is held out (default .5); nothing to Folds
	Folds    int     // cross-validation over this many parts instead; 0: none
	Models   []Model // the models to fit (default all)
	Seed     uint64  // random seed
}

// The defaults are the paper's, where it has any.
const (
	defaultLambdas  = 20
	span            = 1e-3 // the smallest λ as a share of the largest
	defaultRestarts = 30
	defaultHoldout  = .5
)

func (o Options) withDefaults() Options {
	o.Lambdas, o.Restarts = cmp.Or(o.Lambdas, defaultLambdas), cmp.Or(o.Restarts, defaultRestarts)
	o.Holdout = cmp.Or(o.Holdout, defaultHoldout)
	if len(o.Models) == 0 {
		o.Models = Models()
	}
	return o
}

// Part is a division of the objects with votes, by their index in the data.
type Part struct{ Train, Test []int }

// Point is a model with one λ.
type Point struct {
	Model  Model
	Lambda float64 // for all objects with votes; a part of them has its share of it
	S, SE  float64 // surrogate risk on held-out objects, and its standard error
	Parts  []*Fit  // by Study.Parts, fitted to Train
	Fit    *Fit    // fitted to all objects with votes; while Select runs, the first part's fit

	shares []float64 // share of wrong votes of each held-out object
}

// Study is everything that Select finds. It is not changed afterwards.
type Study struct {
	Data    *Data
	Options Options
	Parts   []Part
	Points  []Point // by model, in the order of Models, then by falling λ

	all   *fitter
	parts []*fitter
}

// Select fits every model at every λ to parts of the data, measures its surrogate risk
// on the held-out objects, and fits it to all data. The result depends on the data, the
// options and the seed only.
//
// show, which may be nil, gets a Study of all points found so far whenever there is another: those
// of Majority at once, then from EM and the smallest λ on. The last is what Select returns. Before
// that S may still fall a little, and Fit is the first part's fit. show is called from one goroutine
// at a time, and should return soon: the search waits. What is shown is not changed afterwards.
//
// Errors, in words for people who collect votes, are about useless data or data too few
// for the parts, or are the context's. Useless data have fewer than 10 objects with
// votes, one class only, or no object with two votes.
func Select(ctx context.Context, d *Data, opt Options, show func(*Study)) (*Study, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	s := &Study{Data: d, Options: opt.withDefaults()}
	if err := s.divide(); err != nil {
		return nil, err
	}
	voted := d.Voted()
	var err error
	if s.all, err = newFitter(d.Part(voted), len(voted)); err != nil {
		return nil, err
	}
	for _, p := range s.Parts {
		f, err := newFitter(d.Part(p.Train), len(voted))
		if err != nil {
			return nil, err
		}
		s.parts = append(s.parts, f)
	}
	if err := s.fill(ctx, show); err != nil {
		return nil, err
	}
	if show != nil {
		show(s)
	}
	return s, nil
}

// divide makes the parts.
func (s *Study) divide() error {
	objects := s.Data.Voted()
	rng := rand.New(rand.NewPCG(s.Options.Seed, math.MaxUint64))
	rng.Shuffle(len(objects), func(i, j int) { objects[i], objects[j] = objects[j], objects[i] })
	n := len(objects)
	add := func(from, to int) {
		test := slices.Sorted(slices.Values(objects[from:to]))
		train := slices.Sorted(slices.Values(slices.Concat(objects[:from], objects[to:])))
		s.Parts = append(s.Parts, Part{train, test})
	}
	if k := s.Options.Folds; k > 0 {
		if k < 2 || k > n {
			return fmt.Errorf("%d folds of %d objects with votes: the number of folds must be from 2 to the number of objects", k, n)
		}
		for f := range k {
			add(f*n/k, (f+1)*n/k)
		}
		return nil
	}
	held := int(math.Round(s.Options.Holdout * float64(n)))
	if held < 1 || n-held < leastObjects/2 {
		return fmt.Errorf("%d of %d objects with votes would be held out: at least 1 has to be, and %d are needed to learn from", held, n, leastObjects/2)
	}
	add(0, held)
	return nil
}

// judge fills in the surrogate risk.
func (s *Study) judge(p *Point) {
	for k, part := range s.Parts {
		held := s.Data.Part(part.Test)
		p.shares = append(p.shares, wrongShares(p.Parts[k].Classify(held), &held.Votes)...)
	}
	p.S, p.SE = mean(p.shares)
}

// Curve lists the points of a model.
func (s *Study) Curve(m Model) (points []*Point) {
	for i := range s.Points {
		if s.Points[i].Model == m {
			points = append(points, &s.Points[i])
		}
	}
	return points
}

// rounding is by how much Ŝ may differ and be the same.
const rounding = 1e-12

// Best is the point of a model with the smallest surrogate risk; among equals the point
// of the largest λ. It is nil where the model was not fitted: EM-Sparse has nothing to
// penalise without features.
func (s *Study) Best(m Model) (best *Point) {
	for _, p := range s.Curve(m) {
		if best == nil || p.S < best.S-rounding || p.S < best.S+rounding && p.Lambda > best.Lambda {
			best = p
		}
	}
	return best
}

// Chosen is the best point of all models; among equals the simplest model's. If no
// feature varies, no classifier is useful, and Chosen is EM's point, whose labels come
// from the votes.
func (s *Study) Chosen() (best *Point) {
	if p := s.Best(EM); p != nil && len(s.all.data.X) == 0 {
		return p
	}
	for _, m := range Models() {
		if p := s.Best(m); p != nil && (best == nil || p.S < best.S-rounding) {
			best = p
		}
	}
	return best
}

// Difference is the surrogate risk of p minus the surrogate risk of q, with its
// standard error, both from the same held-out objects.
func (p *Point) Difference(q *Point) (d, se float64) {
	shares := make([]float64, len(p.shares))
	for i := range shares {
		shares[i] = p.shares[i] - q.shares[i]
	}
	return mean(shares)
}

// Nearest is the point of a model whose λ is nearest, by their ratio; nil where the model was not
// fitted.
func (s *Study) Nearest(m Model, lambda float64) (nearest *Point) {
	least := math.Inf(1)
	for _, p := range s.Curve(m) {
		if d := math.Abs(math.Log(p.Lambda / lambda)); nearest == nil || d < least {
			nearest, least = p, d
		}
	}
	return nearest
}
