package read

import (
	"slices"

	"fms-tui/model"
)

// buckets is how many sets the objects of a file are divided into that do not come
// together: 10⁹ judgments make sets of 16 million.
const buckets = 64

// scattered sorts judgments by object: object i goes to bucket i mod buckets, as its object
// i / buckets.
type scattered struct {
	used   bool // it has judgments
	bucket [buckets]model.Builder
}

// checkKept refuses more than may be kept after a row, and spills where that is time.
func (c *collector) checkKept(file string, line int) error {
	attributes := len(c.attributes.numbers)
	if attributes == c.checked.attributes && c.builder.Judgments() < c.checked.from {
		return nil
	}
	c.checked.attributes, c.checked.from = attributes, int(c.limits.Most("judgments"))
	if p := c.parts; p != nil && (p.scattered || p.n == 0) {
		size := p.size(attributes)
		if c.builder.Judgments() >= size && (p.scattered || p.scatters(c)) {
			c.spill()
		}
		c.checked.from = min(c.checked.from, size)
	}
	return c.limits.checkKept(file, line, attributes, c.builder.Judgments())
}

// handedOn tells whether judgments have left the builder.
func (c *collector) handedOn() bool {
	return c.parts != nil && (c.parts.n > 0 || c.parts.sorted.used)
}

// spill moves the judgments of the builder to the buckets.
func (c *collector) spill() {
	s := &c.parts.sorted
	c.parts.cells.spilled()
	s.used = true
	c.builder.Take(func(object, attribute, rater int32, value float64) {
		s.bucket[object%buckets].Add(int(object/buckets), int(attribute), rater, value)
	})
}

// handOnBuckets hands on the buckets as parts, as many of them at once as make a part, but
// for the last, which stay in the collector. Labels are settled.
func (c *collector) handOnBuckets() error {
	p := c.parts
	if p == nil || !p.sorted.used {
		return nil
	}
	c.spill()
	names, cells := c.objects.names, make([][]labelValue, len(c.labels))
	for i, l := range c.labels {
		cells[i], l.cells = l.cells, nil
	}
	c.beginPart()
	size, n := p.size(len(c.attributes.names)), 0
	for k := range min(buckets, len(names)) {
		if n >= size {
			if err := p.take(c.handOn()); err != nil {
				return err
			}
			n = 0
		}
		n += p.sorted.bucket[k].Judgments()
		c.addBucket(k, names, cells)
	}
	return nil
}

// addBucket adds the objects of a bucket, their labels and judgments, and lets go of it.
func (c *collector) addBucket(k int, names []string, cells [][]labelValue) {
	first := len(c.objects.names)
	for i := k; i < len(names); i += buckets {
		c.objects.enterName(names[i])
		for n, l := range c.labels {
			v := labelValue{}
			if i < len(cells[n]) {
				v = cells[n][i]
			}
			l.cells = append(l.cells, v)
		}
	}
	b := &c.parts.sorted.bucket[k]
	b.Take(func(object, attribute, rater int32, value float64) {
		c.builder.Add(first+int(object), int(attribute), rater, value)
	})
	*b = model.Builder{}
}

// handOn is what the builder holds, as a part; the collector begins anew with the same attributes
// and raters.
func (c *collector) handOn() *model.Dataset {
	p := c.parts
	for _, l := range c.labels {
		p.labelled[l] += c.buildLabel(l)
		l.cells = l.cells[:0]
	}
	d := c.builder.Build()
	d.Name, d.Nameless = p.name, c.namelessOf(d)
	p.n++
	p.objects += len(d.Objects)
	c.beginPart()
	return d
}

// beginPart begins anew with the same attributes and raters.
func (c *collector) beginPart() {
	c.builder = model.Builder{}
	for _, name := range c.attributes.names {
		c.builder.Attribute(model.AttributeOf(name))
	}
	for _, id := range c.raters.names {
		c.builder.RaterID(id)
	}
	c.beginObjects()
}

// namelessOf tells, by rater, who is nameless; nil for nobody.
func (c *collector) namelessOf(d *model.Dataset) []bool {
	if c.unnamed == nil {
		return nil
	}
	return append(slices.Clone(c.unnamed), make([]bool, len(d.Raters)-len(c.unnamed))...)
}
