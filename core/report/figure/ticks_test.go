package figure

import (
	"math"
	"math/rand/v2"
	"testing"
)

// checkTicks: inside the bounds, ascending in equal steps, not more than asked for and not
// needlessly few.
func checkTicks(t *testing.T, low, high float64, most int) {
	t.Helper()
	ticks := Ticks(low, high, most)
	if len(ticks) > max(most, 0) {
		t.Fatalf("%d ticks, %d at most", len(ticks), most)
	}
	for i, v := range ticks {
		if math.IsNaN(v-v) || i > 0 && v <= ticks[i-1] {
			t.Fatalf("Ticks(%g, %g, %d) = %v", low, high, most, ticks)
		}
	}
	if span := high - low; most > mostTicks || math.IsNaN(span-span) || span <= max(1e-10*max(math.Abs(low), math.Abs(high)), 1e-300) {
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
