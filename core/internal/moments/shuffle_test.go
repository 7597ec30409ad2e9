package moments_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestShuffle: the revealed judgments of a cell are all its judgments, each once,
// before any is drawn again. The first k are the pilot's.
func TestShuffle(t *testing.T) {
	for w, seed := range simulate.Worlds(20, fresh.Seed(t, 900)) {
		ds := simulate.Draw(w, seed)
		mode := []string{model.RatersPaper, model.RatersAware}[seed%2]
		blocks, err := moments.Accumulate(context.Background(), ds, &ds.Labels[0], mode)
		if err != nil {
			t.Fatal(err)
		}
		s := moments.NewSampler(ds, &ds.Labels[0], blocks, func(int) bool { return true })
		rng := rand.New(rand.NewPCG(seed, 1))
		objects := rng.Perm(s.Objects())
		h := s.Shuffle(objects, rng)
		n := make([][]int, len(ds.Attributes))
		for a := range n {
			n[a] = []int{1, 2, 3, 9}
		}
		const k = 3
		r, pilot := h.Reveal(n, nil), h.Pilot(len(objects), k, true)
		whole := blocks.Union(nil)
		for a := range n {
			var first float64
			cells, judgments := 0, 0
			for row := range objects {
				mean, again := r.Mean(row, a, k)
				if math.IsNaN(mean) {
					continue
				}
				_, over := r.Mean(row, a, 9)
				held := 9 - over
				if again != max(0, k-held) {
					t.Fatalf("seed %d: %d drawn again of %d held", seed, again, held)
				}
				first += mean
				judgments += held
				cells++
			}
			at := &whole.Attr[a]
			if cells != at.Objects || judgments != at.Judgments {
				t.Errorf("seed %d: %d cells with %d judgments, want %d with %d", seed, cells, judgments, at.Objects, at.Judgments)
			}
			if got := pilot.Moments.Attr[a].Mean; cells > 0 && !(math.Abs(got-first/float64(cells)) <= 1e-9*(1+math.Abs(got))) {
				t.Errorf("seed %d: the pilot's mean is %g, that of the first %d judgments %g", seed, got, k, first/float64(cells))
			}
		}
	}
}

// TestShuffleUniform: each judgment of a cell is as often among the first k as
// any other.
func TestShuffleUniform(t *testing.T) {
	b := new(model.Builder)
	label := b.AddLabel("y")
	for i := range 3 {
		o := b.Object(string(rune('a' + i)))
		b.SetLabel(label, o, float64(i))
		for j := range 5 {
			b.Add(o, b.Attribute("x"), model.NoRater, math.Pow(10, float64(j)))
		}
	}
	ds := b.Build()
	blocks, err := moments.Accumulate(context.Background(), ds, &ds.Labels[0], model.RatersPaper)
	if err != nil {
		t.Fatal(err)
	}
	s := moments.NewSampler(ds, &ds.Labels[0], blocks, func(int) bool { return true })
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 1), 2))
	var count [5]int
	const draws = 5000
	for range draws {
		r := s.Shuffle([]int{2, 0, 1}, rng).Reveal([][]int{{2, 5}}, nil)
		mean, _ := r.Mean(1, 0, 2)
		digits := int(math.Round(2 * mean))
		for j := range count {
			count[j] += digits / int(math.Pow(10, float64(j))) % 10
		}
		if all, again := r.Mean(1, 0, 5); !(math.Abs(all-11111./5) <= 1e-6) || again != 0 {
			t.Fatalf("all five have mean %g", all)
		}
	}
	sd := math.Sqrt(draws * .4 * .6)
	if lo, hi := slices.Min(count[:]), slices.Max(count[:]); float64(lo) < .4*draws-4*sd || float64(hi) > .4*draws+4*sd {
		t.Errorf("among the first two: %v", count)
	}
}

// TestPilotWhole: a pilot of all judgments has the moments of the data, by block or
// not, and its copies and offsets equal a data set's.
func TestPilotWhole(t *testing.T) {
	for _, mode := range []string{model.RatersPaper, model.RatersAware, model.RatersFixed} {
		ds := simulate.Draw(simulate.World{Objects: 120, Attributes: 4, K: 3, Raters: 3, WholeForms: true, Severity: 1, Halo: .5}, 5)
		label := &ds.Labels[0]
		blocks, err := moments.Accumulate(context.Background(), ds, label, mode)
		if err != nil {
			t.Fatal(err)
		}
		s := moments.NewSampler(ds, label, blocks, func(int) bool { return true })
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 3), 4))
		h := s.Shuffle(rng.Perm(s.Objects()), rng)
		want := blocks.Moments(blocks.Union(nil))
		for _, byBlock := range []bool{false, true} {
			u := h.Pilot(s.Objects(), 3, byBlock)
			for i, x := range want.Sigma {
				if !(math.Abs(u.Moments.Sigma[i]-x) <= 1e-9*(1+math.Abs(x))) {
					t.Errorf("%s, by block %v: Σ[%d] is %g, want %g", mode, byBlock, i, u.Moments.Sigma[i], x)
				}
			}
			if !byBlock {
				continue
			}
			held := func(k int) bool { return k%5 != 0 }
			for k, b := range u.Blocks.Block {
				if (b == nil) != (blocks.Block[k] == nil) || b != nil && b.Objects != blocks.Block[k].Objects {
					t.Errorf("block %d differs", k)
				}
			}
			if mode == model.RatersFixed {
				got, err := u.WithOffsets(context.Background(), held)
				want, err2 := moments.AccumulateWithOffsets(context.Background(), ds, label, held)
				if err != nil || err2 != nil {
					t.Fatal(err, err2)
				}
				g, w := got.Moments(got.Union(nil)), want.Moments(want.Union(nil))
				for i := range w.Sigma {
					if !(math.Abs(g.Sigma[i]-w.Sigma[i]) <= 1e-9*(1+math.Abs(w.Sigma[i]))) {
						t.Errorf("with offsets Σ[%d] is %g, want %g", i, g.Sigma[i], w.Sigma[i])
					}
				}
				continue
			}
			c, err := u.Copies(context.Background(), held)
			if err != nil || c == nil || c.K != 3 || len(c.B) != 12 {
				t.Fatalf("copies %+v, %v", c, err)
			}
			for k, want := range map[int]bool{1: false, 2: true} {
				if c, err := h.Pilot(s.Objects(), k, true).Copies(context.Background(), nil); err != nil || (c != nil) != want {
					t.Errorf("copies of %d judgments a cell: %v, %v", k, c, err)
				}
			}
		}
	}
}
