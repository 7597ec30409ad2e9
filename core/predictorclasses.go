package core

import (
	"math"

	"fms-tui/core/classes"
	"fms-tui/model"
)

// predictorClasses are the classes of the pick's predictor, nil where the label has no two.
func (p *Pick) predictorClasses() *model.PredictorClasses {
	label := p.Result.ClassLabel()
	if label == nil || label.Classes != nil {
		return nil
	}
	s := p.momentsOf()
	n := classes.NewNormal(p.Result.LabelMean, s.covariance, s.variance)
	intercept, slope := n.Logit()
	intercept -= slope * n.Prevalence // z is the prediction less its mean
	if c := p.Correction; c != nil {
		intercept, slope = c.Offset[1]+c.Slope*intercept, c.Slope*slope
	}
	return &model.PredictorClasses{
		Names: [2]string(label.ClassNames()), Prevalence: n.Prevalence, Covariance: s.covariance, Variance: s.variance,
		LogitIntercept: intercept, LogitSlope: slope, Threshold: classes.Threshold(1, 1),
	}
}

// predictorMulticlass are the classes of the pick's predictor, nil where the label has no
// three.
func (p *Pick) predictorMulticlass() *model.PredictorMulticlass {
	label := p.Result.ClassLabel()
	if label == nil || label.Classes == nil {
		return nil
	}
	of := p.Result.ClassShares()
	l := lines(label, of, p.scoreMoments())
	if p.Correction != nil {
		l = l.Corrected(p.Correction)
	}
	return &model.PredictorMulticlass{
		Names: label.Classes, Ordered: label.Ordered, Shares: of, LogitIntercepts: l.Intercept, LogitSlopes: l.Slope,
	}
}

// predictorScores are the scores of a predictor of several, nil of one.
func (p *Pick) predictorScores() []model.PredictorScore {
	r := p.Result
	if !r.Several() {
		return nil
	}
	w, intercepts := r.WeightsByScore(&p.Selection)
	var all []model.PredictorScore
	for k, s := range r.Scores() {
		score := model.PredictorScore{
			Name: s.Name, Label: s.Label, Intercept: intercepts[k], Weights: []float64{}, Covariances: []float64{},
			LabelVariance: s.Var, ProjectedLoss: r.ScoreLoss(&p.Selection, k),
		}
		if e := p.ScoreEstimate(k); !math.IsNaN(e.Loss) {
			score.HonestLoss = &e.Loss
		}
		for a, n := range p.Selection.Repeats {
			if n > 0 {
				score.Weights = append(score.Weights, w[k][a])
				score.Covariances = append(score.Covariances, r.covarianceOf(k, a))
			}
		}
		all = append(all, score)
	}
	return all
}

// covarianceOf is the label covariance of a score that its weights are made from, in units
// of the attribute and the label.
func (r *Result) covarianceOf(k, a int) float64 {
	at := &r.Attributes[a]
	b := r.knownOf(k).all.Attr[a].B
	if r.Shrinks() {
		b = r.posteriors[k].B[a] * at.T
	}
	return b * r.aims.list[k].unit()
}
