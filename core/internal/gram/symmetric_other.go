//go:build !amd64

package gram

func symmetricBlock(y, a []float64, stride int, x []float64) { symmetricBlockSlow(y, a, stride, x) }
