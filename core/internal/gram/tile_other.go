//go:build !amd64

package gram

func addTile(sums []float64, stride int, x, y []float64, n int) {
	addTileSlow(sums, stride, x, y, n)
}
