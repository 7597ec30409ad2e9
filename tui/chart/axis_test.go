package chart

import (
	"math"
	"testing"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

func TestRangeOf(t *testing.T) {
	for _, tc := range []struct {
		values []float64
		want   Range
	}{
		{[]float64{3, 1, 2}, Range{1, 3}},
		{[]float64{nan, 1, inf, 2, -inf}, Range{1, 2}},
		{nil, Range{0, 1}},
		{[]float64{nan}, Range{0, 1}},
		{[]float64{0}, Range{0, 1}},
		{[]float64{0.2, 0.2}, Range{0, 0.7}},
		{[]float64{-3}, Range{-3.5, -2.5}},
		{[]float64{100}, Range{90, 110}},
	} {
		if got := RangeOf(tc.values); math.Abs(got.Min-tc.want.Min)+math.Abs(got.Max-tc.want.Max) > 1e-12 {
			t.Errorf("RangeOf(%v) = %v, want %v", tc.values, got, tc.want)
		}
	}
}
