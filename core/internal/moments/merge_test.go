package moments

import (
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// part holds every second block of b, about another shift. The raters' sums,
// which belong to no block, go to one of the parts.
func part(b *Blocks, odd int, raters [][]RaterSums, rng *rand.Rand) *Blocks {
	blocks := make([]*Sums, len(b.Block))
	for k, s := range b.Block {
		if k%2 == odd {
			blocks[k] = s
		}
	}
	moved := make([]float64, b.d)
	for a, x := range b.Shift {
		moved[a] = x + rng.NormFloat64()*b.Union(nil).Attr[a].spread()
	}
	own := *b
	own.Block, own.Ignored = blocks, b.Ignored*odd
	return own.WithRaters(raters).About(moved, b.ShiftY+rng.NormFloat64())
}

// spread is the size of the sums' deviations: another shift than that would cost
// digits.
func (s *AttrSums) spread() float64 { return max(0, s.Max-s.Min) }

// TestMerge: parts kept about shifts of their own, with the attributes of one in
// another order, make the moments of the whole.
func TestMerge(t *testing.T) {
	for w, seed := range simulate.Worlds(80, fresh.Seed(t, 210)) {
		rng := rand.New(rand.NewPCG(seed, 1))
		ds := simulate.Draw(w, seed)
		for _, mode := range []string{model.RatersPaper, model.RatersAware} {
			b := accumulate(t, ds, mode)
			place := rng.Perm(b.d)
			to := make([]int, b.d)
			for a, p := range place {
				to[p] = a
			}
			other := part(b, 1, nil, rng).Among(b.d, place)
			if mode == model.RatersAware && other.Severity == nil {
				t.Fatal("what was moved forgot its mode")
			}
			m := Merge(part(b, 0, b.Raters(), rng), other.Among(b.d, to), nil)
			if m.Ignored != b.Ignored || len(m.Raters()) != len(b.Raters()) {
				t.Fatalf("seed %d: %d ignored and %d raters, want %d and %d", seed, m.Ignored, len(m.Raters()), b.Ignored, len(b.Raters()))
			}
			compare(t, m.Moments(m.Union(nil)), b.Moments(b.Union(nil)))
			odd := func(k int) bool { return k%2 == 1 }
			if b.Union(odd).Objects > 1 {
				comparePart(t, m.Moments(m.Union(odd)), b.Moments(b.Union(odd)), b.Moments(b.Union(nil)))
			}
		}
	}
}

// TestRegroup: blocks that are put together hold what they held apart.
func TestRegroup(t *testing.T) {
	b := accumulate(t, simulate.Draw(simulate.World{Objects: 200, Attributes: 4, K: 2, Raters: 8, Missing: .1}, 3), model.RatersAware)
	groups := make([][]int, 5)
	for k, s := range b.Block {
		if s != nil {
			groups[k%5] = append(groups[k%5], k)
		}
	}
	g := b.Regroup(groups)
	compare(t, g.Moments(g.Union(nil)), b.Moments(b.Union(nil)))
	third := func(k int) bool { return k%5 == 2 }
	compare(t, g.Moments(g.Union(func(k int) bool { return k == 2 })), b.Moments(b.Union(third)))
}
