package model

import (
	"cmp"
	"slices"
)

// cellSorter sorts the judgments of one object after another by attribute, in the same
// memory. The judgments of a cell keep their order.
type cellSorter struct {
	attr  []int32 // of the object at hand, as they were read
	value []float64
	rater []int32
	count []int32 // by attribute, and one more
	order []int32
	to    []int32 // the place of each judgment of the last object that was counted
	known []int32 // its attr
	done  []int32 // its attr, sorted
}

func newCellSorter(attributes int) *cellSorter {
	return &cellSorter{count: make([]int32, attributes+1)}
}

// placeObjects places the judgments of objects that come together.
func (s *cellSorter) placeObjects(d *Dataset, chunks []*chunk) {
	for c, k := range chunks {
		for i, j := 0, 0; i < len(k.object); i = j {
			o := k.object[i]
			lo, hi := d.Start[o], d.Start[o+1]
			j = min(len(k.object), i+hi-lo-len(s.attr)) // the rest of the object, or of the chunk
			s.take(k, i, j)
			if len(s.attr) == hi-lo {
				s.place(d.Attr[lo:hi], d.Value[lo:hi], d.Rater[lo:hi])
				s.forget()
			}
		}
		chunks[c] = nil
	}
}

// sortObjects sorts the judgments of objects where they are.
func (s *cellSorter) sortObjects(d *Dataset) {
	for i := 1; i < len(d.Start); i++ {
		lo, hi := d.Start[i-1], d.Start[i]
		if own := d.Attr[lo:hi]; !slices.IsSorted(own) {
			s.attr, s.value, s.rater = append(s.attr, own...), append(s.value, d.Value[lo:hi]...), append(s.rater, d.Rater[lo:hi]...)
			s.place(own, d.Value[lo:hi], d.Rater[lo:hi])
			s.forget()
		}
	}
}

// take appends the judgments i to j of a chunk.
func (s *cellSorter) take(k *chunk, i, j int) {
	s.value = append(s.value, k.value[i:j]...)
	if k.rater != nil {
		s.attr, s.rater = append(s.attr, k.attr[i:j]...), append(s.rater, k.rater[i:j]...)
		return
	}
	n := len(s.attr)
	s.attr, s.rater = slices.Grow(s.attr, j-i)[:n+j-i], slices.Grow(s.rater, j-i)[:n+j-i]
	attr, rater, shift, mask := s.attr[n:], s.rater[n:], k.shift&31, uint32(1)<<k.shift-1
	for at, both := range k.attr[i:j] {
		attr[at], rater[at] = int32(uint32(both)>>shift), int32(uint32(both)&mask)-1
	}
	if k.shift == 32 { // one attribute, and raters that take all of the word
		clear(attr)
	}
}

func (s *cellSorter) forget() { s.attr, s.value, s.rater = s.attr[:0], s.value[:0], s.rater[:0] }

// place writes the judgments that were taken in the order of their attributes: it counts them
// where the object has about as many judgments as there are attributes. Objects with the same
// attributes in the same order as the one before have the same places.
func (s *cellSorter) place(attr []int32, value []float64, rater []int32) {
	switch {
	case slices.Equal(s.attr, s.known):
	case slices.IsSorted(s.attr):
		copy(attr, s.attr)
		copy(value, s.value)
		copy(rater, s.rater)
		return
	case 4*len(s.attr) < len(s.count):
		s.compareAll()
	default:
		s.countAll()
	}
	copy(attr, s.done)
	for from, to := range s.to {
		value[to], rater[to] = s.value[from], s.rater[from]
	}
}

// begin makes room for the places of the judgments.
func (s *cellSorter) begin() {
	n := len(s.attr)
	s.known = append(s.known[:0], s.attr...)
	s.to, s.done = slices.Grow(s.to[:0], n)[:n], slices.Grow(s.done[:0], n)[:n]
}

func (s *cellSorter) compareAll() {
	s.begin()
	s.order = s.order[:0]
	for i := range s.attr {
		s.order = append(s.order, int32(i))
	}
	slices.SortStableFunc(s.order, func(p, q int32) int { return cmp.Compare(s.attr[p], s.attr[q]) })
	for to, from := range s.order {
		s.to[from], s.done[to] = int32(to), s.attr[from]
	}
}

func (s *cellSorter) countAll() {
	s.begin()
	clear(s.count)
	for _, a := range s.attr {
		s.count[a+1]++
	}
	for a := 1; a < len(s.count); a++ {
		s.count[a] += s.count[a-1]
	}
	for from, a := range s.attr {
		to := s.count[a]
		s.count[a]++
		s.to[from], s.done[to] = to, a
	}
}
