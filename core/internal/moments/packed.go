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

// pack leaves of each P the upper triangle, which holds all there is.
func (s *Sums) pack() {
	d := len(s.Attr)
	for _, p := range s.Pairs {
		if p != nil && p.P != nil && !p.packed {
			p.P, p.packed = Pack(p.P, d).upper, true
		}
	}
}

// entry is an entry of P, i <= j.
func (p *PairSums) entry(i, j, d int) float64 {
	if p.packed {
		return p.P[rowOf(i, d)+j-i]
	}
	return p.P[i*d+j]
}

// upper is row i of the upper triangle of P, from the diagonal on.
func (p *PairSums) upper(i, d int) []float64 {
	if p.packed {
		return p.P[rowOf(i, d):][:d-i]
	}
	return p.P[i*d+i:][:d-i]
}

// rowOf is where row i of a packed matrix begins: rows before it have d, d-1, … entries.
func rowOf(i, d int) int { return i * (2*d - i + 1) / 2 }

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
