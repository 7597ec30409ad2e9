package regress

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Logistic is a logistic regression with an L1 penalty. It minimises
//
//	F = Σ_r w_r [log(1+exp(η_r)) - t_r η_r] + Σ_j λ_j |b_j|,  η_r = a_g(r) + Σ_j b_j x_j,i(r)
//
// over the intercepts a, one a group of observations and never penalised, and
// the coefficients b. A target between 0 and 1 stands for that share of an
// observation of 1, and the rest of one of 0. It is the problem of glmnet
// (Friedman, Hastie & Tibshirani 2010) times Σw: its λ is λ_j/Σw here.
//
// Several observations may be of one object and share its row of features, as
// the votes of several experts do: all sums over features are by object then.
type Logistic struct {
	X       [][]float64 // columns of features, one number an object; finite
	Object  []int32     // object of each observation; nil: observation r is of object r
	Group   []int32     // group of each observation, below Groups; nil: all are of the first
	Groups  int         // intercepts; 0 for a regression without
	Target  []float64   // by observation, 0 to 1
	Weight  []float64   // by observation, 0 or more; nil: 1 each
	Penalty []float64   // λ by column, 0 or more; 0: unpenalised, +Inf: left out
}

// Coefficients are the arguments of the objective: intercepts and slopes.
type Coefficients struct {
	Intercept []float64 // by group
	Coef      []float64 // by column; what a penalty removes is exactly 0
}

// kkt is how far the KKT conditions may be violated at a minimum, per unit of
// weight.
const kkt = 1e-11

// mostSteps bounds the steps of Solve. Separable data without a penalty, whose
// coefficients grow without end, take about 25 to meet kkt.
const mostSteps = 300

// zero returns coefficients of 0.
func (l *Logistic) zero() Coefficients {
	return Coefficients{make([]float64, l.Groups), make([]float64, len(l.X))}
}

// clone returns a copy.
func (c Coefficients) clone() Coefficients {
	return Coefficients{append([]float64{}, c.Intercept...), append([]float64{}, c.Coef...)}
}

// LambdaMax is the smallest λ at which every coefficient j with a penalty is 0 when its
// penalty is λ·Penalty[j]: the largest |∂F/∂b_j|/Penalty[j] of the fit with only the
// unpenalised coefficients. It is 0 without penalties.
func (l *Logistic) LambdaMax() (float64, error) {
	alone := *l
	alone.Penalty = make([]float64, len(l.X))
	for j, p := range l.Penalty {
		if p > 0 {
			alone.Penalty[j] = math.Inf(1)
		}
	}
	s := NewSolver(&alone)
	c := l.zero()
	err := s.Solve(&c)
	var most float64
	for j, p := range l.Penalty {
		if p > 0 {
			most = max(most, math.Abs(s.slope[j])/p)
		}
	}
	return most, err
}

// Path minimises F with the penalties λ·Penalty for each of the λ, which should fall:
// each solution starts at the solution before.
func (l *Logistic) Path(lambdas []float64) ([]Coefficients, error) {
	scaled := *l
	scaled.Penalty = make([]float64, len(l.X))
	s := NewSolver(&scaled)
	c := l.zero()
	var all []Coefficients
	var failed error
	for _, lambda := range lambdas {
		floats.ScaleTo(scaled.Penalty, lambda, l.Penalty)
		failed = errors.Join(failed, s.Solve(&c))
		all = append(all, c.clone())
	}
	return all, failed
}

// check panics where slices do not fit each other.
func (l *Logistic) check() {
	n := len(l.Target)
	fits := len(l.Penalty) == len(l.X) && (l.Object == nil || len(l.Object) == n) &&
		(l.Group == nil || len(l.Group) == n) && (l.Weight == nil || len(l.Weight) == n)
	for _, x := range l.X {
		fits = fits && len(x) == len(l.X[0])
	}
	if !fits {
		panic("regress: the slices of a logistic regression do not fit each other")
	}
}
