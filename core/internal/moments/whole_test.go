package moments

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestWhole compares the sums of whole objects with the sums of the same objects
// treated as ordinary.
func TestWhole(t *testing.T) {
	for _, k := range []int{1, 2, 3, 5} {
		for _, w := range []simulate.World{
			{Objects: 40, Attributes: 9, K: k, Raters: 7, WholeForms: true},
			{Objects: 40, Attributes: 9, K: k, Raters: 7, WholeForms: true, Missing: .03},
		} {
			ds := simulate.Draw(w, uint64(k))
			shuffleCells(rand.New(rand.NewPCG(57, uint64(k))), ds, .1)
			for _, mode := range []model.Raters{model.RatersPaper, model.RatersAware} {
				name := fmt.Sprintf("k=%d, missing %g, %s", k, w.Missing, mode)
				v := newView(ds, &ds.Labels[0], mode)
				whole, turned := 0, 0
				for i := range v.y {
					if n := v.wholeOf(i); n != 0 && n != k {
						t.Fatalf("%s: object %d has %d judgments of each attribute", name, i, n)
					} else if n > 0 {
						whole++
					}
					if v.whole != nil && v.whole[i] > mixed {
						turned++
					}
				}
				if mode == model.RatersAware && k > 1 && turned == 0 {
					t.Errorf("%s: no object has cells in several orders", name)
				}
				if aware := mode == model.RatersAware && k < 2; whole == 0 != aware || w.Missing > 0 && whole == 40 {
					t.Fatalf("%s: %d whole objects", name, whole)
				}
				slow := *v
				slow.whole = make([]uint8, len(v.y))
				sameSums(t, name, newAccumulator(v).block(numbers(len(v.y))), newAccumulator(&slow).block(numbers(len(v.y))))
				if mode == model.RatersPaper {
					continue
				}
				fast, literal := newSeverity(v), newSeverity(&slow)
				closeAll(t, name+": severity", fast.K, literal.K)
				closeAll(t, name+": share", fast.Share, literal.Share)
				for id, cells := range literal.Raters {
					for a, c := range cells {
						if f := fast.Raters[id][a]; f.Attr != c.Attr || f.N != c.N {
							t.Errorf("%s: rater %d gave %+v, want %+v", name, id, f, c)
						}
					}
				}
			}
		}
	}
}

// shuffleCells puts the judgments of most objects' cells in other orders, each with a chance.
func shuffleCells(rng *rand.Rand, ds *model.Dataset, chance float64) {
	for j := 1; j < len(ds.Attr); j++ {
		if ds.Attr[j] == ds.Attr[j-1] && rng.Float64() < chance {
			ds.Value[j], ds.Value[j-1] = ds.Value[j-1], ds.Value[j]
			ds.Rater[j], ds.Rater[j-1] = ds.Rater[j-1], ds.Rater[j]
		}
	}
}

// TestFindWhole compares whole objects with their definition, among objects that hold as many
// judgments by chance, with forms to compare with and without.
func TestFindWhole(t *testing.T) {
	whole, alike := 0, 0
	for seed := range fresh.Seeds(t, 5400, 30) {
		rng := rand.New(rand.NewPCG(seed, 54))
		d := 1 + rng.IntN(70)
		ds := severalForms(rng, 20, d, 1, 0)
		v := newView(ds, &ds.Labels[0], []model.Raters{model.RatersPaper, model.RatersAware}[rng.IntN(2)])
		v.attr, v.rater = slices.Clone(v.attr), slices.Clone(v.rater)
		for i := range v.y { // spoil some
			if lo, hi := v.start[i], v.start[i+1]; hi > lo && rng.IntN(2) == 0 {
				j := lo + rng.IntN(hi-lo)
				v.attr[j] = min(v.attr[j]+int32(rng.IntN(2)), int32(d-1))
				slices.Sort(v.attr[lo:hi])
				v.rater[j] = (v.rater[j] + int32(rng.IntN(2))) % int32(v.raters)
			}
		}
		v.whole = nil
		slow := *v
		slow.forms = [mostWhole + 1][]int32{}
		for i := range v.y {
			want := v.literalWhole(i)
			if got := v.wholeOf(i); got != want || slow.wholeOf(i) != want {
				t.Fatalf("seed %d: object %d has %d judgments a cell, want %d", seed, i, got, want)
			}
			if want > 0 {
				whole++
			} else if v.perCell(i) > 0 {
				alike++
			}
		}
	}
	if fresh.Fixed() && (whole < 50 || alike < 50) {
		t.Errorf("%d whole objects, %d like them: the test lost its power", whole, alike)
	}
}

// literalWhole is wholeOf by its definition.
func (v *view) literalWhole(i int) int {
	cells := map[int32][]int32{}
	for j := v.start[i]; j < v.start[i+1]; j++ {
		cells[v.attr[j]] = append(cells[v.attr[j]], v.rater[j])
	}
	first := slices.Sorted(slices.Values(cells[0]))
	distinct := slices.Compact(slices.Sorted(slices.Values(first)))
	if len(first) == 0 || len(first) > mostWhole || v.aware && (len(first) < 2 || len(distinct) < len(first) || slices.Contains(first, model.NoRater)) {
		return 0
	}
	for a := range v.d {
		if c := cells[int32(a)]; len(c) != len(first) || v.aware && !slices.Equal(slices.Sorted(slices.Values(c)), first) {
			return 0
		}
	}
	return len(first)
}

// TestAddWhole adds sums of objects whose forms are whole, by two raters and by three, and of
// others, in all orders. It compares them with the sums of all objects at once, and of products
// with sums over objects one by one.
func TestAddWhole(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 58))
		b := new(model.Builder)
		y, d := b.AddLabel("y"), 5
		for i := range 36 {
			o := b.Object(fmt.Sprint(i))
			b.SetLabel(y, o, rng.NormFloat64())
			for w := range 2 + i/12%2 {
				for a := range d {
					if i < 24 || rng.IntN(3) > 0 {
						b.Add(o, b.Attribute(fmt.Sprint(a)), b.RaterID(fmt.Sprint((i+w)%7)), 10+rng.NormFloat64())
					}
				}
			}
		}
		ds := b.Build()
		v := newView(ds, &ds.Labels[0], model.RatersAware)
		all := numbers(len(v.y))
		parts := [][]int{all[:6], all[6:12], all[12:24], all[24:]}
		want := expandedSums(newAccumulator(v).block(all))
		different, same := make([]float64, d*d), make([]float64, d*d)
		for i := range all[:24] {
			one := newAccumulator(v).block(all[i : i+1])
			(&PairSums{P: different}).addUpper(one.Written(DifferentRaters), d)
			(&PairSums{P: same}).addUpper(one.Pairs[SameRater], d)
		}
		forms := newAccumulator(v).block(all[:24])
		closeAll(t, "different raters", forms.Written(DifferentRaters).P, different)
		closeAll(t, "same rater", forms.Pairs[SameRater].P, same)
		for range 12 {
			sum, kept := newSums(d), 0
			for _, p := range rng.Perm(len(parts)) {
				part := newAccumulator(v).block(parts[p])
				sum.add(part)
				if part.Pairs[DifferentRaters].raters > 0 {
					kept++
				}
			}
			if kept != 3 {
				t.Fatalf("seed %d: %d parts of whole forms", seed, kept)
			}
			sameSums(t, fmt.Sprint("seed ", seed), expandedSums(sum), want)
		}
	}
}

// sameSums compares sums to twelve digits.
func sameSums(t *testing.T, name string, got, want *Sums) {
	t.Helper()
	for a := range want.Attr {
		g, w := &got.Attr[a], &want.Attr[a]
		if g.Objects != w.Objects || g.Judgments != w.Judgments || g.Repeated != w.Repeated || g.Single != w.Single ||
			g.Fewest != w.Fewest || g.Most != w.Most || g.Min != w.Min || g.Max != w.Max {
			t.Errorf("%s: attribute %d has %+v, want %+v", name, a, g, w)
		}
		closeAll(t, name, []float64{g.X, g.XX, g.XY, g.Y, g.YY, g.S2, g.S2n}, []float64{w.X, w.XX, w.XY, w.Y, w.YY, w.S2, w.S2n})
	}
	for kind := range want.Pairs {
		p, q := want.Written(Kind(kind)), got.Written(Kind(kind))
		if p == nil {
			continue
		}
		for what, pair := range map[string][2][]float64{"N": {q.N, p.N}, "A": {q.A, p.A}, "P": {q.P, p.P}} {
			closeAll(t, fmt.Sprint(name, ": ", what, " of kind ", kind), pair[0], pair[1])
		}
	}
}

func closeAll(t *testing.T, name string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d figures, want %d", name, len(got), len(want))
		return
	}
	size := 1.
	for _, x := range want {
		size = max(size, math.Abs(x))
	}
	for i, x := range want {
		if !(math.Abs(got[i]-x) <= 1e-12*size) {
			t.Errorf("%s: figure %d is %g, want %g", name, i, got[i], x)
			return
		}
	}
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

// expanded returns p with P, N and A written out, leaving p alone.
func expanded(p *PairSums, s *Sums, k Kind) *PairSums {
	e := *p
	e.expand(s, k)
	return &e
}
