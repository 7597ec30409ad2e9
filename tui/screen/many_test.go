package screen

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/internal/fresh"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
)

// TestLargest: the largest of many numbers are the first of all in order.
func TestLargest(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 81), 0))
	for range 300 {
		x := make([]float64, rng.IntN(12))
		var want []int
		for k := range x {
			if x[k] = float64(rng.IntN(7) - 3); x[k] == 3 {
				x[k] = math.NaN()
				continue
			}
			want = append(want, k)
		}
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(math.Abs(x[b]), math.Abs(x[a])) })
		n := 1 + rng.IntN(5)
		if want = want[:min(n, len(want))]; !slices.Equal(largest(x, n), want) {
			t.Fatalf("the %d largest of %v are %v, want %v", n, x, largest(x, n), want)
		}
	}
}

// bodies is the bundled sample of that name.
func bodies(t testing.TB) *model.Dataset {
	t.Helper()
	s, err := sampledata.Get("bodies")
	if err != nil {
		t.Fatal(err)
	}
	ds, err := s.Open(t.Context(), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ds
}
