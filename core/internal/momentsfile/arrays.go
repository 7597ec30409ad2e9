package momentsfile

import (
	"bytes"
	"encoding/binary"
	"math"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// The kinds of arrays in the pool.
const (
	intArray   = 0 // unsigned varints
	floatArray = 1 // little-endian float64, all first bytes, then all second ones, …
)

// pool collects arrays, each once.
type pool struct {
	known  map[sample][]uint64 // the numbers of the arrays of which a sample is equal
	arrays [][]byte
}

// sample is a few bytes of an array, and its length.
type sample struct {
	size  int
	bytes [32]byte
}

// sampleOf takes bytes at even distances.
func sampleOf(a []byte) sample {
	s := sample{size: len(a)}
	for i := range s.bytes {
		s.bytes[i] = a[i*len(a)/len(s.bytes)]
	}
	return s
}

// put adds an array, its head and content, and returns its number.
func (p *pool) put(a []byte) uint64 {
	s := sampleOf(a)
	for _, i := range p.known[s] {
		if bytes.Equal(p.arrays[i], a) {
			return i
		}
	}
	i := uint64(len(p.arrays))
	p.known[s] = append(p.known[s], i)
	p.arrays = append(p.arrays, a)
	return i
}

func head(kind byte, n int) []byte { return binary.AppendUvarint([]byte{kind}, uint64(n)) }

func (p *pool) putInts(x []int) uint64 {
	a := head(intArray, len(x))
	for _, v := range x {
		a = binary.AppendUvarint(a, uint64(v))
	}
	return p.put(a)
}

// putFloats stores finite numbers; others become the largest there are, which is
// what they were before they left the range: sums of such attributes are not
// computed with (moments.TooLarge).
//
// Bytes of the same rank stand together: sums of judgments on a scale have few
// digits, and the zeros of their low bytes then make long runs.
func (p *pool) putFloats(x []float64) uint64 {
	a := head(floatArray, len(x))
	begin, n := len(a), len(x)
	a = append(a, make([]byte, 8*n)...)
	for i, v := range x {
		bits := math.Float64bits(finite(v))
		for b := range 8 {
			a[begin+b*n+i] = byte(bits >> (8 * b))
		}
	}
	return p.put(a)
}

// finite is the number that is stored for v.
func finite(v float64) float64 {
	switch {
	case math.IsNaN(v) || v > math.MaxFloat64:
		return math.MaxFloat64
	case v < -math.MaxFloat64:
		return -math.MaxFloat64
	}
	return v
}

// planes is the inverse of pool.putFloats.
func (c *codec) planes(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		var bits uint64
		for b := range 8 {
			bits |= uint64(c.rest[b*n+i]) << (8 * b)
		}
		if x[i] = math.Float64frombits(bits); x[i]-x[i] != 0 {
			c.fail("number %d of an array is not finite", i)
		}
	}
	c.rest = c.rest[8*n:]
	return x
}

// upper is what is above the diagonal of a d×d matrix, by rows.
func upper[T any](m []T, d int) []T {
	x := make([]T, 0, d*(d-1)/2)
	for i := range d {
		x = append(x, m[i*d+i+1:(i+1)*d]...)
	}
	return x
}

// turned is a d×d matrix with rows as columns.
func turned(m []float64, d int) []float64 {
	x := make([]float64, d*d)
	for i := range d {
		for j := range d {
			x[j*d+i] = m[i*d+j]
		}
	}
	return x
}

// fromUpper is the inverse of upper: the diagonal and the entries below it are 0, unless the
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

// offDiagonal is what is above the diagonal of products as moments.PairSums has them, by rows.
func offDiagonal(p []float64, d int) []float64 {
	x := make([]float64, 0, d*(d-1)/2)
	for i := range d {
		x = append(x, p[moments.PlaceOf(i, i, d)+1:][:d-i-1]...)
	}
	return x
}

// packed is its inverse, with a diagonal of 0.
func packed(x []float64, d int) []float64 {
	p := make([]float64, d*(d+1)/2)
	for i := range d {
		n := copy(p[moments.PlaceOf(i, i, d)+1:][:d-i-1], x)
		x = x[n:]
	}
	return p
}

// converted are numbers of another type.
func converted[W, V int | int32 | float64 | model.Amount](x []V) []W {
	out := make([]W, len(x))
	for i, v := range x {
		out[i] = W(v)
	}
	return out
}
