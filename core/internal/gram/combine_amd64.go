package gram

import "golang.org/x/sys/cpu"

// panel returns how many of n columns are summed at once; 0 where that is left to Go.
func panel(n int) int {
	switch {
	case cpu.X86.HasAVX512F && n >= wide:
		return wide
	case cpu.X86.HasAVX && n >= wide/2:
		return wide / 2
	}
	return 0
}

// combine is Combine for one panel; there is at least one row.
func combine(dst, m []float64, stride int, rows []int, x []float64) {
	if len(dst) == wide {
		combineAVX512(&dst[0], &m[0], stride, &rows[0], &x[0], len(rows))
	} else {
		combineAVX(&dst[0], &m[0], stride, &rows[0], &x[0], len(rows))
	}
}

//go:noescape
func combineAVX512(dst, m *float64, stride int, rows *int, x *float64, n int)

//go:noescape
func combineAVX(dst, m *float64, stride int, rows *int, x *float64, n int)

func addSquare(m []float64, stride int, scale float64, x []float64, n int) {
	switch {
	case cpu.X86.HasAVX512F:
		addSquareAVX512(&m[0], stride, scale, &x[0], n)
	case cpu.X86.HasAVX:
		addSquareAVX(&m[0], stride, scale, &x[0], n)
	default:
		addSquareSlow(m, stride, scale, x, n)
	}
}

//go:noescape
func addSquareAVX512(m *float64, stride int, scale float64, x *float64, n int)

//go:noescape
func addSquareAVX(m *float64, stride int, scale float64, x *float64, n int)
