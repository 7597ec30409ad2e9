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

// Predictions applies the pick's predictor to at most the given number of objects with
// the label, evenly spaced. Data without judgments give none.
func (p *Pick) Predictions(most int) Predictions {
	var out Predictions
	ds := p.Data()
	label := ds.Label(p.Label)
	var objects []int
	for i, y := range label.Values {
		if !math.IsNaN(y) && ds.Start[i] < ds.Start[i+1] {
			objects = append(objects, i)
		}
	}
	out.Of = len(objects)
	bare := p.bare()
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
			out.Predicted, out.True = append(out.Predicted, v), append(out.True, label.Values[i])
		}
	}
	return out
}
