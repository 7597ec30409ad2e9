package gram

// page is how many numbers fit in a page of memory, as small as any system has them.
const page = 4096 / 8

// Zeros returns n zeros to which sums are to be added.
//
// Where a program reads memory that it has not written, the system lends it one page of zeros
// that all share. The first sum then ends the loan: the system finds a page, and tells each other
// processor that the old one is gone, which takes several times as long as the sum. One
// number of each page is written here, so that no page is lent.
func Zeros(n int) []float64 {
	z := make([]float64, n)
	for i := 0; i < n; i += page {
		z[i] = 0
	}
	return z
}
