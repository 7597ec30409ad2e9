package read

import (
	"context"
	"errors"
	"io"
	"slices"
)

// eachOfColumns calls add for the rest of a table that is stored by column.
func (c *collector) eachOfColumns(ctx context.Context, t columnTable, r *roles, numeric []int, within *sharded, add func(parsedRow) error) error {
	var texts []int
	for i := range r.header {
		if !slices.Contains(numeric, i) {
			texts = append(texts, i)
		}
	}
	o := objectsOf{column: slices.Index(texts, r.object)}
	cells := make([]string, len(r.header))
	for ctx.Err() == nil {
		b, err := t.nextColumns(numeric, texts, r.object)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		o.look(c, b, len(texts))
		for n := range b.n {
			row := parsedRow{cells: cells, object: o.places[n], line: b.line + n}
			if odd := b.odd[n]; odd != nil {
				row.cells = odd
			} else {
				for k, i := range texts {
					cells[i] = b.texts[n*len(texts)+k]
				}
				row.numbers = b.numbers[n*len(numeric):][:len(numeric)]
			}
			if within != nil && !within.has(row.cells) {
				continue
			}
			if err := add(row); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// objectsOf looks up the objects of rows that are stored by column.
type objectsOf struct {
	column int // among those of text
	names  []string
	hashes []uint64
	places []int32
}

func (o *objectsOf) look(c *collector, b *columnRows, width int) {
	o.names, o.hashes = o.names[:0], o.hashes[:0]
	for n := range b.n {
		id := trim(b.texts[n*width+o.column])
		if n > 0 && id == o.names[n-1] {
			o.hashes = append(o.hashes, o.hashes[n-1])
		} else {
			o.hashes = append(o.hashes, hashName(id))
		}
		o.names = append(o.names, id)
	}
	o.places = slices.Grow(o.places[:0], b.n)[:b.n]
	c.objects.look(o.hashes, o.names, o.places)
}
