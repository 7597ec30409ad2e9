package read

import (
	"cmp"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
)

// rowOrder orders the rows of an object, so that the result does not depend on the
// database's order of rows: by attribute, rater, the column of --order-col if there is
// one, and judgment. The program sorts, not the database: an object has few rows, and
// sorting all rows by all columns takes the server ten times as long.
//
// Judgments without a rater are ordered by a hash in place of their value: were they
// ordered by value, the smallest of each attribute would seem to be one rater's
// (moments.PositionTest).
type rowOrder struct {
	object, rater, turn, judgment int   // columns, -1 for none
	attribute, labels             []int // columns
	attributes, raters            ranks
	group                         []databaseRow // the rows of an object
	done                          int           // how many of them were returned
	codes                         []rowCodes
	keys                          []rowKey
	spare                         []string    // the memory of cells
	ahead                         databaseRow // the first row of the object after
	isAhead                       bool
	ended                         error
}

// rowCodes are the attribute and rater of a row as ranks number them.
type rowCodes struct{ attribute, rater int32 }

// rowKey is what a row is ordered by first.
type rowKey struct {
	cell uint64 // ranks of attribute and rater
	row  int32
	hash uint64 // of a row without a rater
}

func newRowOrder(r *roles, turn int) *rowOrder {
	labels := slices.Clone(r.labels)
	slices.Sort(labels)
	return &rowOrder{
		object: r.object, rater: r.rater, turn: turn, judgment: r.judgment, attribute: slices.Clone(r.attribute), labels: slices.Compact(labels),
		attributes: newRanks(), raters: newRanks(),
	}
}

// next returns the next row of all rows in order.
func (o *rowOrder) next(rows Rows) (databaseRow, error) {
	if o.done == len(o.keys) {
		if err := o.fill(rows); err != nil {
			return databaseRow{}, err
		}
	}
	o.done++
	return o.group[o.keys[o.done-1].row], nil
}

// fill reads the rows of another object and orders them.
func (o *rowOrder) fill(rows Rows) error {
	if o.ended != nil {
		return o.ended
	}
	o.group, o.spare, o.codes, o.done = o.group[:0], o.spare[:0], o.codes[:0], 0
	if o.isAhead {
		o.keep(o.ahead)
		o.isAhead = false
	}
	for {
		cells, err := rows.Next()
		r := databaseRow{cells: cells}
		if err != nil {
			if o.ended = err; len(o.group) == 0 || !errors.Is(err, io.EOF) {
				return err
			}
			break
		}
		if len(o.group) > 0 && r.cells[o.object] != o.group[0].cells[o.object] {
			r.cells = append(o.ahead.cells[:0], r.cells...)
			o.ahead, o.isAhead = r, true
			break
		}
		o.keep(r)
	}
	o.sort()
	return nil
}

// keep takes a row into the group.
func (o *rowOrder) keep(r databaseRow) {
	at := len(o.spare)
	o.spare = append(o.spare, r.cells...)
	r.cells = o.spare[at:len(o.spare):len(o.spare)]
	if o.judgment >= 0 {
		value, k := parseValue(r.cells[o.judgment])
		if k == missing {
			value = math.NaN()
		}
		r.judgment, r.parsed = value, k == number || k == missing
	}
	o.group = append(o.group, r)
	o.codes = append(o.codes, rowCodes{o.attributes.code(o.attributeOf(r.cells)), o.raters.code(o.raterOf(r.cells))})
}

// sort orders the rows of the group.
func (o *rowOrder) sort() {
	o.attributes.learn()
	o.raters.learn()
	o.keys = o.keys[:0]
	for i, c := range o.codes {
		rater := o.raters.rank[c.rater]
		k := rowKey{cell: uint64(o.attributes.rank[c.attribute])<<32 | uint64(rater), row: int32(i)}
		if rater == 0 {
			k.hash = o.hash(&o.group[i])
		}
		o.keys = append(o.keys, k)
	}
	slices.SortFunc(o.keys, func(p, q rowKey) int {
		if p.cell != q.cell {
			return cmp.Compare(p.cell, q.cell)
		}
		return o.compare(p, q)
	})
}

// attributeOf is the attribute of a row, "" in layouts where columns are attributes.
func (o *rowOrder) attributeOf(cells []string) string {
	switch len(o.attribute) {
	case 0:
		return ""
	case 1:
		return cells[o.attribute[0]]
	}
	var parts []string
	for _, i := range o.attribute {
		parts = append(parts, cells[i])
	}
	return strings.Join(parts, "\x00")
}

func (o *rowOrder) raterOf(cells []string) string {
	if o.rater < 0 || isMissing(trim(cells[o.rater])) {
		return ""
	}
	return cells[o.rater]
}

// compare orders rows of one attribute and rater.
func (o *rowOrder) compare(p, q rowKey) int {
	x, y := &o.group[p.row], &o.group[q.row]
	if o.turn >= 0 {
		if c := compareCells(x.cells[o.turn], y.cells[o.turn]); c != 0 {
			return c
		}
	}
	if p.hash != q.hash {
		return cmp.Compare(p.hash, q.hash)
	}
	if x.parsed && y.parsed {
		if c := cmp.Compare(x.judgment, y.judgment); c != 0 {
			return c
		}
	}
	return slices.Compare(x.cells, y.cells)
}

// hash is the FNV-1a of a row without its labels; judgments count by value.
func (o *rowOrder) hash(r *databaseRow) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	for i, c := range r.cells {
		switch {
		case i == o.judgment && r.parsed:
			for bits, n := bitsOf(r.judgment), 0; n < 8; n++ {
				h = (h ^ bits&0xff) * prime
				bits >>= 8
			}
		case !slices.Contains(o.labels, i):
			for j := range len(c) {
				h = (h ^ uint64(c[j])) * prime
			}
			h *= prime
		}
	}
	h ^= h >> 32 // the highest bits, which order first, depend on all bytes
	return h * prime
}

// compareCells orders numbers by value, and other cells as text.
func compareCells(p, q string) int {
	if p == q {
		return 0
	}
	x, k := parseValue(p)
	y, l := parseValue(q)
	if k == number && l == number {
		return cmp.Compare(x, y)
	}
	return strings.Compare(p, q)
}

// ranks number names in the order of the objects, and the names of one object
// alphabetically. The empty name has the rank 0.
type ranks struct {
	ids
	rank  []uint32 // by code
	fresh []string // met, and without a rank yet
	given uint32   // ranks
}

func newRanks() ranks {
	r := ranks{ids: newIDs(nil)}
	return r
}

// code is the number of a name of the object at hand.
func (r *ranks) code(name string) int32 {
	if r.add == nil {
		r.add = func(name string) int {
			if r.rank = append(r.rank, 0); name != "" {
				r.fresh = append(r.fresh, name)
			}
			return len(r.rank) - 1
		}
	}
	return int32(r.id(name))
}

// learn ranks the names that are new.
func (r *ranks) learn() {
	slices.Sort(r.fresh)
	for _, name := range r.fresh {
		r.given++
		code, _ := r.known(name)
		r.rank[code] = r.given
	}
	r.fresh = r.fresh[:0]
}
