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

// severalForms draws objects whose attributes are on some forms, each filled by raters
// of its own, some of whom fill another one too; of some objects judgments are
// missing, and most attributes of others.
func severalForms(rng *rand.Rand, objects, d, forms int, missing float64) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for a := range d {
		b.Attribute(fmt.Sprint("a", a))
	}
	for i := range objects {
		o := b.Object(fmt.Sprint("o", i))
		truth := rng.NormFloat64()
		b.SetLabel(y, o, truth)
		lack := missing
		if rng.IntN(4) == 0 {
			lack = .8
		}
		var judged []func()
		for f := range forms {
			for _, w := range rng.Perm(8)[:1+rng.IntN(4)] {
				halo := rng.NormFloat64()
				for a := f; a < d; a += forms {
					if rng.Float64() >= lack {
						x := truth + halo*float64(1+a) + rng.NormFloat64() + 10
						judged = append(judged, func() { b.Add(o, a, b.RaterID(fmt.Sprint("w", w)), x) })
					}
				}
			}
		}
		if rng.IntN(3) == 0 { // rows of a file that come in any order
			rng.Shuffle(len(judged), func(i, j int) { judged[i], judged[j] = judged[j], judged[i] })
		}
		for _, add := range judged {
			add()
		}
	}
	return b.Build()
}

// pairByPair returns the sums of a block of all objects of v without any grid.
func pairByPair(v *view, objects []int) *Sums {
	c := newAccumulator(v)
	s := NewSums(v.d)
	c.mean = zeroed(c.mean, len(objects)*v.d)
	for row, i := range objects {
		c.object(s, row, i)
	}
	all := &PairSums{P: make([]float64, v.d*(v.d+1)/2), N: make([]float64, v.d*v.d), A: make([]float64, v.d*v.d)}
	for row, i := range objects {
		has := v.attributes(i, nil)
		for _, a := range has {
			for _, b := range has {
				a, b := int(a), int(b)
				if a <= b {
					all.P[PlaceOf(a, b, v.d)] += c.mean[row*v.d+a] * c.mean[row*v.d+b]
				}
				all.A[a*v.d+b] += c.mean[row*v.d+a]
				all.N[a*v.d+b]++
			}
		}
	}
	different, same := all.clone(), new(PairSums)
	for row, i := range objects {
		c.correctObject(s, different, same, i, c.mean[row*v.d:][:v.d])
	}
	s.Pairs = [kinds]*PairSums{all, different, same}
	return s
}

// TestRepeatedRaters compares the sums of drawn pilots, in which cells of two judgments give
// one of them again, with the sums pair by pair: a rater who is in a cell twice is one rater.
func TestRepeatedRaters(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 53))
	ds := simulate.Draw(simulate.World{Objects: 20, Attributes: 9, K: 2, Raters: 7, WholeForms: true, Ragged: .1}, 1)
	whole := accumulate(t, ds, model.RatersAware)
	u := NewSampler(ds, &ds.Labels[0], whole, func(int) bool { return true }).Draw(numbers(20), 3, rng)
	if u.Repeated < 100 {
		t.Fatalf("%d judgments were drawn again: the test lost its power", u.Repeated)
	}
	samePairs(t, "drawn again", u.Sums, pairByPair(u.v, numbers(20)))
}

// samePairs compares the sums of all pairs of attributes, as shares of what is summed.
func samePairs(t *testing.T, name string, got, want *Sums) {
	t.Helper()
	for kind := range Kind(kinds) {
		for a := range want.Attr {
			for b := a + 1; b < len(want.Attr); b++ {
				var g, w [4]float64
				g[0], g[1], g[2], g[3] = got.pair(kind, a, b)
				w[0], w[1], w[2], w[3] = want.pair(kind, a, b)
				x, y := &got.Attr[a], &got.Attr[b]
				scale := float64(got.Objects) + math.Sqrt((x.XX+x.S2)*(y.XX+y.S2)) // bounds what is summed
				for k := range g {
					if !near(g[k], w[k], scale, 1e-12) {
						t.Fatalf("%s, kind %d, pair %d,%d: %v, want %v", name, kind, a, b, g, w)
					}
				}
			}
		}
	}
}

// TestGridsAgainstPairs compares the sums of grids with the sums of the same objects
// pair by pair: single forms and several, with and without gaps.
func TestGridsAgainstPairs(t *testing.T) {
	byGrids, byPairs, both := 0, 0, 0
	for seed := range fresh.Seeds(t, 5100, 108) {
		rng := rand.New(rand.NewPCG(seed, 51))
		d := 1 + rng.IntN(30)
		ds := severalForms(rng, 1+rng.IntN(25), d, 1+rng.IntN(min(d, 5)), []float64{0, .02, .3}[rng.IntN(3)])
		v := newView(ds, &ds.Labels[0], model.RatersAware)
		var objects []int
		c := newAccumulator(v)
		for i := range v.y {
			if !v.counts(i) {
				continue
			}
			objects = append(objects, i)
			covered := c.grid.find(i)
			if !covered {
				byPairs++
			}
			if len(c.grid.has) > 0 {
				byGrids++
				if !covered {
					both++
				}
			}
		}
		samePairs(t, fmt.Sprint("seed ", seed), c.block(objects), pairByPair(v, objects))
	}
	if fresh.Fixed() && (byGrids < 300 || byPairs < 100 || both < 10) {
		t.Errorf("%d grids, %d objects pair by pair, %d of them beside a grid: the test lost its power", byGrids, byPairs, both)
	}
}
