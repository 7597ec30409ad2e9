//go:build !amd64

package gram

func rotate(panel []float64, hi, lo int, turns []float64) { rotateSlow(panel, hi, lo, turns) }
