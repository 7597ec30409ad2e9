package experiment

import (
	"math"
	"testing"
)

// TestFitted: on losses that lie on a line in 1/n, what is extrapolated lies on
// it too.
func TestFitted(t *testing.T) {
	for _, c := range []struct{ n, most int }{{50, 80}, {80, 80}, {81, 80}, {1000, 80}, {1_000_000_000, 704}, {30, 20}} {
		sizes, weights := fitted(c.n, c.most)
		if direct := c.n <= c.most; direct != (len(sizes) == 1) {
			t.Errorf("%v: drawn with %v objects", c, sizes)
		}
		var got, sum float64
		for i, size := range sizes {
			if size > c.most {
				t.Errorf("%v: %d objects are drawn", c, size)
			}
			got += weights[i] * (2 + 30/float64(size))
			sum += weights[i]
		}
		if want := 2 + 30/float64(c.n); !(math.Abs(got-want) <= 1e-9) || !(math.Abs(sum-1) <= 1e-9) {
			t.Errorf("%v: %g from weights of sum %g, want %g", c, got, sum, want)
		}
	}
}
