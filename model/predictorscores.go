package model

import (
	"errors"
	"fmt"
	"math"
)

// PredictorScore predicts one of several numbers from the judgments of a [Predictor]: the
// indicator of a class, or one of several labels.
//
//	score = Intercept + Σ_a Weights[a] · (mean of the judgments of a)
type PredictorScore struct {
	Name          string    `json:"name"`  // the class, or the label
	Label         string    `json:"label"` // whose class it is; Name where it is a label
	Intercept     float64   `json:"intercept"`
	Weights       []float64 `json:"weights"`        // in the order of the attributes, label units per unit of the attribute
	Covariances   []float64 `json:"covariances"`    // with the label, of which the weights are made; likewise
	LabelVariance float64   `json:"label_variance"` // squared label units
	ProjectedLoss float64   `json:"projected_loss"` // likewise; may be below 0
	HonestLoss    *float64  `json:"honest_loss"`    // likewise; nil where it is not known
}

// WeightOf begins the heads of the columns of weights of several scores in the form csv.
const WeightOf = "weight of "

// PredictorMulticlass turns the scores of three or more classes into probabilities, for as
// many judgments as the predictor asks for (docs/classes.md). With o the weight of a class
//
//	P(k) = o_k / Σ_j o_j,   o_k = 1/(1+exp(-(LogitIntercepts[k] + LogitSlopes[k]·score_k)))
//
// and of Ordered classes, which have the predictor's own prediction for a score,
// o_k = exp(LogitIntercepts[k] + LogitSlopes[k]·prediction). The class is the most probable
// one, the first of equals.
type PredictorMulticlass struct {
	Names           []string  `json:"names"`
	Ordered         bool      `json:"ordered"`
	Shares          []float64 `json:"shares"` // of the classes in the pilot
	LogitIntercepts []float64 `json:"logit_intercepts"`
	LogitSlopes     []float64 `json:"logit_slopes"`
}

// Check returns an error for figures that no export writes.
func (m *PredictorMulticlass) Check(scores int) error {
	k := len(m.Names)
	switch {
	case k < 3 || len(m.Shares) != k || len(m.LogitIntercepts) != k || len(m.LogitSlopes) != k:
		return errors.New("its classes have names, shares and lines of different number")
	case !m.Ordered && scores != k || m.Ordered && scores != 0:
		return fmt.Errorf("it has %d scores for %d classes", scores, k)
	}
	seen := make(map[string]bool)
	for i, name := range m.Names {
		if seen[name] {
			return fmt.Errorf("two of its classes are called %q", name)
		}
		seen[name] = true
		for _, x := range []float64{m.Shares[i], m.LogitIntercepts[i], m.LogitSlopes[i]} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return errors.New("a figure of its classes is not finite")
			}
		}
	}
	return nil
}

// CheckScores returns an error for scores that do not fit the predictor's attributes.
func (p *Predictor) CheckScores() error {
	for _, s := range p.Scores {
		if len(s.Weights) != len(p.Attributes) || len(s.Covariances) != len(p.Attributes) {
			return fmt.Errorf("the score %q has %d weights and %d covariances for %d attributes", s.Name, len(s.Weights), len(s.Covariances), len(p.Attributes))
		}
		for _, x := range append(append([]float64{s.Intercept, s.LabelVariance, s.ProjectedLoss}, s.Weights...), s.Covariances...) {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("a figure of the score %q is not finite", s.Name)
			}
		}
	}
	if p.Multiclass != nil {
		return p.Multiclass.Check(len(p.Scores))
	}
	return nil
}

// Score returns the predictor of one of several scores, as a predictor of its own.
func (p *Predictor) Score(k int) Predictor {
	s, out := &p.Scores[k], *p
	out.Label, out.Intercept, out.LabelVariance, out.ProjectedLoss, out.HonestLoss = s.Label, s.Intercept, s.LabelVariance, s.ProjectedLoss, s.HonestLoss
	out.Scores, out.Multiclass, out.Classes, out.HonestLossSE = nil, nil, nil, nil
	out.Attributes = append([]PredictorAttribute(nil), p.Attributes...)
	for a := range out.Attributes {
		out.Attributes[a].Weight, out.Attributes[a].LabelCovariance, out.Attributes[a].LabelCovariancePosterior = s.Weights[a], s.Covariances[a], nil
	}
	return out
}
