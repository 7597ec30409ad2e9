package classes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// # Calibration
//
// Lines are right where the scores of a class are normal. Where they are not, probabilities are
// too bold or too shy, or lean to a class. With x_k the lines of an object,
//
//	x'_k = b_k + t x_k,   t > 0,
//
// are lines again: two numbers for two classes (Platt 1999), a temperature 1/t and offsets for
// more (Guo et al. 2017). They are fitted to objects that the lines have not seen.

// Correction is the calibration of [Lines]. It keeps the order of two objects by a line.
type Correction struct {
	Slope  float64   // t, above 0: below 1 where probabilities were too bold
	Offset []float64 // b, by class; of ordered classes b_0 is 0, since only differences count
}

// Corrected returns the calibrated lines.
func (l Lines) Corrected(c *Correction) Lines {
	out := Lines{Ordered: l.Ordered}
	for k, b := range c.Offset {
		out.Intercept, out.Slope = append(out.Intercept, b+c.Slope*l.Intercept[k]), append(out.Slope, c.Slope*l.Slope[k])
	}
	return out
}

// Probabilities fills out with the probabilities of classes whose lines are at x.
func (c *Correction) Probabilities(x []float64, ordered bool, out []float64) {
	for k, b := range c.Offset {
		out[k] = b + c.Slope*x[k]
	}
	weigh(out, ordered, out)
}

// At fills x with the lines at an object's scores, as [Lines.Probabilities] takes them.
func (l Lines) At(scores, x []float64) {
	for k := range x {
		score := scores[0]
		if !l.Ordered {
			score = scores[k]
		}
		x[k] = l.Intercept[k] + l.Slope[k]*score
	}
}

// Calibrate returns the correction of least log loss on one object or more, plus half the sum of
// the squares of θ = (log t, b): classes without an overlap, too, have a finite one. It is
// Fisher's scoring, whose step is halved until the sum falls.
func Calibrate(objects []Case, ordered bool) Correction {
	f := correctionFit{objects: objects, ordered: ordered, k: len(objects[0].X)}
	theta := make([]float64, 1+f.k)
	loss, grad, information := f.at(theta)
	for range mostSteps {
		var factor mat.Cholesky
		step := mat.NewVecDense(len(theta), nil)
		if !factor.Factorize(information) || factor.SolveVecTo(step, mat.NewVecDense(len(theta), grad)) != nil {
			break
		}
		next, least := slices.Clone(theta), loss
		for share := 1.0; share > 1e-3; share /= 2 {
			floats.AddScaledTo(next, theta, -share, step.RawVector().Data)
			if l, g, i := f.at(next); l < loss {
				theta, loss, grad, information = next, l, g, i
				break
			}
		}
		if least-loss <= 1e-9*math.Abs(loss) {
			break
		}
	}
	return Correction{Slope: math.Exp(theta[0]), Offset: theta[1:]}
}

// mostSteps is far beyond the five to ten that are needed.
const mostSteps = 50

// correctionFit is the log loss of corrections.
type correctionFit struct {
	objects []Case
	ordered bool
	k       int // classes
}

// at returns the log loss at θ, its gradient and Fisher's information. P(k) is f_k/Σ f. Of ordered
// classes f_k = exp(x'_k), and d log P(c)/dx'_k = 1[k=c] - P(k). Of others f_k = logistic(x'_k) has
// d log f_k/dx'_k = 1 - f_k, a factor. The expected product of two such slopes over the classes c
// is (1[j=k] P(k) - P(j) P(k)) with both factors.
func (f *correctionFit) at(theta []float64) (loss float64, grad []float64, information *mat.SymDense) {
	n := len(theta)
	t := math.Exp(theta[0])
	grad = slices.Clone(theta)
	information = mat.NewSymDense(n, nil)
	for i, x := range theta {
		loss += x * x / 2
		information.SetSym(i, i, 1)
	}
	x, p, factor := make([]float64, f.k), make([]float64, f.k), make([]float64, f.k)
	row := make([]float64, n) // Σ_k slope of x'_k by θ, of one class
	for i := range f.objects {
		o := &f.objects[i]
		for k := range x {
			x[k], factor[k] = theta[1+k]+t*o.X[k], 1
			if !f.ordered {
				factor[k] = Logistic(-x[k])
			}
		}
		weigh(x, f.ordered, p)
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
			if f.ordered {
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
