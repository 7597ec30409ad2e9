package export

import (
	"math"

	"fms-tui/model"
)

// twoClasses are the constants with which a program turns a prediction into the
// probability of class 1, as predict does (docs/classes.md).
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
type twoClasses struct {
	*model.PredictorClasses
	Odds      float64 // offset + slope log(π/(1-π))
	Gap       float64 // slope g; 0 where the prediction says nothing
	Middle    float64 // π + g (1-2π)/2: the prediction with the odds of the prevalence
	Between   float64 // c g, the variance between the classes
	Quiet     float64 // loss without noise
	Projected float64 // loss(r)
	Own       []float64
	Pairs     []classPair
}

// classPair are two attributes whose errors go together.
type classPair struct {
	A, E  int
	Both  float64
	Least int // judgments that the larger number counts as at least
}

// leastWithin is the smallest share of the variance that is left within a class, as in
// predict.
const leastWithin = "1e-12"

// classesOf returns the constants of a predictor, nil where its label has no two classes.
func classesOf(p *model.Predictor) *twoClasses {
	k := p.Classes
	if k == nil {
		return nil
	}
	pi := k.Prevalence
	c := &twoClasses{PredictorClasses: k, Odds: math.Log(pi / (1 - pi)), Middle: pi, Own: make([]float64, len(p.Attributes))}
	if k.Covariance > 0 {
		c.Gap = k.Covariance / (pi * (1 - pi))
		c.Middle += c.Gap * (1 - 2*pi) / 2
		c.Between = k.Covariance * c.Gap
	}
	offset, slope := k.Correction()
	c.Odds, c.Gap = offset+slope*c.Odds, slope*c.Gap
	if !p.HasMoments() {
		c.Quiet = -1 // no loss, whatever the judgments: V stays
		return c
	}
	c.Quiet, c.Projected = p.LabelVariance, p.ProjectedLoss
	form := p.FormOf()
	for a := range p.Attributes {
		at := &p.Attributes[a]
		c.Own[a] = at.Weight * at.Weight * at.InternalVariance
		c.Quiet -= 2 * at.Weight * at.Covariance()
		for e := range p.Attributes {
			c.Quiet += at.Weight * p.Attributes[e].Weight * p.External[a][e]
		}
		for e := range a {
			if least := sharing(p, form, a, e); least > 0 {
				both := 2 * at.Weight * p.Attributes[e].Weight * p.Design.Halo[a][e]
				c.Pairs = append(c.Pairs, classPair{a, e, both, least})
			}
		}
	}
	return c
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
