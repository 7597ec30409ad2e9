package read

import (
	"fmt"
	"hash/maphash"

	"fms-tui/model"
)

// SplitError says that a file cannot be read in parts ([Query.Part]): an object comes
// again after its part, or only all rows together tell what a column is. The file can be
// read as a whole, or by [Shard].
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

// parts hands judgments on, part by part, while a file is read. A part is closed at the
// first new object after it has enough judgments; a hash of each of its objects is kept,
// so that a repeated object is recognised. (Two ids with one hash of 64 bits only make
// the program read the file as a whole.)
type parts struct {
	size     func(attributes int) int
	take     func(*model.Dataset) error
	name     string
	n        int // parts handed on
	seed     maphash.Seed
	seen     map[uint64]struct{}
	objects  int                  // in them
	labelled map[*labelValues]int // objects with the label in them
	cells    *cells               // of the file
	files    []*labelFile

	sort      bool // judgments whose objects do not come together are sorted
	again     int  // rows whose object came before, and not just before
	scattered bool // judgments are sorted by object before they are handed on
	sorted    scattered
	why       string // they are sorted
}

func newParts(q Query) *parts {
	return &parts{
		size: q.PartSize, take: q.Part, name: dataName(q.Data), seed: maphash.MakeSeed(),
		sort: q.Sorted, scattered: q.Scattered && q.Sorted,
		seen: make(map[uint64]struct{}), labelled: make(map[*labelValues]int),
	}
}

// mostAgain is the share of the rows of a first part, as a divisor, that may come back to an
// object: with more of them it is no file whose objects come together.
const mostAgain = 100

// scatters tells whether judgments are sorted from here on, as the rows before the end of the
// first part show.
func (p *parts) scatters(c *collector) bool {
	if p.n > 0 || !p.sort || p.again <= c.builder.Judgments()/mostAgain {
		return false
	}
	p.scattered, c.checked.from = true, 0
	p.why = fmt.Sprintf("the rows of one object do not come together in %s", printable(p.name))
	return true
}

// before is called before the judgments of a new object are entered. It may end a part.
func (p *parts) before(c *collector, r *roles, id string, line int) error {
	if p.scattered {
		p.again++
		return nil
	}
	if c.builder.Judgments() >= p.size(len(c.attributes.numbers)) {
		if p.scatters(c) {
			return nil
		}
		if err := c.part(r); err != nil {
			return err
		}
	}
	if _, again := p.seen[maphash.String(p.seed, id)]; again {
		return &SplitError{File: r.file, Line: line, Object: id, Why: fmt.Sprintf(
			"the object %s comes again after other objects: rows of one object must come together to be read in parts", quote(id))}
	}
	return nil
}

// sorted is why judgments were sorted; "" where they were not.
func (c *collector) sorted() string {
	if c.parts == nil {
		return ""
	}
	return c.parts.why
}

// part hands on what was collected, and begins anew with the same attributes and raters.
func (c *collector) part(r *roles) error {
	p := c.parts
	p.cells.part()
	for _, f := range p.files {
		if err := c.applyLabelsToPart(f); err != nil {
			return err
		}
	}
	if err := c.settledLabels(r.file); err != nil {
		return err
	}
	if err := c.settle(); err != nil {
		return err
	}
	d := c.handOn()
	for _, l := range c.labels {
		l.closed = true
	}
	for _, id := range d.Objects {
		p.seen[maphash.String(p.seed, id)] = struct{}{}
	}
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

// buildLabel hands the values of a label to the builder, and returns their number.
func (c *collector) buildLabel(l *labelValues) int {
	index, labelled := c.builder.AddLabel(l.name), 0
	if len(l.words) > 1 {
		c.builder.NameClasses(index, l.words, l.ordered)
	}
	for object, v := range l.cells {
		if v.has() {
			c.builder.SetLabel(index, object, v.value)
			labelled++
		}
	}
	return labelled
}

// applyLabelsToPart gives the objects of a part the labels of a file.
func (c *collector) applyLabelsToPart(f *labelFile) error {
	if f.byObject == nil {
		f.byObject, f.used = make(map[string][]int32), make([]bool, len(f.rows))
		for i, r := range f.rows {
			id := trim(r.cells[f.object])
			f.byObject[id] = append(f.byObject[id], int32(i))
		}
	}
	labels := c.fileLabels(f)
	for object, id := range c.objects.names {
		for _, row := range f.byObject[id] {
			f.used[row] = true
			if err := f.apply(labels, int(row), object); err != nil {
				return err
			}
		}
	}
	return nil
}
