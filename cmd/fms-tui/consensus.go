package main

import (
	"fmt"
	"math"

	"fms-tui/core/experts"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// consensus is what experts prints.
type consensus struct {
	data  *experts.Named
	study *experts.Study
	point *experts.Point // whose fit makes the labels
	fit   *experts.Fit
	found []experts.Expert
	asked bool // --model named the model
}

// warnings are about what was fitted.
func (v *consensus) warnings() (all []model.Finding) {
	warn := func(code model.Code, format string, args ...any) {
		all = append(all, model.Finding{Code: code, Message: fmt.Sprintf(format, args...)})
	}
	var sure []string
	for k, e := range v.found {
		if e.Saturated {
			sure = append(sure, v.data.Experts[k])
		}
	}
	if len(sure) > 0 {
		warn(model.CodeSaturatedExperts, "%s takes %s for always right or always wrong: with few experts the likelihood often has no other maximum; believe it only where you would anyway", v.fit.Model, some(sure))
	}
	if e := v.fit.MeanError(&v.data.Data); e >= .5 {
		warn(model.CodeExpertsBelowChance, "the experts are estimated to be wrong in %s of their votes: the surrogate risk needs experts who are right more often than not", figure.Percent(e))
	}
	if len(v.data.X) == 0 {
		warn(model.CodeNoFeatures, "there are no features: labels come from the votes alone, and the surrogate risk compares nothing; --features names a file")
	}
	switch {
	case v.fit.Separates(&v.data.Data):
		warn(model.CodeSeparableFeatures, "the features separate the labels: coefficients of %s grow without limit, and only their signs and ratios say anything; a penalty limits them (--model em-sparse)", v.fit.Model)
	case v.fit.Model == experts.EM && len(v.data.X) > 0 && !v.fit.Converged:
		warn(model.CodeNotConverged, "EM did not come to an end: with this many features some coefficients grow without limit")
	}
	return all
}

// labelled counts the objects that get a label.
func (v *consensus) labelled() (n int) {
	for _, blank := range v.data.Blank {
		if !blank {
			n++
		}
	}
	return n
}

// risk is the risk of the classifier, computed from its surrogate risk; NaN if experts'
// mean error is not estimated.
func (v *consensus) risk() float64 {
	e := v.fit.MeanError(&v.data.Data)
	if math.IsNaN(e) {
		return e
	}
	return max(experts.Risk(v.point.S, e), 0)
}

// rule is how the parts were made, in words.
func (v *consensus) rule() string {
	voted := len(v.data.Voted())
	if n := len(v.study.Parts); n > 1 {
		return fmt.Sprintf("cross-validation over %d folds of %s", n, figure.CountOf(voted, "object"))
	}
	return fmt.Sprintf("%s of %s held out", figure.Count(len(v.study.Parts[0].Test)), figure.CountOf(voted, "object"))
}
