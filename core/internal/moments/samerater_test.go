package moments

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// sameRater computes by their definition, object by object, the SameRater sums
// of a pair about a shift.
func (l literal) sameRater(a, b int, shift []float64) (n, p, ab, ba float64) {
	for _, i := range l.objects() {
		var kind [2]struct{ n, xy, x, y float64 }
		for _, j := range l.cell(i, a) {
			for _, k := range l.cell(i, b) {
				o := &kind[0]
				if j.rater != k.rater {
					o = &kind[1]
				}
				x, y := j.x-shift[a], k.x-shift[b]
				o.n++
				o.xy += x * y
				o.x += x
				o.y += y
			}
		}
		same, different := kind[0], kind[1]
		if same.n > 0 && different.n > 0 {
			n++
			p += same.xy/same.n - different.xy/different.n
			ab += same.x/same.n - different.x/different.n
			ba += same.y/same.n - different.y/different.n
		}
	}
	return n, p, ab, ba
}

// forms draws whole forms of different numbers of raters, from 2 to most, and
// some objects that a cell or a rater's name is taken from.
func forms(rng *rand.Rand, objects, d, most int, spoilt float64) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for a := range d {
		b.Attribute(fmt.Sprint("a", a))
	}
	for i := range objects {
		o := b.Object(fmt.Sprint("o", i))
		truth := rng.NormFloat64()
		b.SetLabel(y, o, truth)
		raters := rng.Perm(20)[:2+rng.IntN(most-1)]
		missing, anonymous := -1, -1
		if rng.Float64() < spoilt {
			missing, anonymous = rng.IntN(d), rng.IntN(d)
		}
		for _, w := range raters {
			halo := rng.NormFloat64()
			for a := range d {
				id := b.RaterID(fmt.Sprint("w", w))
				if a == anonymous {
					id = model.NoRater
				}
				if a != missing {
					b.Add(o, a, id, truth+halo*float64(1+a)+rng.NormFloat64()+10)
				}
			}
		}
	}
	return b.Build()
}

// checkSame compares the SameRater sums of s, about the shift of b, with the
// objects of l.
func checkSame(t *testing.T, name string, b *Blocks, s *Sums, l literal) (pairs int) {
	t.Helper()
	size := b.Moments(b.Union(nil))
	for i := range b.d {
		for j := i + 1; j < b.d; j++ {
			n, p, ij, ji := s.pair(SameRater, i, j)
			wn, wp, wij, wji := l.sameRater(i, j, b.Shift)
			si, sj := math.Abs(size.Attr[i].Mean-b.Shift[i])+sizeOf(&size.Attr[i]), math.Abs(size.Attr[j].Mean-b.Shift[j])+sizeOf(&size.Attr[j])
			rounding := 1e-9 * float64(1+s.Objects)
			if n != wn || !near(p, wp, si*sj, rounding) || !near(ij, wij, si, rounding) || !near(ji, wji, sj, rounding) {
				t.Fatalf("%s: pair %d,%d: N %g P %g A %g %g, want %g %g %g %g", name, i, j, n, p, ij, ji, wn, wp, wij, wji)
			}
			if same := s.Pairs[SameRater]; same != nil && same.N != nil && same.N[j*b.d+i] != n {
				t.Fatalf("%s: N is not symmetric", name)
			}
			if n > 0 {
				pairs++
			}
		}
	}
	return pairs
}

// TestSameRaterAgainstDefinition: in every path, and of every union.
func TestSameRaterAgainstDefinition(t *testing.T) {
	pairs, whole, mixed := 0, 0, 0
	check := func(name string, ds *model.Dataset, seed uint64) {
		b := accumulate(t, ds, model.RatersAware)
		complete, gaps := 0, 0
		for _, s := range b.Block {
			if s != nil && s.Pairs[SameRater].complete() {
				complete++
			} else if s != nil {
				gaps++
			}
		}
		if complete > 0 {
			whole++
			if gaps > 0 {
				mixed++
			}
		}
		all := literal{ds, ds.Labels[0].Values, model.RatersAware, func(int) bool { return true }}
		pairs += checkSame(t, name, b, b.Union(nil), all)
		part := all
		in := func(k int) bool { return k%3 != int(seed%3) }
		part.in = func(i int) bool { return in(BlockOf(ds.Objects[i], len(b.Block))) }
		pairs += checkSame(t, name, b, b.Union(in), part)
	}
	for w, seed := range simulate.Worlds(150, fresh.Seed(t, 4000)) {
		check(fmt.Sprintf("%+v seed %d", w, seed), simulate.Draw(w, seed), seed)
	}
	for seed := range fresh.Seeds(t, 0, 40) {
		rng := rand.New(rand.NewPCG(seed, 2))
		most := 2 + rng.IntN(4)
		check(fmt.Sprintf("forms of up to %d, seed %d", most, seed), forms(rng, 60+rng.IntN(200), 1+rng.IntN(5), most, []float64{0, .05, 1}[seed%3]), seed)
	}
	if fresh.Fixed() && (pairs < 1000 || whole < 20 || mixed < 8) {
		t.Errorf("%d pairs, %d worlds with whole forms, %d of them with others too: the test lost its power", pairs, whole, mixed)
	}
}

// TestSameRaterMoves: after any change of blocks, the sums are the sums of the objects,
// about the blocks' present shift.
func TestSameRaterMoves(t *testing.T) {
	check := func(ds *model.Dataset, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 3))
		b := accumulate(t, ds, model.RatersAware)
		all := literal{ds, ds.Labels[0].Values, model.RatersAware, func(int) bool { return true }}
		of := func(i int) int { return BlockOf(ds.Objects[i], len(b.Block)) }

		moved := slices.Clone(b.Shift)
		for a := range moved {
			moved[a] += rng.NormFloat64()
		}
		about := b.About(moved, b.ShiftY+1)
		checkSame(t, "about", about, about.Union(nil), all)

		for _, fold := range b.Folds(7) {
			left := all
			left.in = func(i int) bool { return !slices.Contains(fold, of(i)) }
			checkSame(t, "without", b, b.Union(func(k int) bool { return !slices.Contains(fold, k) }), left)
		}

		times := make([]int, len(b.Block))
		for k := range times {
			times[k] = 1
		}
		checkSame(t, "resample", b, b.Resample(times), all)

		groups := make([][]int, 4)
		for k, s := range b.Block {
			if s != nil {
				groups[k%4] = append(groups[k%4], k)
			}
		}
		g := b.Regroup(groups)
		checkSame(t, "regroup", g, g.Union(nil), all)

		odd := func(i int) int { return of(i) % 2 }
		m := Merge(part(b, 0, b.Raters(), rng), part(b, 1, nil, rng), nil)
		checkSame(t, "merge", m, m.Union(nil), all)
		first := all
		first.in = func(i int) bool { return odd(i) == 0 }
		checkSame(t, "half", m, m.Union(func(k int) bool { return k%2 == 0 }), first)

		place := rng.Perm(b.d + 1)[:b.d] // one more, that nobody judged
		among := b.Among(b.d+1, place)
		s, u := among.Union(nil), b.Union(nil)
		for i := range b.d {
			for j := range i {
				n, p, ji, ij := u.pair(SameRater, j, i)
				x, y := place[j], place[i]
				if x > y {
					x, y, ji, ij = y, x, ij, ji
				}
				gn, gp, gji, gij := s.pair(SameRater, x, y)
				if gn != n || gp != p || gji != ji || gij != ij {
					t.Fatalf("among: pair %d,%d is %g %g %g %g, want %g %g %g %g", j, i, gn, gp, gji, gij, n, p, ji, ij)
				}
			}
		}
	}
	for w, seed := range simulate.Worlds(40, fresh.Seed(t, 4100)) {
		check(simulate.Draw(w, seed), seed)
	}
	for seed := range fresh.Seeds(t, 0, 12) {
		check(forms(rand.New(rand.NewPCG(seed, 4)), 80, 1+int(seed%4), 2+int(seed%3), []float64{0, .03}[seed%2]), seed)
	}
}

// TestHeldOutHalo compares the forms with their definition, in the aware mode
// and, with the offsets of the training part taken off by hand, in the fixed one.
func TestHeldOutHalo(t *testing.T) {
	compared, zero := 0, 0
	check := func(name string, b *Blocks, whole *Sums, l literal, folds int) {
		held := b.Folds(folds)[0]
		train := b.Moments(b.Union(func(k int) bool { return !slices.Contains(held, k) }))
		for n, h := range b.HeldOut(held, train, whole) {
			_, halo := h.matrices()
			own := l
			own.in = func(i int) bool { return BlockOf(l.ds.Objects[i], len(b.Block)) == held[n] }
			for i := range b.d {
				for j := range b.d {
					var want float64
					ti, tj := &train.Attr[i], &train.Attr[j]
					if i != j && ti.Status == Usable && tj.Status == Usable {
						zeros := make([]float64, b.d)
						mean := make([]float64, b.d)
						for a := range mean {
							mean[a] = train.Attr[a].Mean
						}
						// About the training means A is not needed.
						_, p, _, _ := own.sameRater(i, j, mean)
						if all, _, _, _ := l.sameRater(i, j, zeros); all > 0 {
							want = p / all / (ti.T * tj.T)
							compared++
						} else {
							zero++
						}
					}
					if !near(halo[i*b.d+j], want, 1+math.Abs(want)+sizeOf(ti)*sizeOf(tj)/(ti.T*tj.T), 1e-9) {
						t.Fatalf("%s: [%d,%d] of block %d is %g, want %g", name, i, j, held[n], halo[i*b.d+j], want)
					}
				}
			}
		}
	}
	for w, seed := range simulate.Worlds(90, fresh.Seed(t, 4200)) {
		w.Objects, w.Attributes = 20+w.Objects%16, min(w.Attributes, 4)
		ds := simulate.Draw(w, seed)
		b := accumulate(t, ds, model.RatersAware)
		if len(b.Folds(4)) < 2 {
			continue
		}
		check(fmt.Sprint("world ", seed), b, b.Union(nil), literal{ds, ds.Labels[0].Values, model.RatersAware, func(int) bool { return true }}, 4)
		p := accumulate(t, ds, model.RatersPaper)
		if u := p.Union(nil); p.HeldOut(p.Folds(4)[0], p.Moments(u), u)[0].HasHalo() {
			t.Fatal("the paper mode has same-rater sums")
		}
	}
	for seed := range fresh.Seeds(t, 0, 4) {
		ds := simulate.Draw(simulate.World{Objects: 90, Attributes: 3, K: 3, Raters: 3, WholeForms: seed%2 == 0, Severity: 2, Halo: 1}, seed)
		held := accumulate(t, ds, model.RatersFixed).Folds(5)[0]
		in := func(k int) bool { return !slices.Contains(held, k) }
		b, err := AccumulateWithOffsets(context.Background(), ds, &ds.Labels[0], in)
		if err != nil {
			t.Fatal(err)
		}
		off := literal{ds, ds.Labels[0].Values, model.RatersAware, func(i int) bool { return in(BlockOf(ds.Objects[i], 50)) }}.withoutOffsets()
		whole := accumulate(t, ds, model.RatersFixed)
		check(fmt.Sprint("panel ", seed), b, whole.Union(nil), literal{off, ds.Labels[0].Values, model.RatersAware, func(int) bool { return true }}, 5)
	}
	if fresh.Fixed() && (compared < 1000 || zero < 50) {
		t.Errorf("%d compared and %d without: the test lost its power", compared, zero)
	}
}

// TestProjectHalo: C⁺ is positive semi-definite with v on its diagonal, is C
// where nothing is cut, and has no unit.
func TestProjectHalo(t *testing.T) {
	cut, kept := 0, 0
	for seed := range fresh.Seeds(t, 0, 96) {
		rng := rand.New(rand.NewPCG(seed, 5))
		d := 2 + rng.IntN(5)
		m, h := &Moments{Attr: make([]Attribute, d)}, &Halo{C: make([]float64, d*d)}
		for a := range d {
			m.Attr[a] = Attribute{V: math.Exp(4 * rng.NormFloat64()), T: 1, Mean: 1}
			if rng.IntN(8) == 0 {
				m.Attr[a].V = 0
			}
			if rng.IntN(8) == 0 {
				m.Attr[a].Status, m.Attr[a].V = SingleCells, math.NaN()
			}
			h.C[a*d+a] = m.Attr[a].V
			for b := range a {
				c := (.5 + .5*float64(seed%3)*rng.NormFloat64()) * math.Sqrt(m.Attr[a].V*m.Attr[b].V)
				h.C[a*d+b], h.C[b*d+a] = c, c
			}
		}
		p := m.ProjectHalo(h)
		if p.Cut > 0 {
			cut++
		} else {
			kept++
		}
		x := make([]float64, d)
		for range 50 { // no direction has a negative variance
			var sum, size float64
			for a := range x {
				x[a] = 0
				if m.Attr[a].V > 0 {
					x[a] = rng.NormFloat64() / math.Sqrt(m.Attr[a].V)
				}
			}
			for i, c := range p.C {
				sum += x[i/d] * x[i%d] * c
				size += math.Abs(x[i/d] * x[i%d] * c)
			}
			if !(sum >= -1e-12*size) {
				t.Fatalf("seed %d: a variance of %g", seed, sum)
			}
		}
		for i, c := range p.C {
			a, b := i/d, i%d
			switch unusable := m.Attr[a].Status != Usable || m.Attr[b].Status != Usable; {
			case unusable, m.Attr[a].V == 0, m.Attr[b].V == 0:
				if c != 0 {
					t.Errorf("seed %d: C⁺[%d,%d] = %g, want 0", seed, a, b, c)
				}
			case a == b && c != m.Attr[a].V, p.Cut == 0 && c != h.C[i], c != p.C[b*d+a]:
				t.Errorf("seed %d: C⁺[%d,%d] = %g, v %g, C %g", seed, a, b, c, m.Attr[a].V, h.C[i])
			}
		}
		checkUnits(t, m, h, p)
	}
	if fresh.Fixed() && (cut < 15 || kept < 10) {
		t.Errorf("%d projections cut and %d did not: the test lost its power", cut, kept)
	}
}

// checkUnits measures attribute 0 in other units.
func checkUnits(t *testing.T, m *Moments, h *Halo, p ProjectedHalo) {
	t.Helper()
	const unit = 1 << 10
	d := len(m.Attr)
	n, g := *m, &Halo{C: slices.Clone(h.C)}
	n.Attr = slices.Clone(m.Attr)
	n.Attr[0].V *= unit * unit
	n.Attr[0].T *= unit
	n.Attr[0].Mean *= unit
	for a := range d {
		g.C[a] *= unit
		g.C[a*d] *= unit
	}
	q := n.ProjectHalo(g)
	for i, c := range q.C {
		want := p.C[i]
		if !near(c, want, math.Abs(want), 1e-9) || !near(q.Cut, p.Cut, 1, 1e-12) {
			t.Errorf("in other units C⁺[%d] is %g, want %g", i, c, want)
		}
	}
}

// TestProjectHaloByHand: correlations of 1, 1 and -1 between three errors cannot
// be; worked out by hand, [1 1 1; 1 1 -1; 1 -1 1] has eigenvalues 2, 2, -1, the
// last on (1,-1,-1)/√3, and without it 4/3 on the diagonal and 2/3 beside it.
func TestProjectHaloByHand(t *testing.T) {
	m := &Moments{Attr: []Attribute{{V: 4, T: 1}, {V: 4, T: 1}, {V: 4, T: 1}}}
	h := &Halo{C: []float64{4, 4, 4, 4, 4, -4, 4, -4, 4}}
	p := m.ProjectHalo(h)
	for i, want := range []float64{4, 2, 2, 2, 4, -2, 2, -2, 4} {
		if !near(p.C[i], want, 4, 1e-14) {
			t.Errorf("C⁺[%d] = %g, want %g", i, p.C[i], want)
		}
	}
	if !near(p.Cut, .2, 1, 1e-14) {
		t.Errorf("cut %g, want 1/5", p.Cut)
	}
}
