package predict

import "math"

// Summary adds up predictions, object by object. Its zero value summarises none.
type Summary struct {
	Objects int // all
	Empty   int // without a prediction
	Short   int // predicted from fewer judgments of an attribute than the predictor's repeats
	Partial int // predicted without an attribute of the predictor
	Mean    int // predicted by the label's mean: without a judgment of any attribute
	Halo    int // predicted, with a rater who judged several needed attributes
	Unknown int // judgments by raters whose offset is not known
	Labels  int // objects that have both a prediction and a label

	squares   float64 // of the residuals
	mean      float64 // of the labels
	deviation float64 // sum of the labels' squared deviations from their mean
}

// Add enters one object; label is NaN where it has none.
func (s *Summary) Add(p Prediction, label float64) {
	s.Objects++
	s.Unknown += p.Unknown
	if math.IsNaN(p.Value) {
		s.Empty++
		return
	}
	if p.Lacking > 0 {
		s.Partial++
	}
	if p.Mean {
		s.Mean++
	}
	if p.Halo {
		s.Halo++
	}
	if p.Short > 0 {
		s.Short++
	}
	if math.IsNaN(label) {
		return
	}
	s.Labels++
	s.squares += (label - p.Value) * (label - p.Value)
	before := label - s.mean
	s.mean += before / float64(s.Labels)
	s.deviation += before * (label - s.mean)
}

// Loss is the mean squared error over the objects that have both; NaN without
// any.
func (s *Summary) Loss() float64 { return s.squares / float64(s.Labels) }

// R2 is 1 - Loss/Var(y), with the variance of the same objects' labels; NaN where these
// are all equal.
func (s *Summary) R2() float64 {
	if !(s.deviation > 0) {
		return math.NaN()
	}
	return 1 - s.squares/s.deviation
}
