package gram

import "golang.org/x/sys/cpu"

// addTile is addTileSlow, in vector registers where the processor has them.
func addTile(sums *tile, x, y []float64, n int) {
	if n == 0 {
		return
	}
	_, _ = x[n*width-1], y[n*width-1] // what is read below
	switch {
	case cpu.X86.HasAVX512F:
		addTileAVX512(sums, &x[0], &y[0], n)
	case cpu.X86.HasAVX:
		addTileByHalves(sums, x, y, n)
	default:
		addTileSlow(sums, x, y, n)
	}
}

// addTileByHalves is addTile in the registers of AVX.
func addTileByHalves(sums *tile, x, y []float64, n int) {
	const half = tall / 2
	addTileAVX(&sums[0], &x[0], &y[0], n)
	addTileAVX(&sums[half*width], &x[half], &y[0], n)
}

//go:noescape
func addTileAVX512(sums *tile, x, y *float64, n int)

// addTileAVX adds to the 32 sums from sums on, of four columns of x.
//
//go:noescape
func addTileAVX(sums, x, y *float64, n int)
