package model

// chunkSize is the number of judgments in a chunk, half a megabyte.
const chunkSize = 1 << 15

// columns keep judgments in the order of reading, column by column, in chunks that
// never move: a slice that grows would copy them again and again.
type columns struct {
	chunks []*chunk // all full but the last
	n      int
}

// chunk is up to chunkSize judgments in parallel slices.
type chunk struct {
	object, attr, rater []int32
	value               []float64
}

// add appends a judgment.
func (c *columns) add(object, attr, rater int32, value float64) {
	at := c.n % chunkSize
	if at == 0 {
		c.chunks = append(c.chunks, newChunk(c.n > 0))
	}
	k := c.chunks[len(c.chunks)-1]
	k.object = append(k.object, object)
	k.attr = append(k.attr, attr)
	k.rater = append(k.rater, rater)
	k.value = append(k.value, value)
	c.n++
}

// newChunk returns an empty chunk. The first one grows, for most data sets are small.
func newChunk(whole bool) *chunk {
	if !whole {
		return new(chunk)
	}
	ints := make([]int32, 3*chunkSize)
	return &chunk{
		object: ints[:0:chunkSize], attr: ints[chunkSize : chunkSize : 2*chunkSize], rater: ints[2*chunkSize : 2*chunkSize],
		value: make([]float64, 0, chunkSize),
	}
}

// at returns the chunk of judgment i, and its place there.
func (c *columns) at(i int) (*chunk, int) { return c.chunks[i/chunkSize], i % chunkSize }

// truncate keeps the first n judgments.
func (c *columns) truncate(n int) {
	c.n = n
	c.chunks = c.chunks[:(n+chunkSize-1)/chunkSize]
	if last := n % chunkSize; last > 0 {
		k := c.chunks[len(c.chunks)-1]
		k.object, k.attr, k.rater, k.value = k.object[:last], k.attr[:last], k.rater[:last], k.value[:last]
	}
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
