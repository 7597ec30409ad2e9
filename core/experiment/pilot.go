package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// LeastObjects is the number of objects from which a pilot is considered, and
// that are held out at least.
const LeastObjects = 20

// Design is a way to collect a pilot.
type Design struct {
	Objects int // at least 2
	K       int // judgments of each cell; 1 where no cell holds two
}

// Setup is what experiments draw from, and learn under.
type Setup struct {
	Sampler    *moments.Sampler // draws objects and their judgments
	Projection string           // of Σ
	Terms      honest.Terms     // prices, limits and ridge
	Designs    []Design         // of what is learned from
	Seed       uint64           // random seed
}

// Pilots asks what pilots of some designs, of at least LeastObjects each, would have led to.
type Pilots struct {
	Setup
	Algorithm  selection.Algorithm // any but Copies, which needs the judgments themselves
	Budget     model.Amount
	Subsamples int // at least 2
}

// Run draws the subsamples. report, if not nil, is told how many are done. The
// result depends on the seed, never on the number of processors. A context that
// ends returns its error with the outcomes of the subsamples done, nil where
// they are fewer than two. The other error says that the data are too few.
func (p *Pilots) Run(ctx context.Context, report func(done, of int)) (_ []Outcome, _ int, err error) {
	defer overflow.Catch(&err)
	m := p.Sampler.Objects()
	if m < 2*LeastObjects {
		return nil, 0, fmt.Errorf("only %d objects have the label and judgments: pilots are drawn from at least %d", m, 2*LeastObjects)
	}
	t := newTrial(p, m-max(LeastObjects, m/5))
	var told func([]draw)
	if report != nil {
		told = func(first []draw) { report(len(first), p.Subsamples) }
	}
	drawn, err := parallel.Series(ctx, parallel.Each, p.Subsamples, func(i int) (draw, error) { return t.draw(ctx, i) }, told)
	if len(drawn) < 2 {
		return nil, 0, err
	}
	return t.outcomes(drawn), len(drawn), err
}

type trial struct {
	*Pilots
	arms    []Design // what is drawn
	weights []arms   // by design: its loss as a weighted mean of the arms' losses
	most    int      // objects of the largest arm; those after it are held out
}

// arms are the weights of a design's arms, by arm.
type arms map[int]float64

// newTrial finds what must be drawn for the designs, with at most the given number of
// objects.
func newTrial(p *Pilots, most int) *trial {
	t := &trial{Pilots: p}
	for _, d := range p.Designs {
		sizes, weights := fitted(d.Objects, most)
		w := make(arms)
		for i, n := range sizes {
			w[t.arm(Design{n, d.K})] = weights[i]
			t.most = max(t.most, n)
		}
		t.weights = append(t.weights, w)
	}
	return t
}

func (t *trial) arm(d Design) int {
	i := slices.Index(t.arms, d)
	if i < 0 {
		i = len(t.arms)
		t.arms = append(t.arms, d)
	}
	return i
}

// fitted returns the sizes of the pilots that say what one of n objects leads
// to, and their weights. Up to most objects that is itself. Beyond, the
// least-squares line through the losses L_i at x_i = 1/n_i has the value
//
//	Σ_i (1/S + (1/n - x̄)(x_i - x̄)/Σ(x_i - x̄)²) L_i
//
// at 1/n.
func fitted(n, most int) (sizes []int, weights []float64) {
	if n <= most {
		return []int{n}, []float64{1}
	}
	for _, share := range []float64{1, .7, .5, .35} {
		if size := int(share * float64(most)); size >= LeastObjects || share == 1 || len(sizes) == 1 {
			sizes = append(sizes, size)
		}
	}
	var mean, square float64
	for _, size := range sizes {
		mean += 1 / float64(size) / float64(len(sizes))
	}
	for _, size := range sizes {
		square += (1/float64(size) - mean) * (1/float64(size) - mean)
	}
	for _, size := range sizes {
		weights = append(weights, 1/float64(len(sizes))+(1/float64(n)-mean)*(1/float64(size)-mean)/square)
	}
	return sizes, weights
}

type draw struct {
	held     []int       // objects held out, by block
	loss     [][]float64 // by arm and block
	repeated []float64   // share of the judgments drawn again, by arm
}

// stream is the random stream of a subsample and an arm; arm 0 is the order.
func (t *trial) stream(i, arm int) *rand.Rand {
	return rand.New(rand.NewPCG(t.Seed, uint64(i)<<16|uint64(arm)))
}

func (t *trial) draw(ctx context.Context, i int) (d draw, err error) {
	order := t.stream(i, 0).Perm(t.Sampler.Objects())
	rest := t.Sampler.Rest(order[t.most:])
	for n, arm := range t.arms {
		if ctx.Err() != nil {
			return d, ctx.Err()
		}
		u := t.Sampler.Draw(order[:arm.Objects], arm.K, t.stream(i, n+1))
		forms := rest.HeldOut(u)
		w, repeats, err := t.choose(ctx, u)
		if err != nil {
			return d, err
		}
		x := moments.NewWeighing(w, repeats, honest.Omega(t.Terms.Forms))
		loss, held := make([]float64, len(forms)), make([]int, len(forms))
		for k, f := range forms {
			if f != nil {
				loss[k], held[k] = f.At(x), f.Objects
			}
		}
		d.held = held
		d.loss = append(d.loss, loss)
		d.repeated = append(d.repeated, float64(u.Repeated)/float64(max(u.Judgments, 1)))
	}
	return d, nil
}

// choose returns the weights, standardised, and the repeats that a pilot leads
// to; nothing where it can lead to none. The only error is the context's.
func (t *trial) choose(ctx context.Context, u *moments.Subsample) (w []float64, repeats []int, err error) {
	if !(u.Moments.LabelVariance > 0) {
		return nil, nil, nil // a constant label: nothing is worth a judgment
	}
	q, c, why, err := choose(ctx, u, honest.NewLearned(u.Blocks, func() *moments.Sums { return u.Sums }, u.Moments, u.Moments.Project(t.Projection)), t.Terms, t.Algorithm, []model.Amount{t.Budget})
	if why != nil || err != nil {
		return nil, nil, err
	}
	all, _ := q.Weights(&c.Choices[0])
	return all[0], c.Choices[0].Repeats(len(all[0])), nil
}

// choose lets an algorithm choose from a part of the data at some budgets, as a user would
// who has nothing else. why is why it cannot. The only error is the context's.
func choose(ctx context.Context, u *moments.Subsample, learned *honest.Learned, terms honest.Terms, a selection.Algorithm, budgets []model.Amount) (q *selection.Problem, c *selection.Curve, why, err error) {
	q, err = terms.Problem(learned).Equip(a, selection.Equipment{
		Means:  func() ([]float64, []int) { return u.Blocks.CellMeans(u.Sums, u.Moments), u.Moments.K() },
		Copies: func() (*moments.Copies, error) { return u.Copies(ctx, nil) },
	})
	if err != nil {
		return nil, nil, nil, err
	}
	if why = q.Check(a); why == nil {
		c, err = selection.NewCurve(ctx, q, a, budgets)
	}
	return q, c, why, err
}
