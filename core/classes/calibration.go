package classes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Correction calibrates lines. They are right where the scores of a class are normal. Where they are
// not, probabilities are too bold or too shy, or lean to a class. With x_k the lines of an object,
//
//	x'_k = b_k + t x_k,   t > 0,
//
// are lines again: two numbers for two classes (Platt 1999), a temperature 1/t and offsets for
// more (Guo et al. 2017). They are fitted to objects that the lines have not seen, and keep the order
// of two objects by a line.
type Correction struct {
	Slope  float64   // t, above 0: below 1 where probabilities were too bold
	Offset []float64 // b, by class; of ordered classes b_0 is 0, since only differences count
}

// Corrected is the object with its probabilities calibrated.
func (o Case) Corrected(by *Correction, ordered bool) Case {
	o.P = make([]float64, len(o.X))
	for k, b := range by.Offset {
		o.P[k] = b + by.Slope*o.X[k]
	}
	weigh(o.P, ordered, o.P)
	return o
}

// Calibrate returns the correction of least log loss on one object or more, plus half the sum of
// the squares of θ = (log t, b): classes without an overlap, too, have a finite one. It is
// Fisher's scoring, whose step is halved until the sum falls.
func Calibrate(objects []Case, ordered bool) Correction {
	const mostSteps = 50 // five to ten are needed
	theta := make([]float64, 1+len(objects[0].X))
	loss, grad, information := correctionLoss(objects, ordered, theta)
	for range mostSteps {
		var factor mat.Cholesky
		step := mat.NewVecDense(len(theta), nil)
		if !factor.Factorize(information) || factor.SolveVecTo(step, mat.NewVecDense(len(theta), grad)) != nil {
			break
		}
		next, before := slices.Clone(theta), loss
		for share := 1.0; share > 1e-3; share /= 2 {
			floats.AddScaledTo(next, theta, -share, step.RawVector().Data)
			if l, g, i := correctionLoss(objects, ordered, next); l < loss {
				theta, loss, grad, information = next, l, g, i
				break
			}
		}
		if before-loss <= 1e-9*math.Abs(loss) {
			break
		}
	}
	return Correction{Slope: math.Exp(theta[0]), Offset: theta[1:]}
}

// correctionLoss is the log loss at θ, its gradient and Fisher's information. P(k) is f_k/Σ f. Of ordered
// classes f_k = exp(x'_k), and d log P(c)/dx'_k = 1[k=c] - P(k). Of others f_k = logistic(x'_k) has
// d log f_k/dx'_k = 1 - f_k, a factor. The expected product of two such slopes over the classes c
// is (1[j=k] P(k) - P(j) P(k)) with both factors.
func correctionLoss(objects []Case, ordered bool, theta []float64) (loss float64, grad []float64, information *mat.SymDense) {
	n := len(theta)
	t := math.Exp(theta[0])
	grad = slices.Clone(theta)
	information = mat.NewSymDense(n, nil)
	for i, x := range theta {
		loss += x * x / 2
		information.SetSym(i, i, 1)
	}
	x, p, factor := make([]float64, n-1), make([]float64, n-1), make([]float64, n-1)
	row := make([]float64, n) // Σ_k slope of x'_k by θ, of one class
	for i := range objects {
		o := &objects[i]
		for k := range x {
			x[k], factor[k] = theta[1+k]+t*o.X[k], 1
			if !ordered {
				factor[k] = Logistic(-x[k])
			}
		}
		weigh(x, ordered, p)
		loss -= math.Log(max(p[o.Class], math.SmallestNonzeroFloat64))
		for c, share := range p {
			clear(row)
			for k := range p {
				slope := -p[k] * factor[k]
				if k == c {
					slope += factor[k]
				}
				row[0] += slope * t * o.X[k]
				row[1+k] = slope
			}
			if ordered {
				row[1] = 0 // b_0 stays 0
			}
			if c == o.Class {
				floats.Sub(grad, row)
			}
			information.SymRankOne(information, share, mat.NewVecDense(n, row))
		}
	}
	return loss, grad, information
}
