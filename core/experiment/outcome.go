package experiment

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/regress"
	"fms-tui/model"
)

// Outcome is what a design leads to.
type Outcome struct {
	Design
	Cost model.Amount // of its judgments, for the caller to say
	// Loss is the expected honest loss at the budget of what is chosen from such a
	// pilot, squared label units.
	Loss honest.Estimate
	// Lowest marks the design with the lowest Loss, More is Loss less its: 0 there.
	Lowest bool
	More   honest.Estimate
	// Spread is the standard deviation of the loss between subsamples: how lucky or
	// unlucky a single pilot can be, and with it how uneven the held-out objects
	// are. NaN for what is extrapolated.
	Spread float64
	// Repeated is the share of judgments, in [0,1), that were drawn again because
	// cells hold too few.
	Repeated     float64
	Extrapolated bool // to more objects than the data hold
}

// outcomes sums up subsamples, at least two.
func (t *trial) outcomes(drawn []draw) []Outcome {
	all := make([]Outcome, len(t.Designs))
	lowest := 0
	for i, d := range t.Designs {
		o := &all[i]
		o.Design, o.Extrapolated = d, len(t.weights[i]) > 1
		o.Loss, o.Spread = t.estimate(drawn, t.weights[i])
		if o.Extrapolated {
			o.Spread = math.NaN()
		}
		for arm := range t.arms {
			if _, of := t.weights[i][arm]; of {
				for _, x := range drawn {
					o.Repeated = max(o.Repeated, x.repeated[arm])
				}
			}
		}
		if o.Loss.Loss < all[lowest].Loss.Loss {
			lowest = i
		}
	}
	all[lowest].Lowest = true
	for i := range all {
		difference := make(arms)
		for arm := range t.arms {
			difference[arm] = t.weights[i][arm] - t.weights[lowest][arm]
		}
		all[i].More, _ = t.estimate(drawn, difference)
	}
	return all
}

// estimate returns a weighted sum of the arms' losses with its standard error,
// and its standard deviation between subsamples.
func (t *trial) estimate(drawn []draw, w arms) (e honest.Estimate, spread float64) {
	blocks := len(drawn[0].held)
	part, share := make([]float64, blocks), make([]float64, blocks)
	total := make([]float64, len(drawn))
	count := float64(len(drawn))
	held := float64(t.Sampler.Objects() - t.most)
	for i, d := range drawn {
		for k, n := range d.held {
			share[k] += float64(n) / held / count
			for arm := range t.arms { // in order: sums must not depend on a map's order
				x := w[arm] * d.loss[arm][k]
				part[k] += x / count
				total[i] += x
			}
		}
		e.Loss += total[i] / count
	}
	var objects, draws, filled float64
	for k := range part {
		if share[k] > 0 {
			filled++
			dev := part[k] - share[k]*e.Loss
			objects += dev * dev
		}
	}
	for _, x := range total {
		draws += (x - e.Loss) * (x - e.Loss)
	}
	spread = math.Sqrt(draws / (count - 1))
	e.SE = math.Sqrt(filled/(filled-1)*objects + spread*spread/count)
	return e, spread
}

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

// test fills in what a choice comes to: the training objects get up to r judgments
// of each attribute, the label is regressed on their means, and the test objects
// are predicted from r judgments.
func (t *test) test(c *chosen) {
	if c.why != nil {
		return
	}
	var support []int
	var beta []float64
	bought := 0
	for a, n := range c.repeats {
		if n > 0 {
			support, beta = append(support, a), append(beta, c.w[a])
			bought += n
		}
	}
	x, y, _ := t.rows(0, t.train, support, c.repeats)
	testX, testY, repeated := t.rows(t.from, t.of, support, c.repeats)
	c.of[refitError], c.of[trainingError] = math.NaN(), math.NaN()
	if fit := refit(x, len(support), y); fit != nil {
		c.of[refitError], c.of[trainingError] = meanSquare(testX, testY, fit.Intercept, fit.Coef), meanSquare(x, y, fit.Intercept, fit.Coef)
	}
	c.of[projectedError] = meanSquare(testX, testY, c.intercept, beta)
	c.of[attributes], c.of[judgments] = float64(len(support)), float64(bought)
	c.of[again] = float64(repeated) / float64(max(1, bought*len(testY)))
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
	if p == 0 {
		return &regress.Fit{Intercept: stat.Mean(y, nil), N: len(y)}
	}
	fit, err := regress.LeastSquares(x, p, y)
	var dependent *regress.DependentError
	if !errors.As(err, &dependent) {
		return fit // nil of too few
	}
	var kept []int
	for j := range p {
		if !slices.Contains(dependent.Constant, j) && !slices.Contains(dependent.Dependent, j) {
			kept = append(kept, j)
		}
	}
	if fit = refit(columns(x, p, kept), len(kept), y); fit == nil {
		return nil
	}
	coef := make([]float64, p)
	for i, j := range kept {
		coef[j] = fit.Coef[i]
	}
	fit.Coef = coef
	return fit
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

// TestErrors is what the first splits of a Protocol come to. It is immutable.
type TestErrors struct {
	*Protocol
	Done  int // splits
	drawn [][]outcome
}

// Arm is one of the things that a Protocol compares, by index.
type Arm struct{ Design, Algorithm, Budget int }

// TestError is what an Arm comes to, on average over the splits. Errors are mean
// squared, in squared label units.
type TestError struct {
	// Refused is why the algorithm could not run in some split; nothing else is
	// then filled in.
	Refused error
	// Refit is the test error of the paper's procedure: collect up to r on the training
	// objects, refit. NaN if a training part has too few objects for a refit.
	Refit honest.Estimate
	// Projected is the test error of the projected predictor, which needs no further
	// judgments, and More is Projected minus Refit.
	Projected, More honest.Estimate
	RefitSD         float64 // standard deviation between splits
	ProjectedSD     float64 // likewise, of the projected predictor's error
	Training        float64 // mean squared residual of the refit
	Promised        float64 // projected loss
	Honest          float64 // honest loss of the training part; NaN without
	Attributes      float64 // number of chosen attributes
	Judgments       float64 // of an object that are bought: Σ r
	Again           float64 // share of the test objects' judgments that were drawn again
}

func (e *TestErrors) outcome(split int, x Arm) *outcome {
	return &e.drawn[split][(x.Design*len(e.Algorithms)+x.Algorithm)*len(e.Budgets)+x.Budget]
}

// At returns what an arm comes to; standard errors need two splits and are NaN
// with one.
func (e *TestErrors) At(x Arm) TestError {
	for i := range e.drawn {
		if why := e.outcome(i, x).why; why != nil {
			return TestError{Refused: why}
		}
	}
	average := func(of measure) float64 { return stat.Mean(e.values(x, of), nil) }
	refits, projecteds := e.values(x, refitError), e.values(x, projectedError)
	return TestError{
		Refit: e.summed(refits), RefitSD: stat.StdDev(refits, nil),
		Projected: e.summed(projecteds), ProjectedSD: stat.StdDev(projecteds, nil),
		More:     e.summed(less(projecteds, refits)),
		Training: average(trainingError), Promised: average(promisedLoss), Honest: average(honestLoss),
		Attributes: average(attributes), Judgments: average(judgments), Again: average(again),
	}
}

// values are a figure of an arm by split.
func (e *TestErrors) values(x Arm, of measure) []float64 {
	values := make([]float64, e.Done)
	for i := range values {
		values[i] = e.outcome(i, x).of[of]
	}
	return values
}

// less are differences.
func less(x, y []float64) []float64 { return floats.SubTo(make([]float64, len(x)), x, y) }

// Less is the Refit of one arm minus the Refit of another, split by split; NaN where
// either could not run.
func (e *TestErrors) Less(x, from Arm) honest.Estimate {
	refit, _ := e.Beside(x, e, from)
	return refit
}

// Beside is Refit and Projected of one arm minus Refit and Projected of an arm of
// another Protocol with the same objects, seed and sizes, as many splits done, and
// other settings.
func (e *TestErrors) Beside(x Arm, o *TestErrors, from Arm) (refit, projected honest.Estimate) {
	unknown := honest.Estimate{Loss: math.NaN(), SE: math.NaN(), R2SE: math.NaN()}
	if e.At(x).Refused != nil || o.At(from).Refused != nil {
		return unknown, unknown
	}
	than := func(of measure) honest.Estimate { return e.summed(less(e.values(x, of), o.values(from, of))) }
	return than(refitError), than(projectedError)
}

// summed is the mean over the splits; see the package's documentation on its standard error.
func (e *TestErrors) summed(values []float64) honest.Estimate {
	mean, sd := stat.MeanStdDev(values, nil)
	rest := e.Sampler.Objects() - e.Test
	return honest.Estimate{Loss: mean, SE: sd * math.Sqrt(1/float64(e.Done)+float64(e.Test)/float64(rest)), R2SE: math.NaN()}
}
