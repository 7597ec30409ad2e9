package classes

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Normal is a prediction whose values are Gaussian in each class, with one variance.
// The zero value says nothing: NewNormal makes one.
type Normal struct {
	Prevalence float64 // π, the share of class 1, between 0 and 1
	Gap        float64 // g, mean prediction of class 1 less the mean of class 0, label units
	Within     float64 // s², variance of the predictions in a class, squared label units
}

// NewNormal returns the classes of predictions with covariance c with the label and
// variance v, both in squared label units. A prediction that does not rise with the label
// (c ≤ 0) has Gap 0: it says nothing. Moments can contradict each other such that c² >
// v Var(y): the variance within is then the smallest share of v that a float knows. It
// panics unless 0 < prevalence < 1.
func NewNormal(prevalence, c, v float64) Normal {
	if !(prevalence > 0 && prevalence < 1) {
		panic(fmt.Sprintf("classes: a prevalence of %g", prevalence))
	}
	n := Normal{Prevalence: prevalence, Within: v}
	if c > 0 && v > 0 {
		n.Gap = c / (prevalence * (1 - prevalence))
		n.Within = max(v-c*n.Gap, least*v)
	}
	return n
}

// least is the smallest share of the variance that is left within a class.
const least = 1e-12

// Logit returns the line of the log odds of class 1 over z, the prediction less the mean
// of the label: intercept + slope z.
func (n Normal) Logit() (intercept, slope float64) {
	p := n.Prevalence
	intercept = math.Log(p / (1 - p))
	if n.Gap == 0 {
		return intercept, 0
	}
	return intercept - n.Gap*n.Gap*(1-2*p)/(2*n.Within), n.Gap / n.Within
}

// Probability returns P(1|z), from 0 to 1.
func (n Normal) Probability(z float64) float64 {
	intercept, slope := n.Logit()
	return Logistic(intercept + slope*z)
}

// Logistic is 1/(1+exp(-x)).
func Logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// AUC is the probability that an object of class 1 has the larger prediction of two, one
// from each class: .5 where predictions say nothing.
func (n Normal) AUC() float64 {
	if n.Gap == 0 {
		return .5
	}
	return distuv.UnitNormal.CDF(n.Gap / math.Sqrt(2*n.Within))
}

// Rates returns the shares of the objects of class 1 and of class 0 that are called 1.
// The call is 1 if the probability is at least threshold (0 < threshold < 1).
func (n Normal) Rates(threshold float64) (ofOnes, ofZeros float64) {
	intercept, slope := n.Logit()
	if slope == 0 {
		if Logistic(intercept) >= threshold {
			return 1, 1
		}
		return 0, 0
	}
	z := (math.Log(threshold/(1-threshold)) - intercept) / slope
	s := math.Sqrt(n.Within)
	above := func(mean float64) float64 { return distuv.UnitNormal.CDF((mean - z) / s) }
	return above(n.Gap * (1 - n.Prevalence)), above(-n.Gap * n.Prevalence)
}

// At returns the metrics that the normal model leads to at a threshold. LogLoss and Brier
// have no closed form: they are integrated.
func (n Normal) At(threshold float64) Metrics {
	ones, zeros := n.Rates(threshold)
	p := n.Prevalence
	var m Metrics
	m.addCalls([][]float64{{(1 - p) * (1 - zeros), (1 - p) * zeros}, {p * (1 - ones), p * ones}}, false)
	m.AUC = n.AUC()
	m.LogLoss, m.Brier = n.scores()
	return m
}

// Nodes of the integration over each class: the trapezoid rule from -reach to reach
// standard deviations, where the normal density is below 1e-15.
const nodes, reach = 96, 8.5

// scores are the log loss and the Brier score, with u the standard normal deviate of the
// prediction in its class:
//
//	log loss = E(-log P(true class)),  Brier = E((P(1) - y)²).
func (n Normal) scores() (logLoss, brier float64) {
	intercept, slope := n.Logit()
	s := math.Sqrt(n.Within)
	const step = 2 * reach / nodes
	for i := range nodes + 1 {
		u := -reach + step*float64(i)
		density := step * math.Exp(-u*u/2) / math.Sqrt(2*math.Pi)
		for class, share := range [2]float64{1 - n.Prevalence, n.Prevalence} {
			odds := intercept + slope*(n.Gap*(float64(class)-n.Prevalence)+s*u)
			if class == 0 {
				odds = -odds // of class 0
			}
			wrong := Logistic(-odds)
			logLoss += share * density * softplus(-odds)
			brier += share * density * wrong * wrong
		}
	}
	return logLoss, brier
}

// softplus is log(1 + exp(x)).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
