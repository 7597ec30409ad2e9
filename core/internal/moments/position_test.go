package moments

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// numbered gives every judgment the rater of its place in its cell, by name.
func numbered(ds *model.Dataset) *model.Dataset {
	out := *ds
	out.Raters, out.Rater = nil, make([]int32, len(ds.Rater))
	for i := range ds.Objects {
		place := 0
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if place++; j == ds.Start[i] || ds.Attr[j] != ds.Attr[j-1] {
				place = 0
			}
			out.Rater[j] = int32(place)
			for place >= len(out.Raters) {
				out.Raters = append(out.Raters, fmt.Sprint("place ", len(out.Raters)))
			}
		}
	}
	return &out
}

func byPosition(t testing.TB, ds *model.Dataset) *Blocks {
	t.Helper()
	b, err := AccumulateByPosition(t.Context(), ds, &ds.Labels[0])
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestByPosition: places as raters are raters with these names, but for their
// severity, also where ids are known.
func TestByPosition(t *testing.T) {
	for w, seed := range simulate.Worlds(40, fresh.Seed(t, 4400)) {
		ds := simulate.Draw(w, seed)
		got, want := byPosition(t, ds), accumulate(t, numbered(ds), model.RatersAware)
		want.Severity = nil
		if got.Severity != nil || !got.ByPosition || got.Ignored != 0 {
			t.Fatalf("severity %v, by position %v", got.Severity, got.ByPosition)
		}
		s, u := got.Union(nil), want.Union(nil)
		m := got.Moments(s)
		compare(t, m, want.Moments(u))
		checkSame(t, fmt.Sprint("seed ", seed), got, s, literal{numbered(ds), ds.Labels[0].Values, model.RatersAware, func(int) bool { return true }})
		moved := got.About(got.Shift, got.ShiftY+1).Regroup([][]int{nil})
		if !moved.ByPosition || moved.Severity != nil {
			t.Fatal("what was moved forgot that places are raters")
		}
	}
}

// TestSubsampleByPosition: a pilot drawn from data in which places are raters
// keeps them together, and has no severity.
func TestSubsampleByPosition(t *testing.T) {
	ds := unnamed(simulate.Draw(simulate.World{Objects: 400, Attributes: 3, K: 4, Raters: 9, WholeForms: true, Halo: 2}, 3))
	b := byPosition(t, ds)
	s := NewSampler(ds, &ds.Labels[0], b, func(int) bool { return true })
	u := s.Draw(numbers(s.Objects()), 2, rand.New(rand.NewPCG(1, 1)))
	if !u.Blocks.ByPosition || u.Blocks.Severity != nil {
		t.Fatal("the pilot forgot that places are raters")
	}
	h := u.Blocks.Halo(u.Moments, u.Sums)
	for _, pair := range []int{1, 2, 5} {
		if h.N[pair] != 400 || !(math.Abs(h.C[pair]-4) <= 1.2) {
			t.Errorf("halo of pair %d is %g of %d objects, want 4 of 400", pair, h.C[pair], h.N[pair])
		}
	}
	for _, f := range s.Rest(numbers(50)).HeldOut(u) {
		if f != nil && !f.HasHalo() {
			t.Error("the rest has no same-rater sums")
		}
	}
}

// unnamed takes all rater ids away.
func unnamed(ds *model.Dataset) *model.Dataset {
	out := *ds
	out.Raters, out.Rater = nil, make([]int32, len(ds.Rater))
	for j := range out.Rater {
		out.Rater[j] = model.NoRater
	}
	return &out
}

func positionOf(t testing.TB, ds *model.Dataset) *Position {
	t.Helper()
	p, err := PositionTest(t.Context(), ds, &ds.Labels[0])
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPositionAgainstDefinition sums residual products pair by pair.
func TestPositionAgainstDefinition(t *testing.T) {
	compared := 0
	for w, seed := range simulate.Worlds(72, fresh.Seed(t, 4500)) {
		ds := simulate.Draw(w, seed)
		got := positionOf(t, ds)
		l := literal{ds, ds.Labels[0].Values, model.RatersPaper, func(int) bool { return true }}
		d := len(ds.Attributes)
		v := make([]float64, d)
		for a := range v {
			var n float64
			for _, i := range l.objects() {
				if c := l.cell(i, a); len(c) > 1 {
					v[a] += s2(c)
					n++
				}
			}
			if v[a] /= n; !(v[a] > 1e-20) {
				v[a] = math.NaN()
			}
		}
		num, den := map[int]float64{}, map[int]float64{}
		var sum, pairs float64
		for _, i := range l.objects() {
			for a := range d {
				for b := range a {
					p, q := l.cell(i, a), l.cell(i, b)
					if n := min(len(p), len(q)); n > 1 && v[a] > 0 && v[b] > 0 {
						var x float64
						for j := range n {
							x += (p[j].x - cellMean(p)) * (q[j].x - cellMean(q)) / math.Sqrt(v[a]*v[b])
						}
						k := BlockOf(ds.Objects[i], 50)
						num[k] += x
						den[k] += float64(n - 1)
						sum += x
						pairs += float64(n - 1)
					}
				}
			}
		}
		rho := sum / pairs
		var squares float64
		for k := range den {
			squares += math.Pow(num[k]-rho*den[k], 2)
		}
		k := float64(len(den))
		if se := math.Sqrt(k/(k-1)*squares) / pairs; !near(got.Correlation, rho, 1, 1e-9) || k > 1 && !near(got.SE, se, 1, 1e-9) {
			t.Fatalf("seed %d: %g ± %g, want %g ± %g", seed, got.Correlation, got.SE, rho, se)
		}
		if !math.IsNaN(rho) {
			compared++
		}
	}
	if fresh.Fixed() && compared < 30 {
		t.Errorf("only %d worlds compared", compared)
	}
}

// TestPositionIsUnbiased: with lists of different lengths the correlation at one place
// is the correlation of the errors: .5 if halo and noise are equal, and 0 without halo.
// The standard error is its typical error. Without halo nothing is clear, except by
// chance.
func TestPositionIsUnbiased(t *testing.T) {
	for _, halo := range []float64{0, 1} {
		want := halo * halo / (1 + halo*halo)
		sets := fresh.Share(300)
		var sum, squares, se float64
		clear := 0
		for seed := range fresh.Seeds(t, uint64(4600+1000*halo), 300) {
			p := positionOf(t, lists(rand.New(rand.NewPCG(seed, 6)), 60, halo))
			sum += p.Correlation / float64(sets)
			squares += p.Correlation * p.Correlation / float64(sets)
			se += p.SE / float64(sets)
			if p.Clear {
				clear++
			}
		}
		sd := math.Sqrt(squares - sum*sum)
		if !(math.Abs(sum-want) <= 4*sd/math.Sqrt(float64(sets))+.005) || fresh.Fixed() && (!(se >= .8*sd) || halo == 0 && !(se <= 1.2*sd)) {
			t.Errorf("halo %g: %.4f ± %.4f, want %.4f; standard error %.4f", halo, sum, sd, want, se)
		}
		// Without halo a share of Φ(-2) = .023 is clear. With halo 1 the correlation lies three
		// of its deviations above 2 standard errors: a share of .001 is not clear.
		if halo == 0 && clear > fresh.AtMost(sets, .023) || halo > 0 && sets-clear > fresh.AtMost(sets, .001) {
			t.Errorf("halo %g is clear in %d of %d sets", halo, clear, sets)
		}
	}
}

// lists draws objects with lists of 1 to 5 judgments of three attributes; the
// errors at one place share a normal of that sd.
func lists(rng *rand.Rand, objects int, halo float64) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i := range objects {
		o := b.Object(fmt.Sprint("o", i))
		truth := 3 * rng.NormFloat64()
		b.SetLabel(y, o, truth)
		common := make([]float64, 5)
		for j := range common {
			common[j] = halo * rng.NormFloat64()
		}
		for a := range 3 {
			at := b.Attribute(fmt.Sprint("a", a))
			for j := range 1 + rng.IntN(5) {
				b.Add(o, at, model.NoRater, 100+truth+common[j]+rng.NormFloat64())
			}
		}
	}
	return b.Build()
}

// TestNoPosition: one attribute, or cells of one judgment, have no pairs.
func TestNoPosition(t *testing.T) {
	for _, w := range []simulate.World{{Objects: 30, Attributes: 1, K: 3}, {Objects: 30, Attributes: 3, K: 1}, {}} {
		if p := positionOf(t, simulate.Draw(w, 1)); p.Clear || !math.IsNaN(p.Correlation) || !math.IsNaN(p.SE) {
			t.Errorf("%+v: %+v", w, p)
		}
	}
}
