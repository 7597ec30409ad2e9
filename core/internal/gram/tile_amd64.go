package gram

import "golang.org/x/sys/cpu"

// addTile is addTileSlow, in vector registers where the processor has them.
func addTile(sums []float64, stride int, x, y []float64, n int) {
	if n == 0 {
		return
	}
	_, _, _ = sums[:(tall-1)*stride+width], x[n*width-1], y[n*width-1] // what is read below
	if !cpu.X86.HasAVX || !cpu.X86.HasFMA {
		addTileSlow(sums, stride, x, y, n)
		return
	}
	addTileFMA(&sums[0], &x[0], &y[0], n, stride)
	addTileFMA(&sums[tall/2*stride], &x[tall/2], &y[0], n, stride)
}

// addTileFMA adds to the 32 sums from sums on, of four columns of x.
//
//go:noescape
func addTileFMA(sums, x, y *float64, n, stride int)
