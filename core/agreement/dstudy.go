package agreement

import "math"

// Step is a point of a D-study curve: the reliability of the mean of this many
// judgments.
type Step struct {
	Repeats     int
	Reliability Coefficient
}

// Targets are the reliabilities for which the judgments are counted.
var Targets = []float64{.7, .8, .9}

// Curve is the D study of one attribute: the reliability of the mean of 1 to most
// judgments by different raters,
//
//	ρ(k) = k ρ/(1 + (k-1) ρ)         ρ = ICC(1)
//
// (Spearman 1910, Brown 1910). It rises with ρ, so that the ends of ρ's interval give
// the ends of the band. A ρ below 0 counts as 0.
func (a *Attribute) Curve(most int) []Step {
	var curve []Step
	for k := 1; k <= most; k++ {
		curve = append(curve, Step{k, Coefficient{stepped(a.ICC1.Value, k), stepped(a.ICC1.Low, k), stepped(a.ICC1.High, k)}})
	}
	return curve
}

// stepped is the reliability of k judgments of reliability rho.
func stepped(rho float64, k int) float64 {
	rho = max(rho, 0)
	return float64(k) * rho / (1 + float64(k-1)*rho)
}

// Repeats returns how many judgments of an object have a mean of the given
// reliability, which must be in (0,1): a whole number, +Inf where no number is enough,
// NaN where ρ is not known. Low belongs to the upper end of ρ and high to the lower
// one.
func (a *Attribute) Repeats(reliability float64) (value, low, high float64) {
	of := func(rho float64) float64 {
		if !(rho > 0) {
			return math.Inf(1) + 0*rho
		}
		return math.Max(1, math.Ceil(reliability/(1-reliability)*(1-rho)/rho*(1-1e-12)))
	}
	return of(a.ICC1.Value), of(a.ICC1.High), of(a.ICC1.Low)
}
