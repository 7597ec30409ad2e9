package gram

import "golang.org/x/sys/cpu"

func subPair(m []float64, stride, from, first, n int, v, w []float64) {
	switch {
	case cpu.X86.HasAVX512F:
		subPairAVX512(&m[from*stride+first], stride, &v[first], &w[first], stride-first, &v[from], &w[from], n-from)
	case cpu.X86.HasAVX:
		subPairAVX(&m[from*stride+first], stride, &v[first], &w[first], stride-first, &v[from], &w[from], n-from)
	default:
		subPairSlow(m, stride, from, first, n, v, w)
	}
}

// subPairAVX512 takes x wᵀ + y vᵀ off count rows of columns entries.
//
//go:noescape
func subPairAVX512(m *float64, stride int, v, w *float64, columns int, x, y *float64, count int)

//go:noescape
func subPairAVX(m *float64, stride int, v, w *float64, columns int, x, y *float64, count int)
