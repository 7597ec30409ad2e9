package figure

import (
	"math"
	"slices"
	"testing"
)

func TestPoints(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   []string
	}{
		{[]float64{1524.3, .0712, 12.5, math.NaN()}, []string{"1524    ", "    .071", "  12.5  ", " n/a    "}},
		{[]float64{0, -.5, math.Inf(1)}, []string{"0    ", "-.500", "∞    "}},
		{[]float64{1e9, .001}, []string{" 1.00e9", "0.00100"}},
		{nil, []string{}},
	} {
		if got := Points(c.values, 3, 3); !slices.Equal(got, c.want) {
			t.Errorf("Points(%v) = %q, want %q", c.values, got, c.want)
		}
	}
}
