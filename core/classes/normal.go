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

// NewNormal returns the classes of predictions, whose moments are in squared label units. A
// prediction that does not rise with the label (c ≤ 0) has Gap 0: it says nothing. Moments can
// contradict each other such that c² > v Var(y): the variance within is then the smallest share of
// v that a float knows. It panics unless 0 < prevalence < 1.
func NewNormal(prevalence float64, of Moment) Normal {
	if !(prevalence > 0 && prevalence < 1) {
		panic(fmt.Sprintf("classes: a prevalence of %g", prevalence))
	}
	c, v := of.Covariance, of.Variance
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

// ManyNormal are the scores of three or more classes whose values are Gaussian in each class,
// with one covariance. Let C be the covariances of the scores with the indicators, which are
// also the covariances among least-squares scores. The mean of score j in class k is
//
//	E(ŷ_j | k) = π_j + C[j,k]/π_k,
//
// and the covariance within a class is C - C Π⁻¹ C. Classes in order have one score, with
// E(ŷ | k) = ȳ + C/Var(y) (k - ȳ).
type ManyNormal struct {
	Shares []float64 // π, by class; they add up to 1
	// Covariance has C, squared label units: a row for each class, or one number of classes
	// in order.
	Covariance [][]float64
	Ordered    bool
}

// normalObjects are drawn for the metrics of a ManyNormal: accuracy is right to a percent.
const normalObjects = 1000

// At returns the metrics of scores that explain scale times as much as Covariance: 0 is no
// judgment at all. Calls of several scores have no closed form, so they are counted over
// objects that lie evenly: the same ones for every scale.
func (n *ManyNormal) At(scale float64) Metrics {
	means, within, lines := n.parts(scale)
	root := halfRoot(within)
	var cases []Case
	u, given := make([]float64, len(root)), make([]float64, len(root))
	for k, share := range n.Shares {
		for i := range int(math.Round(normalObjects * share)) {
			even(i, u)
			for j := range given {
				given[j] = means[k][j]
				for l, x := range u[:j+1] {
					given[j] += root[j][l] * x
				}
			}
			p := make([]float64, len(n.Shares))
			lines.Probabilities(given, p)
			cases = append(cases, Case{P: p, Class: k})
		}
	}
	return Calling{Classes: len(n.Shares), Ordered: n.Ordered}.test(cases).without(-1)
}

// parts are the means of the scores by class, their covariance within a class, and what
// makes them probabilities.
func (n *ManyNormal) parts(scale float64) (means, within [][]float64, l Lines) {
	if n.Ordered {
		c := scale * n.Covariance[0][0]
		mean, vary := moments(n.Shares)
		for k := range n.Shares {
			m := mean
			if vary > 0 {
				m += c / vary * (float64(k) - mean)
			}
			means = append(means, []float64{m})
		}
		return means, [][]float64{{c - c*c/max(vary, c)}}, NewLines(true, n.Shares, Moment{c, c})
	}
	size := len(n.Shares)
	diagonal := make([]Moment, size)
	for k := range size {
		diagonal[k] = Moment{scale * n.Covariance[k][k], scale * n.Covariance[k][k]}
		row, mean := make([]float64, size), make([]float64, size)
		for j := range size {
			row[j], mean[j] = scale*n.Covariance[k][j], n.Shares[j]+scale*n.Covariance[j][k]/n.Shares[k]
			for l, share := range n.Shares {
				row[j] -= scale * scale * n.Covariance[k][l] * n.Covariance[l][j] / share
			}
		}
		means, within = append(means, mean), append(within, row)
	}
	return means, within, NewLines(false, n.Shares, diagonal...)
}

// moments are the mean and the variance of classes in order, as numbers 0, 1, ….
func moments(shares []float64) (mean, variance float64) {
	for k, p := range shares {
		mean += p * float64(k)
	}
	for k, p := range shares {
		variance += p * (float64(k) - mean) * (float64(k) - mean)
	}
	return mean, variance
}

// halfRoot returns the lower L with L Lᵀ = A for a covariance A, of which rounding may have
// left a direction of no variance, or of one below 0: that direction has none.
func halfRoot(a [][]float64) [][]float64 {
	out := make([][]float64, len(a))
	for i := range a {
		out[i] = make([]float64, len(a))
		for j := range i + 1 {
			x := a[i][j]
			for l := range j {
				x -= out[i][l] * out[j][l]
			}
			switch {
			case i == j && x > 1e-9*a[i][i]:
				out[i][i] = math.Sqrt(x)
			case i != j && out[j][j] > 0:
				out[i][j] = x / out[j][j]
			}
		}
	}
	return out
}

// even fills u with the i-th of some points that lie evenly under the normal density: the
// additive recurrence of the root φ of φ^(d+1) = φ + 1 (Roberts 2018), d the length of u.
func even(i int, u []float64) {
	phi := 2.0
	for range 30 {
		phi = math.Pow(1+phi, 1/float64(len(u)+1))
	}
	for j := range u {
		x := .5 + float64(i+1)*math.Pow(phi, -float64(j+1))
		u[j] = distuv.UnitNormal.Quantile(x - math.Floor(x))
	}
}

// Guess returns the metrics of a prediction that is the shares of the classes for every
// object: what asking nothing gives.
func Guess(shares []float64) Metrics {
	k, most, squares := float64(len(shares)), 0.0, 0.0
	m := Metrics{AUC: .5, Balanced: 1 / k}
	for _, p := range shares {
		most, squares = max(most, p), squares+p*p
		if p > 0 {
			m.LogLoss -= p * math.Log(p)
		}
	}
	m.Accuracy, m.F1, m.Brier = most, 2*most/(1+most)/k, (1-squares)/2
	return m
}
