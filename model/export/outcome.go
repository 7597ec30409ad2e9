package export

import (
	"fmt"
	"math"
	"slices"

	"fms-tui/model"
)

// outcome is what a predictor predicts: one number, several, or classes of their probabilities.
type outcome struct {
	Names      []string    // of several scores, as predict has them in its columns; nil of one
	Intercepts []float64   // by score
	WeightsOf  [][]float64 // by attribute, then by score
	Calls      *model.PredictorClasses
	Spread     *spread // of two classes alone
}

// outcomeOf is the outcome of a predictor. Two scores of one name are an error.
func outcomeOf(p *model.Predictor) (o outcome, err error) {
	for _, name := range p.ScoreNames() {
		if name = valid(name); slices.Contains(o.Names, name) {
			return o, fmt.Errorf("two scores are called %s: rename a label or a class, or take json", quoted(name))
		}
		o.Names = append(o.Names, name)
	}
	o.Intercepts, o.WeightsOf = []float64{p.Intercept}, make([][]float64, len(p.Attributes))
	if o.Names != nil {
		o.Intercepts = each(p.Scores, func(s model.PredictorScore) float64 { return s.Intercept })
	}
	for a := range o.WeightsOf {
		o.WeightsOf[a] = []float64{p.Attributes[a].Weight}
		if o.Names != nil {
			o.WeightsOf[a] = each(p.Scores, func(s model.PredictorScore) float64 { return s.Weights[a] })
		}
	}
	if o.Calls = p.Classes(); o.Calls != nil {
		if o.Calls.Costs == nil {
			o.Calls.Costs = slices.Repeat([]float64{1}, len(o.Calls.Names))
		}
		if len(o.Calls.Names) == 2 {
			o.Spread = spreadOf(p, o.Calls)
		}
	}
	return o, nil
}

// each is a list of what write makes of values.
func each[T, U any](values []T, write func(T) U) []U {
	var out []U
	for _, v := range values {
		out = append(out, write(v))
	}
	return out
}

// spread are the constants with which a program turns a prediction into the log odds of the
// second of two classes, as predict does (docs/classes.md).
//
// With n judgments of the attributes the variance of predictions is V(n) = V + loss(n) -
// loss(r), because the numbers of judgments change only the noise in a prediction. The
// noise is the only part of the loss that depends on n:
//
//	loss(n) = Quiet + Σ_a own[a]/n[a] + Σ_pairs both/max(least, n[a], n[e])
//
// with own = w²v, and both = 2 w[a] w[e] C+[a,e] for two attributes whose errors one rater
// shares: on one form 1/max(n[a], n[e]) of their pairs of judgments are by one rater, in a
// panel of R 1/max(R, n[a], n[e]). A loss below 0 is no loss: then V stays. With the gap
// g = c/(π(1-π)) and s² = V(n) - c g the log odds of class 1 are
//
//	x = log(π/(1-π)) + g (z - g (1-2π)/2)/s²,  z = prediction - π,
//
// in the normal model. A calibrated predictor has offset + slope x, which Odds and Gap hold.
type spread struct {
	Odds      float64 // offset + slope log(π/(1-π))
	Gap       float64 // slope g; 0 where the prediction says nothing
	Middle    float64 // π + g (1-2π)/2: the prediction with the odds of the prevalence
	Variance  float64 // V
	Between   float64 // c g, the variance between the classes
	Projected float64 // loss(r)
	Quiet     float64 // loss without noise
	Own       []float64
	Pairs     []sharedNoise
}

// sharedNoise is what the errors of two attributes share.
type sharedNoise struct {
	A, E  int
	Both  float64
	Least int // judgments that the larger number counts as at least
}

func spreadOf(p *model.Predictor, k *model.PredictorClasses) *spread {
	pi := k.Shares[1]
	s := &spread{Odds: math.Log(pi / (1 - pi)), Middle: pi, Variance: k.Variance, Own: make([]float64, len(p.Attributes))}
	if k.Covariance > 0 {
		s.Gap = k.Covariance / (pi * (1 - pi))
		s.Middle += s.Gap * (1 - 2*pi) / 2
		s.Between = k.Covariance * s.Gap
	}
	offset, slope := k.Correction()
	s.Odds, s.Gap = offset+slope*s.Odds, slope*s.Gap
	if !p.HasMoments() {
		s.Quiet = -1 // no loss, whatever the judgments: V stays
		return s
	}
	s.Quiet, s.Projected = p.LabelVariance, p.ProjectedLoss
	form := p.FormOf()
	for a := range p.Attributes {
		at := &p.Attributes[a]
		s.Own[a] = at.Weight * at.Weight * at.InternalVariance
		s.Quiet -= 2 * at.Weight * at.Covariance()
		for e := range p.Attributes {
			s.Quiet += at.Weight * p.Attributes[e].Weight * p.External[a][e]
		}
		for e := range a {
			if least := sharing(p, form, a, e); least > 0 {
				s.Pairs = append(s.Pairs, sharedNoise{a, e, 2 * at.Weight * p.Attributes[e].Weight * p.Design.Halo[a][e], least})
			}
		}
	}
	return s
}

// sharing is how many judgments of two attributes count as at least for the share of
// their pairs that are by one rater; 0 where none is.
func sharing(p *model.Predictor, form []int, a, e int) int {
	switch d := p.Design; {
	case d == nil || len(d.Halo) != len(p.Attributes):
		return 0
	case form[a] >= 0 && form[a] == form[e]:
		return 1
	case d.Panel != nil:
		return *d.Panel
	}
	return 0
}
