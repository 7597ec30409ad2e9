package read

import (
	little "encoding/binary"
	"io"
	"math"
	"os"
	"slices"

	"fms-tui/model"
)

// buckets is how many parts the objects of a file are divided into that do not come
// together: 10⁹ judgments make parts of 16 million.
const buckets = 64

// bucketBuffer is how many bytes of a bucket are written at once, bucketRecord how many a
// judgment takes.
const (
	bucketRecord = 20
	bucketBuffer = 3200 * bucketRecord
)

// scattered sorts judgments by object in a temporary file: object i goes to bucket
// i mod buckets, as its object i / buckets. The file has no name, and ends with the process.
type scattered struct {
	file   *os.File
	size   int64
	bucket [buckets]struct {
		buffer []byte
		full   []int64 // where in the file its full buffers are
	}
}

// checkKept refuses more than may be kept after a row, and spills where that is time.
func (c *collector) checkKept(file string, line int) error {
	attributes := len(c.attributes.entries)
	if p := c.parts; p != nil && p.scattered && c.builder.Judgments() >= p.size(attributes) {
		if err := c.spill(); err != nil {
			return &Error{File: file, Line: line, Message: "cannot be sorted in a temporary file: " + err.Error(), Err: err}
		}
	}
	return c.limits.checkKept(file, line, attributes, c.builder.Judgments())
}

// handedOn tells whether judgments have left the builder.
func (c *collector) handedOn() bool {
	return c.parts != nil && (c.parts.n > 0 || c.parts.sorted.file != nil)
}

// spill moves the judgments of the builder to the file.
func (c *collector) spill() (err error) {
	s := &c.parts.sorted
	c.parts.layout.spilled()
	if s.file == nil {
		if s.file, err = Unnamed(); err != nil {
			return err
		}
	}
	c.builder.Take(func(object, attribute, rater int32, value float64) {
		b := &s.bucket[object%buckets]
		b.buffer = little.LittleEndian.AppendUint32(b.buffer, uint32(object/buckets))
		b.buffer = little.LittleEndian.AppendUint32(b.buffer, uint32(attribute))
		b.buffer = little.LittleEndian.AppendUint32(b.buffer, uint32(rater))
		b.buffer = little.LittleEndian.AppendUint64(b.buffer, math.Float64bits(value))
		if len(b.buffer) == bucketBuffer && err == nil {
			_, err = s.file.WriteAt(b.buffer, s.size)
			b.full, b.buffer = append(b.full, s.size), b.buffer[:0]
			s.size += bucketBuffer
		}
	})
	return err
}

// each calls add for the judgments of a bucket, in the order of reading.
func (s *scattered) each(bucket int, add func(object, attribute int, rater int32, value float64)) error {
	b := &s.bucket[bucket]
	buffer := make([]byte, bucketBuffer)
	for i := range len(b.full) + 1 {
		if i == len(b.full) {
			buffer = b.buffer
		} else if _, err := io.ReadFull(io.NewSectionReader(s.file, b.full[i], bucketBuffer), buffer); err != nil {
			return err
		}
		for record := range slices.Chunk(buffer, bucketRecord) {
			add(int(little.LittleEndian.Uint32(record)), int(little.LittleEndian.Uint32(record[4:])),
				int32(little.LittleEndian.Uint32(record[8:])), math.Float64frombits(little.LittleEndian.Uint64(record[12:])))
		}
	}
	return nil
}

// close lets go of the file, if there is one.
func (s *scattered) close() {
	if s.file != nil {
		s.file.Close()
	}
}

// handOnBuckets hands on the buckets as parts, but for the last, which stays in the
// collector. Labels are settled.
func (c *collector) handOnBuckets() error {
	p := c.parts
	if p == nil || p.sorted.file == nil {
		return nil
	}
	if err := c.spill(); err != nil {
		return err
	}
	names, attributes, raters := c.objects.names, c.attributes.names, c.raters.names
	cells := make([][]labelValue, len(c.labels))
	for i, l := range c.labels {
		cells[i] = l.cells
	}
	for k := range min(buckets, len(names)) {
		if k > 0 {
			if err := p.take(c.bucketPart()); err != nil {
				return err
			}
		}
		c.builder = model.Builder{}
		for _, name := range attributes {
			c.builder.Attribute(model.AttributeOf(name))
		}
		for _, id := range raters {
			c.builder.RaterID(id)
		}
		c.objects = newIDs(c.builder.Object)
		for i := k; i < len(names); i += buckets {
			c.objects.enterName(names[i])
		}
		for n, l := range c.labels {
			l.cells = make([]labelValue, 0, len(cells[n])/buckets+1)
			for i := k; i < len(cells[n]); i += buckets {
				l.cells = append(l.cells, cells[n][i])
			}
		}
		if err := p.sorted.each(k, c.builder.Add); err != nil {
			return err
		}
	}
	return nil
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
