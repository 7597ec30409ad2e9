package read

import (
	"crypto/sha256"
	little "encoding/binary"
	"encoding/hex"
	"math"
	"strings"
)

// rowSum is the fingerprint of the rows of a database: whether these come packed or one by
// one, and in whatever order the objects come, the same data have the same one. It is the
// SHA-256 of the number of objects and the sum, as four numbers modulo 2⁶⁴, of the SHA-256
// of each object's rows. Judgments and labels count by value, and not as they are written.
type rowSum struct {
	object, judgment int       // columns, -1 for none
	labels           []valueOf // columns
	id               string
	bytes            []byte // of the rows of the object at hand
	objects          uint64
	total            [4]uint64
}

// valueOf is the value of a column that rows mostly repeat.
type valueOf struct {
	column int
	cell   string
	value  float64
	kind   kind
}

func newRowSum(o *rowOrder) rowSum {
	s := rowSum{object: -1, judgment: -1}
	if o != nil {
		s.object, s.judgment = o.object, o.judgment
		for _, i := range o.labels {
			s.labels = append(s.labels, valueOf{column: i, kind: missing})
		}
	}
	return s
}

// add takes the next row.
func (s *rowSum) add(r databaseRow) {
	if s.object >= 0 && (len(s.bytes) == 0 || r.cells[s.object] != s.id) {
		s.fold()
		s.id = strings.Clone(r.cells[s.object])
	}
	labels := s.labels
	for i, cell := range r.cells {
		switch {
		case i == s.judgment && r.parsed:
			s.bytes = little.LittleEndian.AppendUint64(s.bytes, bitsOf(r.judgment))
			continue
		case len(labels) > 0 && labels[0].column == i:
			l := &labels[0]
			labels = labels[1:]
			if cell != l.cell {
				value, k := parseValue(cell)
				l.cell, l.value, l.kind = strings.Clone(cell), value, k
			}
			if l.kind == number {
				s.bytes = little.LittleEndian.AppendUint64(s.bytes, bitsOf(l.value))
				continue
			}
		}
		s.bytes = append(append(s.bytes, cell...), 0)
	}
	if s.object < 0 {
		s.fold()
	}
}

// bitsOf are the bits of a number, the same for every NaN.
func bitsOf(x float64) uint64 {
	if x != x {
		return math.Float64bits(math.NaN())
	}
	return math.Float64bits(x)
}

// fold adds the rows of the object at hand.
func (s *rowSum) fold() {
	if len(s.bytes) == 0 {
		return
	}
	sum := sha256.Sum256(s.bytes)
	for i := range s.total {
		s.total[i] += little.LittleEndian.Uint64(sum[8*i:])
	}
	s.objects++
	s.bytes = s.bytes[:0]
}

// text is the fingerprint of all rows.
func (s *rowSum) text() string {
	s.fold()
	all := little.LittleEndian.AppendUint64(nil, s.objects)
	for _, lane := range s.total {
		all = little.LittleEndian.AppendUint64(all, lane)
	}
	sum := sha256.Sum256(all)
	return hex.EncodeToString(sum[:])
}
