package model

import (
	"math/bits"
	"slices"
)

// chunkSize is the number of judgments in a chunk, half a megabyte.
const chunkSize = 1 << 15

// columns keep judgments in the order of reading, column by column, in chunks that
// never move: a slice that grows would copy them again and again. A chunk that is full
// takes 16 bytes a judgment.
type columns struct {
	full  []*chunk // chunkSize judgments each
	open  chunk    // the last judgments, not packed
	used  int      // of open
	n     int
	spare []*chunk // their memory is used again
}

// chunk is some judgments in parallel slices. In a packed one the attribute and the rater
// share 32 bits: attr holds attribute<<shift | rater+1, and rater is nil.
type chunk struct {
	object, attr, rater []int32
	value               []float64
	shift               int
}

// add appends a judgment.
func (c *columns) add(object, attr, rater int32, value float64) {
	i := c.used
	if i == len(c.open.value) {
		c.more()
		i = c.used
	}
	c.open.object[i], c.open.attr[i], c.open.rater[i], c.open.value[i] = object, attr, rater, value
	c.used++
	c.n++
}

// more makes room in the open chunk: it grows, for most data sets are small, or a new one
// begins.
func (c *columns) more() {
	o := &c.open
	if room := len(o.value); room < chunkSize {
		size := min(max(64, 4*room), chunkSize)
		o.object, o.attr, o.rater = resized(o.object, size), resized(o.attr, size), resized(o.rater, size)
		o.value = append(make([]float64, 0, size), o.value...)[:size]
		return
	}
	k := *o
	if k.pack() {
		k.rater = nil // the memory is used again
	} else {
		o.rater = make([]int32, chunkSize)
	}
	c.full = append(c.full, &k)
	c.used = 0
	if last := len(c.spare) - 1; last >= 0 {
		o.object, o.attr, o.value = c.spare[last].object, c.spare[last].attr, c.spare[last].value
		c.spare = c.spare[:last]
		return
	}
	o.object, o.attr, o.value = make([]int32, chunkSize), make([]int32, chunkSize), make([]float64, chunkSize)
}

func resized(list []int32, size int) []int32 { return append(make([]int32, 0, size), list...)[:size] }

// pack puts attributes and raters together, if they have room in 32 bits.
func (k *chunk) pack() bool {
	shift := bits.Len32(uint32(slices.Max(k.rater) + 1))
	if shift+bits.Len32(uint32(slices.Max(k.attr))) > 32 {
		return false
	}
	k.shift = shift
	for i, a := range k.attr {
		k.attr[i] = int32(uint32(a)<<shift | uint32(k.rater[i]+1))
	}
	return true
}

// attrRater returns a judgment's attribute and rater.
func (k *chunk) attrRater(i int) (attr, rater int32) {
	if k.rater != nil {
		return k.attr[i], k.rater[i]
	}
	both := uint32(k.attr[i])
	return int32(both >> k.shift), int32(both&(1<<k.shift-1)) - 1
}

// unpack takes attributes and raters apart again.
func (k *chunk) unpack() {
	if k.rater == nil {
		rater := make([]int32, len(k.attr))
		for i := range k.attr {
			k.attr[i], rater[i] = k.attrRater(i)
		}
		k.rater = rater
	}
}

// chunks returns all judgments, the open chunk last.
func (c *columns) chunks() []*chunk {
	o := c.open
	return append(slices.Clone(c.full), &chunk{object: o.object[:c.used], attr: o.attr[:c.used], rater: o.rater[:c.used], value: o.value[:c.used]})
}

// at returns the chunk of judgment i, and its place there.
func (c *columns) at(i int) (*chunk, int) {
	if i/chunkSize < len(c.full) {
		return c.full[i/chunkSize], i % chunkSize
	}
	return &c.open, i % chunkSize
}

// truncate keeps the first n judgments, which are not packed.
func (c *columns) truncate(n int) {
	if whole := n / chunkSize; whole < len(c.full) {
		c.open = *c.full[whole]
		c.full = c.full[:whole]
	}
	c.n, c.used = n, n-chunkSize*len(c.full)
}

// discard takes out the judgments from one on of which drop is true of the attribute.
func (c *columns) discard(from int, drop []bool) {
	for _, k := range c.full[min(from/chunkSize, len(c.full)):] {
		k.unpack()
	}
	to := from
	for i := from; i < c.n; i++ {
		k, j := c.at(i)
		if drop[k.attr[j]] {
			continue
		}
		if to < i {
			into, t := c.at(to)
			into.object[t], into.attr[t], into.rater[t], into.value[t] = k.object[j], k.attr[j], k.rater[j], k.value[j]
		}
		to++
	}
	c.truncate(to)
}
