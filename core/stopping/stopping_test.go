package stopping

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// drawn is a rule over one attribute with k stages, and objects that hold some judgments.
func drawn(rng *rand.Rand, k, n int) (*model.Stopping, []Object) {
	r := &model.Stopping{Version: 1, Kind: model.StoppingKind, Threshold: rng.NormFloat64() / 2}
	for i := range k {
		margin := math.Sqrt(float64(k-1-i) / float64(2*k))
		r.Stages = append(r.Stages, model.StoppingStage{
			K: i + 1, Attribute: "a", Repeat: i + 1, Spent: model.Units(2 * (i + 1)), Intercept: .1,
			Below: r.Threshold - margin, Above: r.Threshold + margin,
			Weights: []model.StoppingWeight{{Attribute: "a", Judgments: i + 1, Weight: float64(i+1) / float64(k)}},
		})
	}
	var objects []Object
	for range n {
		y := rng.NormFloat64()
		x := make([]float64, k-1+rng.IntN(3))
		for j := range x {
			x[j] = y + rng.NormFloat64()
		}
		objects = append(objects, Object{Judgments: func(string) []float64 { return x }, Label: y})
	}
	return r, objects
}

// TestReplay holds the figures against their definitions, object by object.
func TestReplay(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 5), seed))
		k := 2 + rng.IntN(4)
		rule, objects := drawn(rng, k, 50)
		got := Replay(rule, objects, .2)
		var n, cost, same, right, fixed, yes, truths, found, called, correct, square float64
		var shortRight, shortFound, shortCalled [6]float64 // by calls
		stopped := make([]int, k)
		for _, o := range objects {
			x := o.Judgments("a")
			if len(x) < k {
				continue
			}
			predict := func(j int) float64 {
				mean := 0.0
				for _, v := range x[:j] {
					mean += v / float64(j)
				}
				return .1 + float64(j)/float64(k)*mean
			}
			j := 1
			for j < k && math.Abs(predict(j)-rule.Threshold) <= math.Sqrt(float64(k-j)/float64(2*k)) {
				j++
			}
			call, whole, truth := predict(j) > rule.Threshold, predict(k) > rule.Threshold, o.Label > .2
			n++
			stopped[j-1]++
			cost += float64(2 * j)
			is := func(b bool) float64 {
				if b {
					return 1
				}
				return 0
			}
			same += is(call == whole)
			right += is(call == truth)
			fixed += is(whole == truth)
			yes += is(whole)
			truths += is(truth)
			found += is(truth && call)
			for j := 1; j <= k; j++ {
				yes := predict(j) > rule.Threshold
				shortRight[j] += is(yes == truth)
				shortFound[j] += is(yes && truth)
				shortCalled[j] += is(yes)
			}
			called += is(call)
			correct += is(call && truth)
			d := is(whole == truth) - is(call == truth)
			square += d * d
		}
		less := (fixed - right) / n
		short := max(1, int(cost/n/2)) // of two units each
		for i, pair := range [][2]float64{
			{float64(got.Objects), n},
			{got.Cost, cost / n},
			{got.Same, same / n},
			{got.Right, right / n},
			{got.Whole.Right, fixed / n},
			{got.Less, less},
			{got.LessSE, math.Sqrt((square/n - less*less) / n)},
			{got.Yes, yes / n},
			{got.Found, found / truths},
			{float64(got.Short.Calls), float64(short)},
			{got.Short.Cost, float64(2 * short)},
			{got.Short.Right, shortRight[short] / n},
			{got.Short.Found, shortFound[short] / truths},
			{got.Short.Correct, shortFound[short] / shortCalled[short]},
			{got.Whole.Found, shortFound[k] / truths},
			{got.Correct, correct / called},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-12 && !(math.IsNaN(pair[0]) && math.IsNaN(pair[1])) {
				t.Fatalf("seed %d, figure %d: %g, want %g", seed, i, pair[0], pair[1])
			}
		}
		if !slices.Equal(got.Stopped, stopped) {
			t.Fatalf("stopped %v, want %v", got.Stopped, stopped)
		}
	}
}

// TestExpect: of Gaussian objects the rule decides at least the confidence as the whole
// plan does; the whole plan is right as Gaussians are; and a rule without margins stops at
// its first stage.
func TestExpect(t *testing.T) {
	const vary, tau, c = 4, .5, 1.2815515655446004 // confidence .9
	losses := []float64{3, 2.2, 1.7, 1.5}
	rule := &model.Stopping{Threshold: tau}
	for k, v := range losses {
		margin := c * math.Sqrt(v-1.5)
		rule.Stages = append(rule.Stages, model.StoppingStage{K: k + 1, Loss: v, Spent: model.Units(k + 1), Below: tau - margin, Above: tau + margin})
	}
	f := Expect(rule, .1, vary, Above(tau), 40_000, 3)
	if f.Same < .9 || f.Same > .99 || !(f.Cost > 1.2 && f.Cost < 3.8) {
		t.Errorf("same %.3f, cost %.2f", f.Same, f.Cost)
	}
	// P(sign(m-τ) = sign(y-τ)) by numerical integration over m ~ N(.1, 2.5), y|m ~ N(m, 1.5).
	want, step := 0.0, .001
	for m := -12.0; m < 12; m += step {
		density := math.Exp(-(m-.1)*(m-.1)/5) / math.Sqrt(5*math.Pi)
		want += density * step * .5 * math.Erfc(-math.Abs(m-tau)/math.Sqrt(3))
	}
	if math.Abs(f.Whole.Right-want) > .01 {
		t.Errorf("the whole plan is right for %.3f, want %.3f", f.Whole.Right, want)
	}
	for k := range rule.Stages {
		rule.Stages[k].Below, rule.Stages[k].Above = tau, tau
	}
	if f = Expect(rule, .1, vary, Above(tau), 1000, 3); math.Abs(f.Cost-1) > 1e-12 || f.Quantile != [5]float64{1, 1, 1, 1, 1} {
		t.Errorf("without margins: %+v", f)
	}
}
