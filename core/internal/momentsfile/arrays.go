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
	begin := head(floatArray, len(x))
	a := make([]byte, len(begin)+8*len(x))
	content := a[copy(a, begin):]
	var word [8]uint64
	for i := 0; i < len(x); i += len(word) {
		eight := x[i:min(i+len(word), len(x))]
		for k, v := range eight {
			word[k] = math.Float64bits(finite(v))
		}
		transpose(&word)
		for b, w := range word {
			plane := content[b*len(x)+i:]
			if len(eight) == len(word) {
				binary.LittleEndian.PutUint64(plane, w)
				continue
			}
			for k := range eight {
				plane[k] = byte(w >> (8 * k))
			}
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

// transpose exchanges byte j of word i for byte i of word j: first halves of the words, then
// quarters, then bytes (Warren, Hacker's Delight, section 7-3).
func transpose(w *[8]uint64) {
	for i := range 4 {
		a, b := w[i], w[i+4]
		w[i], w[i+4] = a&0xffffffff|b<<32, a>>32|b&^0xffffffff
	}
	for _, i := range [4]int{0, 1, 4, 5} {
		a, b := w[i], w[i+2]
		const m = 0x0000ffff0000ffff
		w[i], w[i+2] = a&m|b&m<<16, a>>16&m|b&^m
	}
	for i := 0; i < 8; i += 2 {
		a, b := w[i], w[i+1]
		const m = 0x00ff00ff00ff00ff
		w[i], w[i+1] = a&m|b&m<<8, a>>8&m|b&^m
	}
}

// planes is the inverse of pool.putFloats.
func (c *codec) planes(n int) []float64 {
	x := make([]float64, n)
	var word [8]uint64
	for i := 0; i < n; i += len(word) {
		eight := x[i:min(i+len(word), n)]
		for b := range word {
			plane := c.rest[b*n+i:]
			if len(eight) == len(word) {
				word[b] = binary.LittleEndian.Uint64(plane)
				continue
			}
			word[b] = 0
			for k := range eight {
				word[b] |= uint64(plane[k]) << (8 * k)
			}
		}
		transpose(&word)
		for k := range eight {
			if eight[k] = math.Float64frombits(word[k]); eight[k]-eight[k] != 0 {
				c.fail("number %d of an array is not finite", i+k)
			}
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
