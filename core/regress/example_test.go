package regress_test

import (
	"errors"
	"fmt"
	"log"
	"math"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/regress"
)

// A [regress.Fit] is y on the columns of x. Too few rows and columns that depend on
// each other are errors.
func ExampleLeastSquares() {
	fit, err := regress.LeastSquares([]float64{0, 1, 2, 3, 4}, 1, []float64{1, 3, 5, 7, 9.5})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("ŷ = %.2f + %.2f x, R² %.3f\n", fit.Intercept, fit.Coef[0], fit.R2())

	_, err = regress.LeastSquares([]float64{1, 2}, 1, []float64{1, 2})
	var few *regress.TooFewError
	fmt.Println(errors.As(err, &few), few.Rows, "rows")
	_, err = regress.LeastSquares([]float64{1, 2, 2, 4, 3, 6, 4, 8}, 2, []float64{1, 2, 3, 5})
	var dependent *regress.DependentError
	fmt.Println(errors.As(err, &dependent), "columns", dependent.Dependent)
	// Output:
	// ŷ = 0.90 + 2.10 x, R² 0.998
	// true 2 rows
	// true columns [1]
}

// The solution is [regress.Coefficients]. A [regress.Solver] solves problems that
// change a little at a time. Both may end in a [regress.NotConvergedError].
func ExampleLogistic() {
	l := &regress.Logistic{
		X:      [][]float64{{-2, -1, 0, 1, 2, 3}, {1, -1, 1, -1, 1, -1}},
		Groups: 1, Target: []float64{0, 0, 1, 0, 1, 1}, Penalty: []float64{.1, 1},
	}
	c, solver := regress.Coefficients{Intercept: []float64{0}, Coef: []float64{0, 0}}, regress.NewSolver(l)
	err := solver.Solve(&c)
	var not *regress.NotConvergedError
	if errors.As(err, &not) {
		log.Fatal("violation ", not.Violation)
	}
	fmt.Printf("%.1f %.1f\n", c.Coef[0], c.Coef[1])
	l.Target[1] = .2
	if err := solver.Solve(&c); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f %.1f\n", c.Coef[0], c.Coef[1])
	// Output:
	// 1.3 0.6
	// 1.0 0.3
}

// A [regress.Descent] says where a descent begins and ends.
func ExampleQuadratic() {
	q := &regress.Quadratic{A: mat.NewSymDense(2, []float64{1, .5, .5, 1}), B: []float64{1, .2}, C: 2}
	ridge, err := q.Ridge(.1)
	if err != nil {
		log.Fatal(err)
	}
	ball := q.InL1Ball(.5, regress.Descent{Steps: 1000})
	fmt.Printf("ridge %.2f, in the ball %.2f\n", ridge, ball[0])
	fmt.Println(q.At(ball) < q.At([]float64{0, 0}), math.Abs(ball[0])+math.Abs(ball[1]) <= .5+1e-9)
	// Output:
	// ridge [1.04 -0.29], in the ball 0.50
	// true true
}
