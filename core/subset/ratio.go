package subset

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// MostExact is the number of attributes up to which α is exact.
const MostExact = 16

// Ratio is a submodularity ratio, and where it is taken.
type Ratio struct {
	Value float64 // in [0,1]
	S, T  []int   // rising
	E     int     // -1 where no gain is large enough to compare: Value is then 1
	// Sampled says that not all S, T and e were looked at: the ratio is then at
	// most Value.
	Sampled bool
}

func (f *Function) table() []float64 {
	t := make([]float64, 1<<f.N())
	f.each(f.N(), func(set []int, gain float64) bool {
		t[maskOf(set)] = gain
		return true
	})
	return t
}

func maskOf(set []int) (mask int) {
	for _, e := range set {
		mask |= 1 << e
	}
	return mask
}

func members(mask int) []int {
	set := []int{}
	for ; mask != 0; mask &= mask - 1 {
		set = append(set, bits.TrailingZeros(uint(mask)))
	}
	return set
}

// Alpha returns the submodularity ratio α of at most MostExact attributes, exactly;
// more panic. For each e the least gain over all subsets of T follows from the least
// gains of the subsets that drop one attribute, so that all of it takes n²2ⁿ steps
// instead of n3ⁿ. The only error is the context's.
func (f *Function) Alpha(ctx context.Context) (Ratio, error) {
	n := f.N()
	if n > MostExact {
		panic("subset: too many attributes for an exact ratio")
	}
	total := f.table()
	out := Ratio{Value: 1, E: -1}
	gain, least, where := make([]float64, 1<<n), make([]float64, 1<<n), make([]int32, 1<<n)
	for e := range n {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		for mask := range total {
			gain[mask] = max(0, total[mask|1<<e]-total[mask]) // of rounding
			where[mask] = int32(mask)
		}
		copy(least, gain)
		for b := range n {
			for mask := range total {
				if sub := mask &^ (1 << b); least[sub] < least[mask] {
					least[mask], where[mask] = least[sub], where[sub]
				}
			}
		}
		for mask := range total {
			if mask>>e&1 == 0 && gain[mask] > worthComparing*f.Empty && least[mask] < out.Value*gain[mask] {
				out = Ratio{Value: least[mask] / gain[mask], S: members(int(where[mask])), T: members(mask), E: e}
			}
		}
	}
	return out, nil
}

// AlphaGreedy returns α_greedy for subsets of k of at most MostExact attributes,
// k >= 1: α with S among the first k sets of a Forward path and |T∖S| <= k-1,
// which is what its guarantee rests on. More attributes panic.
func (f *Function) AlphaGreedy(path []Chosen, k int) float64 {
	if f.N() > MostExact {
		panic("subset: too many attributes for an exact ratio")
	}
	total := f.table()
	ratio := 1.0
	for _, c := range path[:min(k, len(path))] {
		s := maskOf(c.Set)
		for mask := range total {
			if mask&s != s || bits.OnesCount(uint(mask&^s)) > k-1 {
				continue
			}
			for e := range f.N() {
				if mask>>e&1 == 1 {
					continue
				}
				if large := total[mask|1<<e] - total[mask]; large > worthComparing*f.Empty {
					ratio = min(ratio, max(0, total[s|1<<e]-total[s])/large)
				}
			}
		}
	}
	return ratio
}

// Gammas returns γ_k of a Forward path for k from 0 to most, γ_0 being 1. It
// takes most·Count(n, most) steps. The only error is the context's.
func (f *Function) Gammas(ctx context.Context, path []Chosen, most int) ([]float64, error) {
	least := make([][]float64, most) // by t, and |L|
	b := f.beside()
	for t := range least {
		least[t] = slices.Repeat([]float64{1}, most+1)
		if t >= len(path) {
			continue
		}
		if t > 0 {
			b.join(path[t].Set[t-1], 0)
		}
		if err := b.gamma(ctx, least[t]); err != nil {
			return nil, err
		}
	}
	gamma := slices.Repeat([]float64{1}, most+1)
	for k := range gamma {
		for t := range k {
			gamma[k] = min(gamma[k], slices.Min(least[t][:k+1]))
		}
	}
	return gamma, nil
}

// gamma takes the least ratios by |L| beside a set of the path. Attributes that are redundant there
// change nothing.
func (b *beside) gamma(ctx context.Context, least []float64) error {
	single, steps := make([]float64, b.f.N()), 0
	var among []int
	for e := range single {
		if single[e] = b.gain(e); !b.isRedundant(e) {
			among = append(among, e)
		}
	}
	if b.each(among, len(least)-1, func(set []int, gain float64) bool {
		if gain > worthComparing*b.f.Empty {
			var sum float64
			for _, e := range set {
				sum += single[e]
			}
			least[len(set)] = min(least[len(set)], sum/gain)
		}
		steps++
		return steps%looked != 0 || ctx.Err() == nil
	}) {
		return nil
	}
	return ctx.Err()
}

// SampleAlpha looks for small ratios along random orders of the attributes: S
// and T are any two beginnings of an order, and e whatever is not in T. It is
// never below α. The only error is the context's.
func (f *Function) SampleAlpha(ctx context.Context, orders int, seed uint64) (Ratio, error) {
	rng := rand.New(rand.NewPCG(seed, 0x5b5e7))
	out := Ratio{Value: 1, E: -1, Sampled: true}
	n := f.N()
	least, when := make([]float64, n), make([]int, n)
	for range orders {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		order, b := rng.Perm(n), f.beside()
		for e := range least {
			least[e] = math.Inf(1)
		}
		for t, joins := range order {
			for _, e := range order[t:] {
				gain := b.gain(e)
				if gain < least[e] {
					least[e], when[e] = gain, t
				}
				if gain > worthComparing*f.Empty && least[e] < out.Value*gain {
					out = Ratio{Value: least[e] / gain, S: slices.Sorted(slices.Values(order[:when[e]])), T: slices.Sorted(slices.Values(order[:t])), E: e, Sampled: true}
				}
			}
			if !b.isRedundant(joins) {
				b.join(joins, 0)
			}
		}
	}
	return out, nil
}

// Guarantee is the share of the best gain, in [0,1), that a ratio guarantees the
// successive algorithm: 1 - e^{-γ}.
func Guarantee(gamma float64) float64 { return -math.Expm1(-gamma) }
