// Package attribute holds the figures of attributes, and what follows from them alone: whether one
// can be chosen, how reliable its judgments are, what judgments of all cost.
package attribute

import (
	"fmt"
	"math"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// Attribute is one attribute's figures under the settings of a Result.
type Attribute struct {
	moments.Attribute
	Name     string
	Price    model.Amount // of one judgment
	Excluded bool         // by the user
	// SigmaZ is Σ[a,a] before any projection in units of its standard error, NaN
	// where that cannot be had; see Disagrees.
	SigmaZ float64
}

// leastSigmaZ is how many standard errors below 0 an external variance may lie by chance.
const leastSigmaZ = -3

// Disagrees tells whether the attribute's raters disagree more than independent raters
// can: Σ[a,a] is clearly below 0. Then judgments were selected, balanced or shuffled,
// and further judgments cannot be foreseen.
func (a *Attribute) Disagrees() bool { return a.SigmaZ < leastSigmaZ }

func (a *Attribute) Usable() bool { return a.Status == moments.Usable }

func (a *Attribute) Selectable() bool { return !a.Excluded && a.Usable() }

// NoiseRatio is v/σ² (S&K Table 1, "var."): +Inf where σ² = 0 < v, NaN where v
// is unknown or both are 0.
func (a *Attribute) NoiseRatio() float64 { return a.V / a.Sigma2 }

// NormalizedCorrelation is b/σ in label units (S&K Table 1): ±Inf where σ² = 0
// and b is not, NaN where σ² is unknown or both are 0.
func (a *Attribute) NormalizedCorrelation() float64 { return a.B / math.Sqrt(a.Sigma2) }

// Unusable says why the attribute cannot be selected, in a few words, or "".
func (a *Attribute) Unusable() string {
	switch a.Status {
	case moments.NoJudgments:
		return "no judgments"
	case moments.ConstantMean:
		return "constant"
	case moments.TooLarge:
		return "values too large"
	}
	if a.Excluded {
		return "excluded"
	}
	return ""
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
// with a label of this variance, b/(σ·sd(y)), which estimates can put beyond ±1: it is then
// clipped, and clipped is true. NaN where σ² is 0 or not known.
func (a *Attribute) Disattenuated(labelVar float64) (corr float64, clipped bool) {
	if !(a.Sigma2 > 0) {
		return math.NaN(), false
	}
	corr = a.B / math.Sqrt(a.Sigma2*labelVar)
	if math.Abs(corr) > 1 {
		return math.Copysign(1, corr), true
	}
	return corr, false
}

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

// List are the figures of all attributes, in the order of the data.
type List []Attribute

// Prices are the prices of a judgment.
func (all List) Prices() []model.Amount {
	p := make([]model.Amount, len(all))
	for a := range p {
		p[a] = all[a].Price
	}
	return p
}

// Held is how many judgments a cell of the candidates holds, on average, rounded;
// 0 where there are no candidates, and for data without judgments.
func (all List) Held() int {
	_, held, _ := all.Rounds()
	return held
}

// LeastK is the least number of judgments of a cell in a training part: 2, for internal
// variances, and 1 where every candidate is asked once.
func (all List) LeastK() int {
	if slices.ContainsFunc(all, func(a Attribute) bool { return a.Selectable() && !a.Once }) {
		return 2
	}
	return 1
}

// PilotPrice is what k judgments of each candidate cost, of those asked once one; false where
// that is beyond model.MaxAmount.
func (all List) PilotPrice(k int) (sum model.Amount, ok bool) {
	for a := range all {
		at, n := &all[a], k
		if !at.Selectable() {
			continue
		}
		if at.Once {
			n = 1
		}
		part, ok := at.Price.Times(n)
		if sum += part; !ok || sum > model.MaxAmount {
			return 0, false
		}
	}
	return sum, true
}

// Rounds returns what a judgment of each candidate costs, and how many a cell
// holds on average, rounded.
func (all List) Rounds() (perRound model.Amount, held int, err error) {
	perRound, ok := all.PilotPrice(1)
	if !ok {
		return 0, 0, fmt.Errorf("a judgment of each attribute costs more than %s", model.MaxAmount)
	}
	cells, judgments := 0, 0
	for a := range all {
		if at := &all[a]; at.Selectable() {
			cells, judgments = cells+at.Objects, judgments+at.Judgments
		}
	}
	return perRound, int(math.Round(float64(judgments) / float64(max(cells, 1)))), nil
}

// OncePerObject returns how many candidates no object has twice: the judgments that one more
// of each object takes.
func (all List) OncePerObject() (n int) {
	for a := range all {
		if at := &all[a]; at.Once && at.Selectable() {
			n++
		}
	}
	return n
}

// Assumed lists the reliabilities that the user assumes of attributes with repeats, or of all for
// nil: ".50 of tone, .70 of wit"; "" for none. Figures of a choice with such attributes rest on them.
func (all List) Assumed(repeats []int) string {
	var assumed []string
	for a := range all {
		if at := &all[a]; at.Assumed > 0 && (repeats == nil || repeats[a] > 0) {
			assumed = append(assumed, figure.Share(at.Assumed)+" of "+at.Name)
		}
	}
	return figure.First(assumed, pairsListed)
}

// Named lists the attributes that a test holds of.
func (all List) Named(of func(a int) bool) string {
	var names []string
	for a := range all {
		if of(a) {
			names = append(names, all[a].Name)
		}
	}
	return figure.First(names, pairsListed)
}

// Listed counts pairs of attributes and names the first of them, as the subject of a sentence with
// one of two verbs.
func (all List) Listed(pairs [][2]int, one, many string) string {
	var names []string
	for _, p := range pairs {
		names = append(names, all[p[0]].Name+" and "+all[p[1]].Name)
	}
	if len(pairs) == 1 {
		return "1 pair of attributes (" + names[0] + ") " + one
	}
	return fmt.Sprintf("%d pairs of attributes (%s) %s", len(pairs), figure.First(names, pairsListed), many)
}

const pairsListed = 5
