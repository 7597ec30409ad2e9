package partial

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// Algorithm names one of the learners.
type Algorithm string

// The algorithms.
const (
	AttributeEfficient Algorithm = "aer"          // AER
	Estimated          Algorithm = "baseline"     // Baseline, from w = 0
	EstimatedConvex    Algorithm = "baseline-psd" // Baseline without negative eigenvalues
	FullRidge          Algorithm = "ridge"        // Ridge
	FullLasso          Algorithm = "lasso"        // Lasso
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
	return "", fmt.Errorf("%q is no algorithm of partial: accepted are %s", name, strings.Join(names, ", "))
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
		return NewAER(d, q.K, t.Lambda, t.Norm, seed)
	case Estimated, EstimatedConvex:
		return NewBaseline(d, q.K, t.Norm, a == EstimatedConvex, seed)
	case FullLasso:
		return NewLasso(d, t.Norm)
	case FullRidge:
		return NewRidge(d, t.Lambda)
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
