package core

import (
	"math"
	"slices"
	"strings"
)

// What is said of figures that the judgments do not give: of an attribute asked once, where "?"
// stands for v, σ², noise and reliability, and of an assumed reliability, where "~" stands before it.
const (
	AskedOnce     = "noise unknown, asked at most once"
	UnknownLegend = "? asked once: noise and signal cannot be separated"
	AssumedLegend = "~ assumed"
)

// Mark writes a figure that follows from v: "?" in its place if it is unknown, "~" before it
// if it rests on an assumption.
func (a *Attribute) Mark(figure string) string {
	switch {
	case a.Once:
		return "?"
	case a.Assumed > 0:
		return "~" + figure
	}
	return figure
}

// Legend says what the marks among some attributes stand for, "" where there are none.
func Legend(attributes []Attribute) string {
	var parts []string
	if slices.ContainsFunc(attributes, func(a Attribute) bool { return a.Once }) {
		parts = append(parts, UnknownLegend)
	}
	if slices.ContainsFunc(attributes, func(a Attribute) bool { return a.Assumed > 0 }) {
		parts = append(parts, AssumedLegend)
	}
	return strings.Join(parts, " · ")
}

// Noise says where v, σ² and all that follows from them come from: "measured" from the judgments,
// "assumed" by the user, or "unknown".
func (a *Attribute) Noise() string {
	switch {
	case a.Assumed > 0:
		return "assumed"
	case math.IsNaN(a.V):
		return "unknown"
	}
	return "measured"
}

// Reliability is ρ = σ²/(σ²+v), the share of a single judgment's variance that
// is about the object (ICC(1,1)); in [0,1], NaN where v is unknown or both are 0.
func (a *Attribute) Reliability() float64 { return a.Sigma2 / (a.Sigma2 + a.V) }

// ReliabilityOf is the reliability of the mean of r judgments, σ²/(σ²+v/r)
// (Spearman and Brown); in [0,1], 0 for r = 0, NaN where Reliability is.
func (a *Attribute) ReliabilityOf(r int) float64 {
	if r <= 0 {
		return 0 * a.Reliability()
	}
	return a.Sigma2 / (a.Sigma2 + a.V/float64(r))
}

// JudgmentsFor returns how many judgments of an object have a mean of the given
// reliability, which must be in (0,1): the smallest r with ReliabilityOf(r) >= q.
// It is +Inf where no number is enough (σ² = 0), and NaN where v is not known.
func (a *Attribute) JudgmentsFor(q float64) float64 {
	return math.Max(1, math.Ceil(q/(1-q)*a.V/a.Sigma2*(1-1e-12)))
}

// Disattenuated is the correlation that infinitely many judgments would have
// with the label, b/(σ·sd(y)), which estimates can put beyond ±1: it is then
// clipped, and clipped is true. NaN where σ² is 0 or not known.
func (r *Result) Disattenuated(a *Attribute) (corr float64, clipped bool) {
	if !(a.Sigma2 > 0) {
		return math.NaN(), false
	}
	corr = a.B / math.Sqrt(a.Sigma2*r.LabelVar)
	if math.Abs(corr) > 1 {
		return math.Copysign(1, corr), true
	}
	return corr, false
}
