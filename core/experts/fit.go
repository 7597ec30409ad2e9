package experts

import (
	"cmp"
	"math"
	"slices"
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
	Model   Model
	Penalty Penalty // for these objects: twice as many would have twice the λ; 0 for EM
	Theta           // for features as they are; without Alpha, and Gamma 0, for Majority

	Objects    int     // with votes
	Objective  float64 // J, the penalised log-likelihood of the votes; NaN for Majority
	Iterations int     // of EM, from the best start; 0 for Majority
	Converged  bool    // J stopped growing before the iterations ended
	Flipped    bool    // -θ was taken, for its agreement with the majority

	Center []float64 // mean of each feature over these objects
	Spread []float64 // their standard deviation; 0 where a feature does not vary and is left out
	seen   []int     // votes by expert
}

// Support is the number of features in the classifier.
func (f *Fit) Support() (n int) {
	for _, b := range f.Beta {
		if b != 0 {
			n++
		}
	}
	return n
}

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
		yes := 0
		for _, y := range d.Yes[d.Start[i]:d.Start[i+1]] {
			if y {
				yes++
			}
		}
		if n := d.Of(i); 2*yes == n {
			out[i].Probability = sigmoid(eta[i])
		} else {
			out[i].Probability = float64(yes) / float64(n)
		}
		out[i].Class = out[i].Probability > .5
	}
	return out
}

// ByDoubt lists objects by the uncertainty of their labels, most uncertain first: the
// probability nearest to 1/2. Equals stay in their order.
func ByDoubt(labels []Label) (objects []int) {
	for i := range labels {
		objects = append(objects, i)
	}
	slices.SortStableFunc(objects, func(a, b int) int {
		return cmp.Compare(math.Abs(labels[a].Probability-.5), math.Abs(labels[b].Probability-.5))
	})
	return objects
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
		yes := 0
		for _, y := range d.Yes[d.Start[i]:d.Start[i+1]] {
			if y {
				yes++
			}
		}
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
