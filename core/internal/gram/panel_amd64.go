package gram

import "golang.org/x/sys/cpu"

func rotate(panel []float64, hi, lo int, turns []float64) {
	last := panel[hi*Panel:]
	switch {
	case cpu.X86.HasAVX512F:
		rotateAVX512(&last[0], &turns[0], hi-lo)
	case cpu.X86.HasAVX:
		rotateAVX(&last[0], &turns[0], hi-lo)
		rotateAVX(&last[Panel/2], &turns[0], hi-lo)
	default:
		rotateSlow(panel, hi, lo, turns)
	}
}

// rotateAVX512 makes n rotations from the row at last on, towards lower rows.
//
//go:noescape
func rotateAVX512(last, turns *float64, n int)

// rotateAVX does so for half of a panel.
//
//go:noescape
func rotateAVX(last, turns *float64, n int)
