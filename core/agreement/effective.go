package agreement

import (
	"context"
	"math"
	"sort"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core/internal/parallel"
	"fms-tui/model"
)

// MostJudges is the largest number of judges whose errors are compared: the work grows
// with its square. If there are more, the judges with the most objects are taken.
const MostJudges = 60

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

// judges compares the errors of raters within each attribute, and the errors of the
// attributes.
//
// The error of a judge is the residual of the judgments after their regression on the
// label: another scale, or a preference for it, is no error. The mean of n errors of
// one variance and mean correlation ρ̄ has the variance of the mean of n/(1+(n-1)ρ̄)
// independent errors (Kish 1965, "Survey Sampling", section 5.4, the design effect).
func judges(ctx context.Context, columns []column, label *model.Label) []Judges {
	var all []Judges
	var means []judge
	for a := range columns {
		if ctx.Err() != nil {
			return nil
		}
		parallel.Report(ctx, "comparing raters' errors", a, len(columns))
		own := columns[a].judges(label)
		one := own[0]
		one.number = a
		means = append(means, one)
		if j, ok := compare(a, own[1:]); ok {
			all = append(all, j)
		}
	}
	if j, ok := compare(Everybody, means); ok {
		all = append(all, j)
	}
	return all
}

// judge is somebody with errors, by object and rising.
type judge struct {
	pairs
	number  int
	objects []int32
	errors  []float64
}

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

// compare compares judges; false where no two have enough objects in common.
func compare(attribute int, candidates []judge) (Judges, bool) {
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
		j.Judges = append(j.Judges, all[i].number)
		_, without := effective(r, i)
		j.Without = append(j.Without, without)
	}
	return j, !math.IsNaN(j.Rho)
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
	if pairs == 0 {
		return math.NaN(), math.NaN()
	}
	rho = sum / pairs
	inflation := 1 + float64(n-1)*rho
	if inflation <= 0 {
		return rho, math.Inf(1)
	}
	return rho, float64(n) / inflation
}
