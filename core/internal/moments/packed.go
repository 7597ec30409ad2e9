package moments

// pack returns the upper triangle of a symmetric d×d matrix, by rows.
func pack(x []float64, d int) []float64 {
	upper := make([]float64, 0, d*(d+1)/2)
	for i := range d {
		upper = append(upper, x[i*d+i:(i+1)*d]...)
	}
	return upper
}

// PlaceOf is where a packed matrix of d rows holds entry (i, j), i <= j: the rows before have
// d, d-1, … entries.
func PlaceOf(i, j, d int) int { return i*(2*d-i-1)/2 + j }
