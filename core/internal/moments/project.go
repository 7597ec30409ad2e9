package moments

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/gram"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/tridiagonal"
	"fms-tui/model"
)

// Projected is Σ⁺: the external covariance of the usable attributes moved to
// the nearest positive semi-definite matrix.
type Projected struct {
	Sigma []float64 // d×d: Σ⁺[a,a']/(t t'); rows and columns of unusable attributes are 0
	// Cut is Σ|negative λ| / Σ|λ|, in [0,1]: how much of the spectrum the projection
	// took away. Large means too few objects for the number of attributes, or raters
	// who judged several attributes.
	Cut float64
	// Unsure is what the diagonal lacks, by attribute in units of t²: of attributes
	// nearly without noise whose cells are missing here and there. It belongs to M_S
	// whatever the repeats; nil where nothing is lacking.
	Unsure []float64
	// B is what takes the place of the label covariance b, by attribute in its units
	// times the label's; 0 for unusable attributes. nil where b stays as measured.
	B []float64
}

// Project returns Σ⁺, the nearest positive semi-definite matrix in Frobenius
// norm: with Σ = UΛUᵀ it is U max(Λ,0) Uᵀ (S&K section 3.4, after Higham 1988).
//
// On the paper's raw scale the attributes with large units decide what
// "nearest" means, and measuring one in other units changes which judgments
// are chosen. By default the projection therefore acts on Σ[a,a']/(t[a]t[a']),
// where every attribute has unit spread.
//
// # The label
//
// model.ProjectLabel moves b along with Σ. Both are estimated apart, and together need not be the
// covariances of anything: some weights w then have a projected loss Var(y) - 2bᵀw + wᵀΣw below 0.
// It is the form at (-w, 1) of
//
//	│ Σ[a,a']/(t t')   b[a]/(t s) │
//	│ b[a']/(t' s)     1          │      s = √Var(y)
//
// in standardised weights and shares of Var(y), so that no loss is below 0 where
// that matrix is positive semi-definite. It is moved to the nearest one that is.
// The move raises the label's place from 1 to ρ >= 1, but Var(y) is known. Row and
// column of the label are therefore divided by √ρ, which leaves the matrix positive
// semi-definite: b⁺ = t s z/√ρ.
//
// A matrix that is positive semi-definite already stays, but for rounding. With a
// constant label there is nothing to move b by.
func (m *Moments) Project(form string) Projected {
	d, usable := len(m.Attr), m.usable()
	n, size, sd := len(usable), len(usable), math.Sqrt(m.LabelVariance)
	p := Projected{Sigma: make([]float64, d*d), Unsure: m.unsure()}
	withLabel := form == model.ProjectLabel
	if withLabel {
		p.B = make([]float64, d)
		size++
	}
	if n == 0 || withLabel && !(sd > 0) {
		return p
	}
	scale := func(a int) float64 {
		if form == model.ProjectPaper {
			return 1
		}
		return m.Attr[a].T
	}
	z := mat.NewSymDense(size, nil)
	for i, a := range usable {
		for j := i; j < n; j++ {
			b := usable[j]
			z.SetSym(i, j, m.Sigma[a*d+b]/(scale(a)*scale(b)))
		}
		if withLabel {
			z.SetSym(i, n, m.Attr[a].B/m.Attr[a].T/sd)
			z.SetSym(n, n, 1)
		}
	}
	p.Cut = NearestPSD(z)
	if form == model.ProjectPaper {
		// Rounding on the raw scale follows the largest unit, and can leave the
		// attributes of small units far from positive semi-definite on their own.
		for i, a := range usable {
			for j := i; j < n; j++ {
				z.SetSym(i, j, z.At(i, j)/(m.Attr[a].T*m.Attr[usable[j]].T))
			}
		}
		NearestPSD(z)
	}
	share := 1.0
	if withLabel {
		share /= math.Sqrt(z.At(n, n))
		if p.Cut > 0 {
			share *= math.Sqrt(1 - labelMargin) // the matrix is singular now, and rounding has either sign
		}
	}
	for i, a := range usable {
		for j := i; j < n; j++ {
			p.Sigma[a*d+usable[j]] = z.At(i, j)
		}
		if withLabel {
			p.B[a] = z.At(i, n) * share * sd * m.Attr[a].T
		}
	}
	gram.Mirror(p.Sigma, d)
	return p
}

// labelMargin is what rounding in a path's factors may be, as a share of Var(y).
const labelMargin = 1e-9

// usable lists the usable attributes.
func (m *Moments) usable() []int {
	return slices.DeleteFunc(numbers(len(m.Attr)), func(a int) bool { return !m.isUsable(a) })
}

// NearestPSD replaces z by the nearest positive semi-definite matrix in Frobenius norm
// and returns the share of the spectrum that was cut, in [0,1]: |λ|uuᵀ is added for the
// negative eigenvalues. If most eigenvalues are negative, λuuᵀ is summed over the
// positive eigenvalues instead. A matrix without negative eigenvalues is unchanged,
// except for rounding. Entries that are not finite are an overflow.
func NearestPSD(z *mat.SymDense) float64 {
	for i := range z.SymmetricDim() {
		for j := range i + 1 {
			if !(math.Abs(z.At(i, j)) <= math.MaxFloat64) {
				overflow.Raise("covariances of attributes")
			}
		}
	}
	largest := mat.Max(z)
	if largest = max(largest, -mat.Min(z)); largest == 0 {
		return 0
	}
	z.ScaleSym(1/largest, z) // so that no square leaves the range of floats
	cut := projectUnit(z)
	z.ScaleSym(largest, z)
	return cut
}

// projectUnit is NearestPSD for a matrix whose largest entry is 1.
func projectUnit(z *mat.SymDense) float64 {
	if isDefinite(z) {
		return 0
	}
	var s spectrum
	n := z.SymmetricDim()
	e, ok := tridiagonal.Decompose(n, z.At, s.choose)
	if !ok { // of no matrix that is known: both iterations give up
		overflow.Raise("covariances of attributes")
	}
	if s.cut == 0 {
		return 0
	}
	if s.above {
		z.Zero()
	}
	for k, x := range e.Values[s.lo:s.hi] { // rows √|λ| u
		floats.Scale(math.Sqrt(math.Abs(x)), e.Vectors[k*n:][:n])
	}
	product := make([]float64, n*n)
	var adder gram.Adder
	adder.Gram(product, e.Vectors, s.hi-s.lo, n)
	for i := range n {
		for j := i; j < n; j++ {
			z.SetSym(i, j, z.At(i, j)+product[i*n+j])
		}
	}
	return s.cut / s.sum
}

// spectrum is what a projection needs of the eigenvalues: the negative ones, or the others if
// these are fewer.
type spectrum struct {
	cut, sum float64 // Σ|negative λ| and Σ|λ|
	above    bool    // values are those from 0 on
	lo, hi   int     // their places
}

// choose sums rising eigenvalues up, and says which of them count.
func (s *spectrum) choose(values []float64) (lo, hi int) {
	*s = spectrum{}
	for _, x := range values {
		s.sum += math.Abs(x)
		if x < 0 {
			s.cut -= x
			s.hi++
		}
	}
	n := len(values)
	if s.above = 2*s.hi > n; s.above {
		s.lo, s.hi = s.hi, n
	}
	// What is below the rounding of the largest changes nothing.
	tiny := float64(n) * 0x1p-52 * max(-values[0], values[n-1])
	for s.hi > s.lo && math.Abs(values[s.lo]) <= tiny {
		s.lo++
	}
	for s.hi > s.lo && math.Abs(values[s.hi-1]) <= tiny {
		s.hi--
	}
	return s.lo, s.hi
}

// isDefinite tells, of a matrix of which no entry is beyond 1, that all eigenvalues are
// above 0 by more than rounding: z - δI has a Cholesky factor, δ = 4nε. No eigenvalue is
// beyond n, so that δ is as large as the rounding of eigenvalues. The factor takes a
// fifth of the time of eigenvalues, and where fewer of the first rows have none, less.
func isDefinite(z *mat.SymDense) bool {
	raw := z.RawSymmetric()
	try, definite := make([]float64, raw.N*raw.N), true
	for k := 3; k >= 0 && definite; k-- {
		n := raw.N >> k
		for i := range n {
			floats.ScaleTo(try[i*n+i:(i+1)*n], -1, raw.Data[i*raw.Stride+i:i*raw.Stride+n])
			try[i*n+i] += 4 * float64(raw.N) * 0x1p-52
		}
		definite = gram.Upper(try, n)
	}
	return definite
}

const (
	// noiseFree is the internal variance, as a share of the variance of the cell means,
	// below which averaging takes nothing off an attribute: the calls of a model at
	// temperature 0, for one.
	noiseFree = .01
	// leastUnsure is the least that is put on the diagonal of noise-free attributes
	// whose cells are missing here and there, in units of t².
	leastUnsure = .01
	// unsureBy is how many times the most negative eigenvalue is put on it.
	unsureBy = 4
)

// unsure returns, by attribute, what is to be put on the diagonal of Σ⁺, in units
// of t²: 0 but for attributes nearly without noise, F, whose cells are missing
// here and there.
//
// Entries of Σ_FF then come from different objects. No judgment averages out their
// errors, and no v/r on the diagonal of M_S limits them: with near-copies M_S has
// spurious eigenvalues, and weights of any size. The eigenvalues below 0, which no
// covariance has, measure the error of such a matrix:
//
//	λ_a = max(.01, 4 max(0, -λ_min(Z_FF))),   Z[a,a'] = Σ[a,a']/(t[a] t[a'])
//
// It is not divided by repeats. nil where no attribute needs it.
func (m *Moments) unsure() []float64 {
	var free []int
	missing := false
	for a := range m.Attr {
		if at := &m.Attr[a]; at.Status == Usable && at.Internal() < noiseFree*at.T*at.T {
			free = append(free, a)
			missing = missing || at.Objects != m.Objects
		}
	}
	if len(free) == 0 || !missing {
		return nil
	}
	d := len(m.Attr)
	lowest := 0.0
	values, ok := tridiagonal.Reduce(len(free), func(i, j int) float64 {
		a, b := free[i], free[j]
		return m.Sigma[a*d+b] / (m.Attr[a].T * m.Attr[b].T)
	}).Values()
	if ok {
		lowest = values[0]
	}
	unsure := make([]float64, d)
	for _, a := range free {
		unsure[a] = max(leastUnsure, -unsureBy*lowest)
	}
	return unsure
}
