package momentsfile

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// Magic is what a moments file begins with: a line, so that `head -1` tells
// what it is. The number is the version of the format.
const Magic = "fms-tui moments 4\n"

// Encode returns the bytes of a moments file. The same File gives the same
// bytes.
func (f *File) Encode() []byte {
	var b bytes.Buffer
	_, _ = f.WriteTo(&b) // to memory: cannot fail
	return b.Bytes()
}

// WriteTo writes a moments file, and returns the number of its bytes. Memory holds the content
// once, not packed.
func (f *File) WriteTo(w io.Writer) (n int64, err error) {
	if len(f.Labels) == 0 {
		panic("momentsfile: " + errNoLabel.Error())
	}
	e := &encoder{pool: pool{known: make(map[sample][]uint64)}}
	e.file(f)
	return seal(w, append(append([][]byte{binary.AppendUvarint(nil, uint64(len(e.arrays)))}, e.arrays...), e.text)...)
}

// seal writes the content, which comes in parts, in its envelope.
func seal(w io.Writer, content ...[]byte) (n int64, err error) {
	size := 0
	for _, part := range content {
		size += len(part)
	}
	b := bufio.NewWriterSize(w, 1<<14)
	s := &sealed{to: b, sum: sha256.New()}
	_, _ = s.Write(binary.LittleEndian.AppendUint64([]byte(Magic), uint64(size)))
	z, err := flate.NewWriter(s, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	for _, part := range content {
		_, _ = z.Write(part) // s keeps the error
	}
	_ = z.Close()
	_, _ = s.Write(s.sum.Sum(nil))
	return s.n, cmp.Or(s.err, b.Flush())
}

// sealed passes bytes on, and counts and sums them. It keeps the first error.
type sealed struct {
	to  io.Writer
	sum hash.Hash
	n   int64
	err error
}

func (s *sealed) Write(p []byte) (n int, err error) {
	if s.err == nil {
		s.sum.Write(p)
		n, s.err = s.to.Write(p)
		s.n += int64(n)
	}
	return n, s.err
}

// encoder writes what refers to the pool.
type encoder struct {
	pool
	text []byte
}

func (e *encoder) number(n uint64) { e.text = binary.AppendUvarint(e.text, n) }

func (e *encoder) string(s string) {
	e.number(uint64(len(s)))
	e.text = append(e.text, s...)
}

func (e *encoder) flag(set bool) {
	if set {
		e.number(1)
	} else {
		e.number(0)
	}
}

func (e *encoder) file(f *File) {
	e.string(f.Name)
	e.flag(f.Simulated)
	e.flag(f.Private)
	e.number(uint64(f.Parts))
	e.number(uint64(f.Blocks))
	e.number(uint64(f.Grouped))
	e.number(uint64(len(f.Attributes)))
	for _, a := range f.Attributes {
		e.string(a)
	}
	e.flag(f.Prices != nil)
	if f.Prices != nil {
		e.number(e.ints(column(f.Prices, func(p *model.Amount) int { return int(*p) })))
	}
	s := &f.Summary
	for _, n := range []int{s.Objects, s.Raters, s.Judgments, s.Cells, s.Fewest, s.Most} {
		e.number(uint64(n))
	}
	e.flag(f.Panel)
	e.flag(f.Raters != nil)
	if f.Raters != nil {
		e.number(f.Key)
		e.number(e.ints(f.Raters))
	}
	e.flag(f.Links != nil)
	if l := f.Links; l != nil {
		e.number(e.ints(upper(l.Shared, l.D)))
		e.number(e.ints(upper(l.Smaller, l.D)))
	}
	e.calls(f)
	e.number(uint64(len(f.Warnings)))
	for _, w := range f.Warnings {
		for _, text := range []string{string(w.Code), w.Message, w.Object, w.Attribute, w.Column} {
			e.string(text)
		}
		e.number(uint64(w.Row))
	}
	e.number(uint64(len(f.Labels)))
	for i := range f.Labels {
		labelled := 0
		if i < len(s.Labelled) {
			labelled = s.Labelled[i]
		}
		e.label(&f.Labels[i], labelled)
		e.raters(f.Labels[i].Aware.Raters(), f.Raters != nil)
	}
}

func (e *encoder) label(l *Label, labelled int) {
	e.string(l.Name)
	e.number(uint64(labelled))
	e.naming(&l.Naming)
	e.flag(l.Unfit != nil)
	if u := l.Unfit; u != nil { // without the rater
		e.string(u.Attribute)
		e.number(uint64(u.Objects))
		e.number(uint64(u.Anonymous))
	}
	e.flag(true) // same-rater sums
	e.flag(l.Aware.ByPosition)
	e.number(e.floats(l.Paper.Shift))
	e.number(e.floats([]float64{l.Paper.ShiftY}))
	for _, b := range l.modes() {
		e.number(uint64(b.Ignored))
		for _, s := range b.Block {
			e.block(s)
		}
	}
}

func (e *encoder) block(s *moments.Sums) {
	if s == nil {
		e.number(0)
		return
	}
	e.number(uint64(s.Objects))
	e.number(e.floats([]float64{s.Y, s.YY}))
	for _, of := range attrCounts {
		e.number(e.ints(column(s.Attr, func(q *moments.AttrSums) int { return *of(q) })))
	}
	attr := slices.Clone(s.Attr)
	for a := range attr {
		if attr[a].Objects == 0 {
			attr[a].Min, attr[a].Max = 0, 0 // infinite here
		}
	}
	for _, of := range attrSums {
		e.number(e.floats(column(attr, func(q *moments.AttrSums) float64 { return *of(q) })))
	}
	for k := range moments.SameRater {
		if p := s.Pairs[k]; p != nil {
			e.pairs(p, len(s.Attr))
		}
	}
	if p := s.Pairs[moments.SameRater]; p != nil {
		e.flag(p.P != nil)
		if p.P != nil {
			e.pairs(p, len(s.Attr))
		}
	}
	e.classSums(s)
}

func (e *encoder) pairs(p *moments.PairSums, d int) {
	e.number(e.floats(offDiagonal(p.P, d)))
	e.flag(p.N != nil)
	if p.N == nil {
		return
	}
	e.number(e.ints(wholes(upper(p.N, d))))
	e.number(e.floats(upper(p.A, d)))
	below := make([]float64, d*d) // A is not symmetric
	for i := range d {
		for j := range d {
			below[i*d+j] = p.A[j*d+i]
		}
	}
	e.number(e.floats(upper(below, d)))
}

// raters stores the raters' sums, one rater after another, with their numbers
// where the file has hashes of their ids.
func (e *encoder) raters(all [][]moments.RaterSums, numbered bool) {
	var judged, which []int // attributes, and the rater's number
	var flat []moments.RaterSums
	for w, list := range all {
		if len(list) == 0 {
			continue
		}
		which = append(which, w)
		judged = append(judged, len(list))
		sorted := slices.Clone(list)
		slices.SortStableFunc(sorted, func(p, q moments.RaterSums) int { return cmp.Compare(p.Attr, q.Attr) })
		flat = append(flat, sorted...)
	}
	if numbered {
		e.number(e.ints(which))
	}
	e.number(e.ints(judged))
	e.number(e.ints(column(flat, func(r *moments.RaterSums) int { return int(r.Attr) })))
	e.number(e.ints(column(flat, func(r *moments.RaterSums) int { return int(r.N) })))
	e.number(e.floats(column(flat, func(r *moments.RaterSums) float64 { return r.X })))
	e.number(e.floats(column(flat, func(r *moments.RaterSums) float64 { return r.Share })))
}
