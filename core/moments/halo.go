package moments

import (
	"context"

	"fms-tui/core/internal/parallel"
	"fms-tui/model"
)

// Halo is what a rater's judgments of two attributes of one object have in
// common beyond what different raters agree on: for each pair of attributes
//
//	C[a,a'] = mean over objects that have both kinds of pair of
//	          (average over same-rater pairs - average over different-rater pairs)
//
// of the centred products (x_a-μ_a)(x_a'-μ_a'), and C[a,a] = v[a].
type Halo struct {
	C []float64 // d×d, symmetric, in products of the attributes' units
	N []int     // objects that have both kinds of pair; 0 where C is not known
}

// HaloOf measures the halo in the judgments of objects that count for a label.
// The means μ are those of the aware mode. The only error is the context's.
func HaloOf(ctx context.Context, ds *model.Dataset, label *model.Label) (*Halo, error) {
	b, err := Accumulate(ctx, ds, label, model.RatersAware)
	if err != nil {
		return nil, err
	}
	m := b.Moments(b.Union(nil))
	v := newView(ds, label, model.RatersAware)
	d := v.d
	members := v.members(BlockCount(d))
	parts := make([]*haloSums, len(members))
	parallel.Do(len(members), func() func(int) {
		c := newAccumulator(v)
		return func(k int) {
			parts[k] = newHaloSums(d)
			for _, i := range members[k] {
				if ctx.Err() == nil {
					c.addHalo(parts[k], i)
				}
			}
		}
	})
	sum := newHaloSums(d)
	for _, p := range parts {
		addTo(sum.n, p.n)
		addTo(sum.p, p.p)
		addTo(sum.a, p.a)
	}
	return sum.halo(b, m), ctx.Err()
}

// haloSums are sums over objects of differences between the two averages: of
// products x'_a x'_a' in p, of x'_a in a (not symmetric). Products of means
// cancel in the difference, so with the deviations μ' = μ - shift
//
//	C[a,a'] = (p - μ'_a' a[a,a'] - μ'_a a[a',a]) / n
type haloSums struct{ n, p, a []float64 }

func newHaloSums(d int) *haloSums {
	return &haloSums{make([]float64, d*d), make([]float64, d*d), make([]float64, d*d)}
}

// addHalo adds object i: for each pair of its cells that shares raters and has
// a pair of different raters too, the notation of correct.
func (c *accumulator) addHalo(h *haloSums, i int) {
	lo, hi := c.start[i], c.start[i+1]
	c.lists.group(c.view, lo, hi)
	c.sumShared(lo)
	defer c.shared.reset()
	n, sum := c.cellSizes(i), c.cellSums(i)
	for _, at := range c.shared.touched {
		a, b := at/c.d, at%c.d
		same := float64(c.shared.count[at])
		different := n[a]*n[b] - same
		if different == 0 {
			continue
		}
		h.n[at]++
		h.p[at] += c.shared.product[at]/same - (sum[a]*sum[b]-c.shared.product[at])/different
		h.a[at] += c.shared.first[at]/same - (sum[a]*n[b]-c.shared.first[at])/different
		h.a[b*c.d+a] += c.shared.second[at]/same - (sum[b]*n[a]-c.shared.second[at])/different
	}
}

// cellSums returns S' by attribute for object i. The result is valid until the
// next call.
func (c *accumulator) cellSums(i int) []float64 {
	c.mean = zeroed(c.mean, c.d)
	for j := c.start[i]; j < c.start[i+1]; j++ {
		a := c.attr[j]
		c.mean[a] += c.value[j] - c.shift[a]
	}
	return c.mean
}

func (h *haloSums) halo(b *Blocks, m *Moments) *Halo {
	d := b.d
	out := &Halo{C: make([]float64, d*d), N: make([]int, d*d)}
	for i := range d {
		out.C[i*d+i], out.N[i*d+i] = m.Attr[i].V, m.Attr[i].Objects
		for j := i + 1; j < d; j++ {
			at, ta := i*d+j, j*d+i
			if h.n[at] == 0 {
				continue
			}
			mi, mj := m.Attr[i].Mean-b.Shift[i], m.Attr[j].Mean-b.Shift[j]
			out.C[at] = (h.p[at] - mj*h.a[at] - mi*h.a[ta]) / h.n[at]
			out.C[ta] = out.C[at]
			out.N[at], out.N[ta] = int(h.n[at]), int(h.n[at])
		}
	}
	return out
}
