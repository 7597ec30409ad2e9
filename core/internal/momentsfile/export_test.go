package momentsfile

import (
	"bytes"
	"crypto/sha256"
	"testing"
)

// Unpack returns the uncompressed content of a file.
func Unpack(t testing.TB, data []byte) []byte {
	t.Helper()
	content, err := open(data)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Seal puts content into an envelope whose checksum is right.
func Seal(content []byte) []byte {
	var b bytes.Buffer
	_, _ = seal(&b, content)
	return b.Bytes()
}

// Parse reads content.
func Parse(content []byte) (*File, error) { return parse(content) }

// Grouped is grouped.
var Grouped = grouped

// Floats is an array of floating point as the pool stores it.
func Floats(x []float64) []byte {
	p := pool{known: make(map[[sha256.Size]byte]uint64)}
	i := p.putFloats(x)
	return p.arrays[i]
}

// Planes is its inverse, of n numbers without the head.
func Planes(content []byte, n int) []float64 {
	return (&codec{reads: true, rest: content}).planes(n)
}
