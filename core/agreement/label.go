package agreement

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"fms-tui/model"
)

// Everybody replaces the number of a rater or an attribute where a figure is about the mean
// of all judgments of an object.
const Everybody = -1

// LeastObjects is the least number of objects for comparing a rater with the label, and
// two judges with each other.
const LeastObjects = 10

// Against is how the judgments of one attribute go with the label.
type Against struct {
	Attribute int // by number
	Rater     int // index into Dataset.Raters, or Everybody
	Objects   int // with the label and a judgment
	// R is Pearson's correlation with the label; NaN where either is constant.
	R float64
	// Bias is the mean of judgment less label, in the label's units; NaN unless both
	// are on one scale: each one's mean lies within the other's range.
	Bias float64
	// Accuracy is the share of objects whose judgment is the label, in [0,1], and Kappa
	// Cohen's κ with it. NaN unless the label has at most MostCategories values and
	// every judgment of the attribute is among these values; always NaN for Everybody.
	Accuracy, Kappa float64
}

// pairs are judgments beside the labels of their objects, or errors of two judges.
type pairs struct{ x, y []float64 }

func (p *pairs) add(x, y float64) { p.x, p.y = append(p.x, x), append(p.y, y) }

// against compares every attribute with the label, and the raters of each in the
// order of their numbers.
func against(columns []column, label *model.Label) []Against {
	var all []Against
	classes := labelClasses(label)
	for a := range columns {
		judges := columns[a].judges(label)
		same := judges[0].oneScale()
		for i := range judges {
			p := &judges[i]
			if len(p.x) < LeastObjects {
				continue
			}
			one := Against{Attribute: a, Rater: p.number, Objects: len(p.x), Bias: math.NaN(), Accuracy: math.NaN(), Kappa: math.NaN()}
			one.R = p.correlation()
			if same {
				one.Bias = stat.Mean(p.x, nil) - stat.Mean(p.y, nil)
			}
			if i > 0 && areClasses(columns[a].values, classes) {
				one.Accuracy, one.Kappa = p.accuracy(classes)
			}
			all = append(all, one)
		}
	}
	return all
}

// labelClasses are the values of a label that has at most MostCategories, rising; nil
// otherwise.
func labelClasses(label *model.Label) []float64 {
	var known []judgment
	for _, y := range label.Values {
		if !math.IsNaN(y) {
			known = append(known, judgment{value: y})
		}
	}
	return categories(known)
}

func areClasses(values, classes []float64) bool {
	return len(values) > 0 && !slices.ContainsFunc(values, func(x float64) bool { return !slices.Contains(classes, x) })
}

// oneScale tells whether each one's mean is within the other's range.
func (p *pairs) oneScale() bool {
	within := func(x, y []float64) bool {
		m := stat.Mean(x, nil)
		return floats.Min(y) <= m && m <= floats.Max(y)
	}
	return len(p.x) > 0 && within(p.x, p.y) && within(p.y, p.x)
}

// correlation is Pearson's; NaN where either is constant.
func (p *pairs) correlation() float64 {
	if constant(p.x) || constant(p.y) {
		return math.NaN()
	}
	return max(-1, min(1, stat.Correlation(p.x, p.y, nil)))
}

func constant(x []float64) bool { return floats.Min(x) == floats.Max(x) }

func (p *pairs) accuracy(classes []float64) (share, kappa float64) {
	n := len(classes)
	table := make([]float64, n*n)
	for r, x := range p.x {
		i, _ := slices.BinarySearch(classes, x)
		k, _ := slices.BinarySearch(classes, p.y[r])
		table[i*n+k]++
		if i == k {
			share++
		}
	}
	return share / float64(len(p.x)), kappaOf(table, n)
}
