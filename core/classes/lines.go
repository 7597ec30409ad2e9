package classes

import (
	"math"
	"slices"
)

// # Three or more classes
//
// One against the rest: class k has a score ŷ_k, the prediction of its indicator, whose
// mean is π_k. As for two classes a line of the log odds calibrates each score by itself,
// o_k = logistic(a_k + s_k ŷ_k). The probabilities are P(k) = o_k / Σ_j o_j. With two
// classes o_0 + o_1 = 1, and nothing is left to normalise.
//
// Ordered: classes 0, 1, … K-1 are values of one label y with equal steps, and one score ŷ
// predicts y. With z = ŷ - ȳ, c = Cov(z, y) and V = Var(z), the mean of z in class k is
// m_k = c/Var(y) (k - ȳ), and s² = V - c²/Var(y) is left within the classes. Bayes' rule
// for normal classes of one variance is
//
//	P(k) ∝ π_k exp(-(z - m_k)²/(2s²)) ∝ exp(log π_k - (m_k²/2 + m_k ȳ)/s² + (m_k/s²) ŷ),
//
// again a line of ŷ for each class.

// Lines turn scores into the probabilities of K classes.
type Lines struct {
	Intercept, Slope []float64 // by class, of the log odds, or of the log of the weight
	// Ordered classes have one score, and their weights are exp(line); others have a score
	// each, and their weights are logistic(line).
	Ordered bool
}

// Moment is what is known of a score: its covariance with its label, and its variance.
type Moment struct{ Covariance, Variance float64 }

// NewLines returns the lines of scores with the shares of the classes, of one score of ordered
// classes, else of one a class, with its indicator. An ordered class without objects has
// probability 0.
func NewLines(ordered bool, shares []float64, of ...Moment) Lines {
	l := Lines{Ordered: ordered}
	if !ordered {
		for k, share := range shares {
			a, s := NewNormal(share, of[k]).Logit()
			l.Intercept, l.Slope = append(l.Intercept, a-s*share), append(l.Slope, s)
		}
		return l
	}
	mean, varY := moments(shares)
	slope, within := 0.0, 1.0
	if c, v := of[0].Covariance, of[0].Variance; c > 0 && v > 0 && varY > 0 {
		slope, within = c/varY, max(v-c*c/varY, least*v)
	}
	for k, p := range shares {
		m := slope * (float64(k) - mean)
		intercept := unseen
		if p > 0 {
			intercept = math.Log(p)
		}
		l.Intercept = append(l.Intercept, intercept-(m*m/2+m*mean)/within)
		l.Slope = append(l.Slope, m/within)
	}
	return l
}

// unseen is the log of a share of 0, as good as that and finite in every file.
const unseen = -1e6

// Probabilities fills out with the probability of each class for its score; ordered
// classes have one score. They add up to 1.
func (l Lines) Probabilities(scores, out []float64) {
	l.At(scores, out)
	weigh(out, l.Ordered, out)
}

// weigh fills out, which may be x, with the probabilities of classes with lines x.
func weigh(x []float64, ordered bool, out []float64) {
	most, sum := slices.Max(x), 0.0
	for k, v := range x {
		if ordered {
			out[k] = math.Exp(v - most)
		} else {
			out[k] = Logistic(v)
		}
		sum += out[k]
	}
	for k := range out {
		if out[k] /= sum; sum == 0 { // every log odds is below the range of floats
			out[k] = 1 / float64(len(out))
		}
	}
}

// shareSE is the standard error of a share, x of n objects, that is not 0 where all objects or none
// count: that of the share (x+2)/(n+4), the centre of Wilson's interval of two standard errors
// (Agresti and Coull 1998).
func shareSE(x, n float64) float64 {
	p := (x + 2) / (n + 4)
	return math.Sqrt(p * (1 - p) / (n + 4))
}

// leastErrors are the standard errors that accuracy, balanced accuracy and κ have at least: where no
// object of a rare class is called right, leaving blocks out changes nothing, and the jackknife
// would know the metrics exactly. table has objects by class and call. With s_c the error of the
// share called right in class c, π_c the share of the class and e the agreement by chance
//
//	accuracy √Σ π_c² s_c²    balanced √Σ s_c² / K    κ √Σ π_c² s_c² / (1-e).
func leastErrors(table [][]int) (accuracy, balanced, kappa float64) {
	n, called := 0.0, make([]float64, len(table))
	for _, calls := range table {
		for j, x := range calls {
			n += float64(x)
			called[j] += float64(x)
		}
	}
	classes, chance := 0.0, 0.0
	for c, calls := range table {
		of := 0.0
		for _, x := range calls {
			of += float64(x)
		}
		if of == 0 {
			continue
		}
		s := shareSE(float64(calls[c]), of)
		accuracy += of / n * s * of / n * s
		balanced += s * s
		chance += of / n * called[c] / n
		classes++
	}
	accuracy, balanced = math.Sqrt(accuracy), math.Sqrt(balanced)/classes
	return accuracy, balanced, accuracy / (1 - chance)
}

// atLeast is an error that is not below the least; NaN where it is not known.
func atLeast(se *float64, least float64) {
	if *se < least {
		*se = least
	}
}
