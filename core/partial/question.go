package partial

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// Algorithm names one of the learners.
type Algorithm string

// The algorithms.
const (
	AttributeEfficient Algorithm = "aer"          // gradient descent whose gradients are estimated
	Estimated          Algorithm = "baseline"     // the loss is estimated, and descended from w = 0
	EstimatedConvex    Algorithm = "baseline-psd" // the same without negative eigenvalues
	FullRidge          Algorithm = "ridge"        // of everything
	FullLasso          Algorithm = "lasso"        // likewise
)

// Algorithms lists all in the order they are shown in.
func Algorithms() []Algorithm {
	return []Algorithm{AttributeEfficient, Estimated, EstimatedConvex, FullLasso, FullRidge}
}

// Partial tells whether an algorithm looks at k judgments an object; the others
// look at all.
func (a Algorithm) Partial() bool { return a != FullRidge && a != FullLasso }

// Parse returns the algorithm of that name.
func Parse(name string) (Algorithm, error) {
	var names []string
	for _, a := range Algorithms() {
		if string(a) == name {
			return a, nil
		}
		names = append(names, string(a))
	}
	return "", fmt.Errorf("%q is not an algorithm of partial: accepted are %s", name, strings.Join(names, ", "))
}

// Question says what is to be learned, and how.
type Question struct {
	K          int         // looks at an object, even, from 2
	Algorithms []Algorithm // to compare
	// Norm is the bound on |w|₁ on the scale of the examples; 0: by
	// cross-validation.
	Norm float64
	// Lambda is AER's λ; 0: by cross-validation, unless Theorem.
	Lambda  float64
	Theorem bool   // λ of AER by theorem 2, B₂ = B
	Folds   int    // of the cross-validation, at least 2
	Splits  int    // random splits into training and test objects, at least 1
	Points  int    // of a learning curve, at least 1; the last one is of all training objects
	Seed    uint64 // random seed
}

// Tuned are an algorithm's parameters; NaN where it has none.
type Tuned struct {
	Norm   float64 // of |w|₁, on the scale of the examples
	Lambda float64 // of AER or ridge
}

// New returns a learner of d attributes. seed is of what it draws itself.
func (q *Question) New(a Algorithm, d int, t Tuned, seed uint64) (Learner, error) {
	switch a {
	case AttributeEfficient:
		return newAER(d, q.K, t.Lambda, t.Norm, seed)
	case Estimated, EstimatedConvex:
		return newBaseline(d, q.K, t.Norm, a == EstimatedConvex, seed)
	case FullLasso, FullRidge:
		return newWhole(d, t, a == FullRidge)
	}
	panic("partial: unknown algorithm " + string(a))
}

// norms are tried where none is given: nearly nothing to far more than data on
// [-1,1] usually need.
func (q *Question) norms() []float64 {
	if q.Norm > 0 {
		return []float64{q.Norm}
	}
	return []float64{.125, .25, .5, 1, 2, 4, 8, 16, 32, 64}
}

// shares of the λ of the theorem are tried where none is given.
var shares = []float64{16, 4, 1, 1. / 4, 1. / 16, 1. / 64}

// ridges are tried, in units of the mean of the attributes' mean squares.
var ridges = []float64{10, 3, 1, .3, .1, .03, .01, .003, .001, 1e-4, 1e-5, 1e-6}

// grid are the parameters to try for m training objects of d attributes, scale
// being the mean of the attributes' mean squares. Ties go to the first.
func (q *Question) grid(a Algorithm, m, d int, scale float64) []Tuned {
	var all []Tuned
	switch a {
	case FullRidge:
		for _, r := range ridges {
			all = append(all, Tuned{math.NaN(), r * scale})
		}
	case AttributeEfficient:
		for _, norm := range q.norms() {
			theorem := TheoremLambda(m, d, q.K, norm, norm)
			switch {
			case q.Theorem:
				all = append(all, Tuned{norm, theorem})
			case q.Lambda > 0:
				all = append(all, Tuned{norm, q.Lambda})
			default:
				for _, s := range shares {
					all = append(all, Tuned{norm, s * theorem})
				}
			}
		}
	default:
		for _, norm := range q.norms() {
			all = append(all, Tuned{norm, math.NaN()})
		}
	}
	return all
}

// Check says in words what of the question cannot be asked of d attributes.
func (q *Question) Check(d int) error {
	for _, a := range q.Algorithms {
		if _, err := q.New(a, d, Tuned{1, 1}, 0); err != nil {
			return fmt.Errorf("%s: %w", a, err)
		}
	}
	return nil
}

// mixed is a seed of its own for each of several things, in order.
func mixed(seed uint64, things ...int) uint64 {
	for _, t := range things {
		seed = rand.NewPCG(seed, uint64(t)+1).Uint64()
	}
	return seed
}

// Weights brings weights learned on the scale back to the units of the data: w
// in label units per unit of the attribute, and the intercept.
func (c *Cells) Weights(learned []float64) (w []float64, intercept float64) {
	w = make([]float64, len(learned))
	intercept = c.labelCentre
	for a, x := range learned {
		if c.half[a] > 0 {
			w[a] = x * c.Unit() / c.half[a]
		}
		intercept -= w[a] * c.centre[a]
	}
	return w, intercept
}

// Predictor returns the predictor of learned weights, in the form of all others: it
// asks for as many judgments of each attribute as the cells hold on average, rounded,
// since it was learned for their means. Its moments come from the objects, without
// regard to raters: v is the mean variance within cells, 0 where no cell holds two
// judgments, and Σ⁺ what the covariance of cell means exceeds v/n, without its negative
// part. The caller adds Created, Tool, the data's file and the honest loss.
func (c *Cells) Predictor(algorithm string, learned []float64) model.Predictor {
	w, intercept := c.Weights(learned)
	m := c.moments()
	p := model.Predictor{
		Version: model.PredictorVersion, Kind: model.PredictorKind, Label: c.label, Algorithm: algorithm, Intercept: intercept,
		Attributes: []model.PredictorAttribute{}, External: [][]float64{}, LabelVariance: c.LabelVariance(),
		ProjectedLoss: c.LabelVariance(), Warnings: []model.Finding{},
	}
	p.Raters.Mode, p.Raters.Offsets, p.Data.Objects = model.RatersPaper, map[string]map[string]float64{}, len(c.y)
	var support []int
	for a, x := range w {
		if x != 0 {
			support = append(support, a)
		}
	}
	for _, a := range support {
		price := c.price[a]
		p.Budget += price * model.Amount(m.repeats[a])
		p.Attributes = append(p.Attributes, model.PredictorAttribute{
			Name: c.Names[a], Repeats: m.repeats[a], Weight: w[a], Cost: price, Mean: m.mean[a],
			InternalVariance: m.within[a], LabelCovariance: m.withLabel[a], Scale: math.Sqrt(m.spread[a]),
		})
		var row []float64
		p.ProjectedLoss += w[a] * (w[a]*m.within[a]/float64(m.repeats[a]) - 2*m.withLabel[a])
		for _, e := range support {
			row = append(row, m.external.At(a, e))
			p.ProjectedLoss += w[a] * w[e] * m.external.At(a, e)
		}
		p.External = append(p.External, row)
	}
	return p
}

// cellMoments are moments in the units of the data, by attribute.
type cellMoments struct {
	mean, within, spread, withLabel []float64 // μ, v, variance of the cell means, b
	repeats                         []int     // judgments a cell, on average
	external                        *mat.SymDense
}

func (c *Cells) moments() *cellMoments {
	d, n := len(c.Names), float64(len(c.y))
	m := &cellMoments{
		mean: c.centre, within: make([]float64, d), spread: make([]float64, d), withLabel: make([]float64, d),
		repeats: make([]int, d), external: mat.NewSymDense(d, nil),
	}
	noise, several, judgments := make([]float64, d), make([]float64, d), make([]float64, d)
	x := make([]float64, d)
	for i, y := range c.y {
		for a := range d {
			cell := c.cell(i, a)
			k := float64(len(cell))
			judgments[a] += k
			noise[a] += 1 / k / n // mean of 1/n over cells
			x[a] = c.mean(i, a) - c.centre[a]
			m.withLabel[a] += x[a] * (y - c.labelCentre) / n
			if k > 1 {
				several[a]++
				for _, z := range cell {
					z -= x[a] + c.centre[a]
					m.within[a] += z * z / (k - 1)
				}
			}
		}
		m.external.SymRankOne(m.external, 1/n, mat.NewVecDense(d, x))
	}
	for a := range d {
		m.spread[a] = m.external.At(a, a)
		m.within[a] /= math.Max(several[a], 1)
		m.repeats[a] = max(1, int(math.Round(judgments[a]/n)))
		m.external.SetSym(a, a, m.spread[a]-m.within[a]*noise[a])
	}
	m.external = nearest(m.external, m.spread)
	return m
}

// nearest is the nearest positive semi-definite matrix in units with variances of 1, so
// that the result does not depend on the units of the data.
func nearest(cov *mat.SymDense, variance []float64) *mat.SymDense {
	d := len(variance)
	unit := mat.NewSymDense(d, nil)
	rescale := func(to, from *mat.SymDense, power float64) {
		for i := range d {
			for j := range i + 1 {
				to.SetSym(i, j, from.At(i, j)*math.Pow(math.Sqrt(variance[i])*math.Sqrt(variance[j]), power))
			}
		}
	}
	rescale(unit, cov, -1)
	moments.NearestPSD(unit)
	out := mat.NewSymDense(d, nil)
	rescale(out, unit, 1)
	for a := range d {
		out.SetSym(a, a, math.Max(out.At(a, a), 0)) // rounding
	}
	return out
}
