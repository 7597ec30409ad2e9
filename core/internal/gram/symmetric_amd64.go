package gram

import "golang.org/x/sys/cpu"

func symmetricBlock(y, a []float64, stride int, x []float64) {
	switch {
	case cpu.X86.HasAVX512F:
		symmetricAVX512(&y[0], &a[0], stride, &x[0], len(y)/Lane)
	case cpu.X86.HasAVX:
		symmetricBlockBy(y, a, stride, x, symmetricRow)
	default:
		symmetricBlockSlow(y, a, stride, x)
	}
}

func symmetricRow(y, a, x []float64, own float64, sum *[Lane]float64) {
	symmetricRowAVX(&y[0], &a[0], &x[0], own, sum, len(a)/Lane)
}

// symmetricAVX512 treats a block of Lane rows, of as many groups of Lane columns.
//
//go:noescape
func symmetricAVX512(y, a *float64, stride int, x *float64, groups int)

//go:noescape
func symmetricRowAVX(y, a, x *float64, own float64, sum *[Lane]float64, groups int)
