package experiment

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core/internal/honest"
)

// TestErrors is what the first splits of a Protocol come to. It is immutable.
type TestErrors struct {
	*Protocol
	Done  int // splits
	drawn [][]outcome
}

// Arm is one of the things that a Protocol compares, by index.
type Arm struct{ Design, Algorithm, Budget int }

// TestError is what an Arm comes to, on average over the splits. Errors are mean
// squared, in squared label units.
type TestError struct {
	// Refused is why the algorithm could not run in some split; nothing else is
	// then filled in.
	Refused error
	// Refit is the test error of the paper's procedure: collect up to r on the training
	// objects, refit. NaN if a training part has too few objects for a refit.
	Refit honest.Estimate
	// Projected is the test error of the projected predictor, which needs no further
	// judgments, and More is Projected minus Refit.
	Projected, More honest.Estimate
	RefitSD         float64 // standard deviation between splits
	ProjectedSD     float64 // likewise, of the projected predictor's error
	Training        float64 // mean squared residual of the refit
	Promised        float64 // projected loss
	Honest          float64 // honest loss of the training part; NaN without
	Attributes      float64 // number of chosen attributes
	Judgments       float64 // of an object that are bought: Σ r
	Again           float64 // share of the test objects' judgments that were drawn again
}

// outcome returns the outcome of a split.
func (e *TestErrors) outcome(split int, x Arm) *outcome {
	return &e.drawn[split][(x.Design*len(e.Algorithms)+x.Algorithm)*len(e.Budgets)+x.Budget]
}

// At returns what an arm comes to; standard errors need two splits and are NaN
// with one.
func (e *TestErrors) At(x Arm) TestError {
	for i := range e.drawn {
		if why := e.outcome(i, x).why; why != nil {
			return TestError{Refused: why}
		}
	}
	average := func(of func(*outcome) float64) float64 {
		mean, _ := e.moments(x, of)
		return mean
	}
	t := TestError{
		More:       e.estimate(x, func(o *outcome) float64 { return o.projected - o.refit }),
		Training:   average(func(o *outcome) float64 { return o.training }),
		Promised:   average(func(o *outcome) float64 { return o.promised }),
		Honest:     average(func(o *outcome) float64 { return o.honest }),
		Attributes: average(func(o *outcome) float64 { return float64(o.attributes) }),
		Judgments:  average(func(o *outcome) float64 { return float64(o.judgments) }),
		Again:      average(func(o *outcome) float64 { return o.again }),
	}
	refit, projected := func(o *outcome) float64 { return o.refit }, func(o *outcome) float64 { return o.projected }
	t.Refit, t.Projected = e.estimate(x, refit), e.estimate(x, projected)
	_, t.RefitSD = e.moments(x, refit)
	_, t.ProjectedSD = e.moments(x, projected)
	return t
}

// Less is the Refit of one arm minus the Refit of another, split by split; NaN where
// either could not run.
func (e *TestErrors) Less(x, from Arm) honest.Estimate {
	refit, _ := e.Beside(x, e, from)
	return refit
}

// Beside is Refit and Projected of one arm minus Refit and Projected of an arm of
// another Protocol with the same objects, seed and sizes, as many splits done, and
// other settings.
func (e *TestErrors) Beside(x Arm, o *TestErrors, from Arm) (refit, projected honest.Estimate) {
	unknown := honest.Estimate{Loss: math.NaN(), SE: math.NaN(), R2SE: math.NaN()}
	if e.At(x).Refused != nil || o.At(from).Refused != nil {
		return unknown, unknown
	}
	refits, projecteds := make([]float64, e.Done), make([]float64, e.Done)
	for i := range refits {
		own, other := e.outcome(i, x), o.outcome(i, from)
		refits[i], projecteds[i] = own.refit-other.refit, own.projected-other.projected
	}
	return e.summed(refits), e.summed(projecteds)
}

func (e *TestErrors) summed(values []float64) honest.Estimate {
	mean, sd := stat.MeanStdDev(values, nil)
	return honest.Estimate{Loss: mean, SE: sd * e.inflation(), R2SE: math.NaN()}
}

func (e *TestErrors) estimate(x Arm, of func(*outcome) float64) honest.Estimate {
	mean, sd := e.moments(x, of)
	return honest.Estimate{Loss: mean, SE: sd * e.inflation(), R2SE: math.NaN()}
}

// inflation is what the standard deviation between splits is multiplied with to
// get the standard error of their mean; see the package's documentation.
func (e *TestErrors) inflation() float64 {
	rest := e.Sampler.Objects() - e.Test
	return math.Sqrt(1/float64(e.Done) + float64(e.Test)/float64(rest))
}

func (e *TestErrors) moments(x Arm, of func(*outcome) float64) (mean, sd float64) {
	values := make([]float64, e.Done)
	for i := range values {
		values[i] = of(e.outcome(i, x))
	}
	return stat.MeanStdDev(values, nil)
}
