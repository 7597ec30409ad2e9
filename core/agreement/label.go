package agreement

import (
	"math"
	"slices"

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

// pair is a judgment beside the label of its object.
type pair struct{ x, y float64 }

// against compares every attribute with the label, and the raters of each in the
// order of their numbers.
func against(columns []column, label *model.Label) []Against {
	var all []Against
	classes := labelClasses(label)
	for a := range columns {
		c := &columns[a]
		by := make(map[int32][]pair)
		c.objects(func(own []judgment) {
			y := label.Values[own[0].object]
			if math.IsNaN(y) {
				return
			}
			by[Everybody] = append(by[Everybody], pair{mean(own), y})
			for _, j := range own {
				if j.rater != model.NoRater {
					by[j.rater] = append(by[j.rater], pair{j.value, y})
				}
			}
		})
		same := oneScale(by[Everybody])
		for _, r := range slices.Concat([]int32{Everybody}, c.known()) {
			pairs := by[r]
			if len(pairs) < LeastObjects {
				continue
			}
			one := Against{Attribute: a, Rater: int(r), Objects: len(pairs), Bias: math.NaN(), Accuracy: math.NaN(), Kappa: math.NaN()}
			one.R = correlation(pairs)
			if same {
				one.Bias = bias(pairs)
			}
			if r != Everybody && areClasses(c.values, classes) {
				one.Accuracy, one.Kappa = accuracy(pairs, classes)
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

// areClasses tells whether all values are classes of the label.
func areClasses(values, classes []float64) bool {
	return len(values) > 0 && !slices.ContainsFunc(values, func(x float64) bool { return !slices.Contains(classes, x) })
}

// oneScale tells whether each one's mean is within the other's range.
func oneScale(pairs []pair) bool {
	if len(pairs) == 0 {
		return false
	}
	low, high := pairs[0], pairs[0]
	var m pair
	for _, p := range pairs {
		low.x, low.y = min(low.x, p.x), min(low.y, p.y)
		high.x, high.y = max(high.x, p.x), max(high.y, p.y)
		m.x += p.x / float64(len(pairs))
		m.y += p.y / float64(len(pairs))
	}
	return low.x <= m.y && m.y <= high.x && low.y <= m.x && m.x <= high.y
}

func bias(pairs []pair) float64 {
	sum := 0.
	for _, p := range pairs {
		sum += (p.x - p.y) / float64(len(pairs))
	}
	return sum
}

// correlation is Pearson's; NaN where either is constant.
func correlation(pairs []pair) float64 {
	var m pair
	for _, p := range pairs {
		m.x += p.x / float64(len(pairs))
		m.y += p.y / float64(len(pairs))
	}
	var xx, xy, yy float64
	for _, p := range pairs {
		x, y := p.x-m.x, p.y-m.y
		xx, xy, yy = xx+x*x, xy+x*y, yy+y*y
	}
	if !(xx > 0) || !(yy > 0) {
		return math.NaN()
	}
	return max(-1, min(1, xy/math.Sqrt(xx)/math.Sqrt(yy)))
}

// accuracy is the share of judgments that are the label, and κ with it.
func accuracy(pairs []pair, classes []float64) (share, kappa float64) {
	n := len(classes)
	table := make([]float64, n*n)
	for _, p := range pairs {
		i, _ := slices.BinarySearch(classes, p.x)
		k, _ := slices.BinarySearch(classes, p.y)
		table[i*n+k]++
		if i == k {
			share++
		}
	}
	return share / float64(len(pairs)), kappaOf(table, n)
}
