package classes

import (
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/internal/fresh"
)

// TestCorrection: no small step from the correction lowers the log loss with its penalty, which a
// literal sum over the probabilities gives; and drawn from corrected lines, it finds the correction.
func TestCorrection(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 71), 1))
	weighed := func(c *Correction, x []float64, ordered bool, out []float64) {
		copy(out, Case{X: x}.Corrected(c, ordered).P)
	}
	for trial := range 40 {
		k, ordered := 2+trial%3, trial%2 == 0 || trial%3 == 0
		truth := Correction{Slope: .4 + 1.5*rng.Float64(), Offset: make([]float64, k)}
		for j := range truth.Offset {
			if j > 0 || !ordered {
				truth.Offset[j] = .5 * rng.NormFloat64()
			}
		}
		objects := make([]Case, 6000)
		p := make([]float64, k)
		for i := range objects {
			x := make([]float64, k)
			for j := range x {
				x[j] = 1.5 * rng.NormFloat64()
			}
			weighed(&truth, x, ordered, p)
			class, u := 0, rng.Float64()
			for class < k-1 && u > p[class] {
				u -= p[class]
				class++
			}
			objects[i] = Case{X: x, Class: class}
		}
		loss := func(c Correction) float64 {
			sum := math.Log(c.Slope) * math.Log(c.Slope) / 2
			for _, b := range c.Offset {
				sum += b * b / 2
			}
			for _, o := range objects {
				weighed(&c, o.X, ordered, p)
				sum -= math.Log(p[o.Class])
			}
			return sum
		}
		got := Calibrate(objects, ordered)
		least := loss(got)
		for j := range k + 1 {
			for _, step := range []float64{-.01, .01} {
				near := Correction{Slope: got.Slope, Offset: append([]float64(nil), got.Offset...)}
				switch {
				case j == 0:
					near.Slope *= math.Exp(step)
				case j == 1 && ordered:
					continue // b_0 stays 0
				default:
					near.Offset[j-1] += step
				}
				if l := loss(near); l < least {
					t.Fatalf("%d classes, ordered %v: %v has %v, and %v has %v", k, ordered, got, least, near, l)
				}
			}
		}
		// A common offset of logistic weights hardly changes their shares: compare these.
		off, q := 0.0, make([]float64, k)
		for _, o := range objects {
			weighed(&truth, o.X, ordered, p)
			weighed(&got, o.X, ordered, q)
			off += math.Abs(p[o.Class]-q[o.Class]) / float64(len(objects))
		}
		if off > .03 {
			t.Errorf("%d classes, ordered %v: %v, want %v: probabilities are %v off", k, ordered, got, truth, off)
		}
	}
}

// TestCorrectionFew: classes without an overlap, one class alone and lines that say nothing have a
// finite correction.
func TestCorrectionFew(t *testing.T) {
	for name, objects := range map[string][]Case{
		"apart":   {{X: []float64{-3, 3}, Class: 1}, {X: []float64{3, -3}, Class: 0}},
		"one":     {{X: []float64{-3, 3}, Class: 1}, {X: []float64{-1, 1}, Class: 1}},
		"nothing": {{X: []float64{0, 0}, Class: 1}, {X: []float64{0, 0}, Class: 0}},
		"far":     {{X: []float64{-1e6, 1e6}, Class: 0}, {X: []float64{-1e6, 1e6}, Class: 1}},
	} {
		for _, ordered := range []bool{false, true} {
			c := Calibrate(objects, ordered)
			if !(c.Slope > 0 && !math.IsInf(c.Slope, 0)) || math.Abs(c.Offset[0]+c.Offset[1]) > 100 || math.IsNaN(c.Offset[0]+c.Offset[1]) {
				t.Errorf("%s, ordered %v: %v", name, ordered, c)
			}
		}
	}
}
