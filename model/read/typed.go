package read

import (
	"context"
	"errors"
	"io"
	"slices"
)

// eachOfColumns calls add for the rest of a table that is stored by column.
func (c *collector) eachOfColumns(ctx context.Context, t columnTable, r *roles, numeric []int, within *sharded, add func(*parsedRow) error) error {
	texts := otherColumns(len(r.header), numeric)
	o := objectsOf{column: slices.Index(texts, r.object)}
	cells, row := make([]string, len(r.header)), new(parsedRow)
	c.expect(float64(t.total()) * float64(len(numeric)))
	known := newKnownNames(c, r, texts)
	known.fast = known.fast && within == nil
	for ctx.Err() == nil {
		b, err := t.nextColumns(numeric, texts, r.object)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		known.begin(b)
		if o.number = o.number[:0]; !known.fast || b.words[o.column].codes == nil {
			o.look(c, b)
		}
		for n := 0; n < b.n; n++ {
			if n, err = known.run(b, n, len(numeric)); err != nil {
				return err
			}
			if n == b.n {
				break
			}
			*row = parsedRow{cells: cells, line: b.line + n}
			if len(o.number) > 0 {
				row.object = o.number[n]
			}
			if odd := b.odd[n]; odd != nil {
				row.cells, row.object = odd, 0
			} else {
				b.fill(cells, n, texts)
				row.numbers = b.numbers[n*len(numeric):][:len(numeric)]
			}
			if within != nil && !within.has(row.cells) {
				continue
			}
			if err := known.add(n, row, add); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// otherColumns are the columns of n that are not among some, which are in order.
func otherColumns(n int, some []int) (others []int) {
	for i := range n {
		if len(some) > 0 && some[0] == i {
			some = some[1:]
		} else {
			others = append(others, i)
		}
	}
	return others
}

// fill writes the cells of a row into their columns.
func (b *columnRows) fill(cells []string, row int, columns []int) {
	for k, i := range columns {
		cells[i] = b.text(row, k)
	}
}

// knownNames remembers the numbers of attributes and raters by their places in the
// dictionaries of a file in the long layout.
type knownNames struct {
	to                       *collector
	roles                    *roles
	long                     *long // nil in other layouts
	attribute, rater, object knownColumn
	fast                     bool // rows of known names need nothing else
	last                     int  // object of the row before, if known
	parts                    int  // handed on when the numbers of objects were learned
}

// knownColumn is a column of names.
type knownColumn struct {
	at     int // among the columns of text; -1 for none
	of     dictionary
	number []int32 // by place in the dictionary, from 1 on; 0 where nobody asked yet
}

func newKnownNames(c *collector, r *roles, texts []int) knownNames {
	none := knownColumn{at: -1}
	k := knownNames{to: c, roles: r, attribute: none, rater: none, object: none, last: -1}
	if r.layout == Long && len(r.attribute) == 1 && len(r.opt.Attributes) == 0 && !c.several {
		k.attribute.at, k.rater.at = slices.Index(texts, r.attribute[0]), slices.Index(texts, r.rater)
		if l, ok := c.reading.(*long); ok && l.isPlain() && (r.rater < 0) == (k.rater.at < 0) {
			k.long, k.fast, k.object.at = l, true, slices.Index(texts, r.object)
		}
	}
	return k
}

// begin takes the dictionaries of a batch.
func (k *knownNames) begin(b *columnRows) {
	for _, c := range []*knownColumn{&k.attribute, &k.rater, &k.object} {
		if c.at < 0 {
			continue
		}
		before := c.of.words
		c.of = b.words[c.at]
		if len(before) != len(c.of.words) || len(before) > 0 && &before[0] != &c.of.words[0] {
			c.number = make([]int32, len(c.of.words))
		}
	}
}

// known returns the number of a row's name.
func (c *knownColumn) known(n int) int32 {
	if c.at < 0 || c.of.codes == nil || c.of.codes[n] < 0 {
		return 0
	}
	return c.number[c.of.codes[n]]
}

// learn notes the number of a row's name.
func (c *knownColumn) learn(n int, names *ids) {
	if c.at >= 0 && c.of.codes != nil && c.of.codes[n] >= 0 && !isMissing(trim(c.of.words[c.of.codes[n]])) {
		c.number[c.of.codes[n]] = int32(names.last + 1)
	}
}

// add adds a row, with what is known of it, and learns from it.
func (k *knownNames) add(n int, row *parsedRow, add func(*parsedRow) error) error {
	row.attribute, row.rater = k.attribute.known(n), k.rater.known(n)
	before := k.to.builder.Judgments()
	err := add(row)
	if k.to.builder.Judgments() == before+1 { // its names were looked up
		if row.attribute == 0 {
			k.attribute.learn(n, &k.to.attributes)
		}
		if row.rater == 0 {
			k.rater.learn(n, &k.to.raters)
		}
		k.forget()
		k.object.learn(n, &k.to.objects)
		k.last = k.to.objects.last
	}
	return err
}

// objectsOf looks up the objects of rows that are stored by column.
type objectsOf struct {
	column int // among the columns of text
	names  []string
	hashes []uint64
	number []int32 // from 1 on, 0 for nothing
}

func (o *objectsOf) look(c *collector, b *columnRows) {
	o.names, o.hashes = o.names[:0], o.hashes[:0]
	for n := range b.n {
		id := trim(b.text(n, o.column))
		if n > 0 && id == o.names[n-1] {
			o.hashes = append(o.hashes, o.hashes[n-1])
		} else {
			o.hashes = append(o.hashes, hashName(id))
		}
		o.names = append(o.names, id)
	}
	o.number = slices.Grow(o.number[:0], b.n)[:b.n]
	c.look(o.hashes, o.names, o.number)
}
