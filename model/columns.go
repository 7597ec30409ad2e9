package model

import "slices"

// chunkSize is the number of judgments in a chunk, half a megabyte.
const chunkSize = 1 << 15

// columns keep judgments in the order of reading, column by column, in chunks that
// never move: a slice that grows would copy them again and again.
type columns struct {
	full []*chunk // chunkSize judgments each
	open chunk    // the last judgments
	used int      // of open
	n    int
}

// chunk is some judgments in parallel slices.
type chunk struct {
	object, attr, rater []int32
	value               []float64
}

// add appends a judgment.
func (c *columns) add(object, attr, rater int32, value float64) {
	if c.used == len(c.open.value) {
		c.more()
	}
	o, i := &c.open, c.used
	o.object[i], o.attr[i], o.rater[i], o.value[i] = object, attr, rater, value
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
	c.full = append(c.full, &k)
	c.used = 0
	*o = chunk{make([]int32, chunkSize), make([]int32, chunkSize), make([]int32, chunkSize), make([]float64, chunkSize)}
}

func resized(list []int32, size int) []int32 { return append(make([]int32, 0, size), list...)[:size] }

// chunks returns all judgments, the open chunk last.
func (c *columns) chunks() []*chunk {
	o := &c.open
	return append(slices.Clone(c.full), &chunk{o.object[:c.used], o.attr[:c.used], o.rater[:c.used], o.value[:c.used]})
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
