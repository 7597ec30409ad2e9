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
	object, rater, turn, judgment int           // columns, -1 for none
	attribute, labels             []int         // columns
	group                         []databaseRow // the rows of an object
	done                          int           // how many of them were returned
	spare                         []string      // the memory of cells
	ahead                         databaseRow   // the first row of the object after
	isAhead                       bool
	ended                         error
}

func newRowOrder(r *roles, turn int) *rowOrder {
	labels := slices.Clone(r.labels)
	slices.Sort(labels)
	return &rowOrder{
		object: r.object, rater: r.rater, turn: turn, judgment: r.judgment, attribute: slices.Clone(r.attribute), labels: slices.Compact(labels),
	}
}

// next returns the next row of all rows in order.
func (o *rowOrder) next(rows Rows) (databaseRow, error) {
	if o.done == len(o.group) {
		if err := o.fill(rows); err != nil {
			return databaseRow{}, err
		}
	}
	o.done++
	return o.group[o.done-1], nil
}

// fill reads the rows of another object and orders them.
func (o *rowOrder) fill(rows Rows) error {
	if o.ended != nil {
		return o.ended
	}
	o.group, o.spare, o.done = o.group[:0], o.spare[:0], 0
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
	slices.SortFunc(o.group, o.compare)
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
	r.attribute, r.rater = o.attributeOf(r.cells), o.raterOf(r.cells)
	if r.rater == "" {
		r.hash = o.hash(&r)
	}
	o.group = append(o.group, r)
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

// compare orders rows of an object.
func (o *rowOrder) compare(x, y databaseRow) int {
	if c := cmp.Or(strings.Compare(x.attribute, y.attribute), strings.Compare(x.rater, y.rater)); c != 0 {
		return c
	}
	if o.turn >= 0 {
		if c := compareCells(x.cells[o.turn], y.cells[o.turn]); c != 0 {
			return c
		}
	}
	if x.hash != y.hash {
		return cmp.Compare(x.hash, y.hash)
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
