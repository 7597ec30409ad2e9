package bound

import (
	"math"

	"fms-tui/core/internal/tridiagonal"
)

// panel takes η Diag(v)/R off what elimination left of G, v being x.squared by
// price, and leaves the noise ηv. Elimination first is as good: with Σ_FF
// positive semi-definite, what is left of G - ηDiag(v)/R on N, where alone it
// changes anything, is positive semi-definite as long as all of it is. It
// reports false where there is no η above 0, or one below 1 while r may be
// above R.
func (x *relaxation) panel(l *layout) bool {
	n := len(x.attrs)
	if n == 0 {
		return true
	}
	eigen, ok := tridiagonal.Decompose(n, func(i, k int) float64 {
		return x.gram[i*n+k] / math.Sqrt(l.p.V[x.attrs[i]]*l.p.V[x.attrs[k]])
	}, func([]float64) (lo, hi int) { return 0, 0 })
	if !ok {
		return false
	}
	panel := float64(l.panel)
	eta := min(1, panel*(eigen.Values[0]-4*float64(n)*0x1p-52*eigen.Values[n-1]))
	if !(eta > 0) || eta < 1 && !l.capped {
		return false
	}
	for i, a := range x.attrs {
		x.gram[i*n+i] -= eta * l.p.V[a] / panel
		x.squared[i] *= eta
	}
	return true
}
