package experiment

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core/internal/moments"
	"fms-tui/core/regress"
)

// test holds choices against objects that they were not made from. With x̄_r the
// means of r judgments of the chosen attributes, the two predictors of a choice are
//
//	refit      ŷ = β₀ + βᵀx̄_r,  least squares over the training objects once each
//	           has r judgments (the paper's third step)
//	projected  ŷ = (ȳ - wᵀμ) + wᵀx̄_r,  w = M_S⁻¹b_S of the k judgments of the pilot
//
// and the test error of either is the mean of (y - ŷ)² over the test objects.
type test struct {
	part     *moments.Subsample
	revealed *moments.Revealed
	train    int // training objects are the rows up to it
	from     int // test objects those from it on
	of       int // all rows
}

// newTest opens the judgments that any of the choices asks for.
func newTest(part *moments.Subsample, s *moments.Shuffled, choices []chosen, train, from int) *test {
	n := make([][]int, len(part.Moments.Attr))
	for i := range choices {
		for a, r := range choices[i].repeats {
			if at, found := slices.BinarySearch(n[a], r); r > 0 && !found {
				n[a] = slices.Insert(n[a], at, r)
			}
		}
	}
	t := &test{part: part, revealed: s.Reveal(n, part.Blocks.Panel), train: train, from: from}
	t.of = t.revealed.Objects()
	return t
}

// outcome is what a choice comes to: the training objects get up to r judgments
// of each attribute, the label is regressed on their means, and the test objects
// are predicted from r judgments.
func (t *test) outcome(c *chosen) outcome {
	if c.why != nil {
		return outcome{why: c.why}
	}
	o := outcome{promised: c.promised, honest: c.honest}
	var support []int
	for a, n := range c.repeats {
		if n > 0 {
			support = append(support, a)
			o.judgments += n
		}
	}
	o.attributes = len(support)
	x, y, _ := t.rows(0, t.train, support, c.repeats)
	fit := refit(x, len(support), y)
	testX, testY, again := t.rows(t.from, t.of, support, c.repeats)
	o.again = float64(again) / float64(max(1, o.judgments*len(testY)))
	var beta []float64
	for _, a := range support {
		beta = append(beta, c.w[a])
	}
	o.projected = meanSquare(testX, testY, c.intercept, beta)
	o.refit, o.training = math.NaN(), math.NaN()
	if fit != nil {
		o.refit, o.training = meanSquare(testX, testY, fit.Intercept, fit.Coef), meanSquare(x, y, fit.Intercept, fit.Coef)
	}
	return o
}

// rows are the means of r judgments of the objects from one row to another, one
// after the other, with their labels, and the number of judgments that were drawn
// again. A cell without judgments has the mean of the training part.
func (t *test) rows(from, to int, support, r []int) (x, y []float64, again int) {
	x, y = make([]float64, 0, (to-from)*len(support)), make([]float64, 0, to-from)
	for row := from; row < to; row++ {
		for _, a := range support {
			mean, more := t.revealed.Mean(row, a, r[a])
			if math.IsNaN(mean) {
				mean = t.part.Moments.Attr[a].Mean
			}
			x = append(x, mean)
			again += more
		}
		y = append(y, t.revealed.Label(row))
	}
	return x, y, again
}

func meanSquare(x, y []float64, intercept float64, beta []float64) float64 {
	var sum float64
	for i, label := range y {
		e := label - intercept
		for j, b := range beta {
			e -= b * x[i*len(beta)+j]
		}
		sum += e * e
	}
	return sum / float64(len(y))
}

// refit is the regression of y on p columns. Columns without a coefficient of their own
// get 0. refit is nil if there are too few rows.
func refit(x []float64, p int, y []float64) *regress.Fit {
	kept := make([]int, p)
	for j := range kept {
		kept[j] = j
	}
	part := x
	for len(kept) > 0 {
		fit, err := regress.LeastSquares(part, len(kept), y)
		var dependent *regress.DependentError
		switch {
		case errors.As(err, &dependent):
			drop := slices.Concat(dependent.Constant, dependent.Dependent)
			var rest []int
			for i, j := range kept {
				if !slices.Contains(drop, i) {
					rest = append(rest, j)
				}
			}
			kept, part = rest, columns(x, p, rest)
		case err != nil:
			return nil
		default:
			coef := make([]float64, p)
			for i, j := range kept {
				coef[j] = fit.Coef[i]
			}
			fit.Coef = coef
			return fit
		}
	}
	return &regress.Fit{Intercept: stat.Mean(y, nil), Coef: make([]float64, p), N: len(y)}
}

// columns are some of the p columns of x.
func columns(x []float64, p int, some []int) []float64 {
	var part []float64
	for i := 0; i < len(x); i += p {
		for _, j := range some {
			part = append(part, x[i+j])
		}
	}
	return part
}
