package read

import (
	little "encoding/binary"
	"unsafe"
)

// shortNames remember the numbers of names of 1 to 16 bytes by these bytes themselves: no name
// is hashed or compared where one in a thousand comes again and again, in whatever order. A
// name may take the place of another one.
type shortNames [1 << 10]shortName

// shortName is a name whose first and last bytes are low and high: of 8 bytes and more 8 each,
// else fewer. With the length they are the name.
type shortName struct {
	low, high    uint64
	bytes, place uint32 // place: its number, from 1 on
}

// shortOf packs a name; false for one that is empty or too long.
func shortOf(name string) (low, high uint64, ok bool) {
	b := unsafe.Slice(unsafe.StringData(name), len(name))
	switch n := len(b); {
	case n > 16 || n == 0:
		return 0, 0, false
	case n >= 8:
		return little.LittleEndian.Uint64(b), little.LittleEndian.Uint64(b[n-8:]), true
	case n >= 4:
		return uint64(little.LittleEndian.Uint32(b)), uint64(little.LittleEndian.Uint32(b[n-4:])), true
	default:
		return uint64(b[0]) | uint64(b[n/2])<<8 | uint64(b[n-1])<<16, 0, true
	}
}

// at is the place that a name may have.
func (s *shortNames) at(low, high uint64) *shortName {
	const odd = 0x9E3779B97F4A7C15 // 2⁶⁴ divided by the golden ratio: Knuth, The Art of Computer Programming, section 6.4
	return &s[((low^high*odd)*odd)>>(64-10)]
}

// ofShort is id where short names are remembered.
func (d *ids) ofShort(name string) int {
	low, high, ok := shortOf(name)
	if !ok {
		return d.ofAny(name)
	}
	s := d.short.at(low, high)
	if s.low == low && s.high == high && int(s.bytes) == len(name) {
		d.last = int(s.place) - 1
		return d.last
	}
	i := d.ofAny(name)
	*s = shortName{low, high, uint32(len(name)), uint32(i) + 1}
	return i
}
