package moments

import "fms-tui/core/internal/gram"

// Packed is a symmetric matrix that is kept for later: the upper triangle alone, by rows.
type Packed struct {
	d     int
	upper []float64
}

// Pack keeps a symmetric d×d matrix, given by rows; nil stays nil.
func Pack(x []float64, d int) Packed {
	if x == nil {
		return Packed{}
	}
	p := Packed{d, make([]float64, 0, d*(d+1)/2)}
	for i := range d {
		p.upper = append(p.upper, x[i*d+i:(i+1)*d]...)
	}
	return p
}

// PlaceOf is where a packed matrix of d rows holds entry (i, j), i <= j: the rows before have
// d, d-1, … entries.
func PlaceOf(i, j, d int) int { return i*(2*d-i-1)/2 + j }

// Full returns the matrix by rows, digit for digit, in memory of its own.
func (p Packed) Full() []float64 {
	if p.upper == nil {
		return nil
	}
	d, x := p.d, make([]float64, p.d*p.d)
	rest := p.upper
	for i := range d {
		copy(x[i*d+i:(i+1)*d], rest[:d-i])
		rest = rest[d-i:]
	}
	gram.Mirror(x, d)
	return x
}
