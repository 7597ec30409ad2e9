package tui

import (
	"math"
	"testing"
)

func TestPredictorScreen(t *testing.T) {
	x := start(t, bodies(), 160, 50)
	x.keys("3")
	holdScreens(t, x, [2]int{100, 24}, [2]int{80, 24}, [2]int{40, 10})
}

// TestPredictorShows: every attribute that is bought is in the equation with its
// weight, and the points are the predictions of the predictor that is exported.
func TestPredictorShows(t *testing.T) {
	x := start(t, bodies(), 200, 60)
	x.keys("3")
	sel := x.Active()
	for i, n := range sel.Repeats {
		if n > 0 {
			x.want(x.Shown.Result.Attributes[i].Name)
		}
	}
	p := x.Predictor()
	ds := x.Opt.Study.Data()
	weight := make(map[string]float64)
	for _, a := range p.Attributes {
		weight[a.Name] = a.Weight
	}
	label := ds.Label(p.Label)
	points := 0
	for o := range ds.Objects {
		sum, n := make([]float64, len(ds.Attributes)), make([]float64, len(ds.Attributes))
		for j := ds.Start[o]; j < ds.Start[o+1]; j++ {
			sum[ds.Attr[j]] += ds.Value[j]
			n[ds.Attr[j]]++
		}
		want := p.Intercept
		for a, name := range ds.Attributes {
			if w, ok := weight[name]; ok {
				want += w * sum[a] / n[a]
			}
		}
		if got := x.predictors().Scatter.Plot.Series[0].Y[points]; math.Abs(got-want) > 1e-9 || x.predictors().Scatter.Plot.Series[0].X[points] != label.Values[o] {
			t.Fatalf("%s: predicted %g, want %g; true %g", ds.Objects[o], got, want, x.predictors().Scatter.Plot.Series[0].X[points])
		}
		points++
	}
	if points != len(x.predictors().Scatter.Plot.Series[0].X) {
		t.Errorf("%d points, want %d", len(x.predictors().Scatter.Plot.Series[0].X), points)
	}
	x.keys("home")
	x.want("the prediction is the mean label")
	x.want("nothing is chosen at this budget")
}
