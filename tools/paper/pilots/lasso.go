package pilots

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fms-tui/core"
	"fms-tui/core/regress"
	"fms-tui/model"
)

// The lasso with the same number of judgments of each attribute that it keeps is what
// many people do without a program like this one. Its penalty has the lowest error in
// ten folds, among penalties that keep no more attributes than the budget pays.
const (
	lassoFolds  = 10
	lassoSteps  = 30
	lassoFactor = .8 // from one penalty to the next
)

// lassoTrial tests the lasso of a pilot.
func (s set) lassoTrial(r *core.Result, pilot, rest *model.Dataset, budget, held int) []trial {
	d := len(pilot.Attributes)
	x, y := means(pilot, r.Label, repeatsOf(make([]bool, d), budget, held))
	best, least := 0.0, math.Inf(1)
	whole := newRegression(x, y, func(int) bool { return true })
	top := 2 * mat.Max(mat.NewVecDense(d, absolute(whole.q.B)))
	for k := range lassoSteps {
		lambda := top * math.Pow(lassoFactor, float64(k))
		if kept(lassoOf(whole.q, lambda)) > budget {
			break
		}
		if e := errorInFolds(x, y, lambda); e < least {
			best, least = lambda, e
		}
	}
	support := make([]bool, d)
	for a, w := range lassoOf(whole.q, best) {
		support[a] = w != 0
	}
	repeats := repeatsOf(support, budget, held)
	x, y = means(pilot, r.Label, repeats)
	final := newRegression(x, y, func(int) bool { return true })
	w, intercept := final.own(lassoOf(final.q, best))
	for a := range w {
		if !support[a] {
			intercept += w[a] * final.mean[a]
			w[a] = 0
		}
	}
	if kept(w) == 0 {
		repeats = make([]int, d)
	}
	return tested(r, rest, repeats, trial{method: lasso}, func() ([]float64, float64) { return w, intercept })
}

// repeatsOf spreads a budget evenly over the kept attributes, with a maximum for each;
// over all attributes if none is kept yet.
func repeatsOf(support []bool, budget, held int) []int {
	n := 0
	for _, in := range support {
		if in {
			n++
		}
	}
	repeats := make([]int, len(support))
	for a, in := range support {
		if in || n == 0 {
			size := n
			if n == 0 {
				size = len(support)
			}
			repeats[a] = min(max(1, budget/size), held)
		}
	}
	return repeats
}

// means are the means of the first judgments of each cell, NaN where there are none,
// or none is asked for; of the objects with the label.
func means(ds *model.Dataset, label string, repeats []int) (x [][]float64, y []float64) {
	for i, v := range ds.Label(label).Values {
		if math.IsNaN(v) {
			continue
		}
		row, n := make([]float64, len(repeats)), make([]int, len(repeats))
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if a := ds.Attr[j]; n[a] < repeats[a] {
				row[a] += ds.Value[j]
				n[a]++
			}
		}
		for a := range row {
			row[a] /= float64(n[a])
		}
		x, y = append(x, row), append(y, v)
	}
	return x, y
}

// regression is a quadratic loss of standardised columns about their means.
type regression struct {
	q        *regress.Quadratic
	mean, sd []float64
	label    float64
}

func newRegression(x [][]float64, y []float64, in func(int) bool) *regression {
	d := len(x[0])
	r := &regression{mean: make([]float64, d), sd: make([]float64, d)}
	var labels []float64
	var rows [][]float64
	for i := range x {
		if in(i) {
			rows, labels = append(rows, x[i]), append(labels, y[i])
		}
	}
	r.label = stat.Mean(labels, nil)
	for a := range d {
		var column []float64
		for _, row := range rows {
			if !math.IsNaN(row[a]) {
				column = append(column, row[a])
			}
		}
		if len(column) > 1 {
			r.mean[a], r.sd[a] = stat.MeanStdDev(column, nil)
		}
	}
	r.q = &regress.Quadratic{A: mat.NewSymDense(d, nil), B: make([]float64, d)}
	m := float64(len(rows))
	for i, row := range rows {
		z := r.standard(row)
		for a, u := range z {
			r.q.B[a] += u * (labels[i] - r.label) / m
			for c := range a + 1 {
				r.q.A.SetSym(c, a, r.q.A.At(c, a)+u*z[c]/m)
			}
		}
	}
	return r
}

// standard is a row in standard deviations from the mean, 0 where it has no judgment.
func (r *regression) standard(row []float64) []float64 {
	z := make([]float64, len(row))
	for a, v := range row {
		if r.sd[a] > 0 && !math.IsNaN(v) {
			z[a] = (v - r.mean[a]) / r.sd[a]
		}
	}
	return z
}

// own are standardised weights in the attributes' units, and the intercept.
func (r *regression) own(z []float64) (w []float64, intercept float64) {
	w, intercept = make([]float64, len(z)), r.label
	for a, v := range z {
		if r.sd[a] > 0 {
			w[a] = v / r.sd[a]
			intercept -= w[a] * r.mean[a]
		}
	}
	return w, intercept
}

// errorInFolds is the mean squared error of a penalty in folds of every tenth object.
func errorInFolds(x [][]float64, y []float64, lambda float64) float64 {
	var sum float64
	for f := range lassoFolds {
		r := newRegression(x, y, func(i int) bool { return i%lassoFolds != f })
		w := lassoOf(r.q, lambda)
		for i := f; i < len(x); i += lassoFolds {
			e := y[i] - r.label
			for a, v := range r.standard(x[i]) {
				e -= w[a] * v
			}
			sum += e * e
		}
	}
	return sum / float64(len(x))
}

func kept(w []float64) int {
	n := 0
	for _, x := range w {
		if x != 0 {
			n++
		}
	}
	return n
}

func absolute(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = math.Abs(v)
	}
	return out
}

// lassoOf minimises f(w) + λ|w|₁, λ >= 0, by coordinate descent from 0: in one coordinate,
// the others fixed, the minimiser is wⱼ = S(rⱼ, λ/2)/Aⱼⱼ with rⱼ = bⱼ - Σ_{i≠j} Aⱼᵢwᵢ and S
// moving its argument towards 0.
func lassoOf(q *regress.Quadratic, lambda float64) []float64 {
	const mostSweeps, settled = 100_000, 1e-13
	rows := mat.DenseCopyOf(q.A)
	w, left := make([]float64, len(q.B)), append([]float64{}, q.B...) // left = b - Aw
	for range mostSweeps {
		var moved, size float64
		for j := range w {
			own := rows.At(j, j)
			if !(own > 0) {
				continue
			}
			r := left[j] + own*w[j]
			now := math.Copysign(max(math.Abs(r)-lambda/2, 0), r) / own
			step := now - w[j]
			w[j] = now
			floats.AddScaled(left, -step, rows.RawRowView(j))
			moved, size = max(moved, own*step*step), max(size, own*now*now)
		}
		if moved <= settled*settled*size {
			break
		}
	}
	return w
}
