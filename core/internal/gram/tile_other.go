//go:build !amd64

package gram

func addTile(sums *tile, x, y []float64, n int) { addTileSlow(sums, x, y, n) }
