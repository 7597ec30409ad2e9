package moments

import "fms-tui/core/internal/tridiagonal"

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
	values, ok := tridiagonal.Values(len(free), func(i, j int) float64 {
		a, b := free[i], free[j]
		return m.Sigma[a*d+b] / (m.Attr[a].T * m.Attr[b].T)
	})
	if ok {
		lowest = values[0]
	}
	unsure := make([]float64, d)
	for _, a := range free {
		unsure[a] = max(leastUnsure, -unsureBy*lowest)
	}
	return unsure
}
