package gram

import "golang.org/x/sys/cpu"

// addTile is addTileSlow, in vector registers where the processor has them.
func addTile(sums *tile, x, y []float64, n int) {
	if n == 0 {
		return
	}
	_, _ = x[(n-1)*width+tall-1], y[n*width-1] // what is read below
	if cpu.X86.HasAVX {
		addTileAVX(sums, &x[0], &y[0], n)
	} else {
		addTileSlow(sums, x, y, n)
	}
}

//go:noescape
func addTileAVX(sums *tile, x, y *float64, n int)
