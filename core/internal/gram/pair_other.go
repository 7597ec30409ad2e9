//go:build !amd64

package gram

func subPair(m []float64, stride, from, first, n int, v, w []float64) {
	subPairSlow(m, stride, from, first, n, v, w)
}
