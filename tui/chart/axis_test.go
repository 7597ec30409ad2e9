package chart

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

// checkTicks: inside the bounds, ascending in equal steps, not more than asked for and not
// needlessly few, with labels that say the exact tick.
func checkTicks(t *testing.T, low, high float64, most int) {
	t.Helper()
	ticks := tickValues(low, high, most)
	labels := Labels(ticks)
	if len(ticks) > max(most, 0) {
		t.Fatalf("%d ticks, %d at most", len(ticks), most)
	}
	for i, v := range ticks {
		if !finite(v) || i > 0 && v <= ticks[i-1] {
			t.Fatalf("Ticks(%g, %g, %d) = %v", low, high, most, ticks)
		}
	}
	if span := high - low; most > maxTicks || !finite(span) || span <= max(1e-10*max(math.Abs(low), math.Abs(high)), 1e-300) {
		return
	}
	// The next finer step is 2.5 times as fine at most.
	if len(ticks) < (most-1)*2/5-1 {
		t.Fatalf("Ticks(%g, %g, %d) gives only %d", low, high, most, len(ticks))
	}
	for i, v := range ticks {
		slack := 1e-9 * (high - low)
		if v < low-slack || v > high+slack {
			t.Fatalf("Ticks(%g, %g, %d): %g is outside", low, high, most, v)
		}
		if i > 1 && math.Abs((v-ticks[i-1])-(ticks[1]-ticks[0])) > 1e-3*(v-ticks[i-1]) {
			t.Fatalf("Ticks(%g, %g, %d): uneven %v", low, high, most, ticks)
		}
		if back, err := strconv.ParseFloat(labels[i], 64); err != nil || math.Abs(back-v) > slack {
			t.Fatalf("label %q for tick %g", labels[i], v)
		}
	}
}

func TestTicks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		low := (r.Float64() - 0.5) * math.Pow(10, float64(r.IntN(30)-15))
		checkTicks(t, low, low+r.Float64()*math.Pow(10, float64(r.IntN(30)-15)), 1+r.IntN(20))
	}
}

func FuzzTicks(f *testing.F) {
	f.Add(0.0, 1.0, 5)
	f.Add(-1e308, 1e308, 5)
	f.Add(0.0, 5e-324, 3)
	f.Add(1e307, 1.7e308, 1)
	f.Add(1e15, 1e15+1, 100000)
	f.Add(-1.5e308, 1.6666666666666666e307, 5) // -2e308 is no number
	f.Fuzz(checkTicks)
}

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
