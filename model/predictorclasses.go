package model

import (
	"errors"
	"fmt"
	"math"
)

// PredictorClasses turn a prediction of a label with two classes into a probability and a
// class:
//
//	P(1) = 1 / (1 + exp(-(LogitIntercept + LogitSlope · prediction)))
//
// for as many judgments as the predictor asks for (docs/classes.md). The class is 1 from
// Threshold on.
type PredictorClasses struct {
	Names          [2]string `json:"names"`           // of class 0 and class 1
	Prevalence     float64   `json:"prevalence"`      // share of class 1 in the pilot, between 0 and 1
	Covariance     float64   `json:"covariance"`      // of prediction and label, squared label units
	Variance       float64   `json:"variance"`        // of predictions, squared label units
	LogitIntercept float64   `json:"logit_intercept"` // of the log odds of class 1
	LogitSlope     float64   `json:"logit_slope"`     // per unit of the prediction, at least 0
	Threshold      float64   `json:"threshold"`       // between 0 and 1
}

// Correction returns how the line differs from the line of the normal model: log odds x of that
// become offset + slope x. It is what calibration on objects held out found, for every number of
// judgments: 0 and 1 where it found nothing, and where predictions say nothing.
func (c *PredictorClasses) Correction() (offset, slope float64) {
	pi := c.Prevalence
	gap := c.Covariance / (pi * (1 - pi))
	if !(gap > 0 && c.Variance > 0 && c.LogitSlope > 0) {
		return 0, 1
	}
	normal := gap / max(c.Variance-c.Covariance*gap, 1e-12*c.Variance)
	intercept := math.Log(pi/(1-pi)) - normal*(pi+gap*(1-2*pi)/2)
	if slope = c.LogitSlope / normal; math.Abs(slope-1) < 1e-9 && math.Abs(c.LogitIntercept-intercept) < 1e-9*max(1, math.Abs(intercept)) {
		return 0, 1
	}
	return c.LogitIntercept - slope*intercept, slope
}

// Check returns an error for figures that no export writes.
func (c *PredictorClasses) Check() error {
	for _, x := range []float64{c.Covariance, c.Variance, c.LogitIntercept, c.LogitSlope} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return errors.New("a figure of its classes is not finite")
		}
	}
	switch {
	case !(c.Prevalence > 0 && c.Prevalence < 1):
		return fmt.Errorf("the prevalence of its classes is %g: accepted are numbers between 0 and 1", c.Prevalence)
	case !(c.Threshold > 0 && c.Threshold < 1):
		return fmt.Errorf("the threshold of its classes is %g: accepted are numbers between 0 and 1", c.Threshold)
	case c.Variance < 0 || c.LogitSlope < 0:
		return errors.New("a variance or slope of its classes is below 0")
	case c.Names[0] == c.Names[1]:
		return fmt.Errorf("both of its classes are called %q", c.Names[0])
	}
	return nil
}
