package honest_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/honest"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestStandardError holds estimates and differences to docs/research/method.md section 5's
// formula, for blocks of unequal size.
func TestStandardError(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 1), 2))
	for _, c := range []struct {
		blocks []int
		folds  int
	}{
		{upTo(50), 10}, {upTo(50), 2}, {upTo(50), 50}, {[]int{0, 1, 11, 22, 22, 22, 41}, 10}, {[]int{7, 8}, 50},
	} {
		ds := simple(inBlocks(97, c.blocks...), 5)
		l := newLiteral(ds, model.RatersPaper, model.ProjectScaled, c.folds)
		p := parts(t, source(ds, model.RatersPaper, model.ProjectScaled), c.folds)
		var size []float64 // m_k
		for _, held := range l.folds {
			for _, k := range held {
				n := 0.0
				for i := range ds.Objects {
					if l.block[i] == k {
						n++
					}
				}
				size = append(size, n)
			}
		}
		literal := func(l []float64, overlap float64) (loss, se float64) {
			for _, x := range l {
				loss += x
			}
			var s2 float64
			for k, x := range l {
				s2 += (x - size[k]/97*loss) * (x - size[k]/97*loss)
			}
			blocks := float64(len(size))
			return loss, math.Sqrt(s2 * blocks / (blocks - 1) * overlap)
		}
		one, other, diff, even := make(honest.Loss, len(size)), make(honest.Loss, len(size)), make([]float64, len(size)), make(honest.Loss, len(size))
		for k := range one {
			one[k], other[k] = rng.NormFloat64()+3, rng.NormFloat64()+2
			diff[k] = one[k] - other[k]
			even[k] = size[k] / 97 * 12
		}
		check := func(name string, got honest.Estimate, of []float64, overlap float64) {
			t.Helper()
			if loss, se := literal(of, overlap); !(math.Abs(got.Loss-loss) <= 1e-12*math.Abs(loss)) || !(math.Abs(got.SE-se) <= 1e-12*se) {
				t.Errorf("%d blocks, %d folds: %s %v, want %g ± %g", len(c.blocks), c.folds, name, got, loss, se)
			}
		}
		folds := float64(p.Folds())
		check("estimate", p.Estimate(one), one, 1)
		check("difference", p.Difference(one, other), diff, 1+folds/(folds-1))
		if got := p.Estimate(even); !(math.Abs(got.Loss-12) <= 1e-12) || got.SE > 1e-12 {
			t.Errorf("blocks of unequal size that are all alike: %v, want 12 ± 0", got)
		}
		if got := p.Difference(one, one); got != (honest.Estimate{}) || got.Clear() {
			t.Errorf("difference from itself: %v, clear %v", got, got.Clear())
		}
	}
}

// TestPairedDifference: what two selections have in common cancels in the
// standard error of their difference.
func TestPairedDifference(t *testing.T) {
	ds := simple(inBlocks(200, upTo(50)...), 6)
	p := parts(t, source(ds, model.RatersPaper, model.ProjectScaled), 10)
	budgets := units(8)
	full := along(t, run(t, p, equalTerms(ds), selection.Full, budgets), budgets)[0]
	single := along(t, run(t, p, equalTerms(ds), selection.Single, budgets), budgets)[0]
	nothing := along(t, run(t, p, equalTerms(ds), selection.Full, units(0)), units(0))[0]
	if d := p.Difference(full, single); d.Clear() || d.SE > .3*p.Estimate(full).SE {
		t.Errorf("full less single: %v, each ± %g", d, p.Estimate(full).SE)
	}
	d, back := p.Difference(full, nothing), p.Difference(nothing, full)
	if !d.Clear() || d.Loss >= 0 || d.Loss != -back.Loss || d.SE != back.SE {
		t.Errorf("full less nothing: %v, and the other way round %v", d, back)
	}
}

func TestClear(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		e    honest.Estimate
		want bool
	}{
		{honest.Estimate{Loss: 2.1, SE: 1}, true},
		{honest.Estimate{Loss: -2.1, SE: 1}, true},
		{honest.Estimate{Loss: 2, SE: 1}, false},
		{honest.Estimate{Loss: -1.9, SE: 1}, false},
		{honest.Estimate{Loss: .1, SE: 0}, true},
		{honest.Estimate{}, false},
		{honest.Estimate{Loss: 5, SE: nan}, false},
		{honest.Estimate{Loss: nan, SE: 1}, false},
	} {
		if got := c.e.Clear(); got != c.want {
			t.Errorf("%v is clear: %v, want %v", c.e, got, c.want)
		}
	}
}

// TestVerdict: two standard errors decide.
func TestVerdict(t *testing.T) {
	for want, e := range map[string]honest.Estimate{"better": {Loss: -2.1, SE: 1}, "worse": {Loss: 2.1, SE: 1}, "": {Loss: -2, SE: 1}} {
		if got := e.Verdict(); got != want {
			t.Errorf("%+v is %q, want %q", e, got, want)
		}
	}
}
