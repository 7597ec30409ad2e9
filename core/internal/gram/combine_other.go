//go:build !amd64

package gram

func panel(int) int { return 0 }

func combine(dst, m []float64, stride int, rows []int, x []float64) {
	combineSlow(dst, m, stride, rows, x)
}

func addSquare(m []float64, stride int, scale float64, x []float64, n int) {
	addSquareSlow(m, stride, scale, x, n)
}
