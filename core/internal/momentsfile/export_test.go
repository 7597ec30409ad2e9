package momentsfile

import (
	"bytes"
	"testing"
)

// Unpack returns the uncompressed content of a file.
func Unpack(t testing.TB, data []byte) []byte {
	t.Helper()
	content, _, err := open(data)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Version is the newest version of the format.
const Version = version

// Seal puts content into an envelope whose checksum is right.
func Seal(content []byte) []byte {
	var b bytes.Buffer
	_, _ = seal(&b, content)
	return b.Bytes()
}

// Parse reads content of some version.
func Parse(content []byte, version int) (*File, error) { return parse(content, version) }

// Grouped is grouped.
var Grouped = grouped

// Pack packs parts by DEFLATE.
func Pack(parts ...[]byte) []byte {
	var out bytes.Buffer
	p := newPacker(&out)
	for _, part := range parts {
		p.write(part)
	}
	p.close()
	return out.Bytes()
}

// PieceSize is the size of the pieces that are looked at one by one.
const PieceSize = pieceSize

// Floats is an array of floating point as the pool stores it.
func Floats(x []float64) []byte {
	p := pool{known: make(map[sample][]uint64)}
	i := p.floats(x)
	return p.arrays[i]
}

// Planes is its inverse, of n numbers without the head.
func Planes(content []byte, n int) []float64 {
	return (&decoder{rest: content}).planes(n)
}
