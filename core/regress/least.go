package regress

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Fit is a least-squares fit of y on the columns of x, with an intercept.
type Fit struct {
	Intercept   float64   // in the units of y
	InterceptSE float64   // its standard error
	Coef, SE    []float64 // by column, in units of y per unit of the column
	N           int       // rows
	RSS         float64   // residual sum of squares, squared units of y
	TSS         float64   // Σ (y-ȳ)²
}

// DF is the degrees of freedom of the residuals: rows less coefficients.
func (f *Fit) DF() int { return f.N - len(f.Coef) - 1 }

// R2 is 1 - RSS/TSS; NaN for a constant y.
func (f *Fit) R2() float64 { return 1 - f.RSS/f.TSS }

// AdjustedR2 is R² with both sums divided by their degrees of freedom.
func (f *Fit) AdjustedR2() float64 {
	return 1 - (f.RSS/float64(f.DF()))/(f.TSS/float64(f.N-1))
}

// ResidualSE is the residual standard error √(RSS/DF), in the units of y.
func (f *Fit) ResidualSE() float64 { return math.Sqrt(f.RSS / float64(f.DF())) }

// At is the prediction for one row.
func (f *Fit) At(row []float64) float64 { return f.Intercept + floats.Dot(f.Coef, row) }

// DependentError says that the data do not determine the coefficients.
type DependentError struct {
	Constant  []int // columns that do not vary
	Dependent []int // columns that are linear in the columns before them
}

func (e *DependentError) Error() string {
	return fmt.Sprintf("columns %v do not vary, and columns %v are linear in those before them", e.Constant, e.Dependent)
}

// TooFewError says that there are no more rows than coefficients.
type TooFewError struct{ Rows, Columns int }

func (e *TooFewError) Error() string {
	return fmt.Sprintf("%d rows do not determine %d coefficients and an intercept, and how sure they are", e.Rows, e.Columns)
}

// dependent is the share of its norm that a column must keep, after projection on the
// columns before it, to have a coefficient of its own. R's lm has the same value.
const dependent = 1e-7

// illConditioned is the condition number of columns from which the solution has no
// correct digits.
const illConditioned = 1e14

// LeastSquares fits y on x, which has len(y) rows of p >= 1 columns, one after
// the other. All numbers must be finite. Errors are a *TooFewError and a
// *DependentError.
//
// Columns and y are centred, which eliminates the intercept, and columns brought
// to norm 1, so that units do not count; what remains is solved by QR. With
// X = QR and D the columns' norms, the coefficients are D⁻¹R⁻¹Qᵀy and their
// covariance is s² D⁻¹ R⁻¹R⁻ᵀ D⁻¹, s² = RSS/DF. The intercept is ȳ - x̄ᵀβ, of
// variance s²/n + x̄ᵀ Cov(β) x̄: ȳ and β are uncorrelated.
func LeastSquares(x []float64, p int, y []float64) (*Fit, error) {
	n := len(y)
	if n < p+2 {
		return nil, &TooFewError{n, p}
	}
	c, mean, norm := centred(x, p)
	if err := rankOf(c, norm); err != nil {
		return nil, err
	}
	my := stat.Mean(y, nil)
	dev := mat.NewVecDense(n, nil)
	for i, v := range y {
		dev.SetVec(i, v-my)
	}
	var qr mat.QR
	if qr.Factorize(c); qr.Cond() > illConditioned { // no single column is to blame
		return nil, &DependentError{Dependent: []int{p - 1}}
	}
	var beta, residual mat.VecDense
	if err := qr.SolveVecTo(&beta, false, dev); err != nil {
		panic("regress: columns of full rank were not solved for: " + err.Error())
	}
	residual.MulVec(c, &beta)
	residual.SubVec(dev, &residual)
	f := &Fit{
		N: n, Coef: make([]float64, p), SE: make([]float64, p),
		TSS: mat.Dot(dev, dev), RSS: mat.Dot(&residual, &residual),
	}
	floats.DivTo(f.Coef, beta.RawVector().Data, norm)
	f.errors(&qr, mean, norm, my)
	return f, nil
}

// errors fills the standard errors and the intercept.
func (f *Fit) errors(qr *mat.QR, mean, norm []float64, my float64) {
	s := f.ResidualSE()
	p := len(f.Coef)
	var r mat.Dense
	qr.RTo(&r)
	inverse := mat.NewTriDense(p, mat.Upper, nil)
	for i := range p {
		for j := i; j < p; j++ {
			inverse.SetTri(i, j, r.At(i, j))
		}
	}
	if err := inverse.InverseTri(inverse); err != nil {
		panic("regress: a triangle of full rank has no inverse: " + err.Error())
	}
	lever := make([]float64, p) // R⁻ᵀ D⁻¹ x̄
	for i := range p {
		var ss float64
		for j := i; j < p; j++ {
			e := inverse.At(i, j)
			ss += e * e
			lever[j] += e * mean[i] / norm[i]
		}
		f.SE[i] = s * math.Sqrt(ss) / norm[i]
	}
	f.Intercept = my - floats.Dot(f.Coef, mean)
	f.InterceptSE = s * math.Sqrt(1/float64(f.N)+floats.Dot(lever, lever))
}

// constantSpread is the largest norm of a centred column, as a share of the column's
// norm, that counts as rounding.
const constantSpread = 1e-13

// centred returns the columns of x about their means, at norm 1, with means and
// norms; the norm of a column that does not vary is 0.
func centred(x []float64, p int) (c *mat.Dense, mean, norm []float64) {
	mean, norm = make([]float64, p), make([]float64, p)
	n := len(x) / p
	all := mat.NewDense(n, p, x)
	c = mat.NewDense(n, p, nil)
	column := make([]float64, n)
	for j := range p {
		mat.Col(column, j, all)
		size := floats.Norm(column, 2)
		mean[j] = stat.Mean(column, nil)
		floats.AddConst(-mean[j], column)
		if norm[j] = floats.Norm(column, 2); norm[j] <= constantSpread*size {
			norm[j] = 0
			continue
		}
		floats.Scale(1/norm[j], column)
		c.SetCol(j, column)
	}
	return c, mean, norm
}

// rankOf looks for columns without a coefficient of their own.
func rankOf(c *mat.Dense, norm []float64) error {
	var found DependentError
	var kept []int
	var columns [][]float64
	for j, x := range norm {
		if x == 0 {
			found.Constant = append(found.Constant, j)
		} else {
			kept, columns = append(kept, j), append(columns, mat.Col(nil, j, c))
		}
	}
	for _, j := range projected(columns) {
		found.Dependent = append(found.Dependent, kept[j])
	}
	if len(found.Constant)+len(found.Dependent) > 0 {
		return &found
	}
	return nil
}

// once is the share from which on rounding in a column's first orthogonalisation needs no
// second one ("twice is enough", Kahan and Parlett).
const once = .1

// projected finds the columns that are linear in the columns before them, like R's lm: of
// columns of norm 1 those that keep less than the dependent share of it when they are projected
// on the independent ones before, by Gram-Schmidt.
func projected(columns [][]float64) (found []int) {
	var basis [][]float64 // orthonormal
	for j, column := range columns {
		left, norm := slices.Clone(column), 0.0
		for range 2 {
			for _, q := range basis {
				floats.AddScaled(left, -floats.Dot(q, left), q)
			}
			if norm = floats.Norm(left, 2); norm > once {
				break
			}
		}
		if norm > dependent {
			floats.Scale(1/norm, left)
			basis = append(basis, left)
		} else {
			found = append(found, j)
		}
	}
	return found
}
