package model

import (
	"math/bits"
	"slices"
)

// chunkSize is the number of judgments in a chunk, half a megabyte.
const chunkSize = 1 << 15

// columns keep judgments in the order of reading, column by column, in chunks that
// never move: a slice that grows would copy them again and again. A judgment takes 16 bytes.
type columns struct {
	full  []*chunk // chunkSize judgments each
	open  chunk    // the last judgments
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

// halfWord is the shift of the first chunk: 65,536 attributes, and raters but one, have room.
const halfWord = 16

// holds tells whether a chunk is packed and has room for an attribute and a rater of these
// numbers, and of lower ones.
func (k *chunk) holds(attr, rater int32) bool {
	return k.rater == nil && uint32(attr)>>(32-k.shift) == 0 && uint32(rater+1)>>k.shift == 0
}

// add appends a judgment.
func (c *columns) add(object, attr, rater int32, value float64) {
	i := c.used
	if i == len(c.open.value) {
		c.more()
		i = c.used
	}
	o := &c.open
	o.object[i], o.value[i] = object, value
	if o.holds(attr, rater) {
		o.attr[i] = int32(uint32(attr)<<o.shift | uint32(rater+1))
	} else {
		o.unpack()
		o.attr[i], o.rater[i] = attr, rater
	}
	c.used++
	c.n++
}

// addRow appends judgments of one object by one rater. No attribute is above most.
func (c *columns) addRow(object, rater int32, attr []int32, value []float64, most int32) {
	for len(value) > 0 {
		if c.used == len(c.open.value) {
			c.more()
		}
		o := &c.open
		if !o.holds(most, rater) {
			o.unpack()
		}
		n := copy(o.value[c.used:], value)
		objects, into := o.object[c.used:c.used+n], o.attr[c.used:c.used+n]
		for i := range objects {
			objects[i] = object
		}
		if o.rater != nil {
			copy(into, attr)
			for i := range n {
				o.rater[c.used+i] = rater
			}
		} else {
			for i, a := range attr[:n] {
				into[i] = int32(uint32(a)<<o.shift | uint32(rater+1))
			}
		}
		attr, value = attr[n:], value[n:]
		c.used += n
		c.n += n
	}
}

// more makes room in the open chunk: it grows, for most data sets are small, or a new one
// begins.
func (c *columns) more() {
	o := &c.open
	if room := len(o.value); room < chunkSize {
		if room == 0 {
			o.shift = halfWord
		}
		size := min(max(64, 4*room), chunkSize)
		o.object, o.attr = resized(o.object, size), resized(o.attr, size)
		if o.rater != nil {
			o.rater = resized(o.rater, size)
		}
		o.value = append(make([]float64, 0, size), o.value...)[:size]
		return
	}
	k := *o
	k.pack()
	c.full = append(c.full, &k)
	c.used = 0
	o.shift, o.rater = k.shift, nil
	if last := len(c.spare) - 1; last >= 0 {
		o.object, o.attr, o.value = c.spare[last].object, c.spare[last].attr, c.spare[last].value
		c.spare = c.spare[:last]
		return
	}
	o.object, o.attr, o.value = make([]int32, chunkSize), make([]int32, chunkSize), make([]float64, chunkSize)
}

func resized(list []int32, size int) []int32 { return append(make([]int32, 0, size), list...)[:size] }

// pack puts attributes and raters together, if they have room in 32 bits and are not together.
func (k *chunk) pack() {
	if k.rater == nil {
		return
	}
	shift := bits.Len32(uint32(slices.Max(k.rater) + 1))
	spare := 32 - shift - bits.Len32(uint32(slices.Max(k.attr)))
	if spare < 0 {
		return
	}
	shift += spare / 2 // both may grow in the next chunk
	k.shift = shift
	for i, a := range k.attr {
		k.attr[i] = int32(uint32(a)<<shift | uint32(k.rater[i]+1))
	}
	k.rater = nil
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
	return append(slices.Clone(c.full), o.first(c.used))
}

// first is a chunk of its first n judgments, in the same memory.
func (k *chunk) first(n int) *chunk {
	part := chunk{object: k.object[:n], attr: k.attr[:n], value: k.value[:n], shift: k.shift}
	if k.rater != nil {
		part.rater = k.rater[:n]
	}
	return &part
}

// at returns the chunk of judgment i, and its place there.
func (c *columns) at(i int) (*chunk, int) {
	if i/chunkSize < len(c.full) {
		return c.full[i/chunkSize], i % chunkSize
	}
	return &c.open, i % chunkSize
}

// truncate keeps the first n judgments.
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
	c.open.unpack()
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
