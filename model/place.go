package model

import (
	"cmp"
	"slices"
)

// place lays the judgments out by object and attribute, in the order of reading within a cell, and
// fills Start. It lets go of each chunk once it is placed.
func (b *Builder) place(d *Dataset) {
	chunks, n := b.judgments.chunks(), b.judgments.n
	b.judgments = columns{}
	for _, k := range chunks {
		for _, o := range k.object {
			d.Start[o+1]++
		}
	}
	for i := 1; i < len(d.Start); i++ {
		d.Start[i] += d.Start[i-1]
	}
	d.Value, d.Attr, d.Rater = make([]float64, n), make([]int32, n), make([]int32, n)
	next := slices.Clone(d.Start)
	for c, k := range chunks {
		for j, o := range k.object {
			to := next[o]
			d.Value[to], d.Attr[to], d.Rater[to] = k.value[j], k.attr[j], k.rater[j]
			next[o]++
		}
		chunks[c] = nil
	}
	s := cellSorter{count: make([]int32, len(d.Attributes)+1)}
	for i := 1; i < len(d.Start); i++ {
		lo, hi := d.Start[i-1], d.Start[i]
		s.sort(d.Attr[lo:hi], d.Value[lo:hi], d.Rater[lo:hi])
	}
}

// cellSorter sorts the judgments of one object after another by attribute, in the same
// memory. The judgments of a cell keep their order.
type cellSorter struct {
	attr, rater []int32
	value       []float64
	count       []int32 // by attribute, and one more
	order       []int32 // by place: the judgment that belongs there
}

// sort counts the judgments of each attribute where an object has about as many of them as there are
// attributes, and else compares.
func (s *cellSorter) sort(attr []int32, value []float64, rater []int32) {
	if slices.IsSorted(attr) {
		return
	}
	s.attr, s.value, s.rater = append(s.attr[:0], attr...), append(s.value[:0], value...), append(s.rater[:0], rater...)
	s.order = slices.Grow(s.order[:0], len(attr))[:len(attr)]
	if 4*len(attr) < len(s.count) {
		for i := range s.order {
			s.order[i] = int32(i)
		}
		slices.SortStableFunc(s.order, func(p, q int32) int { return cmp.Compare(s.attr[p], s.attr[q]) })
	} else {
		clear(s.count)
		for _, a := range attr {
			s.count[a+1]++
		}
		for a := 1; a < len(s.count); a++ {
			s.count[a] += s.count[a-1]
		}
		for from, a := range s.attr {
			s.order[s.count[a]] = int32(from)
			s.count[a]++
		}
	}
	for to, from := range s.order {
		attr[to], value[to], rater[to] = s.attr[from], s.value[from], s.rater[from]
	}
}
