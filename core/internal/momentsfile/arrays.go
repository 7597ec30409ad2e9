package momentsfile

import (
	"encoding/binary"
	"math"
)

// The kinds of arrays in the pool.
const (
	intArray   = 0 // unsigned varints
	floatArray = 1 // little-endian float64, all first bytes, then all second ones, …
)

// pool collects arrays, each once.
type pool struct {
	number map[string]uint64
	arrays [][]byte
}

func (p *pool) put(kind byte, n int, content []byte) uint64 {
	a := append(binary.AppendUvarint([]byte{kind}, uint64(n)), content...)
	if i, ok := p.number[string(a)]; ok {
		return i
	}
	i := uint64(len(p.arrays))
	p.number[string(a)] = i
	p.arrays = append(p.arrays, a)
	return i
}

func (p *pool) ints(x []int) uint64 {
	var content []byte
	for _, v := range x {
		content = binary.AppendUvarint(content, uint64(v))
	}
	return p.put(intArray, len(x), content)
}

// floats stores finite numbers; others become the largest there are, which is
// what they were before they left the range: sums of such attributes are not
// computed with (moments.TooLarge).
//
// Bytes of the same rank stand together: sums of judgments on a scale have few
// digits, and the zeros of their low bytes then make long runs.
func (p *pool) floats(x []float64) uint64 {
	content := make([]byte, 8*len(x))
	for i, v := range x {
		switch {
		case math.IsNaN(v) || v > math.MaxFloat64:
			v = math.MaxFloat64
		case v < -math.MaxFloat64:
			v = -math.MaxFloat64
		}
		bits := math.Float64bits(v)
		for b := range 8 {
			content[b*len(x)+i] = byte(bits >> (8 * b))
		}
	}
	return p.put(floatArray, len(x), content)
}

// upper is what is above the diagonal of a d×d matrix, by rows.
func upper[T any](m []T, d int) []T {
	x := make([]T, 0, d*(d-1)/2)
	for i := range d {
		x = append(x, m[i*d+i+1:(i+1)*d]...)
	}
	return x
}

// fromUpper is its inverse: the diagonal and the entries below it are 0, unless the
// matrix is symmetric.
func fromUpper[T any](x []T, d int, symmetric bool) []T {
	m := make([]T, d*d)
	for i := range d {
		n := copy(m[i*d+i+1:(i+1)*d], x)
		x = x[n:]
	}
	if symmetric {
		for i := range d {
			for j := range i {
				m[i*d+j] = m[j*d+i]
			}
		}
	}
	return m
}

// wholes are counts that were kept as floating point.
func wholes(x []float64) []int {
	out := make([]int, len(x))
	for i, v := range x {
		out[i] = int(v)
	}
	return out
}

// column returns one figure of each element.
func column[T, V any](x []T, of func(*T) V) []V {
	out := make([]V, len(x))
	for i := range x {
		out[i] = of(&x[i])
	}
	return out
}
