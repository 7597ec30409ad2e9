package simulate

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Table 1 prints b/σ on a scale of its own: with labels in inches and pounds
// its largest figures would be correlations of .04 and .003. Only order and
// sign can be taken over. These factors turn a figure into the correlation
// between an attribute's expected judgment and the label. The first gives male
// and height the .7 they have in adults, and the crowd's estimate of height
// .75; the second gives its estimate of weight .84.
const (
	heightFactor = 4.7
	weightFactor = 7.
)

// response turns propensities z (mean 0, variance 1) into expected judgments,
// more decidedly so for a larger discrimination.
type response func(z []float64, discrimination float64) []float64

// probit returns the response of a binary attribute,
//
//	p = Φ(d z + √(1+d²) Φ⁻¹(base)),
//
// whose mean is base for every discrimination d when z is normal. No p exceeds
// limit where there is one.
func (at attribute) probit(limit []float64) response {
	shift := math.Sqrt2 * math.Erfinv(2*at.base-1)
	return func(z []float64, d float64) []float64 {
		p := make([]float64, len(z))
		for i := range z {
			p[i] = math.Erfc(-(d*z[i]+math.Sqrt(1+d*d)*shift)/math.Sqrt2) / 2
			if limit != nil {
				p[i] = min(p[i], limit[i])
			}
		}
		return p
	}
}

// identity is the response of a numeric attribute: the consensus in units of
// its spread. Its noise is set afterwards.
func identity(z []float64, _ float64) []float64 { return slices.Clone(z) }

// calibrate returns expected judgments that correlate with the labels as Table
// 1 wants and, for a binary attribute, have its v/σ². look is what the object
// looks like; what is missing to the correlations is made up by adding α·height
// + β·weight to it.
//
// The fixed-point iteration moves the three unknowns at once. ln(v/σ²) falls
// in ln d with a slope between -1 and -2 where propensities are normal, and up
// to -4 for the two-humped sexes: steps of .4 shrink the error in all cases.
func (at attribute) calibrate(look []float64, labels [2][]float64, respond response) []float64 {
	const (
		maxSteps  = 1000
		tolerance = 1e-9
		step      = .4
	)
	want := [2]float64{heightFactor * at.height, weightFactor * at.weight}
	between := stat.Correlation(labels[0], labels[1], nil)
	var add [2]float64
	logD := 0.
	for range maxSteps {
		z := slices.Clone(look)
		for i := range z {
			z[i] += add[0]*labels[0][i] + add[1]*labels[1][i]
		}
		norm := stat.PopStdDev(z, nil)
		p := respond(standardised(z), math.Exp(logD))
		gap := [2]float64{want[0] - stat.Correlation(p, labels[0], nil), want[1] - stat.Correlation(p, labels[1], nil)}
		excess := 0.
		if at.base > 0 {
			excess = math.Log(bernoulliNoise(p) / at.noise)
		}
		if max(math.Abs(gap[0]), math.Abs(gap[1]), math.Abs(excess)) < tolerance {
			return p
		}
		det := 1 - between*between
		add[0] += step * norm * (gap[0] - between*gap[1]) / det
		add[1] += step * norm * (gap[1] - between*gap[0]) / det
		logD += step * excess
	}
	panic(fmt.Sprintf("simulate: no calibration of %q found: its row of the table asks for the impossible", at.name))
}

// fit returns the consensus for propensities z, and the spread of the log error
// that gives single judgments v/σ² = noise. An error is a factor of mean 1, so
// no height or weight falls below 0; rounding to a step adds step²/12 to v.
func (e estimate) fit(z []float64, noise float64) (consensus []float64, logError float64) {
	consensus = make([]float64, len(z))
	square := 0.
	for i := range z {
		consensus[i] = e.mean + e.spread*z[i]
		square += consensus[i] * consensus[i] / float64(len(z))
	}
	v := noise*e.spread*e.spread - e.step*e.step/12
	return consensus, math.Sqrt(math.Log1p(v / square))
}

// bernoulliNoise is v/σ² of binary judgments with probabilities p: the mean of
// p(1-p) over the variance of p.
func bernoulliNoise(p []float64) float64 {
	mu, variance := stat.PopMeanVariance(p, nil)
	return (mu*(1-mu) - variance) / variance
}

// standardised returns x shifted and scaled to mean 0 and variance 1.
func standardised(x []float64) []float64 {
	mu, sd := stat.PopMeanStdDev(x, nil)
	z := make([]float64, len(x))
	for i := range x {
		z[i] = (x[i] - mu) / sd
	}
	return z
}
