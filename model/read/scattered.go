package read

import (
	little "encoding/binary"
	"math"
	"slices"

	"fms-tui/model"
)

// buckets is how many sets the objects of a file are divided into that do not come
// together: 10⁹ judgments make sets of 16 million.
const buckets = 64

// A judgment takes 16 bytes: its value, its object, and its attribute and rater in 32 bits. It
// takes 20 where these have no room there.
const (
	narrowRecord = 16
	broadRecord  = 20
	raterBits    = 19
	bucketBuffer = 64_000 // bytes that are put away at once: whole records of both sizes
)

// scattered sorts judgments by object: object i goes to bucket i mod buckets, as its object
// i / buckets.
type scattered struct {
	used   bool // it has judgments
	broad  bool // records are of broadRecord
	bucket [buckets]bucket
}

type bucket struct {
	buffer []byte // what comes last
	broad  bool   // of buffer
	full   []filled
	n      int // judgments
}

// filled are records.
type filled struct {
	data  []byte
	broad bool
}

// checkKept refuses more than may be kept after a row, and spills where that is time.
func (c *collector) checkKept(file string, line int) error {
	attributes := len(c.attributes.numbers)
	if attributes == c.checked.attributes && c.builder.Judgments() < c.checked.from {
		return nil
	}
	c.checked.attributes, c.checked.from = attributes, int(c.limits.Judgments)
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
	s.broad = len(c.attributes.numbers) >= 1<<(32-raterBits) || len(c.raters.numbers)+1 >= 1<<raterBits
	c.builder.Take(s.add)
}

// add puts a judgment into its bucket.
func (s *scattered) add(object, attribute, rater int32, value float64) {
	b := &s.bucket[uint32(object)%buckets]
	if b.broad != s.broad || len(b.buffer)+broadRecord > cap(b.buffer) {
		s.makeRoom(b)
	}
	b.n++
	at := len(b.buffer)
	record := b.buffer[at : at+broadRecord][:broadRecord]
	little.LittleEndian.PutUint64(record, math.Float64bits(value))
	size := narrowRecord
	if b.broad {
		size = broadRecord
		little.LittleEndian.PutUint32(record[8:], uint32(attribute))
		little.LittleEndian.PutUint32(record[12:], uint32(rater))
	} else {
		little.LittleEndian.PutUint32(record[8:], uint32(attribute)<<raterBits|uint32(rater+1))
	}
	little.LittleEndian.PutUint32(record[size-4:], uint32(object)/buckets)
	b.buffer = b.buffer[:at+size]
}

// makeRoom makes room for a record in the buffer of a bucket, of the size of records to come.
func (s *scattered) makeRoom(b *bucket) {
	if b.broad != s.broad || len(b.buffer) >= bucketBuffer {
		b.put()
		b.broad = s.broad
	}
	if len(b.buffer)+broadRecord > cap(b.buffer) {
		b.buffer = append(make([]byte, 0, min(bucketBuffer, max(4000, 4*cap(b.buffer)))+broadRecord-narrowRecord), b.buffer...)
	}
}

// put puts away what a bucket has in its buffer.
func (b *bucket) put() {
	if len(b.buffer) > 0 {
		b.full = append(b.full, filled{b.buffer, b.broad})
		b.buffer = make([]byte, 0, bucketBuffer+broadRecord-narrowRecord)
	}
}

// each calls add for the judgments of a bucket, in the order of reading, and lets go of them.
func (b *bucket) each(add func(object, attribute int, rater int32, value float64)) {
	for i, f := range append(b.full, filled{b.buffer, b.broad}) {
		data := f.data
		if i < len(b.full) {
			b.full[i].data = nil
		}
		for size := f.record(); len(data) >= size; data = data[size:] {
			value := math.Float64frombits(little.LittleEndian.Uint64(data))
			object := int(little.LittleEndian.Uint32(data[size-4:]))
			both := little.LittleEndian.Uint32(data[8:])
			if f.broad {
				add(object, int(both), int32(little.LittleEndian.Uint32(data[12:])), value)
			} else {
				add(object, int(both>>raterBits), int32(both&(1<<raterBits-1))-1, value)
			}
		}
	}
	*b = bucket{}
}

func (f filled) record() int {
	if f.broad {
		return broadRecord
	}
	return narrowRecord
}

// handOnBuckets hands on the buckets as parts, as many of them at once as make a part, but
// for the last, which stay in the collector. Labels are settled.
func (c *collector) handOnBuckets() error {
	p := c.parts
	if p == nil || !p.sorted.used {
		return nil
	}
	c.spill()
	names, attributes, raters := c.objects.names, c.attributes.names, c.raters.names
	cells := make([][]labelValue, len(c.labels))
	for i, l := range c.labels {
		cells[i] = l.cells
	}
	size := p.size(len(attributes))
	for k, last := 0, min(buckets, len(names)); k < last; {
		if k > 0 {
			if err := p.take(c.bucketPart()); err != nil {
				return err
			}
		}
		c.beginPart(attributes, raters)
		for n := 0; k < last && (n == 0 || n < size); k++ {
			n += p.sorted.bucket[k].n
			c.bucket(k, names, cells)
		}
	}
	return nil
}

// beginPart begins anew with the same attributes and raters.
func (c *collector) beginPart(attributes, raters []string) {
	c.builder = model.Builder{}
	for _, name := range attributes {
		c.builder.Attribute(model.AttributeOf(name))
	}
	for _, id := range raters {
		c.builder.RaterID(id)
	}
	c.beginObjects()
	for _, l := range c.labels {
		l.cells = nil
	}
}

// bucket adds the objects of a bucket, their labels and judgments.
func (c *collector) bucket(k int, names []string, cells [][]labelValue) {
	first := len(c.objects.names)
	for i := k; i < len(names); i += buckets {
		c.objects.enterName(names[i])
	}
	for n, l := range c.labels {
		for i := k; i < len(names); i += buckets {
			v := labelValue{}
			if i < len(cells[n]) {
				v = cells[n][i]
			}
			l.cells = append(l.cells, v)
		}
	}
	c.parts.sorted.bucket[k].each(func(object, attribute int, rater int32, value float64) {
		c.builder.Add(first+object, attribute, rater, value)
	})
}

// bucketPart is what the builder holds, as a part.
func (c *collector) bucketPart() *model.Dataset {
	p := c.parts
	for _, l := range c.labels {
		p.labelled[l] += c.buildLabel(l)
	}
	d := c.builder.Build()
	d.Name, d.Nameless = p.name, c.nameless01(len(d.Raters))
	p.n++
	p.objects += len(d.Objects)
	return d
}

// nameless01 tells, by rater, who is nameless; nil for nobody.
func (c *collector) nameless01(raters int) []bool {
	if c.unnamed == nil {
		return nil
	}
	return append(slices.Clone(c.unnamed), make([]bool, raters-len(c.unnamed))...)
}
