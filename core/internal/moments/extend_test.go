package moments

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// grownData are data of some objects and the same with more judgments: of new objects and,
// if again is above 0, of this number of old objects too. Some cells are empty.
func grownData(rng *rand.Rand, d, objects, more, again int, missing float64) (before, after *model.Dataset) {
	build := func(from, to int, old []int) *model.Dataset {
		b := new(model.Builder)
		y := b.AddLabel("y")
		for a := range d {
			b.Attribute(fmt.Sprint("a", a))
		}
		judge := func(i, raters int) {
			o := b.Object(fmt.Sprint("o", i))
			b.SetLabel(y, o, float64(i%7)+100)
			for a := range d {
				for range raters {
					if a > 0 && rng.Float64() < missing {
						continue
					}
					b.Add(o, a, b.RaterID(fmt.Sprint("r", rng.IntN(6))), 50+float64(i%7)+rng.NormFloat64())
				}
			}
		}
		for i := from; i < to; i++ {
			judge(i, 1+rng.IntN(3))
		}
		for _, i := range old {
			judge(i, 1)
		}
		return b.Build()
	}
	before = build(0, objects, nil)
	after, ok := before.Append(build(objects, objects+more, rng.Perm(objects)[:again]))
	if !ok {
		panic("judgments cannot be added")
	}
	return before, after
}

// TestExtend: sums that new judgments are added to are the sums of all judgments, and
// blocks of which nothing has changed are not summed again.
func TestExtend(t *testing.T) {
	for seed := range fresh.Share(uint64(25)) {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 51), seed))
		missing := []float64{0, 0, .2}[rng.IntN(3)]
		before, after := grownData(rng, 1+rng.IntN(5), 20+rng.IntN(60), rng.IntN(30), rng.IntN(4), missing)
		for _, mode := range []model.Raters{model.RatersPaper, model.RatersAware} {
			was, err := Accumulate(t.Context(), before, &before.Labels[0], mode)
			if err != nil {
				t.Fatal(err)
			}
			kept := *was
			kept.Block = slices.Clone(was.Block)
			got, err := Extend(t.Context(), after, &after.Labels[0], mode, Before{was, before.Start, &before.Labels[0]})
			if err != nil {
				t.Fatal(err)
			}
			want, err := Accumulate(t.Context(), after, &after.Labels[0], mode)
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprint("seed ", seed, " ", mode)
			sameExtended(t, name, got, want)
			shifted := got.ShiftY != was.ShiftY || !slices.Equal(got.Shift, was.Shift) // the first values are others now
			for k, s := range was.Block {
				if mode == model.RatersPaper && !shifted && s != nil && want.Block[k].Objects == s.Objects && blockJudgments(want.Block[k]) == blockJudgments(s) && got.Block[k] != s {
					t.Errorf("%s: block %d is summed again, and nothing in it has changed", name, k)
				}
				if s != kept.Block[k] {
					t.Errorf("%s: the sums before have changed", name)
				}
			}
			again, err := Accumulate(t.Context(), before, &before.Labels[0], mode)
			if err != nil {
				t.Fatal(err)
			}
			sameExtended(t, name+" before", was, again)
		}
	}
}

func blockJudgments(s *Sums) (n int) {
	for _, a := range s.Attr {
		n += a.Judgments
	}
	return n
}

func sameExtended(t *testing.T, name string, got, want *Blocks) {
	t.Helper()
	if got.Mode != want.Mode || got.Ignored != want.Ignored || got.ShiftY != want.ShiftY || !slices.Equal(got.Shift, want.Shift) {
		t.Errorf("%s: other blocks", name)
	}
	for k := range want.Block {
		switch {
		case (got.Block[k] == nil) != (want.Block[k] == nil):
			t.Errorf("%s: block %d is there in one of them", name, k)
		case want.Block[k] != nil:
			sameSums(t, fmt.Sprint(name, " block ", k), expandedSums(got.Block[k]), expandedSums(want.Block[k]))
		}
	}
	sameMoments(t, name, got.Moments(got.Union(nil)), want.Moments(want.Union(nil)))
}

// expandedSums are sums with all pairs written out.
func expandedSums(s *Sums) *Sums {
	out := *s
	for k, p := range s.Pairs {
		if p != nil {
			out.Pairs[k] = expanded(p, s, Kind(k))
		}
	}
	return &out
}

// TestExtendOther: sums of other attributes, labels, modes or shifts are not added to.
func TestExtendOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	before, after := grownData(rng, 3, 30, 5, 0, 0)
	was, err := Accumulate(t.Context(), before, &before.Labels[0], model.RatersPaper)
	if err != nil {
		t.Fatal(err)
	}
	other := after.Labels[0]
	other.Values = slices.Clone(other.Values)
	other.Values[3]++
	for name, c := range map[string]struct {
		label *model.Label
		mode  model.Raters
		old   *Blocks
	}{
		"another label":    {&other, model.RatersPaper, was},
		"another mode":     {&after.Labels[0], model.RatersAware, was},
		"other attributes": {&after.Labels[0], model.RatersPaper, was.Among(4, []int{0, 1, 2})},
		"another shift":    {&after.Labels[0], model.RatersPaper, was.About([]float64{1, 2, 3}, 4)},
	} {
		got, err := Extend(context.Background(), after, c.label, c.mode, Before{c.old, before.Start, &before.Labels[0]})
		if err != nil {
			t.Fatal(err)
		}
		want, err := Accumulate(context.Background(), after, c.label, c.mode)
		if err != nil {
			t.Fatal(err)
		}
		sameExtended(t, name, got, want)
	}
}

// BenchmarkExtend is what 100 new objects cost beside the sums of all.
func BenchmarkExtend(b *testing.B) {
	before, after := grownData(rand.New(rand.NewPCG(1, 2)), 100, 4000, 100, 0, 0)
	for _, mode := range []model.Raters{model.RatersPaper, model.RatersAware} {
		was, err := Accumulate(b.Context(), before, &before.Labels[0], mode)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(string(mode)+"/added", func(b *testing.B) {
			for b.Loop() {
				_, _ = Extend(b.Context(), after, &after.Labels[0], mode, Before{was, before.Start, &before.Labels[0]})
			}
		})
		b.Run(string(mode)+"/all", func(b *testing.B) {
			for b.Loop() {
				_, _ = Accumulate(b.Context(), after, &after.Labels[0], mode)
			}
		})
	}
}

// expanded returns p with P, N and A written out, leaving p alone.
func expanded(p *PairSums, s *Sums, k Kind) *PairSums {
	e := *p
	e.expand(s, k)
	return &e
}
