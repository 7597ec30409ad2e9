package read

import (
	"cmp"
	"errors"
	"hash/fnv"
	"io"
	"slices"
	"strings"
)

// rowOrder orders the rows of an object, so that what is read does not depend on how
// rows lie in the database: by attribute, rater, the column of --order-col if there is
// one, and judgment. That is done here and not by the database: an object has few rows,
// and sorting all rows by all columns takes the server ten times as long.
//
// Judgments without a rater are ordered by a hash in place of their value: were they
// ordered by value, the smallest of each attribute would seem to be one rater's
// (moments.PositionTest).
type rowOrder struct {
	object, rater, turn, judgment int   // columns, -1 for none
	attribute                     []int // columns
	attributes, raters            ranks
	group                         [][]string // the rows of an object
	done                          int        // how many of them were returned
	keys                          []rowKey
	sorted                        [][]string
	spare                         []string // the memory of rows
	ahead                         []string // the first row of the object after; empty for none
	ended                         error
}

// rowKey is what a row is ordered by first.
type rowKey struct {
	attribute, rater uint32 // ranks; rater 0 for none
	row              int32
}

func newRowOrder(r *roles, turn int) *rowOrder {
	return &rowOrder{object: r.object, rater: r.rater, turn: turn, judgment: r.judgment, attribute: slices.Clone(r.attribute)}
}

// next returns the next row of all rows in order.
func (o *rowOrder) next(rows Rows) ([]string, error) {
	if o.done == len(o.sorted) {
		if err := o.fill(rows); err != nil {
			return nil, err
		}
	}
	o.done++
	return o.sorted[o.done-1], nil
}

// fill reads the rows of another object and orders them.
func (o *rowOrder) fill(rows Rows) error {
	if o.ended != nil {
		return o.ended
	}
	o.group, o.spare, o.done = o.group[:0], o.spare[:0], 0
	if len(o.ahead) > 0 {
		o.keep(o.ahead)
		o.ahead = o.ahead[:0]
	}
	for {
		cells, err := rows.Next()
		if err != nil {
			if o.ended = err; len(o.group) == 0 || !errors.Is(err, io.EOF) {
				return err
			}
			break
		}
		if len(o.group) > 0 && cells[o.object] != o.group[0][o.object] {
			o.ahead = append(o.ahead, cells...)
			break
		}
		o.keep(cells)
	}
	o.sort()
	return nil
}

func (o *rowOrder) keep(cells []string) {
	at := len(o.spare)
	o.spare = append(o.spare, cells...)
	o.group = append(o.group, o.spare[at:len(o.spare):len(o.spare)])
}

// sort orders the rows of the group.
func (o *rowOrder) sort() {
	for _, cells := range o.group {
		o.attributes.meet(o.attributeOf(cells))
		o.raters.meet(o.raterOf(cells))
	}
	o.attributes.learn()
	o.raters.learn()
	o.keys, o.sorted = o.keys[:0], o.sorted[:0]
	for i, cells := range o.group {
		o.keys = append(o.keys, rowKey{o.attributes.of[o.attributeOf(cells)], o.raters.of[o.raterOf(cells)], int32(i)})
	}
	slices.SortFunc(o.keys, func(p, q rowKey) int {
		if c := cmp.Or(cmp.Compare(p.attribute, q.attribute), cmp.Compare(p.rater, q.rater)); c != 0 {
			return c
		}
		return o.compare(o.group[p.row], o.group[q.row], p.rater == 0)
	})
	for _, k := range o.keys {
		o.sorted = append(o.sorted, o.group[k.row])
	}
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
func (o *rowOrder) compare(p, q []string, nameless bool) int {
	if o.turn >= 0 {
		if c := compareCells(p[o.turn], q[o.turn]); c != 0 {
			return c
		}
	}
	switch {
	case nameless:
		if c := cmp.Compare(hashOf(p), hashOf(q)); c != 0 {
			return c
		}
	case o.judgment >= 0:
		if c := compareCells(p[o.judgment], q[o.judgment]); c != 0 {
			return c
		}
	}
	return slices.Compare(p, q)
}

func hashOf(cells []string) uint64 {
	h := fnv.New64a()
	for _, c := range cells {
		h.Write([]byte(c))
		h.Write([]byte{0})
	}
	return h.Sum64()
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

// ranks number names in the order in which objects bring them, those of one object by
// name. The empty name has the number 0.
type ranks struct {
	of    map[string]uint32
	fresh []string // met, and not numbered yet
	last  string
}

// meet notes a name of the object at hand.
func (r *ranks) meet(name string) {
	if name == r.last {
		return
	}
	r.last = name
	if _, known := r.of[name]; !known && name != "" {
		r.fresh = append(r.fresh, name)
	}
}

// learn numbers the names that are new.
func (r *ranks) learn() {
	if r.of == nil {
		r.of = make(map[string]uint32)
	}
	slices.Sort(r.fresh)
	for _, name := range slices.Compact(r.fresh) {
		r.of[strings.Clone(name)] = uint32(len(r.of) + 1)
	}
	r.fresh = r.fresh[:0]
}
