package read

// thrift walks over a structure in Thrift's compact protocol
// (thrift-compact-protocol.md) without taking memory for it.
type thrift struct {
	data  []byte
	at    int
	depth int
	bad   bool // it ends early, or contradicts itself
}

// Kinds of values, as fields have them.
const (
	thriftTrue = 1 + iota
	thriftFalse
	thriftByte
	thriftI16
	thriftI32
	thriftI64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
	thriftUUID
)

// mostThrift is how deep structures may lie within one another.
const mostThrift = 64

func (t *thrift) byte() byte {
	if t.bad || t.at >= len(t.data) {
		t.bad = true
		return 0
	}
	t.at++
	return t.data[t.at-1]
}

func (t *thrift) pass(n uint64) {
	if t.bad || n > uint64(len(t.data)-t.at) {
		t.bad = true
		return
	}
	t.at += int(n)
}

func (t *thrift) uvarint() uint64 {
	var x uint64
	for shift := 0; shift < 64; shift += 7 {
		b := t.byte()
		if x |= uint64(b&0x7f) << shift; b < 0x80 {
			return x
		}
	}
	t.bad = true
	return 0
}

// integer is one in zigzag form.
func (t *thrift) integer() int64 {
	x := t.uvarint()
	return int64(x>>1) ^ -int64(x&1)
}

// structure walks over the fields of a structure. visit, if any, tells whether it
// has consumed the value.
func (t *thrift) structure(visit func(id int, kind byte) bool) {
	if t.depth++; t.depth > mostThrift {
		t.bad = true
	}
	id := 0
	for !t.bad {
		head := t.byte()
		kind := head & 15
		if kind == 0 { // the end
			break
		}
		if delta := int(head >> 4); delta > 0 {
			id += delta
		} else {
			id = int(t.integer())
		}
		if visit == nil || !visit(id, kind) {
			t.skip(kind, false)
		}
	}
	t.depth--
}

// skip passes over a value. Booleans take a byte in lists, and none in fields.
func (t *thrift) skip(kind byte, listed bool) {
	switch kind {
	case thriftTrue, thriftFalse:
		if listed {
			t.byte()
		}
	case thriftByte:
		t.byte()
	case thriftI16, thriftI32, thriftI64:
		t.uvarint()
	case thriftDouble:
		t.pass(8)
	case thriftBinary:
		t.pass(t.uvarint())
	case thriftList, thriftSet:
		head := t.byte()
		n := uint64(head >> 4)
		if n == 15 {
			n = t.uvarint()
		}
		t.elements(n, head&15)
	case thriftMap:
		if n := t.uvarint(); n > 0 {
			kinds := t.byte()
			for range t.atMost(n) {
				t.skip(kinds>>4, true)
				t.skip(kinds&15, true)
			}
		}
	case thriftStruct:
		t.structure(nil)
	case thriftUUID:
		t.pass(16)
	default:
		t.bad = true
	}
}

func (t *thrift) elements(n uint64, kind byte) {
	for range t.atMost(n) {
		if t.skip(kind, true); t.bad {
			return
		}
	}
}

// atMost is n; 0, and the structure is bad, where fewer bytes follow than there are
// elements, each of which takes one at least.
func (t *thrift) atMost(n uint64) uint64 {
	if n > uint64(len(t.data)-t.at) {
		t.bad = true
		return 0
	}
	return n
}
