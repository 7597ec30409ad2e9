package core

import (
	"math"

	"fms-tui/core/internal/predict"
)

// Predictions are what a predictor says of the objects that it was learned from,
// from the judgments that they have, however many of each.
type Predictions struct {
	Predicted, True []float64 // of the objects that could be predicted, in the order of the data
	Lacking         int       // objects looked at that lack a judgment of an attribute it needs
	Of              int       // objects with the label and a judgment; more than were looked at where they are many
}

// first are the values of the first score, in its label's units.
func (r *Result) first() []float64 {
	a := &r.aims.list[0]
	values := make([]float64, len(a.values.Values))
	for i, y := range a.values.Values {
		values[i] = y * a.unit()
	}
	return values
}

// Predictions applies the pick's predictor, of several scores the first one's, to at most the given number of objects with
// the label, evenly spaced. Data without judgments give none.
func (p *Pick) Predictions(most int) Predictions {
	var out Predictions
	ds := p.Data()
	values := p.Result.aims.labels[0].Values
	if p.Several() { // the first score's
		values = p.Result.first()
	}
	var objects []int
	for i, y := range values {
		if !math.IsNaN(y) && ds.Start[i] < ds.Start[i+1] {
			objects = append(objects, i)
		}
	}
	out.Of = len(objects)
	bare := p.bare()
	if p.Several() {
		bare = bare.Score(0)
	}
	run, err := predict.New(&bare, ds, false)
	if err != nil { // an attribute that the data lack: there are no judgments
		return out
	}
	n := min(len(objects), most)
	for k := range n {
		i := objects[k*len(objects)/n]
		if v := run.Object(i).Value; math.IsNaN(v) {
			out.Lacking++
		} else {
			out.Predicted, out.True = append(out.Predicted, v), append(out.True, values[i])
		}
	}
	return out
}
