package read

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// cutsCells tells whether this processor has cellEnds and shortDecimals.
var cutsCells = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512CD &&
	cpu.X86.HasAVX512VL && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

// cellEnds writes the places of separators in text[from:to], and returns their number. ends has
// room for beyondEnds more than bytes.
func cellEnds(text string, from, to int, separator byte, ends []int32) int {
	return cellEndsAVX512(unsafe.StringData(text), from, to, separator, &ends[0])
}

// shortDecimals reads len(odd) groups of eightCells cells of text. A cell stands between two of
// ends, of which the second is 8 at least. Numbers are as scanDecimal reads them, an empty cell is
// NaN. A bit of odd is set for each cell that is something else, or has more than 8 bytes.
func shortDecimals(text string, ends []int32, value []float64, odd []uint8) {
	shortDecimalsAVX512(unsafe.StringData(text), &ends[0], &value[0], &odd[0], len(odd))
}

//go:noescape
func cellEndsAVX512(text *byte, from, to int, separator byte, ends *int32) (n int)

//go:noescape
func shortDecimalsAVX512(text *byte, ends *int32, value *float64, odd *uint8, groups int)
