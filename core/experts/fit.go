package experts

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Model is one of the three ways from votes to labels.
type Model string

// The models, the simplest first.
const (
	Majority Model = "majority"  // logistic regression with an L1 penalty on what most votes say
	EMSparse Model = "em-sparse" // the model of the votes, with an L1 penalty
	EM       Model = "em"        // the same without a penalty
)

// Models lists the models.
func Models() []Model { return []Model{Majority, EMSparse, EM} }

// Fit is a model fitted to data.
type Fit struct {
	Model  Model
	Lambda float64 // λ of these objects: twice as many would have twice the λ; 0 for EM
	Theta          // for features as they are; without Alpha, and Gamma 0, for Majority

	Objects    int     // with votes
	Objective  float64 // J, the penalised log-likelihood of the votes; NaN for Majority
	Iterations int     // of EM, from the best start; 0 for Majority
	Converged  bool    // J stopped growing before the iterations ended

	Center []float64 // mean of each feature over these objects
	Spread []float64 // their standard deviation; 0 where a feature does not vary and is left out
	seen   []int     // votes by expert
}

// Support is the number of features in the classifier.
func (f *Fit) Support() int { return floats.Count(func(b float64) bool { return b != 0 }, f.Beta) }

// Separates tells whether the features put every object with votes on one side for
// certain: no finite coefficients maximise the likelihood, and only signs and ratios of
// the coefficients mean anything. A penalty prevents separation.
func (f *Fit) Separates(d *Data) bool {
	for i, eta := range f.eta(d) {
		if d.Of(i) > 0 && math.Abs(eta) < saturated {
			return false
		}
	}
	return f.Support() > 0
}

// atCenter is α for an object of mean features: each expert's log odds of a right
// vote there.
func (f *Fit) atCenter() []float64 {
	out := append([]float64{}, f.Alpha...)
	for k := range out {
		for j, g := range f.Gamma {
			out[k] += g * f.Center[j]
		}
	}
	return out
}

// Label is what is said of an object.
type Label struct {
	Probability float64 // of a label of 1
	Class       bool    // the label
}

// Labels returns the labels of objects, also of new objects. For EM and EM-Sparse the
// probability is conditional on features and votes; without votes, it is conditional on
// features. Majority believes the votes: the probability is the share of an object's
// votes that are 1. If the share is a half, or the object has no votes, the
// classifier's probability is taken.
func (f *Fit) Labels(d *Data) []Label {
	out := make([]Label, d.Objects())
	if f.Model != Majority {
		for i, p := range f.posterior(d) {
			out[i] = Label{p, p > .5}
		}
		return out
	}
	eta := f.eta(d)
	for i := range out {
		yes := d.yes(i)
		if n := d.Of(i); 2*yes == n {
			out[i].Probability = sigmoid(eta[i])
		} else {
			out[i].Probability = float64(yes) / float64(n)
		}
		out[i].Class = out[i].Probability > .5
	}
	return out
}

// saturated is the least |α| at which an expert counts as always right, or always
// wrong.
const saturated = 15

// Expert is what is found out about an expert.
type Expert struct {
	Votes int // given to the objects learned from
	// Accuracy is the estimated share of the expert's votes that are right, and
	// Alpha its log odds for an object of mean features. Both are NaN for
	// Majority, and for an expert without votes.
	Accuracy, Alpha float64
	// Low and High are a 95 % interval of the accuracy. It allows for unknown labels,
	// and treats features removed by a penalty as irrelevant. Low and High are NaN if
	// Accuracy is NaN, if Saturated is set, and with more than 1000 parameters in all.
	Low, High float64
	// Agreement is the share of the expert's votes that agree with most of the others,
	// where the others are not tied; NaN if they always are.
	Agreement float64
	// Saturated says that the fit takes the expert for always right, or always
	// wrong: the likelihood has a limit only. With few experts it is often not so.
	Saturated bool
}

// Experts estimates the accuracy of the experts over the votes of d, which should be
// the votes of the fit.
func (f *Fit) Experts(d *Data) []Expert {
	all := f.experts(d)
	if f.Model != Majority {
		f.addIntervals(d, all)
	}
	return all
}

// experts is Experts without intervals. The mean of P(right) over an expert's own
// votes is what α makes it, since α has no penalty: the mean of d_ik.
func (f *Fit) experts(d *Data) []Expert {
	out := make([]Expert, d.Experts)
	right, others := make([]float64, d.Experts), make([]int, d.Experts)
	agreed := make([]int, d.Experts)
	ease, center := f.ease(d), f.atCenter()
	for i := range d.Objects() {
		yes := d.yes(i)
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			k := d.Expert[r]
			out[k].Votes++
			if f.Model != Majority {
				right[k] += sigmoid(f.Alpha[k] + ease[i])
			}
			rest := 2*yes - d.Of(i) // votes for less votes against
			if d.Yes[r] {
				rest--
			} else {
				rest++
			}
			if rest != 0 {
				others[k]++
				if (rest > 0) == d.Yes[r] {
					agreed[k]++
				}
			}
		}
	}
	for k := range out {
		e := &out[k]
		e.Agreement = float64(agreed[k]) / float64(others[k])
		e.Accuracy, e.Alpha, e.Low, e.High = math.NaN(), math.NaN(), math.NaN(), math.NaN()
		if f.Model != Majority && e.Votes > 0 && f.seen[k] > 0 {
			e.Accuracy, e.Alpha = right[k]/float64(e.Votes), center[k]
			e.Saturated = math.Abs(e.Alpha) > saturated
		}
	}
	return out
}

// MeanError is experts' mean error ē over the votes of d: NaN for Majority.
func (f *Fit) MeanError(d *Data) float64 {
	var sum float64
	for _, e := range f.experts(d) {
		if e.Votes > 0 {
			sum += float64(e.Votes) * (1 - e.Accuracy)
		}
	}
	return sum / float64(len(d.Yes))
}

// Theta are the parameters of the model.
type Theta struct {
	Beta0 float64   // log odds of a label of 1 where all features are 0
	Beta  []float64 // by feature
	Alpha []float64 // by expert: log odds of a right vote where all features are 0
	Gamma []float64 // by feature: what makes all experts right more often
}

// clone returns a copy.
func (t Theta) clone() Theta {
	return Theta{t.Beta0, append([]float64{}, t.Beta...), append([]float64{}, t.Alpha...), append([]float64{}, t.Gamma...)}
}

// negated is -θ, which has the same likelihood: labels and experts' errors are
// exchanged.
func (t Theta) negated() Theta {
	t = t.clone()
	t.Beta0 = -t.Beta0
	for _, v := range [][]float64{t.Beta, t.Alpha, t.Gamma} {
		for j := range v {
			v[j] = 0 - v[j] // and no -0
		}
	}
	return t
}

// combined is b + Σ_j c_j x_j by object.
func combined(b float64, c []float64, x [][]float64, to []float64) {
	for i := range to {
		to[i] = b
	}
	for j, v := range c {
		if v != 0 {
			floats.AddScaled(to, v, x[j])
		}
	}
}

// eta is the log odds of a label of 1 for each object, without its votes.
func (t Theta) eta(d *Data) []float64 {
	eta := make([]float64, d.Objects())
	combined(t.Beta0, t.Beta, d.X, eta)
	return eta
}

// ease is xᵀγ for each object: an expert's log odds of a right vote less α.
func (t Theta) ease(d *Data) []float64 {
	ease := make([]float64, d.Objects())
	combined(0, t.Gamma, d.X, ease)
	return ease
}

// Classify is the classifier ẑ(x) = 1(b + xᵀβ > 0), which uses no votes.
func (t Theta) Classify(d *Data) []bool {
	out := make([]bool, d.Objects())
	for i, eta := range t.eta(d) {
		out[i] = eta > 0
	}
	return out
}

// posterior is P(Z = 1 | x, votes) for each object, also for new objects. By Bayes'
// rule its log odds are η + Σ_k (2Y_k-1) τ_k, over the object's votes. Without votes it
// is P(Z = 1 | x).
func (t Theta) posterior(d *Data) []float64 {
	out, ease := t.eta(d), t.ease(d)
	for i, odds := range out {
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			tau := t.Alpha[d.Expert[r]] + ease[i]
			if d.Yes[r] {
				odds += tau
			} else {
				odds -= tau
			}
		}
		out[i] = sigmoid(odds)
	}
	return out
}

// sigmoid is 1/(1+e^-t).
func sigmoid(t float64) float64 {
	if t >= 0 {
		return 1 / (1 + math.Exp(-t))
	}
	e := math.Exp(t)
	return e / (1 + e)
}
