package model

import "slices"

// place lays the judgments out by object, in the order of reading within a cell, and fills
// Start.
func (b *Builder) place(d *Dataset) {
	chunks, n := b.judgments.chunks(), b.judgments.n
	b.judgments = columns{}
	switch {
	case inOrder(chunks):
		countObjects(chunks, d.Start)
		d.Value, d.Attr, d.Rater = make([]float64, n), make([]int32, n), make([]int32, n)
		newCellSorter(len(d.Attributes)).placeObjects(d, chunks)
	case n <= fewToPlace && (len(d.Start)-1)*len(d.Attributes) <= cellShare*n:
		placeCells(d, chunks, n)
	default:
		placeMany(d, chunks, n)
	}
}

// placeMany places n judgments that come in any order. It releases what is placed chunk by
// chunk, so that memory never holds all of the judgments twice.
func placeMany(d *Dataset, chunks []*chunk, n int) {
	countObjects(chunks, d.Start)
	d.Value = make([]float64, n)
	for i, at := 0, slices.Clone(d.Start); i < len(chunks); i++ {
		chunks[i].placeValues(d, at)
	}
	d.Attr, d.Rater = make([]int32, n), make([]int32, n)
	for i, at := 0, slices.Clone(d.Start); i < len(chunks); i++ {
		chunks[i].placeRest(d, at)
		chunks[i] = nil
	}
	newCellSorter(len(d.Attributes)).sortObjects(d)
}

// inOrder tells whether the judgments of each object come together, the objects in their order.
func inOrder(chunks []*chunk) bool {
	last := int32(0)
	for _, k := range chunks {
		for _, o := range k.object {
			if o < last {
				return false
			}
			last = o
		}
	}
	return true
}

// countObjects fills start.
func countObjects(chunks []*chunk, start []int) {
	for _, k := range chunks {
		for i, j := 0, 0; i < len(k.object); i = j {
			o := k.object[i]
			for j = i + 1; j < len(k.object) && k.object[j] == o; j++ {
			}
			start[o+1] += j - i
		}
	}
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
}

// fewToPlace bounds the judgments that memory may hold twice: 16 MB of them.
const fewToPlace = 1 << 20

// cellShare is how many cells a judgment may have on average where cells are counted.
const cellShare = 4

// placeCells places n judgments that come in any order, in the order of reading within a cell:
// all cells are counted first.
func placeCells(d *Dataset, chunks []*chunk, n int) {
	attributes := len(d.Attributes)
	next := make([]int32, (len(d.Start)-1)*attributes+1) // by cell: behind it, then where its next judgment goes
	for _, k := range chunks {
		for j, o := range k.object {
			a, _ := k.attrRater(j)
			next[int(o)*attributes+int(a)+1]++
		}
	}
	for c := 1; c < len(next); c++ {
		next[c] += next[c-1]
	}
	for i := range d.Start {
		d.Start[i] = int(next[i*attributes])
	}
	d.Value, d.Attr, d.Rater = make([]float64, n), make([]int32, n), make([]int32, n)
	for i, k := range chunks {
		for j, o := range k.object {
			a, w := k.attrRater(j)
			to := &next[int(o)*attributes+int(a)]
			d.Value[*to], d.Attr[*to], d.Rater[*to] = k.value[j], a, w
			*to++
		}
		chunks[i] = nil
	}
}

// placeValues places a chunk's values, each at the next place of its object. It lets go of them.
func (k *chunk) placeValues(d *Dataset, next []int) {
	for j, o := range k.object {
		d.Value[next[o]] = k.value[j]
		next[o]++
	}
	k.value = nil
}

// placeRest places a chunk's attributes and raters as placeValues does its values.
func (k *chunk) placeRest(d *Dataset, next []int) {
	for j, o := range k.object {
		d.Attr[next[o]], d.Rater[next[o]] = k.attrRater(j)
		next[o]++
	}
}
