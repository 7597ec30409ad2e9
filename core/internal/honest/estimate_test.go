package honest_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/honest"
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
		if got := p.Difference(one, one); got != (honest.Estimate{}) || got.Verdict(100) != "" {
			t.Errorf("difference from itself: %v, %q", got, got.Verdict(100))
		}
	}
}

// TestVerdict: the table first, then properties over random differences. The other side has the
// other verdict; a wider error, a higher bar or fewer samples never make one; units do not count;
// with many samples k standard errors are those of a normal distribution.
func TestVerdict(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		e             honest.Estimate
		n             int
		errors, least float64
		want          string
	}{
		{honest.Estimate{Loss: -2.1, SE: 1}, 100, 2, 0, "better"},
		{honest.Estimate{Loss: 2.1, SE: 1}, 100, 2, 0, "worse"},
		{honest.Estimate{Loss: 2.1, SE: 1}, 20, 2, 0, "worse"},
		{honest.Estimate{Loss: 2.1, SE: 1}, 15, 2, 0, ""}, // t of 14 degrees of freedom is 2.14
		{honest.Estimate{Loss: 9, SE: 1}, 9, 2, 0, honest.TooEarly},
		{honest.Estimate{Loss: 1.9, SE: 1}, 1000, 2, 0, ""},
		{honest.Estimate{Loss: 1.9, SE: 1}, 1000, 1, 0, "worse"},
		{honest.Estimate{Loss: 1.9, SE: 1}, 1000, 1, 2, ""},
		{honest.Estimate{Loss: .1}, 100, 2, 0, "worse"},
		{honest.Estimate{}, 100, 2, 0, ""},
		{honest.Estimate{Loss: 5, SE: nan}, 100, 2, 0, ""},
		{honest.Estimate{Loss: nan, SE: 1}, 5, 2, 0, ""},
	} {
		if got := c.e.Beyond(c.n, c.errors, c.least); got != c.want {
			t.Errorf("%v of %d beyond %g errors and %g: %q, want %q", c.e, c.n, c.errors, c.least, got, c.want)
		}
	}
	for want, e := range map[string]honest.Estimate{
		"": {Loss: nan, SE: 1}, honest.TooClose: {Loss: 1.9, SE: 1}, "worse": {Loss: 3.9, SE: 1}, "clearly worse": {Loss: 4.1, SE: 1}, "clearly better": {Loss: -4.1, SE: 1},
	} {
		if got := e.Words(100); got != want {
			t.Errorf("%v in words: %q, want %q", e, got, want)
		}
	}
	other := map[string]string{"better": "worse", "worse": "better"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		e := honest.Estimate{Loss: r.NormFloat64() * 3, SE: r.ExpFloat64()}
		n, errors, least := 10+r.IntN(100), 3*r.Float64(), r.ExpFloat64()
		got := e.Beyond(n, errors, least)
		if back := (honest.Estimate{Loss: -e.Loss, SE: e.SE}).Beyond(n, errors, least); back != other[got] {
			t.Fatalf("%v of %d is %q, and the other way round %q", e, n, got, back)
		}
		if scaled := (honest.Estimate{Loss: 8 * e.Loss, SE: 8 * e.SE}).Beyond(n, errors, 8*least); scaled != got {
			t.Fatalf("%v of %d is %q, in other units %q", e, n, got, scaled)
		}
		wider := honest.Estimate{Loss: e.Loss, SE: e.SE * (1 + r.Float64())}
		for _, x := range []string{
			wider.Beyond(n, errors, least), e.Beyond(n, errors+r.Float64(), least),
			e.Beyond(n, errors, least+r.Float64()), e.Beyond(10+r.IntN(n-9), errors, least),
		} {
			if x != got && x != "" {
				t.Fatalf("%v of %d is %q, of less evidence %q", e, n, got, x)
			}
		}
		if is := math.Abs(e.Loss) > max(errors*e.SE, least); math.Abs(math.Abs(e.Loss)-errors*e.SE) > .05*errors*e.SE && (e.Beyond(1e6, errors, least) != "") != is {
			t.Fatalf("%v of many is beyond %g errors and %g: %v", e, errors, least, !is)
		}
		if e.Verdict(n) != e.Beyond(n, 2, 0) {
			t.Fatalf("%v of %d: two verdicts", e, n)
		}
	}
}
