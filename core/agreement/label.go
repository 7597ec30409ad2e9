package agreement

import (
	"context"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"fms-tui/core/classes"
	"fms-tui/core/parallel"
	"fms-tui/model"
)

// Everybody replaces the number of a rater or an attribute where a figure is about the mean
// of all judgments of an object.
const Everybody = -1

const (
	// LeastObjects is the least number of objects for comparing a rater with the label, and
	// two judges with each other.
	LeastObjects = 10
	// MostJudges is the largest number of judges whose errors are compared: the work grows
	// with its square. If there are more, the judges with the most objects are taken.
	MostJudges = 60
)

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

// Judges says how many independent judges a group of judges is worth.
type Judges struct {
	// Attribute is the attribute whose raters are compared, by number; Everybody for
	// the attributes themselves, each a judge by the mean of its judgments.
	Attribute int
	// Judges are raters, by index into Dataset.Raters, or attributes by number.
	Judges []int
	// Rho is ρ̄, the mean correlation of the errors of two judges, over the pairs of
	// judges with LeastObjects objects in common.
	Rho float64
	// Effective is n/(1+(n-1)ρ̄). It is n without correlation and 1 where all err alike;
	// +Inf where errors cancel, ρ̄ <= -1/(n-1).
	Effective float64
	// Without is Effective of the others, by judge; NaN where no pair of them is left.
	Without []float64
}

// compareWith compares every attribute, and the raters of each in the order of their
// numbers, with the label; and the errors of raters within each attribute, and of the
// attributes, with each other.
//
// The error of a judge is the residual of the judgments after their regression on the
// label: another scale, or a preference for it, is no error. The mean of n errors of
// one variance and mean correlation ρ̄ has the variance of the mean of n/(1+(n-1)ρ̄)
// independent errors (Kish 1965, "Survey Sampling", section 5.4, the design effect).
func (r *Agreement) compareWith(ctx context.Context, label *model.Label, columns []column) {
	known := labelClasses(label)
	var means []judge
	add := func(attribute int, candidates []judge) {
		if j := compare(attribute, candidates); !math.IsNaN(j.Rho) {
			r.Judges = append(r.Judges, j)
		}
	}
	for a := range columns {
		if ctx.Err() != nil {
			return
		}
		parallel.Report(ctx, "comparing raters' errors", a, len(columns))
		judges := columns[a].judges(label)
		for i := range judges {
			if p := &judges[i]; len(p.x) >= LeastObjects {
				r.Against = append(r.Against, p.against(a, judges[0].oneScale(), i > 0 && among(columns[a].values, known), known))
			}
		}
		means = append(means, judges[0])
		means[a].number = a
		add(a, judges[1:])
	}
	add(Everybody, means)
}

// judge is somebody whose judgments stand beside the labels of their objects.
type judge struct {
	pairs
	number  int
	objects []int32 // rising
	errors  []float64
}

// pairs are judgments beside the labels of their objects, or errors of two judges.
type pairs struct{ x, y []float64 }

func (p *pairs) add(x, y float64) { p.x, p.y = append(p.x, x), append(p.y, y) }

func (j *judge) take(object int32, x, y float64) {
	j.objects = append(j.objects, object)
	j.add(x, y)
}

// judges are the judges of an attribute beside the label: the mean of all judgments first,
// as Everybody, then the known raters in the order of their numbers.
func (c *column) judges(label *model.Label) []judge {
	all, at := []judge{{number: Everybody}}, make(map[int32]int)
	for _, r := range c.known() {
		at[r] = len(all)
		all = append(all, judge{number: int(r)})
	}
	c.objects(func(own []judgment) {
		y := label.Values[own[0].object]
		if math.IsNaN(y) {
			return
		}
		all[0].take(own[0].object, mean(own), y)
		for _, j := range own {
			if j.rater != model.NoRater {
				all[at[j.rater]].take(j.object, j.value, y)
			}
		}
	})
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

// among tells whether there are categories, all of them classes.
func among(values, classes []float64) bool {
	return len(values) > 0 && !slices.ContainsFunc(values, func(x float64) bool { return !slices.Contains(classes, x) })
}

// against compares a judge with the label, on one scale or by classes where these are.
func (j *judge) against(attribute int, oneScale, classed bool, known []float64) Against {
	g := Against{Attribute: attribute, Rater: j.number, Objects: len(j.x), R: j.correlation(), Bias: math.NaN(), Accuracy: math.NaN(), Kappa: math.NaN()}
	if oneScale {
		g.Bias = stat.Mean(j.x, nil) - stat.Mean(j.y, nil)
	}
	if classed {
		same, table := 0., slices.Collect(slices.Chunk(make([]float64, len(known)*len(known)), len(known)))
		for r, x := range j.x {
			i, _ := slices.BinarySearch(known, x)
			k, _ := slices.BinarySearch(known, j.y[r])
			if table[i][k]++; i == k {
				same++
			}
		}
		g.Accuracy, g.Kappa = same/float64(len(j.x)), classes.KappaOf(table, false)
	}
	return g
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

// regress makes the errors; false where they are all 0 or too few.
func (j *judge) regress() bool {
	if len(j.x) < LeastObjects || constant(j.x) {
		return false
	}
	mx, varies := stat.MeanVariance(j.x, nil)
	my, slope := stat.Mean(j.y, nil), 0.
	if !constant(j.y) {
		slope = stat.Covariance(j.x, j.y, nil) / stat.Variance(j.y, nil)
	}
	for i, x := range j.x {
		j.errors = append(j.errors, x-mx-slope*(j.y[i]-my))
	}
	return stat.Variance(j.errors, nil) > 1e-18*varies
}

// compare compares judges; Rho is NaN where no two have enough objects in common.
func compare(attribute int, candidates []judge) Judges {
	var all []judge
	for _, j := range candidates {
		if j.regress() {
			all = append(all, j)
		}
	}
	if len(all) > MostJudges {
		sort.SliceStable(all, func(p, q int) bool { return len(all[p].x) > len(all[q].x) })
		all = all[:MostJudges]
		sort.Slice(all, func(p, q int) bool { return all[p].number < all[q].number })
	}
	r := make([][]float64, len(all))
	for i := range all {
		r[i] = make([]float64, i)
		for k := range i {
			r[i][k] = math.NaN()
			if common := inCommon(&all[i], &all[k]); len(common.x) >= LeastObjects {
				r[i][k] = common.correlation()
			}
		}
	}
	j := Judges{Attribute: attribute}
	j.Rho, j.Effective = effective(r, -1)
	for i := range all {
		_, without := effective(r, i)
		j.Judges, j.Without = append(j.Judges, all[i].number), append(j.Without, without)
	}
	return j
}

// inCommon are the errors of two judges on the objects that both judged.
func inCommon(p, q *judge) (common pairs) {
	for i, k := 0, 0; i < len(p.objects) && k < len(q.objects); {
		switch {
		case p.objects[i] < q.objects[k]:
			i++
		case p.objects[i] > q.objects[k]:
			k++
		default:
			common.add(p.errors[i], q.errors[k])
			i++
			k++
		}
	}
	return common
}

// effective is ρ̄ and the effective number of all judges but one.
func effective(r [][]float64, but int) (rho, number float64) {
	n, pairs, sum := 0, 0., 0.
	for i := range r {
		if i == but {
			continue
		}
		n++
		for k, x := range r[i] {
			if k != but && !math.IsNaN(x) {
				pairs++
				sum += x
			}
		}
	}
	rho = sum / pairs
	if inflation := 1 + float64(n-1)*rho; !(inflation <= 0) {
		return rho, float64(n) / inflation
	}
	return rho, math.Inf(1)
}
