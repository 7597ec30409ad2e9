package subset

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fms-tui/model"
)

// Comparison is the lecture's problem on some data: which k attributes, each with as many
// judgments as its cells hold (their mean, rounded), have the smallest projected loss.
type Comparison struct {
	Attributes []int          // that can be chosen, by number
	Judgments  []int          // of each of them
	Costs      []model.Amount // of these, at most model.MaxAmount
	Sizes      []Size         // from 1 to as many as the budget pays for
	Alpha      Ratio          // the submodularity ratio, of attributes by their places
	// Searched and Guaranteed are the largest sizes with a best subset and with a γ:
	// sizes of at most 2²² subsets, or 2²⁰.
	Searched, Guaranteed int
	Next                 float64 // subsets of the next size after Searched
}

// Size is what is known of the subsets of one size. Losses are projected,
// in squared label units; what is not known is NaN.
type Size struct {
	Size    int
	Forward Set     // of the successive algorithm, in the order of joining
	Best    Set     // by exhaustive search; its Set is nil where there was none
	Ratio   float64 // of the gains of both over no attribute, Forward's by Best's; at most 1
	// Gamma is the submodularity ratio γ_k of the successive algorithm, and
	// Guarantee the share 1-e^{-γ} of the best gain that it cannot fall below.
	Gamma, Guarantee float64
	// AlphaGreedy is α over what the guarantee rests on; NaN beyond 16 attributes.
	AlphaGreedy float64
	// Certified is the share that the certified bound says: of the gain that no
	// repeat vector which costs as much as the dearest subset exceeds.
	Certified float64
}

// Set is a subset of the attributes that can be chosen, by their places, with its cost.
type Set struct {
	Chosen
	Cost model.Amount
}

const (
	// mostSubsets is how many subsets an exhaustive search goes through, some
	// seconds' work.
	mostSubsets = 1 << 22
	// mostJoint is how many are gone through for γ, once for each size.
	mostJoint = 1 << 20
	// sampledWork bounds the work of a sampled α, whose every order of n
	// attributes costs n³.
	sampledWork = 2e8
)

// Compare goes through the subsets that a budget pays for. The function is of the comparison's
// Attributes, whose Judgments and Costs are given; bound is a certified lower bound of the loss
// of all repeats that cost so much, false where there is none. The only error is the context's.
func (o *Comparison) Compare(ctx context.Context, f *Function, budget model.Amount, seed uint64, bound func(model.Amount) (float64, bool)) error {
	path := f.Forward(o.affordable(budget))
	most := len(path) - 1
	n := len(o.Attributes)
	o.Searched, o.Guaranteed = Searchable(n, most, mostSubsets), Searchable(n, most, mostJoint)
	if o.Searched < most {
		o.Next = Count(n, o.Searched+1)
	}
	best, err := f.Best(ctx, o.Searched)
	if err != nil {
		return err
	}
	gammas, err := f.Gammas(ctx, path, o.Guaranteed)
	if err != nil {
		return err
	}
	if o.Alpha, err = alpha(ctx, f, seed); err != nil {
		return err
	}
	for k := 1; k <= most; k++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s := Size{
			Size: k, Forward: o.set(path[k]), Best: Set{Chosen: Chosen{Loss: math.NaN()}},
			Ratio: math.NaN(), Gamma: math.NaN(), Guarantee: math.NaN(), AlphaGreedy: math.NaN(), Certified: math.NaN(),
		}
		if k < len(best) {
			s.Best = o.set(best[k])
			s.Ratio = share(f.Empty, s.Forward.Loss, s.Best.Loss)
		}
		if k < len(gammas) {
			s.Gamma, s.Guarantee = gammas[k], Guarantee(gammas[k])
		}
		if f.N() <= MostExact {
			s.AlphaGreedy = f.AlphaGreedy(path, k)
		}
		if lb, ok := bound(o.dearest(k)); ok {
			s.Certified = share(f.Empty, s.Forward.Loss, lb)
		}
		o.Sizes = append(o.Sizes, s)
	}
	return nil
}

// share is the gain of one loss as a share of the gain of a smaller loss, at most 1;
// NaN if the smaller loss gains nothing.
func share(variance, loss, least float64) float64 {
	if !(variance-least > worthComparing*variance) {
		return math.NaN()
	}
	return min(1, (variance-loss)/(variance-least))
}

func (o *Comparison) affordable(budget model.Amount) int {
	k := 0
	for _, c := range slices.Sorted(slices.Values(o.Costs)) {
		if c > budget {
			break
		}
		budget -= c
		k++
	}
	return k
}

func (o *Comparison) dearest(size int) (cost model.Amount) {
	sorted := slices.Sorted(slices.Values(o.Costs))
	for _, c := range sorted[len(sorted)-size:] {
		cost = min(cost+c, model.MaxAmount)
	}
	return cost
}

func (o *Comparison) set(c Chosen) Set {
	s := Set{Chosen: c}
	for _, i := range c.Set {
		s.Cost = min(s.Cost+o.Costs[i], model.MaxAmount)
	}
	return s
}

func alpha(ctx context.Context, f *Function, seed uint64) (Ratio, error) {
	n := f.N()
	if n <= MostExact {
		return f.Alpha(ctx)
	}
	return f.SampleAlpha(ctx, min(max(int(sampledWork/math.Pow(float64(n), 3)), 20), 1000), seed)
}

// Unsearched says in words which sizes were not searched through, "" if all were.
func (o *Comparison) Unsearched() string {
	if o.Searched == len(o.Sizes) {
		return ""
	}
	return fmt.Sprintf("no exhaustive search beyond %d attributes: %d of %d take %.2g subsets, and at most %.2g are gone through; exclude attributes for larger ones",
		o.Searched, o.Searched+1, len(o.Attributes), o.Next, float64(mostSubsets))
}

// Optimum is the best repeat vector within a budget, by exhaustive search.
type Optimum struct {
	Budget, Spent model.Amount // Spent is at most Budget
	Repeats       []int        // by attribute
	Loss          float64      // projected loss without a ridge, squared label units
	Vectors       float64      // repeat vectors within the budget, estimated
	Parts         int          // of the search that were looked at: the bound ruled out the rest
}
