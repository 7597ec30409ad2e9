package regress

import (
	"cmp"
	"errors"
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

// ErrTooFew says that rows are at most as many as coefficients and an intercept.
var ErrTooFew = errors.New("the rows do not determine the coefficients, and how sure they are")

// dependent is the share of its norm that a column must keep, after projection on the
// columns before it, to have a coefficient of its own. R's lm has the same value.
const dependent = 1e-7

// illConditioned is the condition number of a matrix from which the solution has no
// correct digits.
const illConditioned = 1e14

// LeastSquares fits y on x, which has len(y) rows of p >= 1 columns, one after
// the other. All numbers must be finite. Errors are [ErrTooFew] and a
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
		return nil, ErrTooFew
	}
	columns, mean, norm := centred(x, p)
	q, r, err := factored(columns, norm)
	if err != nil {
		return nil, err
	}
	my, residual := stat.Mean(y, nil), slices.Clone(y)
	floats.AddConst(-my, residual)
	f := &Fit{N: n, Coef: make([]float64, p), SE: make([]float64, p), TSS: floats.Dot(residual, residual)}
	along := make([]float64, p) // Qᵀy
	for j := range q {
		along[j] = floats.Dot(q[j], residual)
		floats.AddScaled(residual, -along[j], q[j])
	}
	f.RSS = floats.Dot(residual, residual)
	inverse := mat.NewTriDense(p, mat.Upper, nil)
	if inverse.InverseTri(r) != nil || mat.Norm(r, 1)*mat.Norm(inverse, 1) > illConditioned { // no single column is to blame
		return nil, &DependentError{Dependent: []int{p - 1}}
	}
	s, lever := f.ResidualSE(), make([]float64, p) // R⁻ᵀ D⁻¹ x̄
	for i := range p {
		var ss float64
		for j := i; j < p; j++ {
			e := inverse.At(i, j) / norm[i]
			f.Coef[i] += e * along[j]
			ss += e * e
			lever[j] += e * mean[i]
		}
		f.SE[i] = s * math.Sqrt(ss)
	}
	f.Intercept = my - floats.Dot(f.Coef, mean)
	f.InterceptSE = s * math.Sqrt(1/float64(n)+floats.Dot(lever, lever))
	return f, nil
}

// constantSpread is the largest norm of a centred column, as a share of the column's
// norm, that counts as rounding.
const constantSpread = 1e-13

// centred returns the columns of x about their means, at norm 1, with means and
// norms; the norm of a column that does not vary is 0.
func centred(x []float64, p int) (columns [][]float64, mean, norm []float64) {
	mean, norm = make([]float64, p), make([]float64, p)
	all := mat.NewDense(len(x)/p, p, x)
	for j := range p {
		column := mat.Col(nil, j, all)
		size := floats.Norm(column, 2)
		mean[j] = stat.Mean(column, nil)
		floats.AddConst(-mean[j], column)
		if norm[j] = floats.Norm(column, 2); norm[j] <= constantSpread*size {
			norm[j] = 0
		}
		floats.Scale(1/cmp.Or(norm[j], 1), column)
		columns = append(columns, column)
	}
	return columns, mean, norm
}

// once is the share from which on rounding in a column's first orthogonalisation needs no
// second one ("twice is enough", Kahan and Parlett).
const once = .1

// factored is QR of columns of norm 1 by Gram-Schmidt. The error names the columns without a
// coefficient of their own: that do not vary, or keep less than the dependent share of their norm
// when they are projected on the independent ones before, like R's lm.
func factored(columns [][]float64, norm []float64) (q [][]float64, r *mat.TriDense, err error) {
	r = mat.NewTriDense(len(columns), mat.Upper, nil)
	var found DependentError
	for j, column := range columns {
		if norm[j] == 0 {
			found.Constant = append(found.Constant, j)
			continue
		}
		left, norm := slices.Clone(column), 0.0
		for range 2 {
			for i, before := range q {
				by := floats.Dot(before, left)
				r.SetTri(i, j, r.At(i, j)+by)
				floats.AddScaled(left, -by, before)
			}
			if norm = floats.Norm(left, 2); norm > once {
				break
			}
		}
		if norm <= dependent {
			found.Dependent = append(found.Dependent, j)
			continue
		}
		r.SetTri(len(q), j, norm) // on the diagonal if all before are independent
		floats.Scale(1/norm, left)
		q = append(q, left)
	}
	if len(found.Constant)+len(found.Dependent) > 0 {
		return nil, nil, &found
	}
	return q, r, nil
}
