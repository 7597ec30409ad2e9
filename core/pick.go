package core

import (
	"math"

	"fms-tui/core/classes"
	"fms-tui/core/internal/honest"
	"fms-tui/model"
)

// Pick is a selection and the answer that it is from.
type Pick struct {
	Answer
	Selection Selection
	// RidgeRefit is the candidate for other weights, nil before See and where no honest loss
	// was asked for. Where it is taken, Weights, Predictor, Estimate, Less, On and
	// Projected are of its weights.
	RidgeRefit *RidgeRefit
	// Seen is the loss on the pilot's own judgments, likewise.
	Seen *Seen
	// Correction calibrates the probabilities of classes, nil before See and where
	// [Classes.Correction] is.
	Correction *classes.Correction
	// By is the choice of the budget by a metric of classes, nil where none chose it.
	By *MetricBudget
}

// refitted tells whether the pick's weights come from the refit.
func (p *Pick) refitted() bool { return p.RidgeRefit != nil && p.RidgeRefit.Taken }

// WeightsFrom says what the pick's weights are made from.
func (p *Pick) WeightsFrom() model.Weights {
	if p.refitted() {
		return model.WeightsRefit
	}
	return p.Result.weightsFrom()
}

// Weights returns the pick's weights by attribute, in label units per unit of the
// attribute and 0 outside the support, and its intercept in the label's units.
func (p *Pick) Weights() (w []float64, intercept float64) {
	if p.refitted() {
		return p.RidgeRefit.W, p.RidgeRefit.Intercept
	}
	return p.Result.Weights(&p.Selection)
}

// Projected is the projected loss of the pick's weights, in squared label units.
func (p *Pick) Projected() float64 {
	if p.refitted() {
		return p.RidgeRefit.Projected
	}
	return p.Selection.Loss
}

// Predictor is Result.Predictor of the pick's weights, with the honest loss.
func (p *Pick) Predictor() model.Predictor {
	out := p.bare()
	out.Warnings = p.Warnings()
	if e := p.Estimate(); !math.IsNaN(e.Loss) {
		out.HonestLoss = &e.Loss
		if !math.IsNaN(e.SE) {
			out.HonestLossSE = &e.SE
		}
	}
	return out
}

// bare is the predictor without the figures that only its readers need.
func (p *Pick) bare() model.Predictor {
	out := p.Result.Predictor(&p.Selection)
	out.Weights, out.ProjectedLoss, out.Classes = new(p.WeightsFrom()), p.Projected(), p.predictorClasses()
	out.Scores, out.Multiclass = p.predictorScores(), p.predictorMulticlass()
	if out.Scores != nil || out.Multiclass != nil {
		out.Version = model.PredictorScoresVersion
	}
	var w []float64
	w, out.Intercept = p.Weights()
	at := 0
	for a, n := range p.Selection.Repeats {
		if n > 0 {
			out.Attributes[at].Weight = w[a]
			at++
		}
	}
	return out
}

// Less is the pick's honest loss minus the honest loss of another pick of the same
// data, label and folds, with the paired standard error.
func (p *Pick) Less(o *Pick) Estimate {
	l, from := p.loss(), o.loss()
	if l == nil || from == nil {
		return UnknownEstimate()
	}
	return p.Honest.parts.Difference(l, from)
}

// loss is the honest loss by block, nil where there is none.
func (p *Pick) loss() honest.Loss {
	switch {
	case p.Honest == nil || p.Honest.runs[p.Selection.Algorithm] == nil:
		return nil
	case p.refitted():
		return p.RidgeRefit.loss
	}
	return p.Honest.runs[p.Selection.Algorithm].loss(p.Selection.Budget)
}

// Estimate is the pick's honest loss, NaN where there is none.
func (p *Pick) Estimate() Estimate {
	switch {
	case p.Honest == nil:
		return UnknownEstimate()
	case p.refitted():
		return p.RidgeRefit.Honest
	}
	return p.Honest.At(p.Selection.Algorithm, p.Selection.Budget)
}
