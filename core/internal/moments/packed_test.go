package moments

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// TestPacked: what was packed comes back in every digit, and takes half the room.
func TestPacked(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, d := range []int{1, 2, 32 - 1, 32, 32 + 1, 3*32 + 5} {
		x := make([]float64, d*d)
		for i := range d {
			for j := range i + 1 {
				x[i*d+j] = rng.NormFloat64()
				x[j*d+i] = x[i*d+j]
			}
		}
		p := Pack(x, d)
		if cap(p.upper) > d*(d+1)/2 {
			t.Errorf("%d rows take %d numbers", d, cap(p.upper))
		}
		if !slices.Equal(p.Full(), x) {
			t.Errorf("%d rows come back otherwise", d)
		}
	}
	if Pack(nil, 3).Full() != nil {
		t.Error("nothing became something")
	}
}

// TestPackedSums: blocks at rest that are packed say what they say in whole, digit for digit, if
// all are packed or every other one, on whole forms and with gaps.
func TestPackedSums(t *testing.T) {
	for name, w := range map[string]simulate.World{
		"whole forms":  {Objects: 200, Attributes: 5, K: 2, Raters: 2, WholeForms: true, Halo: 1},
		"other raters": {Objects: 200, Attributes: 5, K: 3, Raters: 9, WholeForms: true, Halo: 1},
		"gaps":         {Objects: 200, Attributes: 5, K: 3, Raters: 6, Missing: .2, Halo: .5},
	} {
		for _, mode := range []model.Raters{model.RatersPaper, model.RatersAware} {
			ds := simulate.Draw(w, 3)
			want := says(t, ds, mode, func(int) bool { return false })
			for _, every := range []int{1, 2} {
				if got := says(t, ds, mode, func(k int) bool { return k%every == 0 }); !reflect.DeepEqual(got, want) {
					t.Errorf("%s, raters %s: packed, every block of %d says something else", name, mode, every)
				}
			}
		}
	}
}

// says are the figures that are made of block sums, some of them packed.
func says(t *testing.T, ds *model.Dataset, mode model.Raters, packed func(k int) bool) string {
	t.Helper()
	b, err := Accumulate(t.Context(), ds, &ds.Labels[0], mode)
	if err != nil {
		t.Fatal(err)
	}
	for k, s := range b.Block {
		if s != nil && packed(k) {
			s.pack()
			if p := s.Pairs[AllPairs]; len(p.P) != b.d*(b.d+1)/2 {
				t.Fatalf("a packed block takes %d numbers", len(p.P))
			}
		}
	}
	sums, folds := b.Union(nil), b.Folds(10)
	m := b.Moments(sums)
	held := b.HeldOut(folds[3], b.Moments(b.Without(folds)[3]), sums)
	all := []int{0, 1, 2, 3, 4}
	var text []any
	for k := range sums.Pairs {
		for i := range b.d {
			for j := i + 1; j < b.d; j++ {
				n, p, x, y := b.Without(folds)[3].pair(Kind(k), i, j)
				text = append(text, n, p, x, y)
			}
		}
	}
	written := b.Block[folds[3][0]].Written(AllPairs)
	return fmt.Sprint(m.Sigma, b.Halo(m, sums).C, b.CellNoise(sums, m), b.CellMeans(sums, m), held[0].Quadratic(all, nil), held[0].Halo(all, nil),
		written.P[1], written.N, text)
}
