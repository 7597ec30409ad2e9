package partial

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/predict"
	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

func nothing(int) bool { return false }

func cellsOf(t *testing.T, w simulate.World, seed uint64) (*Cells, *model.Dataset) {
	t.Helper()
	ds := simulate.Draw(w, seed)
	c := must(NewCells(ds, &ds.Labels[0], nothing))
	return c, ds
}

// TestCells: only whole objects count, all of them are within [-1,1] and about
// 0, and a look is one of the cell's judgments.
func TestCells(t *testing.T) {
	c, ds := cellsOf(t, simulate.World{Objects: 300, Attributes: 4, K: 3, Missing: .05, Ragged: .3, Unlabelled: .2, Constant: .3, Scale: 2, LabelShift: 90}, 3)
	if c.Len()+c.Incomplete >= 300 || c.Incomplete == 0 || len(c.Names)+len(c.Constant) != 4 {
		t.Fatalf("%d objects, %d incomplete, attributes %v, constant %v", c.Len(), c.Incomplete, c.Names, c.Constant)
	}
	d := len(c.Names)
	rng := rand.New(rand.NewPCG(1, 1))
	x, sum := make([]float64, d), make([]float64, d)
	var labels, most float64
	judgments := 0
	for i := range c.Len() {
		judgments += c.Means(i, x)
		floats.Add(sum, x)
		labels += c.Label(i)
		most = max(most, math.Abs(c.Label(i)))
		for a := range d {
			if look := c.Look(i, a, rng); math.Abs(look) > 1 {
				t.Fatalf("a look of %v", look)
			}
		}
	}
	if floats.Norm(sum, math.Inf(1)) > 1e-9 || math.Abs(labels) > 1e-9 || math.Abs(most-1) > 1e-12 {
		t.Errorf("means %v and %v, largest label %v", sum, labels, most)
	}
	if judgments != c.Judgments() || judgments > len(ds.Value) {
		t.Errorf("%d judgments, of all %d", judgments, c.Judgments())
	}
	// Looks at a cell have the mean that Means gives.
	var look float64
	for range 40_000 {
		look += c.Look(5, 1, rng) / 40_000
	}
	if c.Means(5, x); math.Abs(look-x[1]) > .02 {
		t.Errorf("looks have mean %v, the cell %v", look, x[1])
	}
}

// TestCellsOn: different objects give different scales, and weights brought back
// predict the same.
func TestCellsOn(t *testing.T) {
	c, ds := cellsOf(t, simulate.World{Objects: 100, Attributes: 3, K: 2, Scale: 1, LabelShift: 7}, 4)
	some := c.On([]int{1, 5, 9, 12, 44})
	w := []float64{.3, -1, .2}
	back, intercept := some.Weights(w)
	x := make([]float64, 3)
	for i := range c.Len() {
		some.Means(i, x)
		own := intercept
		for a := range x {
			own += back[a] * c.mean(i, a)
		}
		if want := some.labelCentre + some.Unit()*floats.Dot(w, x); math.Abs(own-want) > 1e-9 {
			t.Fatalf("%v, on the scale %v", own, want)
		}
	}
	if some.Unit() == c.Unit() {
		t.Error("five objects have the scale of all")
	}
	if c.LabelName() != ds.Labels[0].Name {
		t.Errorf("label %q", c.LabelName())
	}
}

// TestPredictor: the written predictor predicts as learned. Its projected loss is the
// loss on the objects themselves if they have as many judgments each as it asks for.
func TestPredictor(t *testing.T) {
	c, ds := cellsOf(t, simulate.World{Objects: 400, Attributes: 5, K: 3, Scale: 1}, 5)
	q := Question{K: 4, Norm: 2, Folds: 5, Splits: 1, Points: 1, Seed: 1}
	for _, a := range Algorithms() {
		w, _, err := Fit(t.Context(), c.Scaled(), c.Len(), q, a)
		if err != nil {
			t.Fatal(err)
		}
		p := must(c.Predictor(t.Context(), string(a), w))
		run := must(predict.New(&p, ds, false))
		x := make([]float64, 5)
		var loss float64
		for i := range c.Len() {
			c.Means(i, x)
			got, want := run.Object(i), c.labelCentre+c.Unit()*floats.Dot(w, x)
			if math.Abs(got.Value-want) > 1e-9*(1+math.Abs(want)) {
				t.Fatalf("%s: object %d is %v, learned %v", a, i, got.Value, want)
			}
			loss += (want - c.y[i]) * (want - c.y[i]) / float64(c.Len())
		}
		if p.Attributes[0].Repeats != 3 || p.Budget != model.Units(3*len(p.Attributes)) {
			t.Errorf("%s: %d repeats, budget %s", a, p.Attributes[0].Repeats, p.Budget)
		}
		if math.Abs(p.ProjectedLoss-loss) > 1e-9*(1+loss) {
			t.Errorf("%s: projected loss %v, on the objects %v", a, p.ProjectedLoss, loss)
		}
	}
}

// TestPredictorMoments: the moments of a predictor from ragged cells agree with their
// definitions.
func TestPredictorMoments(t *testing.T) {
	c, _ := cellsOf(t, simulate.World{Objects: 300, Attributes: 3, K: 4, Ragged: .7, LabelShift: 3}, 9)
	p := must(c.Predictor(t.Context(), "aer", []float64{1, -1, .5}))
	n := float64(c.Len())
	for a, got := range p.Attributes {
		var want model.PredictorAttribute
		var judgments, several, noise, label float64
		for i, y := range c.y {
			want.Mean += c.mean(i, a) / n
			label += y / n
		}
		for i, y := range c.y {
			cell := c.cell(i, a)
			off := c.mean(i, a) - want.Mean
			judgments += float64(len(cell))
			want.LabelCovariance += off * (y - label) / n
			want.Scale += off * off / n
			var squares float64
			for _, x := range cell {
				squares += (x - c.mean(i, a)) * (x - c.mean(i, a))
			}
			if len(cell) > 1 {
				several++
				want.InternalVariance += squares / float64(len(cell)-1)
				noise += squares / float64(len(cell)-1) / float64(len(cell)) / n // S&K footnote 5
			}
		}
		want.InternalVariance /= several
		for what, pair := range map[string][2]float64{
			"v": {got.InternalVariance, want.InternalVariance}, "b": {got.LabelCovariance, want.LabelCovariance},
			"mean": {got.Mean, want.Mean}, "scale": {got.Scale, math.Sqrt(want.Scale)}, "repeats": {float64(got.Repeats), math.Round(judgments / n)},
			"Σ": {p.External[a][a], want.Scale - noise - (n-several)/n*want.InternalVariance},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-9*(1+math.Abs(pair[1])) {
				t.Errorf("%s of attribute %d: %v, want %v", what, a, pair[0], pair[1])
			}
		}
	}
}

// TestPredictorSingle: without a second judgment anywhere v is 0.
func TestPredictorSingle(t *testing.T) {
	c, _ := cellsOf(t, simulate.World{Objects: 200, Attributes: 3, K: 1}, 6)
	p := must(c.Predictor(t.Context(), "aer", []float64{1, 0, -1}))
	if len(p.Attributes) != 2 || p.Attributes[0].InternalVariance != 0 || p.Attributes[1].Repeats != 1 || !p.HasMoments() {
		t.Errorf("%+v", p)
	}
}

// TestLooks: each judgment of a cell is looked at as often, and one alone always.
func TestLooks(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: leastObjects, Attributes: 1, K: 1}, 7)
	ds.Start, ds.Attr, ds.Value = []int{0}, nil, nil
	for i := range leastObjects {
		for k := range 1 + i%4 {
			ds.Attr, ds.Value = append(ds.Attr, 0), append(ds.Value, float64(1e6+k)) // far from 0, and yet they vary
		}
		ds.Start = append(ds.Start, len(ds.Value))
	}
	c, err := NewCells(ds, &ds.Labels[0], nothing)
	if err != nil {
		t.Fatal(err) // 20 objects are enough
	}
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 12_000
	for i := range 4 {
		times := make(map[float64]float64)
		for range n {
			times[math.Round(c.centre[0]+c.half[0]*c.Look(i, 0, rng)-1e6)]++
		}
		if len(times) != 1+i {
			t.Errorf("of %d judgments %v were looked at", 1+i, times)
		}
		for x, seen := range times {
			if want := float64(n / (1 + i)); math.Abs(seen-want) > 5*math.Sqrt(want) {
				t.Errorf("judgment %v of %d was looked at %v times of %d", x, 1+i, seen, n)
			}
		}
	}
}

// TestCellsRefused: every answer says what was found.
func TestCellsRefused(t *testing.T) {
	for want, spoil := range map[string]func(ds *model.Dataset){
		"all 30 objects have the same y0: there is nothing to predict":            func(ds *model.Dataset) { fill(ds.Labels[0].Values, 3) },
		"objects with the label y0 and a judgment: 1, and at least 20":            func(ds *model.Dataset) { fill(ds.Labels[0].Values[1:], math.NaN()) },
		`there is no attribute to learn from: all judgments of "a0" are the same`: func(ds *model.Dataset) { fill(ds.Value, 1) },
		`the label "y0" varies too widely for floating point: divide it`:          func(ds *model.Dataset) { ds.Labels[0].Values[3] = 1e200 },
		`the label "y0" varies too little for floating point: multiply it`: func(ds *model.Dataset) {
			for i := range ds.Labels[0].Values {
				ds.Labels[0].Values[i] = float64(i) * 1e-200
			}
		},
		`"a0" has values too large to compute with: divide them by a constant, or exclude it`: func(ds *model.Dataset) { ds.Value[0] = 1e200 },
	} {
		ds := simulate.Draw(simulate.World{Objects: 30, Attributes: 2, K: 1}, 7)
		ds.Labels[0].Name, ds.Attributes[0] = "y0", "a0"
		ds.Labels[0].Values = slices.Clone(ds.Labels[0].Values)
		spoil(ds)
		if _, err := NewCells(ds, &ds.Labels[0], nothing); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	ds := simulate.Draw(simulate.World{Objects: 30, Attributes: 2, K: 1}, 7)
	for i := range ds.Labels[0].Values {
		ds.Labels[0].Values[i] *= 1e-9
	}
	if _, err := NewCells(ds, &ds.Labels[0], nothing); err != nil {
		t.Errorf("a label that varies little: %v", err)
	}
	ds = simulate.Draw(simulate.World{Objects: 60, Attributes: 2, K: 1, Missing: .6}, 7)
	lacking := [2]int{60, 60} // and of objects without any judgment nothing is said
	for i := range 60 {
		for _, a := range ds.Attr[ds.Start[i]:ds.Start[i+1]] {
			lacking[a]--
		}
		if ds.Start[i] == ds.Start[i+1] {
			lacking[0]--
			lacking[1]--
		}
	}
	worst := 0
	if lacking[1] > lacking[0] {
		worst = 1
	}
	if lacking[0] == lacking[1] {
		t.Fatal("no attribute lacks more judgments than the other")
	}
	want := fmt.Sprintf(": %d lack one of %q", lacking[worst], ds.Attributes[worst])
	if _, err := NewCells(ds, &ds.Labels[0], nothing); err == nil || !strings.Contains(err.Error(), want) ||
		model.Remedies(err)[0].Option != model.OptionExclude || model.Remedies(err)[0].Value != ds.Attributes[worst] {
		t.Errorf("incomplete: %v", err)
	}
	if _, err := NewCells(ds, &ds.Labels[0], func(int) bool { return true }); err == nil || err.Error() != "no attribute is left to learn from" {
		t.Errorf("nothing left: %v", err)
	}
}

func fill(x []float64, with float64) {
	for i := range x {
		x[i] = with
	}
}

// TestRareLabel: where the label does not vary among the objects to learn from,
// what it differs by elsewhere is lost, in its units.
func TestRareLabel(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 60, Attributes: 2, K: 2}, 8)
	fill(ds.Labels[0].Values, 5)
	ds.Labels[0].Values[7] = 8
	c := must(NewCells(ds, &ds.Labels[0], nothing))
	var others []int
	for i := range c.Len() {
		if i != 7 {
			others = append(others, i)
		}
	}
	some := c.On(others)
	if loss := some.Unit() * some.Unit() * ErrorsOf(some, []int{7}, []float64{0, 0}).Loss; math.Abs(loss-9) > 1e-12 {
		t.Errorf("loss %v, want 9", loss)
	}
	if got := some.Label(0); math.Abs(got) > 1e-12 {
		t.Errorf("label %v", got)
	}
}
