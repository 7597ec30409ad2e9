package core

import (
	"fmt"
	"math"
	"slices"

	"fms-tui/core/internal/predict"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

type (
	// Prediction applies a predictor to the judgments of new objects: its Object method
	// predicts one, by number. It is not safe for concurrent use.
	Prediction = predict.Run

	// PredictionSummary sums up the [Prediction]s of labelled objects. The zero value
	// has no object; Add enters one.
	PredictionSummary = predict.Summary
)

// Predictions are what a predictor says of the objects that it was learned from,
// from the judgments that they have, however many of each.
type Predictions struct {
	Predicted, True []float64 // of the objects that could be predicted, in the order of the data
	Lacking         int       // objects looked at that lack a judgment of an attribute it needs
	Of              int       // objects with the label and a judgment; more than were looked at where they are many
}

// Predictions applies the pick's predictor, of several scores the first one's, to at most the given number of objects with
// the label, evenly spaced. Data without judgments give none.
func (p *Pick) Predictions(most int) Predictions {
	var out Predictions
	ds := p.Data()
	first := &p.Result.aims.list[0]
	var objects []int
	for i, y := range first.values.Values {
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
			out.Predicted, out.True = append(out.Predicted, v), append(out.True, first.values.Values[i]*first.unit())
		}
	}
	return out
}

func (p *Pick) predictorScores() []model.PredictorScore {
	r := p.Result
	if !r.Several() {
		return nil
	}
	var all []model.PredictorScore
	for k, s := range p.Scores() {
		score := model.PredictorScore{
			Name: s.Name, Label: s.Label, Intercept: s.Intercept, Weights: []float64{}, Covariances: []float64{},
			LabelVariance: s.Var, ProjectedLoss: s.Projected,
		}
		if e := p.ScoreEstimate(k); !math.IsNaN(e.Loss) {
			score.HonestLoss = &e.Loss
		}
		for _, a := range p.Selection.support() {
			b := r.knownOf(k).all.Attr[a].B
			if r.Shrinks() {
				b = r.posteriors[k].B[a] * r.Attributes[a].T
			}
			score.Weights, score.Covariances = append(score.Weights, s.W[a]), append(score.Covariances, b*r.aims.list[k].unit())
		}
		all = append(all, score)
	}
	return all
}

func predictorDesign(r *Result, support []int) *model.PredictorDesign {
	described := r.Design.Described(r.study.data.Attributes, func(a int) bool { return slices.Contains(support, a) })
	out := &model.PredictorDesign{Kind: described.Kind, Forms: described.Forms, Panel: described.Panel}
	if r.Design.Singles() {
		return out
	}
	halo, d := r.learned.Halo().C, len(r.Attributes)
	out.Halo = [][]float64{}
	for _, a := range support {
		var row []float64
		for _, c := range support {
			row = append(row, halo[a*d+c]*r.Attributes[a].T*r.Attributes[c].T)
		}
		out.Halo = append(out.Halo, row)
	}
	return out
}

// CostByForm returns the cost of a selection on each form of the design, by the form's
// name, with all answers on the form. It is nil without forms. The rest of the spent
// budget buys attributes on no form.
func (r *Result) CostByForm(s *Selection) map[string]model.Amount {
	if len(r.Design.Forms) == 0 {
		return nil
	}
	costs, _ := r.Design.Costs(s.Repeats, r.Attributes.Prices())
	out := make(map[string]model.Amount)
	for g, f := range r.Design.Forms {
		out[f.Name] = costs[g]
	}
	return out
}

// Outside are findings about the judgments of new objects that lie outside the pilot's range by more than
// half its width, by attribute.
func Outside(predictor *model.Predictor, ds *model.Dataset) (ws []model.Finding) {
	for i := range predictor.Attributes {
		at := &predictor.Attributes[i]
		a := slices.Index(ds.Attributes, at.Name)
		if at.Least == at.Greatest || a < 0 {
			continue
		}
		n, all, least, greatest := 0, 0, math.Inf(1), math.Inf(-1)
		for j, x := range ds.Value {
			if ds.Attr[j] != int32(a) {
				continue
			}
			all++
			least, greatest = min(least, x), max(greatest, x)
			if at.Outside(x) {
				n++
			}
		}
		if n == 0 {
			continue
		}
		text := fmt.Sprintf("%s of %s lie far outside the pilot's: in the pilot %g to %g, here %g to %g",
			figure.CountOf(n, "judgment"), at.Name, at.Least, at.Greatest, least, greatest)
		if 2*n > all {
			text += ": other units?"
		}
		ws = append(ws, model.Finding{Code: model.CodeOutsidePilot, Attribute: at.Name, Message: text})
	}
	return ws
}

// ErrNoMoments is the error of [Predict] if weights must be recomputed for missing judgments
// and the form of the predictor carries no moments.
var ErrNoMoments = predict.ErrNoMoments

// Predict applies a predictor to a data set of new objects. Partial asks for weights
// recomputed where an object lacks judgments, which takes moments ([ErrNoMoments]) and one attribute;
// otherwise such an object has no prediction. Errors name the attributes that the data lack.
func Predict(p *model.Predictor, ds *model.Dataset, partial bool) (*Prediction, error) {
	return predict.New(p, ds, partial)
}
