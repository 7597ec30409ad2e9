package partial

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
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
// since it was learned for their means. Its moments are of the objects in the
// paper's mode. The caller adds Created, Tool, the data's file and the honest loss. Errors
// are the context's.
func (c *Cells) Predictor(ctx context.Context, algorithm string, learned []float64) (p model.Predictor, err error) {
	defer overflow.Catch(&err)
	w, intercept := c.Weights(learned)
	p = model.Predictor{
		Version: model.PredictorVersion, Kind: model.PredictorKind, Label: c.label, Algorithm: algorithm, Intercept: intercept,
		Attributes: []model.PredictorAttribute{}, External: [][]float64{}, LabelVariance: c.LabelVariance(),
		ProjectedLoss: c.LabelVariance(), Warnings: []model.Finding{},
	}
	p.Raters.Mode, p.Raters.Offsets, p.Data.Objects = model.RatersPaper, map[string]map[string]float64{}, len(c.y)
	blocks, err := moments.Accumulate(ctx, c.ds, &c.taken, model.RatersPaper)
	if err != nil {
		return p, err
	}
	blocks = blocks.Assuming(nil)
	m := blocks.Moments(blocks.Union(nil))
	external, d, k := m.Project(model.ProjectScaled).Sigma, len(m.Attr), m.K()
	var support []int
	for a, x := range w {
		if x != 0 {
			support = append(support, a)
		}
	}
	for _, a := range support {
		at, price, repeats := &m.Attr[c.kept[a]], c.price[a], max(1, k[c.kept[a]])
		p.Budget += price * model.Amount(repeats)
		p.Attributes = append(p.Attributes, model.PredictorAttribute{
			Name: c.Names[a], Repeats: repeats, Weight: w[a], Cost: price, Mean: at.Mean,
			InternalVariance: at.Internal(), LabelCovariance: at.B, Scale: at.T,
		})
		var row []float64
		p.ProjectedLoss += w[a] * (w[a]*at.Internal()/float64(repeats) - 2*at.B)
		for _, e := range support {
			sigma := external[c.kept[a]*d+c.kept[e]] * at.T * m.Attr[c.kept[e]].T
			row = append(row, sigma)
			p.ProjectedLoss += w[a] * w[e] * sigma
		}
		p.External = append(p.External, row)
	}
	return p, nil
}
