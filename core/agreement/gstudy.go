package agreement

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"strings"

	"fms-tui/model"
)

// Facet is a set of what judgments differ in: objects, raters and attributes.
type Facet uint8

// The facets. Sums of them are interactions; all three together hold whatever
// nothing else explains.
const (
	Object Facet = 1 << iota
	Rater
	AttributeFacet
	everything = Object | Rater | AttributeFacet
)

// String names a set: "object × rater".
func (f Facet) String() string {
	if f == everything {
		return "rest"
	}
	var parts []string
	for i, name := range []string{"object", "rater", "attribute"} {
		if f>>i&1 == 1 {
			parts = append(parts, name)
		}
	}
	return strings.Join(parts, " × ")
}

// Component is one source of the variance of judgments.
type Component struct {
	Of       Facet
	Variance float64 // squared units, below 0 where the estimate is; NaN where no pair of judgments tells
	Share    float64 // of the sum of the components above 0, in [0,1]; NaN if any is unknown
}

// components is the G study of objects × raters × attributes, all random (Brennan
// 2001, "Generalizability Theory", chapter 3; Cronbach et al. 1972). It is empty
// unless two raters are known and two attributes have judgments.
//
// With G(S) = W(all) - W(not S), the sum of the components within S, σ²(E) follows by
// inclusion and exclusion: σ²(E) = Σ_{S⊆E} (-1)^{|E|-|S|} G(S), G(∅) = 0. In a complete
// table they are the estimates of the analysis of variance.
func components(ctx context.Context, columns []column) (table []Component, one bool) {
	scaled, one := scaledJudgments(columns)
	if scaled == nil {
		return nil, one
	}
	w := cross(ctx, scaled, 0, func(int32) int { return 0 }, 1).meanSquares([]float64{1})
	within := func(s Facet) float64 { return w[everything] - w[everything&^s] }
	w[0] = 0 // W(∅): a judgment and itself
	sum := 0.
	for _, e := range []Facet{Object, Rater, AttributeFacet, Object | Rater, Object | AttributeFacet, Rater | AttributeFacet, everything} {
		variance := 0.
		for s := Facet(1); s <= everything; s++ {
			if s&^e == 0 {
				sign := 1 - 2*float64(bits.OnesCount8(uint8(e&^s))%2)
				variance += sign * within(s)
			}
		}
		table = append(table, Component{Of: e, Variance: variance})
		sum += max(0, variance)
		if math.IsNaN(variance) {
			sum = math.NaN()
		}
	}
	for i := range table {
		table[i].Share = max(0, table[i].Variance) / sum
	}
	return table, one
}

type cell struct {
	levels [3]int32
	value  float64
}

// of are a cell's levels of the facets of a set, 0 for the others.
func (s Facet) of(levels [3]int32) [3]int32 {
	for i := range levels {
		if s>>i&1 == 0 {
			levels[i] = 0
		}
	}
	return levels
}

// scaledJudgments are the judgments by known raters, about their mean. Attributes are
// on one scale if the mean of each lies within the range of all the others; otherwise
// each is in units of its standard deviation about its mean.
func scaledJudgments(columns []column) (cells []cell, one bool) {
	raters := make(map[int32]bool)
	low, high := math.Inf(-1), math.Inf(1) // what all ranges share
	least, most := math.Inf(1), math.Inf(-1)
	own, means := make(map[int][]judgment), make(map[int]float64) // of attributes with two judgments
	for a := range columns {
		known := slices.DeleteFunc(slices.Clone(columns[a].cells), func(j judgment) bool { return j.rater == model.NoRater })
		for _, j := range known {
			raters[j.rater] = true
		}
		if len(known) < 2 {
			continue
		}
		byValue := func(p, q judgment) int { return cmp.Compare(p.value, q.value) }
		m := mean(known)
		low, high = max(low, slices.MinFunc(known, byValue).value), min(high, slices.MaxFunc(known, byValue).value)
		least, most = min(least, m), max(most, m)
		own[a], means[a] = known, m
	}
	if len(raters) < 2 || len(own) < 2 {
		return nil, true
	}
	one = low <= least && most <= high
	for a := range columns {
		shift, scale := least, 1.
		if !one {
			shift, scale = means[a], math.Sqrt(within(own[a])/float64(len(own[a])-1))
		}
		for _, j := range own[a] {
			cells = append(cells, cell{[3]int32{j.object, j.rater, int32(a)}, (j.value - shift) / cmp.Or(scale, 1)})
		}
	}
	return cells, one
}

// interrupted is after how many judgments the context is asked.
const interrupted = 1 << 16

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
