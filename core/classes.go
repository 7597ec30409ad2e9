package core

import (
	"context"
	"fmt"
	"math"

	"fms-tui/core/classes"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/overflow"
	"fms-tui/model"
)

// Classes says how well a pick's predictor tells the two classes of its label from each
// other.
type Classes struct {
	Names [2]string // of class 0 and class 1
	// Threshold is the probability of class 1 from which on an object is called 1.
	Threshold float64
	// Normal gives probabilities. The covariance of the prediction with the label comes
	// from the honest loss where that is known.
	Normal classes.Normal
	// Why says why nothing was measured, in words for the user; "" where it was.
	Why string
	// Measured are the metrics on objects held out, as each fold predicts them.
	classes.Measured

	// Calibration compares probabilities with shares on the same objects, by probability.
	Calibration []classes.Bin

	overlap float64 // what standard errors are multiplied with, for training parts that overlap
}

// calibrationBins are the bins of [Classes.Calibration] where objects are many.
const calibrationBins = 10

// Less returns the metrics of c minus the metrics of from, another choice for the same
// label, and the standard errors of the differences. Both must have been measured.
func (c *Classes) Less(from *Classes) (d, se classes.Metrics) {
	d, se = c.Measured.Less(&from.Measured)
	return d, se.Times(c.overlap)
}

// Classes returns how well a pick tells two classes from each other, nil where the label
// has no two. The call is class 1 from a probability of threshold on, 0 < threshold < 1.
//
// Each fold predicts the objects that it has not seen, from the judgments that they hold
// of the attributes chosen, at most as many as are chosen. Where cells hold fewer, the noise
// that is too much is taken off the scores (settle). The only error is the context's.
func (p *Pick) Classes(ctx context.Context, threshold float64) (_ *Classes, err error) {
	defer overflow.Catch(&err)
	names, two := p.Result.TwoClasses()
	if !two || !(p.LabelMean > 0 && p.LabelMean < 1) {
		return nil, ctx.Err()
	}
	out := &Classes{Names: names, Threshold: threshold}
	var s scores
	if out.Normal, s = p.normal(); p.Honest == nil {
		out.Why = "classes are measured where the honest loss is"
		return out, nil
	}
	given, why := p.given()
	if out.Why = why; why != "" {
		return out, nil
	}
	cases, err := p.cases(ctx, given, s)
	if err != nil {
		return nil, err
	}
	if len(cases) < LeastSeen {
		out.Why = fmt.Sprintf("%d objects hold a judgment of every attribute chosen, and %d are needed", len(cases), LeastSeen)
		return out, nil
	}
	out.Measured, out.Calibration = classes.Measure(cases, threshold), classes.Calibrate(cases, calibrationBins)
	// Training parts overlap: their errors are alike.
	f := float64(len(given))
	out.overlap = math.Sqrt(1 + f/(f-1))
	out.SE = out.SE.Times(out.overlap)
	return out, nil
}

// predictorClasses are the classes of the pick's predictor, nil where the label has no two.
func (p *Pick) predictorClasses() *model.PredictorClasses {
	names, two := p.Result.TwoClasses()
	if !two || !(p.LabelMean > 0 && p.LabelMean < 1) {
		return nil
	}
	n, s := p.normal()
	intercept, slope := n.Logit()
	return &model.PredictorClasses{
		Names: names, Prevalence: n.Prevalence, Covariance: s.covariance, Variance: s.variance,
		LogitIntercept: intercept - slope*n.Prevalence, LogitSlope: slope, // z is the prediction less its mean
		Threshold: classes.Threshold(1, 1),
	}
}

// scores are the moments of a predictor's values.
type scores struct {
	covariance float64 // with the label, squared label units
	variance   float64 // squared label units, of the repeats chosen
}

// normal returns the classes of the pick's predictor. With prediction z and label y,
//
//	loss = E(y - ȳ - z)² = Var(y) - 2 Cov(z, y) + Var(z).
//
// Var(z) rests on the judgments alone and is known well. Cov(z, y) was searched for its
// size, so it is taken from the honest loss in place of the projected one:
// Cov(z, y) = (Var(y) + Var(z) - loss)/2.
func (p *Pick) normal() (classes.Normal, scores) {
	s := p.momentsOf()
	return classes.NewNormal(p.Result.LabelMean, s.covariance, s.variance), s
}

// momentsOf are the moments of the pick's predictions of one label.
func (p *Pick) momentsOf() scores {
	r := p.Result
	w, _ := p.Weights()
	z, minus := r.standardised(w), make([]float64, len(w))
	for a := range z {
		minus[a] = -z[a]
	}
	with, without := r.problem.LossOf(z, p.Selection.Repeats), r.problem.LossOf(minus, p.Selection.Repeats)
	s := scores{variance: (with+without)/2 - r.LabelVar, covariance: (without - with) / 4}
	if e := p.Estimate(); !math.IsNaN(e.Loss) {
		s.covariance = (r.LabelVar + s.variance - e.Loss) / 2
	}
	return s
}

// given is what each fold chose and predicts with, or why that cannot be had.
func (p *Pick) given() ([]honest.Given, string) {
	h := p.Honest
	run := h.runs[p.Selection.Algorithm]
	switch {
	case h.Why != "":
		return nil, h.Why
	case run == nil:
		return nil, string(p.Selection.Algorithm) + " was not cross-validated"
	case p.refitted():
		return p.RidgeRefit.given, ""
	}
	if _, ok := p.Result.study.source.(judgments); !ok {
		return nil, "moments hold no judgments to predict from"
	}
	return run.Chosen(p.Selection.Budget), ""
}

// cases are the probabilities of objects held out.
func (p *Pick) cases(ctx context.Context, given []honest.Given, s scores) ([]classes.Case, error) {
	r := p.Result
	all, err := predictHeldOut(ctx, p.Result, given)
	half := .5 / float64(r.Objects) // a training part may hold one class only: none is ruled out
	var cases []classes.Case
	for i := range all {
		o := &all[i]
		prevalence := min(max(o.mean[0], half), 1-half)
		n := classes.NewNormal(prevalence, s.covariance, s.variance)
		cases = append(cases, classes.Case{P: n.Probability(o.z[0]), Class: o.class == 1, Block: o.block, Fold: o.fold})
	}
	return cases, err
}

// TwoClasses returns the names of the label's classes, and whether there are two.
func (r *Result) TwoClasses() (names [2]string, ok bool) {
	return r.aims.labels[0].TwoClasses()
}
