package read

import (
	"fmt"
	"hash/maphash"

	"fms-tui/model"
)

// SplitError says that a file cannot be read in parts ([Query.Part]): an object comes again after its part, or only
// all rows together tell what a column is. The file can be read as a whole, or by [Shard].
type SplitError struct {
	File   string
	Line   int    // 0 where it is no line's
	Object string // that comes again; "" for none
	Why    string // a sentence without a full stop
}

// Error names the file and what stands in the way.
func (e *SplitError) Error() string {
	at := printable(e.File)
	if e.Line > 0 {
		at += fmt.Sprintf(":%d", e.Line)
	}
	return at + ": " + e.Why
}

// parts hands judgments on, part by part, while a file is read. A part is closed at the first new object after it has
// enough judgments; a hash of each of its objects is kept, so that a repeated object is recognised. (Two ids with one
// hash of 64 bits only make the program read the file as a whole.) Where objects do not come together, all judgments
// are kept, and divided into parts after the last row.
type parts struct {
	size      func(attributes int) int
	take      func(*model.Dataset) error
	n         int // parts handed on
	objects   int // in them
	seed      maphash.Seed
	seen      map[uint64]struct{}
	cells     *cells // of the file
	files     []*labelFile
	again     int  // rows whose object came before, and not just before
	scattered bool // objects do not come together
}

// before is called before the judgments of a new object are entered. It may end a part.
func (p *parts) before(c *collector, r *roles, id string, line int) error {
	const most = 100 // a divisor: with more of the first part's rows back at an object, objects do not come together
	if judgments := c.builder.Judgments(); !p.scattered && judgments >= p.size(len(c.builder.Attributes())) {
		if p.scattered = p.n == 0 && p.again > judgments/most; !p.scattered {
			if err := c.part(r); err != nil {
				return err
			}
		}
	}
	if _, again := p.seen[maphash.String(p.seed, id)]; again {
		return &SplitError{File: r.file, Line: line, Object: id, Why: fmt.Sprintf(
			"the object %s comes again after other objects: rows of one object must come together to be read in parts", quote(id))}
	}
	return nil
}

// handedOn tells whether a part was handed on.
func (c *collector) handedOn() bool { return c.parts != nil && c.parts.n > 0 }

// part hands on what was collected, and begins anew with the same attributes and raters.
func (c *collector) part(r *roles) error {
	p := c.parts
	p.cells.part()
	for _, f := range p.files {
		if err := f.apply(c); err != nil {
			return err
		}
	}
	if err := c.settledLabels(r.file); err != nil {
		return err
	}
	if err := c.settle(); err != nil {
		return err
	}
	d := c.built(c.builder.Part(), 0)
	for _, l := range c.labels {
		l.closed, l.values = true, nil
	}
	for _, id := range d.Objects {
		p.seen[maphash.String(p.seed, id)] = struct{}{}
	}
	c.last = -1
	return p.handOn(d)
}

func (p *parts) handOn(d *model.Dataset) error {
	p.n++
	p.objects += len(d.Objects)
	return p.take(d)
}

// settledLabels refuses parts with a label of which what follows may change the values.
func (c *collector) settledLabels(file string) error {
	for _, l := range c.labels {
		if l.problem != nil || len(l.words) == 1 {
			return &SplitError{File: file, Why: "only all rows tell how the label " + plainOrQuoted(l.name) + " is read"}
		}
	}
	return nil
}

// lastPart builds what is left after the last row, and hands all of it on but for the last part.
func (c *collector) lastPart() (*model.Dataset, error) {
	p := c.parts
	if p == nil || c.builder.Judgments() < p.size(len(c.builder.Attributes())) {
		return c.built(&c.builder, 0), nil
	}
	first, list := 0, c.builder.Split(p.size(len(c.builder.Attributes())))
	for ; len(list) > 1; list = list[1:] {
		d := c.built(list[0], first)
		list[0] = nil // and its memory free
		first += len(d.Objects)
		if err := p.handOn(d); err != nil {
			return nil, err
		}
	}
	return c.built(list[0], first), nil
}

// built is what a builder holds, with the labels of its objects, of which the first has a number.
func (c *collector) built(b *model.Builder, first int) *model.Dataset {
	d := b.Build()
	d.Name = c.name
	for _, l := range c.labels {
		d.Labels = append(d.Labels, l.label(first, first+len(d.Objects)))
	}
	return d
}
