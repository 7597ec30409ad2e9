package momentsfile

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf8"
)

// codec goes through the content of a file, whose layout is listed once (layout.go): it writes
// what a File holds, or reads it and refuses what cannot be. A fault is a panic with an *Error,
// which parse catches.
type codec struct {
	pool        // written so far
	text []byte // what refers to the pool

	reads bool
	rest  []byte // to be read
	size  int    // of the content
	read  []array
	sums  int // attributes of blocks so far

	// The places of the entries above the diagonal, by rows, of a square matrix, and of what
	// mirrors them; and their places in products as moments.PairSums has them.
	above, below, packed []int
}

// array is one of the pool; one of the two is nil.
type array struct {
	ints   []int
	floats []float64
}

func (c *codec) fail(format string, args ...any) {
	panic(&Error{At: c.size - len(c.rest), Message: fmt.Sprintf(format, args...)})
}

// check refuses what is read unless it is right.
func (c *codec) check(right bool, format string, args ...any) {
	if c.reads && !right {
		c.fail(format, args...)
	}
}

// mostCount bounds every count: up to it floating point holds each.
const mostCount = 1 << 53

func (c *codec) number(n *uint64) {
	if !c.reads {
		c.text = binary.AppendUvarint(c.text, *n)
		return
	}
	x, size := binary.Uvarint(c.rest)
	c.check(size > 0, "a number is expected")
	*n, c.rest = x, c.rest[size:]
}

// upTo is a number up to most.
func (c *codec) upTo(n *int, what string, most int) {
	x := uint64(*n)
	c.number(&x)
	c.check(x <= uint64(most), "%s: %d, more than %d", what, x, most)
	if c.reads {
		*n = int(x)
	}
}

// count is a number of things.
func (c *codec) count(n *int, what string) { c.upTo(n, what, mostCount) }

func (c *codec) flag(set *bool, what string) bool {
	n := 0
	if *set {
		n = 1
	}
	c.upTo(&n, what, 1)
	if c.reads {
		*set = n == 1
	}
	return n == 1
}

// optional is a flag whether what p points to exists.
func optional[T any](c *codec, p **T, what string) bool {
	has := *p != nil
	if c.flag(&has, what) && c.reads {
		*p = new(T)
	}
	return has
}

// list is the number of things that follow, each of at least as many bytes.
func list[T any](c *codec, x *[]T, what string, bytes int) {
	n := uint64(len(*x))
	c.number(&n)
	most := uint64(len(c.rest) / bytes)
	c.check(n <= most, "%s: %d, and the bytes that are left hold at most %d", what, n, most)
	if c.reads && n > 0 {
		*x = make([]T, n)
	}
}

func (c *codec) string(s *string, what string) {
	b := []byte(*s)
	list(c, &b, "bytes of "+what, 1)
	if !c.reads {
		c.text = append(c.text, b...)
		return
	}
	c.rest = c.rest[copy(b, c.rest):]
	c.check(utf8.Valid(b), "%s is no UTF-8", what)
	*s = string(b)
}

// ints are an array of n counts, of any number of them for n < 0.
func (c *codec) ints(x *[]int, n int, what string) {
	if !c.reads {
		i := c.putInts(*x)
		c.number(&i)
		return
	}
	*x = c.array(n, what).ints
	c.check(*x != nil, "%s: an array of floating point", what)
}

// counts are ints that others are multiplied with.
func (c *codec) counts(x *[]int, n int, what string) {
	c.ints(x, n, what)
	for _, v := range *x {
		c.check(v <= mostCount, "%s: %d, more than %d", what, v, mostCount)
	}
}

func (c *codec) floats(x *[]float64, n int, what string) {
	if !c.reads {
		i := c.putFloats(*x)
		c.number(&i)
		return
	}
	*x = c.array(n, what).floats
	c.check(*x != nil, "%s: an array of counts", what)
}

// column is an array of n figures that are where at says. What is written stays as it is, for others
// may read it meanwhile.
func column[V int | float64](c *codec, pass func(*codec, *[]V, int, string), n int, what string, at func(i int) *V) {
	var x []V
	if !c.reads {
		x = make([]V, n)
		for i := range x {
			x[i] = *at(i)
		}
	}
	pass(c, &x, n, what)
	for i := 0; c.reads && i < n; i++ {
		*at(i) = x[i]
	}
}

// array returns the array of n numbers that the next number refers to; any
// number of them for n < 0.
func (c *codec) array(n int, what string) array {
	var i uint64
	c.number(&i)
	c.check(i < uint64(len(c.read)), "%s: array %d, of %d", what, i, len(c.read))
	a := c.read[i]
	got := len(a.ints) + len(a.floats)
	c.check(n < 0 || got == n, "%s: %d numbers, not %d", what, got, n)
	return a
}

// The kinds of arrays in the pool.
const (
	intArray   = 0 // unsigned varints
	floatArray = 1 // little-endian float64, all first bytes, then all second ones, …
)

func (c *codec) readPool() {
	list(c, &c.read, "arrays", 2)
	for i := range c.read {
		a, kind := &c.read[i], 0
		if c.upTo(&kind, "the kind of an array", floatArray); kind == floatArray {
			list(c, &a.floats, "numbers of an array", 8)
			a.floats = c.planes(len(a.floats))
			continue
		}
		a.ints = []int{}
		list(c, &a.ints, "numbers of an array", 1)
		for j := range a.ints {
			var n uint64
			c.number(&n)
			a.ints[j] = int(n & (1<<63 - 1))
		}
	}
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

// pool collects arrays, each once.
type pool struct {
	known  map[[sha256.Size]byte]uint64 // the numbers of the arrays, by what is in them
	arrays [][]byte
}

// put adds an array, its head and content, and returns its number.
func (p *pool) put(a []byte) uint64 {
	sum := sha256.Sum256(a)
	i, known := p.known[sum]
	if !known {
		i = uint64(len(p.arrays))
		p.known[sum] = i
		p.arrays = append(p.arrays, a)
	}
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
		if v = min(v, math.MaxFloat64); v != v {
			v = math.MaxFloat64
		}
		bits := math.Float64bits(max(v, -math.MaxFloat64))
		for b := range 8 {
			a[begin+b*n+i] = byte(bits >> (8 * b))
		}
	}
	return p.put(a)
}
