package experts

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/parallel"
)

// lambdas are the tried λ, falling. The largest is about the least λ at which no
// feature has a coefficient: for Majority, and for EM-Sparse at the likelihood's
// maximum without features. If no feature varies, 0 is the only λ.
func (s *Study) lambdas(ctx context.Context) ([]float64, error) {
	f := s.all
	if len(f.data.X) == 0 {
		return []float64{0}, nil
	}
	most, err := f.label.LambdaMax()
	if err != nil {
		return nil, err
	}
	most = max(most, f.largestSlope(ctx))
	if !(most > 0) { // no feature has anything to do with votes
		most = 1
	}
	n := s.Options.Lambdas
	out := make([]float64, n)
	for k := range out {
		out[k] = most * math.Pow(span, float64(k)/math.Max(float64(n-1), 1))
	}
	return out, nil
}

// largestSlope is the largest slope of the likelihood in any β or γ at its maximum over
// b and α alone, by Fisher's identity the slopes of the M-step's regressions.
func (f *fitter) largestSlope(ctx context.Context) (most float64) {
	m := newEM(&Data{Votes: f.data.Votes})
	theta := Theta{Beta0: f.prior.Beta0, Alpha: f.agreementOdds()}
	m.run(ctx, &theta, longRun)
	m.expect(&theta)
	d := f.data
	byObject := make([]float64, d.Objects())
	for i, z := range m.z {
		byObject[i] = z - sigmoid(theta.Beta0)
	}
	slopes := func() {
		for _, x := range d.X {
			most = max(most, math.Abs(floats.Dot(x, byObject)))
		}
	}
	slopes()
	for i := range byObject {
		byObject[i] = 0
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			byObject[i] += m.vote.Target[r] - sigmoid(theta.Alpha[d.Expert[r]])
		}
	}
	slopes()
	return most
}

// agreementOdds is each expert's log odds of a vote with the majority, half a
// vote added to each side.
func (f *fitter) agreementOdds() []float64 {
	with, against := make([]float64, f.data.Experts), make([]float64, f.data.Experts)
	for i, m := range f.data.majority() {
		for r := f.data.Start[i]; r < f.data.Start[i+1]; r++ {
			k := f.data.Expert[r]
			switch {
			case m == .5:
			case (m == 1) == f.data.Yes[r]:
				with[k]++
			default:
				against[k]++
			}
		}
	}
	for k := range with {
		with[k] = math.Log((with[k] + .5) / (against[k] + .5))
	}
	return with
}

// majorityFits fits Majority at falling λ to all data.
func (f *fitter) majorityFits(lambdas []float64) ([]*Fit, error) {
	own := make([]float64, len(lambdas))
	floats.ScaleTo(own, f.share, lambdas)
	path, err := f.label.Path(own)
	if err != nil {
		return nil, err
	}
	var fits []*Fit
	for k, c := range path {
		fit := f.fit(Majority, lambdas[k], solution{theta: majorityTheta(c), objective: math.NaN(), converged: true})
		fits = append(fits, fit)
	}
	return fits, nil
}

// searchWork is about how much longer a search takes than a run from one start to the end.
const searchWork = 8

// fill makes the points with their fits.
func (s *Study) fill(ctx context.Context, show func(*Study)) error {
	lambdas, err := s.lambdas(ctx)
	if err != nil {
		return err
	}
	if slices.Contains(s.Options.Models, Majority) {
		if err := s.fillMajority(lambdas); err != nil {
			return err
		}
	}
	cells := s.cells(lambdas)
	work := len(cells) * len(s.parts) * (searchWork + 2)
	done := parallel.Count(ctx, "fitting", work)
	found := s.searchAll(ctx, cells, show, done)
	s.followAll(ctx, cells, found, done)
	s.fillAll(ctx, cells, found, done)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for c := range cells {
		s.judge(&cells[c])
	}
	s.Points = append(s.Points, cells...)
	done(work) // the first of a chain follows nothing
	return nil
}

// cells are the models and λ that EM fits: falling λ, and EM as the end of the chain.
func (s *Study) cells(lambdas []float64) (cells []Point) {
	if lambdas[0] > 0 && slices.Contains(s.Options.Models, EMSparse) {
		for _, l := range lambdas {
			cells = append(cells, Point{Model: EMSparse, Lambda: l})
		}
	}
	if slices.Contains(s.Options.Models, EM) {
		cells = append(cells, Point{Model: EM})
	}
	return cells
}

func (s *Study) fillMajority(lambdas []float64) error {
	fitters := append(slices.Clone(s.parts), s.all)
	all, failed := make([][]*Fit, len(fitters)), make([]error, len(fitters))
	parallel.Each(len(fitters), func(i int) { all[i], failed[i] = fitters[i].majorityFits(lambdas) })
	if err := errors.Join(failed...); err != nil {
		return err
	}
	for k, l := range lambdas {
		p := Point{Model: Majority, Lambda: l, Fit: all[len(s.parts)][k]}
		for i := range s.parts {
			p.Parts = append(p.Parts, all[i][k])
		}
		s.judge(&p)
		s.Points = append(s.Points, p)
	}
	return nil
}

// searchAll searches from random starts in every cell of every part. show, if not nil, gets
// the points that are found, while others are searched for.
func (s *Study) searchAll(ctx context.Context, cells []Point, show func(*Study), done func(int)) [][]solution {
	found := make([][]solution, len(s.parts))
	for i := range found {
		found[i] = make([]solution, len(cells))
	}
	var mu sync.Mutex
	known := make([]*Point, len(cells))
	tell := func() {
		sofar := *s
		sofar.Points = slices.Clone(s.Points)
		for _, p := range known {
			if p != nil {
				sofar.Points = append(sofar.Points, *p)
			}
		}
		show(&sofar)
	}
	if show != nil {
		tell()
	}
	parallel.Each(len(cells), func(job int) {
		c := len(cells) - 1 - job // of little or no penalty take longest and come first
		p := cells[c]
		for i, f := range s.parts {
			found[i][c] = f.search(ctx, p.Lambda, s.Options.Restarts, s.Options.Seed, uint64(i)<<40|uint64(c)<<20)
			if ctx.Err() != nil {
				return
			}
			done(searchWork)
			p.Parts = append(p.Parts, f.fit(p.Model, p.Lambda, found[i][c]))
		}
		if show != nil {
			p.Fit = p.Parts[0]
			s.judge(&p)
			mu.Lock()
			defer mu.Unlock()
			known[c] = &p
			tell()
		}
	})
	return found
}

// followAll follows the solutions of each part from each λ to the next smaller one. It keeps
// better solutions than those found so far.
func (s *Study) followAll(ctx context.Context, cells []Point, found [][]solution, done func(int)) {
	parallel.Each(len(s.parts), func(i int) {
		for c := 1; c < len(cells) && ctx.Err() == nil; c++ {
			found[i][c] = better(found[i][c], s.parts[i].follow(ctx, cells[c].Lambda, found[i][c-1].theta))
			done(1)
		}
	})
}

// fillAll makes the solutions of the parts fits, and starts from them on all
// data.
func (s *Study) fillAll(ctx context.Context, cells []Point, found [][]solution, done func(int)) {
	all := make([]solution, len(cells))
	parallel.Each(len(cells), func(job int) {
		c := len(cells) - 1 - job
		for i, f := range s.parts {
			if ctx.Err() != nil {
				return
			}
			cells[c].Parts = append(cells[c].Parts, f.fit(cells[c].Model, cells[c].Lambda, found[i][c]))
			start := s.all.scale.applied(f.scale.restored(found[i][c].theta))
			all[c] = better(all[c], s.all.follow(ctx, cells[c].Lambda, start))
			done(1)
		}
	})
	for c := range cells {
		if ctx.Err() != nil {
			return
		}
		if c > 0 {
			s.all.improve(ctx, &all[c], cells[c].Lambda, all[c-1].theta)
		}
		cells[c].Fit = s.all.fit(cells[c].Model, cells[c].Lambda, all[c])
	}
}

// improve goes on from another solution where that is the better one already:
// with a smaller λ any J is larger, so that J cannot be smaller than it was with
// the λ before.
func (f *fitter) improve(ctx context.Context, s *solution, lambda float64, from Theta) {
	if f.em(lambda).expect(&from) > s.objective {
		*s = better(*s, f.follow(ctx, lambda, from))
	}
}
