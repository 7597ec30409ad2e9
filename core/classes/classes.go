// Package classes turns linear predictions into the probabilities of two classes or more, and
// measures how good they are.
//
// # From scores to probabilities
//
// Classes in order, as any two are, are the values k = 0, 1, … K-1 of one label y, and one score ŷ
// predicts y: least squares finds the direction of the linear discriminant, so that the choice of
// repeats needs no change. Let π_k be the shares of the classes, z = ŷ - ȳ, c = Cov(z, y) and
// V = Var(z). The mean of z in class k is m_k = c/Var(y) (k - ȳ), and s² = V - c²/Var(y) is left
// within the classes. Where z is Gaussian in each class with the same s, Bayes' rule is
//
//	P(k) ∝ π_k exp(-(z - m_k)²/(2s²)) ∝ exp(log π_k - (m_k²/2 + m_k ȳ)/s² + (m_k/s²) ŷ),
//
// a line of ŷ for each class. Of two classes Var(y) = π(1-π), and with the gap g = m_1 - m_0
//
//	log odds(1|z) = log(π/(1-π)) - g²(1-2π)/(2s²) + (g/s²) z,   AUC = P(z_1 > z_0) = Φ(g/(s√2)).
//
// For the predictor of least loss c = V = R² Var(y), so that g = R² and s² = R² Var(y) (1-R²). AUC,
// accuracy and log loss all rise or fall with R²: the repeats of least squared loss are the repeats
// to buy for them as well.
//
// Classes of no order have a score each, the prediction of their indicator, whose mean is π_k. Each
// against the rest is two classes, o_k = logistic(a_k + s_k ŷ_k), and P(k) = o_k / Σ_j o_j.
//
// # How well
//
// [Measure] compares probabilities with the classes of objects that the predictor has not seen.
// Standard errors are by the jackknife over blocks of objects.
package classes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"fms-tui/model"
)

// Moment is what is known of a score: its covariance with its label, and its variance, in squared
// label units.
type Moment struct{ Covariance, Variance float64 }

// WithLines returns classes of some shares and order with the lines of their scores: of one score
// of ordered classes, else of one a class, with its indicator. A correction calibrates them; nil is
// none. A score that does not rise with its label (covariance ≤ 0) says nothing. An ordered class of
// share 0 has probability 0. Two classes keep what is known of their score.
func WithLines(k model.PredictorClasses, by *Correction, of ...Moment) *model.PredictorClasses {
	k.Intercepts, k.Slopes = lines(k.Ordered, k.Shares, of...)
	if len(k.Names) == 2 {
		k.Covariance, k.Variance = of[0].Covariance, of[0].Variance
	}
	if by != nil {
		for i, b := range by.Offset {
			k.Intercepts[i], k.Slopes[i] = b+by.Slope*k.Intercepts[i], by.Slope*k.Slopes[i]
		}
	}
	return &k
}

// Moments can contradict each other such that c² > V Var(y): the variance within classes is then
// the smallest share of V that a float knows. unseen is the log of a share of 0, as good as that and
// finite in every file.
const least, unseen = 1e-12, -1e6

func lines(ordered bool, shares []float64, of ...Moment) (intercept, slope []float64) {
	mean, varY := moments(shares)
	rise, within := 0.0, 1.0
	if c, v := of[0].Covariance, of[0].Variance; c > 0 && v > 0 && varY > 0 {
		rise, within = c/varY, max(v-c*c/varY, least*v)
	}
	for k, p := range shares {
		m, a := rise*(float64(k)-mean), unseen
		if p > 0 {
			a = math.Log(p)
		}
		a, s := a-(m*m/2+m*mean)/within, m/within
		if !ordered { // against the rest
			x, y := lines(true, []float64{1 - p, p}, of[k])
			a, s = x[1]-x[0], y[1]-y[0]
		}
		intercept, slope = append(intercept, a), append(slope, s)
	}
	return intercept, slope
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

// NormalAUC is the AUC of two classes by the normal model, .5 where predictions say nothing; NaN of more.
func NormalAUC(shares []float64, of Moment) float64 {
	if len(shares) != 2 {
		return math.NaN()
	}
	_, s := lines(true, shares, of)
	_, varY := moments(shares)
	return distuv.UnitNormal.CDF(math.Sqrt(max(0, of.Covariance) / varY * (s[1] - s[0]) / 2))
}

// Logistic is 1/(1+exp(-x)).
func Logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Probabilities returns the probability of each class for its score; ordered classes have one
// score. They add up to 1.
func Probabilities(k *model.PredictorClasses, scores []float64) []float64 {
	return NewCase(k, scores, 0, 0, 0).P
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

// Call is the class whose call costs least with probabilities P, the last of equals. The call c
// costs Σ_{k≠c} P(k)·Costs[k], so that it is the class of the largest P(c)·Costs[c].
func Call(k *model.PredictorClasses, probabilities []float64) int {
	best, most := 0, math.Inf(-1)
	for c, p := range probabilities {
		if k.Costs != nil {
			p *= k.Costs[c]
		}
		if p >= most {
			best, most = c, p
		}
	}
	return best
}

// Normal are scores that are Gaussian in each class, with one covariance. C are the covariances
// among the scores: with the indicators of classes of no order, or one number of classes in order,
// squared label units. The mean of score j in class k is
//
//	E(ŷ_j | k) = π_j + C[j,k]/π_k,   of classes in order ȳ + C/Var(y) (k - ȳ),
//
// and the covariance within a class is what C has beyond these means.
type Normal struct {
	model.PredictorClasses // names, shares and order
	C                      [][]float64
}

// normalObjects are drawn for the metrics of a Normal: accuracy is right to half a percent.
const normalObjects = 2000

// At returns the metrics of scores that explain scale times as much as C: 0 is no judgment at all.
// Calls of several scores have no closed form, so they are counted over objects that lie evenly:
// the same ones for every scale.
func (n *Normal) At(scale float64) Metrics {
	mean, varY := moments(n.Shares)
	means, within, of := make([][]float64, len(n.Shares)), square[float64](len(n.C)), make([]Moment, len(n.C))
	for j, row := range n.C {
		of[j] = Moment{scale * row[j], scale * row[j]}
		floats.AddScaled(within[j], scale, row)
	}
	for class, share := range n.Shares {
		shift := make([]float64, len(n.C))
		for j, row := range n.C {
			at := mean
			if shift[j] = scale * row[0] / varY * (float64(class) - mean); !n.Ordered {
				at, shift[j] = n.Shares[j], scale*row[class]/share
			}
			means[class] = append(means[class], at+shift[j])
			floats.AddScaled(within[j][:j+1], -share*shift[j], shift[:j+1])
		}
	}
	k, root := WithLines(n.PredictorClasses, nil, of...), halfRoot(within)
	phi := 2.0 // the root of φ^d = φ + 1: its powers make points that lie evenly (Roberts 2018)
	for range 30 {
		phi = math.Pow(1+phi, 1/float64(len(root)))
	}
	var cases []Case
	for class, share := range n.Shares {
		count := int(math.Round(normalObjects * share))
		for i := range count {
			given, x := slices.Clone(means[class]), (float64(i)+.5)/float64(count)
			for l := range root {
				u := distuv.UnitNormal.Quantile(x)
				for j := l; j < len(root); j++ {
					given[j] += root[j][l] * u
				}
				x = .5 + float64(i+1)*math.Pow(phi, -float64(l+1))
				x -= math.Floor(x)
			}
			cases = append(cases, NewCase(k, given, class, 0, 0))
		}
	}
	return newTest(k, cases).tally(-1).metrics()
}

// halfRoot returns the lower L with L Lᵀ = A, of which the lower half is read, for a covariance A.
// Rounding may have left a direction of no variance, or of one below 0: that direction has none.
func halfRoot(a [][]float64) [][]float64 {
	out := square[float64](len(a))
	for i := range a {
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
