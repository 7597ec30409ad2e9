package experts

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fms-tui/core/regress"
)

// fitter fits all models to one part of the data, on standardised features.
type fitter struct {
	data  *Data // objects with votes, standardised
	scale *scale
	prior Theta            // mean of the starts
	label regress.Logistic // on the majority
	seen  []int
	share float64 // number of objects of all data, which λ refers to
}

// gentle is the penalty per object of the regression on the majority, about which
// starts are drawn. With it the mean exists even if data are separable.
const gentle = 1e-3

// newFitter prepares the data of some objects that all have votes.
func newFitter(raw *Data, of int) (*fitter, error) {
	f := &fitter{share: float64(raw.Objects()) / float64(of), seen: make([]int, raw.Experts)}
	f.data, f.scale = raw.standardised()
	for _, k := range raw.Expert {
		f.seen[k]++
	}
	f.label = f.data.onMajority()
	path, err := f.label.Path([]float64{gentle * float64(raw.Objects())})
	if err != nil {
		return nil, err
	}
	f.prior = majorityTheta(path[0])
	f.prior.Alpha = make([]float64, raw.Experts)
	return f, nil
}

// em is EM on the part's data, with its share of λ, the same for β and γ as in the paper.
func (f *fitter) em(lambda float64) *em {
	m := newEM(f.data)
	m.setPenalty(lambda*f.share, lambda*f.share)
	return m
}

// start draws parameters with variance 1 about the regression on the majority; the
// experts' parameters about 0 (I&S section 4).
func (f *fitter) start(seed, stream uint64) Theta {
	rng := rand.New(rand.NewPCG(seed, stream))
	t := f.prior.clone()
	t.Beta0 += rng.NormFloat64()
	for _, v := range [][]float64{t.Beta, t.Alpha, t.Gamma} {
		for j := range v {
			v[j] += rng.NormFloat64()
		}
	}
	return t
}

// solution is where a run of EM ended; the zero value is none.
type solution struct {
	found      bool
	theta      Theta
	objective  float64
	iterations int
	converged  bool
}

// better takes the solution with the larger J; a, where they are the same.
func better(a, b solution) solution {
	if b.found && (!a.found || b.objective > a.objective) {
		return b
	}
	return a
}

// finish runs EM from a start to the end.
func finish(ctx context.Context, m *em, s solution, l limits) solution {
	s.theta, s.found = s.theta.clone(), true
	var more int
	s.objective, more, s.converged = m.run(ctx, &s.theta, l)
	s.iterations += more
	return s
}

// finalists is the number of starts that are followed to the end: the starts with the
// largest J after a short run.
const finalists = 2

// search looks for the largest J from the given number of starts.
func (f *fitter) search(ctx context.Context, lambda float64, starts int, seed, stream uint64) solution {
	m := f.em(lambda)
	var all []solution
	for k := range starts {
		if ctx.Err() != nil {
			return solution{}
		}
		all = append(all, finish(ctx, m, solution{theta: f.start(seed, stream+uint64(k))}, shortRun))
	}
	slices.SortStableFunc(all, func(a, b solution) int { return cmp.Compare(b.objective, a.objective) })
	var best solution
	for _, s := range all[:min(finalists, len(all))] {
		best = better(best, finish(ctx, m, s, longRun))
	}
	return best
}

// follow runs EM on from a solution with another λ.
func (f *fitter) follow(ctx context.Context, lambda float64, from Theta) solution {
	return finish(ctx, f.em(lambda), solution{theta: from}, longRun)
}

// fit makes a solution a Fit.
func (f *fitter) fit(model Model, lambda float64, s solution) *Fit {
	signed := s.theta
	if model != Majority {
		signed = signed.signed(f.data)
	}
	return &Fit{
		Model: model, Lambda: lambda * f.share, Theta: f.scale.restored(signed), Objects: f.data.Objects(),
		Objective: s.objective, Iterations: s.iterations, Converged: s.converged,
		Center: f.scale.mean, Spread: f.scale.sd, seen: f.seen,
	}
}

// majority is what most of the votes on each object say: 1 or 0, .5 for a tie,
// and NaN without votes.
func (v *Votes) majority() []float64 {
	out := make([]float64, v.Objects())
	for i := range out {
		yes := v.yes(i)
		switch n := v.Of(i); {
		case n == 0:
			out[i] = math.NaN()
		case 2*yes > n:
			out[i] = 1
		case 2*yes == n:
			out[i] = .5
		}
	}
	return out
}

// onMajority is the logistic regression on the majority's labels; a tie is half
// an object of each class. All objects must have votes.
func (d *Data) onMajority() regress.Logistic {
	return regress.Logistic{X: d.X, Groups: 1, Target: d.majority(), Penalty: slices.Repeat([]float64{1}, len(d.X))}
}

// majorityTheta is a classifier without experts.
func majorityTheta(c regress.Coefficients) Theta {
	return Theta{Beta0: c.Intercept[0], Beta: c.Coef, Gamma: make([]float64, len(c.Coef))}
}

// agreement counts the objects that a classifier puts where most votes do.
func agreement(eta, majority []float64, sign float64) (n int) {
	for i, m := range majority {
		if m == 1 && sign*eta[i] > 0 || m == 0 && !(sign*eta[i] > 0) {
			n++
		}
	}
	return n
}

// signed returns θ or -θ, whose likelihoods are the same: the one whose classifier
// agrees with the majority on more objects, θ if both agree equally often (I&S section
// 3).
func (t Theta) signed(d *Data) Theta {
	eta, majority := t.eta(d), d.majority()
	if agreement(eta, majority, -1) > agreement(eta, majority, 1) {
		return t.negated()
	}
	return t
}
