package fresh

import (
	"math"
	"testing"
)

// TestAtMost adds up the probabilities of the counts beyond: below one in a million, and
// one count less is not.
func TestAtMost(t *testing.T) {
	for _, n := range []int{1, 5, 60, 300, 1000} {
		for _, p := range []float64{.001, .023, .08, .5} {
			beyond := func(k int) float64 {
				sum := 0.0
				for i := k + 1; i <= n; i++ {
					all, _ := math.Lgamma(float64(n + 1))
					in, _ := math.Lgamma(float64(i + 1))
					out, _ := math.Lgamma(float64(n - i + 1))
					sum += math.Exp(all - in - out + float64(i)*math.Log(p) + float64(n-i)*math.Log(1-p))
				}
				return sum
			}
			k := AtMost(n, p)
			if !(beyond(k) < unlikely) || k > 0 && !(beyond(k-1) >= unlikely) {
				t.Errorf("%d cases of %g: %d, beyond it %g", n, p, k, beyond(k))
			}
		}
	}
}
