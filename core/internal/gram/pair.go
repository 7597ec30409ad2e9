package gram

// SubPair takes v wᵀ + w vᵀ off a symmetric matrix m, of which both triangles are kept:
// off rows from up to n, in columns from the multiple of Lane that is not beyond from up to
// the end of a row. The length of rows, v and w is stride, a multiple of Lane. Entries of v
// and w outside of from up to n must be 0.
func SubPair(m []float64, stride, from, n int, v, w []float64) {
	if from >= n {
		return
	}
	first := from / Lane * Lane
	_, _, _ = v[:stride], w[:stride], m[:n*stride] // what is read below
	subPair(m, stride, from, first, n, v, w)
}

// subPairSlow is SubPair on any processor.
func subPairSlow(m []float64, stride, from, first, n int, v, w []float64) {
	for i := from; i < n; i++ {
		row, x, y := m[i*stride:][:stride], v[i], w[i]
		for a := first; a < stride; a++ {
			row[a] -= float64(x*w[a]) + float64(y*v[a])
		}
	}
}
