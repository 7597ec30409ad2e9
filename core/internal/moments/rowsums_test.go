package moments

import (
	"math/rand/v2"
	"testing"
)

// TestRowSums compares sums of gathered rows with the same sums at once, over several flushes, and
// in a second use of the same room.
func TestRowSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 57))
	var sums rowSums
	var into [2]rowSum
	for _, d := range []int{300, 7} {
		var got, want [2][]float64
		sums.begin(d)
		for k := range into {
			got[k], want[k] = make([]float64, d*d), make([]float64, d*d)
			sums.to(&into[k], got[k])
		}
		flushed := 0
		for range 3 * gathered / d {
			first, rows := sums.gather(1 + rng.IntN(3))
			if first == 0 {
				flushed++
			}
			for i := range rows {
				if rows[i] != 0 {
					t.Fatal("gathered rows are not 0")
				}
				rows[i] = rng.NormFloat64()
			}
			for range rng.IntN(5) {
				k, a, row, factor := rng.IntN(2), rng.IntN(d), rng.IntN(len(rows)/d), rng.NormFloat64()
				into[k].add(a, first+row, factor)
				for b, x := range rows[row*d:][:d] {
					want[k][a*d+b] += factor * x
				}
			}
		}
		sums.flush()
		if flushed < 3 {
			t.Fatalf("the rows were flushed %d times: nothing was tested", flushed)
		}
		for k := range into {
			for i := range got[k] {
				if !near(got[k][i], want[k][i], 100, 1e-13) {
					t.Fatalf("matrix %d, entry %d of %d columns: %g, want %g", k, i, d, got[k][i], want[k][i])
				}
			}
		}
	}
}
