package subset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/internal/fresh"
)

// TestShares: of two attributes the second counts while a share of more than
// 1e-6 of its variance is its own, both in walks and in residuals.
func TestShares(t *testing.T) {
	for _, c := range []struct{ share, want float64 }{{1e-2, .65}, {1e-5, .65}, {2e-6, .65}, {1e-7, .75}, {1e-13, .75}} {
		t.Run(fmt.Sprint(c.share), func(t *testing.T) {
			rho := math.Sqrt(1 - c.share)
			f := &Function{Empty: 1, Cov: []float64{.5, .5*rho + math.Sqrt(.1*c.share)}, Gram: []float64{1, rho, rho, 1}}
			if loss := f.Loss([]int{0, 1}); !near(loss, c.want, 1e-3) {
				t.Errorf("loss %g, want %g", loss, c.want)
			}
			r := f.residual()
			r.add(0)
			if got := r.isRedundant(1); got != (c.want == .75) {
				t.Errorf("redundant beside the first: %t", got)
			}
			if left := r.rest(1).N(); left != map[bool]int{true: 0, false: 1}[c.want == .75] {
				t.Errorf("%d are left", left)
			}
		})
	}
}

// TestSizes: what a residual carries along is no less than the sizes that its
// rounding is measured by, and exact for the first member.
func TestSizes(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 4), 4))
	for range 100 {
		f := random(rng, 2+rng.IntN(6))
		r, w := f.residual(), newWalk(f)
		order := rng.Perm(f.N())
		for i, e := range order[:f.N()-1] {
			if r.isRedundant(e) {
				break
			}
			r.add(e)
			w.push(e)
			last := order[f.N()-1]
			own := f.ownOf(last)
			_, entered := w.push(last) // its row stays in place
			w.pop(entered)
			size, weight := w.sizes(own)
			if r.size[last] < size*(1-1e-9) || r.weight < weight*(1-1e-9) || i == 0 && !near(r.size[last], size, 1e-9*size) {
				t.Fatalf("after %v: sizes %g and %g, carried %g and %g", order[:i+1], size, weight, r.size[last], r.weight)
			}
		}
	}
}
