package experts

import (
	"context"
	"math"
	"slices"
	"testing"
)

// inOrder lists the parameters in the order of an information, every coefficient
// being in it.
func inOrder(t Theta) []float64 {
	return slices.Concat([]float64{t.Beta0}, t.Beta, t.Gamma, t.Alpha)
}

// TestInformation: the observed information is minus the second derivatives of
// the likelihood, by differences.
func TestInformation(t *testing.T) {
	w := world{theta: Theta{.2, []float64{1, -.5}, []float64{1, .5, -.3}, []float64{.3, .6}}, missing: .3}
	d, _ := w.draw(23, 30)
	f := &Fit{Model: EM, Theta: w.theta, Center: []float64{0, 0}, Spread: []float64{1, 1}, seen: []int{9, 9, 9}}
	n := newInformation(f, d, f.experts(d))
	got, size := n.observed, n.observed.SymmetricDim()
	at := func(a, b int, ha, hb float64) float64 {
		flat := inOrder(w.theta)
		flat[a] += ha
		flat[b] += hb
		theta := Theta{flat[0], flat[1:3], flat[5:], flat[3:5]}
		return newEM(d).expect(&theta)
	}
	const h = 1e-3
	for a := range size {
		for b := range size {
			want := -(at(a, b, h, h) - at(a, b, h, -h) - at(a, b, -h, h) + at(a, b, -h, -h)) / (4 * h * h)
			if math.Abs(got.At(a, b)-want) > 1e-4 {
				t.Errorf("I[%d,%d] = %g, by differences %g", a, b, got.At(a, b), want)
			}
		}
	}
	// The slopes of the accuracy, too.
	for k := range 3 {
		for a := range size {
			accuracy := func(h float64) float64 {
				flat := inOrder(w.theta)
				flat[a] += h
				g := *f
				g.Theta = Theta{flat[0], flat[1:3], flat[5:], flat[3:5]}
				return g.experts(d)[k].Accuracy
			}
			if want := (accuracy(h) - accuracy(-h)) / (2 * h); math.Abs(n.slopes[k].AtVec(a)-want) > 1e-6 {
				t.Errorf("slope of expert %d's accuracy in parameter %d is %g, by differences %g", k, a, n.slopes[k].AtVec(a), want)
			}
		}
	}
}

// TestIntervals: 95 % intervals hold the accuracy that data were drawn with in
// about 95 of 100 data sets, and are as wide as with known labels, at
// least.
func TestIntervals(t *testing.T) {
	w := world{theta: Theta{.2, []float64{2, -1.5}, []float64{2, 1, .5, 1.5}, []float64{0, .8}}, missing: .2}
	inside, all := 0, 0
	for seed := range uint64(60) {
		d, _ := w.draw(seed, 300)
		f := must(newFitter(d, 300))
		fit := f.fit(EM, 0, f.follow(context.Background(), 0, f.scale.applied(w.theta)))
		truth := &Fit{Model: EM, Theta: w.theta, Center: fit.Center, seen: fit.seen}
		right := truth.experts(d)
		for k, e := range fit.Experts(d) {
			all++
			if e.Low < right[k].Accuracy && right[k].Accuracy < e.High {
				inside++
			}
			p := e.Accuracy
			if !(e.Low < p && p < e.High) || e.High-e.Low < 3.5*math.Sqrt(p*(1-p)/float64(e.Votes)) {
				t.Errorf("seed %d: %+v", seed, e)
			}
		}
	}
	if share := float64(inside) / float64(all); share < .91 || share > .98 {
		t.Errorf("%g of the intervals hold what they should", share)
	}
}

// TestIntervalsMissing: where there is no interval, none is made up.
func TestIntervalsMissing(t *testing.T) {
	d, _ := clear5.draw(29, 80)
	s := quick(t, d, Options{Seed: 1})
	for _, e := range s.Best(Majority).Fit.Experts(d) {
		if !math.IsNaN(e.Low) || !math.IsNaN(e.High) {
			t.Errorf("Majority knows %+v", e)
		}
	}
	f := *s.Best(EMSparse).Fit
	f.Theta = f.clone()
	f.Alpha[0] += 20 // infallible
	es := f.Experts(d)
	if e := es[0]; !e.Saturated || !math.IsNaN(e.Low) {
		t.Errorf("infallible: %+v", e)
	}
	if e := es[1]; !(e.Low < e.Accuracy && e.Accuracy < e.High) {
		t.Errorf("beside an infallible expert: %+v", e)
	}
	// If features separate the classes, labels and shares are known.
	sure := &Fit{
		Model: EM, Theta: Theta{0, []float64{1e6, 0, 0, 0, 0}, []float64{1, 1, 1, 1, 1}, make([]float64, 5)},
		Center: make([]float64, 5), Spread: []float64{1, 1, 1, 1, 1}, seen: []int{1, 1, 1, 1, 1},
	}
	for k, e := range sure.Experts(d) {
		low, high := wilson(sigmoid(1), float64(e.Votes))
		if !(math.Abs(e.Low-low) <= 1e-6) || !(math.Abs(e.High-high) <= 1e-6) {
			t.Errorf("labels are known, expert %d: %+v, want %g to %g", k, e, low, high)
		}
	}
	// Knowledge of easy objects makes no interval narrower than the interval from votes.
	sure.Gamma[1] = 4
	for k, e := range sure.Experts(d) {
		if low, high := wilson(e.Accuracy, float64(e.Votes)); !(e.Low <= low+1e-12) || !(e.High >= high-1e-12) {
			t.Errorf("expert %d: %+v, of as many labels %g to %g", k, e, low, high)
		}
	}
	crowd := &Data{Votes: Votes{Experts: 2000, Start: []int{0}}}
	for i := range 1000 {
		crowd.Expert = append(crowd.Expert, int32(2*i), int32(2*i+1), int32((2*i+2)%2000))
		crowd.Yes = append(crowd.Yes, true, i%2 == 0, i%3 == 0)
		crowd.Start = append(crowd.Start, len(crowd.Yes))
	}
	many := &Fit{Model: EM, Theta: Theta{Alpha: slices.Repeat([]float64{1}, 2000)}, seen: slices.Repeat([]int{1}, 2000)}
	if e := many.Experts(crowd)[0]; !math.IsNaN(e.Low) || math.IsNaN(e.Accuracy) {
		t.Errorf("2000 experts: %+v", e)
	}
	// Where every expert guesses, no labels are likely: a saddle, and no maximum.
	saddle := &Fit{Model: EM, Theta: Theta{Alpha: make([]float64, 5)}, seen: []int{1, 1, 1, 1, 1}}
	if e := saddle.Experts(d)[0]; e.Accuracy != .5 || !math.IsNaN(e.Low) {
		t.Errorf("at a saddle: %+v", e)
	}
}

// TestWilson: the bounds are the shares that p is 1.96 of their own standard
// errors away from.
func TestWilson(t *testing.T) {
	for _, c := range [][2]float64{{.9, 10}, {1, 20}, {.5, 40}, {0, 5}, {.99, 3.5}} {
		p, n := c[0], c[1]
		low, high := wilson(p, n)
		for _, bound := range []float64{low, high} {
			if away := (p - bound) * (p - bound); math.Abs(away-3.841458820694124*bound*(1-bound)/n) > 1e-12 {
				t.Errorf("%g of %g: %g to %g", p, n, low, high)
			}
		}
		if low > p || high < p || low == high {
			t.Errorf("%g of %g: %g to %g", p, n, low, high)
		}
	}
}

func TestRanked(t *testing.T) {
	got := ranked(5, func(i int) float64 { return []float64{.9, .4, math.NaN(), .6, .4}[i] })
	if want := []int{0, 3, 1, 4, 2}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
