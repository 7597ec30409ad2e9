package moments

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"fms-tui/model"
)

// Projected is Σ⁺: the external covariance of the usable attributes moved to
// the nearest positive semi-definite matrix.
type Projected struct {
	Sigma []float64 // d×d; rows and columns of unusable attributes are 0
	// Cut is Σ|negative λ| / Σ|λ|, in [0,1]: how much of the spectrum the
	// projection took away. Large means too few objects for so many
	// attributes, or raters who judged several attributes.
	Cut float64
}

// Project returns Σ⁺, the nearest positive semi-definite matrix in Frobenius
// norm: with Σ = UΛUᵀ it is U max(Λ,0) Uᵀ (S&K section 3.4, after Higham 1988).
//
// On the paper's raw scale the attributes with large units decide what
// "nearest" means, and measuring one in other units changes which judgments
// are chosen. By default the projection therefore acts on Σ[a,a']/(t[a]t[a']),
// where every attribute has unit spread, and is scaled back.
func (m *Moments) Project(form model.Projection) Projected {
	d := len(m.Attr)
	var usable []int
	for a := range m.Attr {
		if m.Attr[a].Status == Usable {
			usable = append(usable, a)
		}
	}
	p := Projected{Sigma: make([]float64, d*d)}
	n := len(usable)
	if n == 0 {
		return p
	}
	scale := func(a int) float64 {
		if form == model.ProjectPaper {
			return 1
		}
		return m.Attr[a].T
	}
	z := mat.NewSymDense(n, nil)
	for i, a := range usable {
		for j := i; j < n; j++ {
			b := usable[j]
			z.SetSym(i, j, m.Sigma[a*d+b]/(scale(a)*scale(b)))
		}
	}
	p.Cut = nearestPSD(z)
	if form == model.ProjectPaper {
		// Rounding on the raw scale is that of the largest unit, and can leave the
		// attributes of small units far from positive semi-definite on their own.
		for i, a := range usable {
			for j := i; j < n; j++ {
				z.SetSym(i, j, z.At(i, j)/(m.Attr[a].T*m.Attr[usable[j]].T))
			}
		}
		nearestPSD(z)
		scale = func(a int) float64 { return m.Attr[a].T }
	}
	for i, a := range usable {
		for j, b := range usable {
			p.Sigma[a*d+b] = z.At(i, j) * (scale(a) * scale(b))
		}
	}
	return p
}

// nearestPSD replaces z by its projection and returns the share of the
// spectrum that was cut. It adds |λ|uuᵀ for the negative eigenvalues, so a
// matrix that has none comes back as it was.
func nearestPSD(z *mat.SymDense) float64 {
	n := z.SymmetricDim()
	var e mat.EigenSym
	if !e.Factorize(z, true) {
		// The QL iteration fails only on NaN or Inf, and usable attributes have
		// sums of squares within largestSquares.
		panic("moments: eigenvalues of a finite matrix did not converge")
	}
	values := e.Values(nil) // ascending
	var cut, sum float64
	for _, x := range values {
		sum += math.Abs(x)
		cut += max(0, -x)
	}
	if cut == 0 {
		return 0
	}
	var u mat.Dense
	e.VectorsTo(&u)
	for k, x := range values {
		if x >= 0 {
			break
		}
		z.SymRankOne(z, -x, mat.NewVecDense(n, mat.Col(nil, k, &u)))
	}
	return cut / sum
}
