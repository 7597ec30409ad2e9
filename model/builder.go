package model

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Builder collects judgments in any order and builds a Dataset. Objects,
// attributes and raters get their indices in order of first appearance.
type Builder struct {
	objects, attributes, raters names
	nameless                    []bool // by rater, as far as there are any
	judgments                   columns
	labels                      []Label
	discarded                   []int // attributes that lost judgments
}

// names gives names their numbers in order of first appearance.
type names struct {
	number map[string]int
	list   []string
}

func (n *names) known(s string) (number int, ok bool) {
	number, ok = n.number[s]
	return number, ok
}

// id is the number of a name, which may be part of a longer string: nothing of that is kept.
func (n *names) id(s string) int {
	number, ok := n.number[s]
	if !ok {
		if n.number == nil {
			n.number = make(map[string]int)
		}
		number, s = len(n.list), strings.Clone(s)
		n.number[s] = number
		n.list = append(n.list, s)
	}
	return number
}

// Object returns the index of the object with that id, adding it if new.
func (b *Builder) Object(id string) int { return b.objects.id(id) }

// KnownObject returns the index of the object with that id, if there is one.
func (b *Builder) KnownObject(id string) (index int, ok bool) { return b.objects.known(id) }

// Objects are the ids of the objects so far, by index.
func (b *Builder) Objects() []string { return b.objects.list }

// Attribute returns the index of the attribute of that name, adding it if new.
func (b *Builder) Attribute(name string) int { return b.attributes.id(name) }

// KnownAttribute returns the index of the attribute of that name, if there is one.
func (b *Builder) KnownAttribute(name string) (index int, ok bool) { return b.attributes.known(name) }

// Attributes are the names of the attributes so far, by index.
func (b *Builder) Attributes() []string { return b.attributes.list }

// RaterID returns the index of the rater with that id, adding it if new.
func (b *Builder) RaterID(id string) int32 { return int32(b.raters.id(id)) }

// NamelessRater adds a rater who stands for a row or a call, for nobody knows who judged it. The
// name is made different from all so far.
func (b *Builder) NamelessRater(name string) int32 {
	for _, taken := b.raters.known(name); taken; _, taken = b.raters.known(name) {
		name += "′"
	}
	id := b.raters.id(name)
	b.nameless = append(b.nameless, make([]bool, id+1-len(b.nameless))...)
	b.nameless[id] = true
	return int32(id)
}

// Add records one judgment. rater is an index from RaterID or NoRater; value
// must be finite.
func (b *Builder) Add(object, attribute int, rater int32, value float64) {
	b.judgments.add(int32(object), int32(attribute), rater, value)
}

// Expect makes room for n judgments in all. Where they come object by object they need no more memory
// than the Dataset then.
func (b *Builder) Expect(n int) { b.judgments.expect(n) }

// AddLabel makes sure that a label of that name exists and returns its index.
func (b *Builder) AddLabel(name string) int {
	i := slices.IndexFunc(b.labels, func(l Label) bool { return l.Name == name })
	if i < 0 {
		i = len(b.labels)
		b.labels = append(b.labels, Label{Name: name})
	}
	return i
}

// SetLabel sets an object's value of a label.
func (b *Builder) SetLabel(label, object int, value float64) { b.labels[label].Set(object, value) }

// Set sets an object's value, by its index; the values of objects before it are NaN until they are set.
func (l *Label) Set(object int, value float64) {
	for len(l.Values) <= object {
		l.Values = append(l.Values, math.NaN())
	}
	l.Values[object] = value
}

// Discard takes out again the judgments of some attributes that were added from
// the given one on, and returns their number. An attribute that Discard was called
// for and that has no judgment in the end is left out of the data set.
func (b *Builder) Discard(from int, attribute func(int) bool) int {
	before := b.judgments.n
	drop := make([]bool, len(b.attributes.list))
	for a := range drop {
		if drop[a] = attribute(a); drop[a] {
			b.discarded = append(b.discarded, a)
		}
	}
	b.judgments.discard(from, drop)
	return before - b.judgments.n
}

// Judgment returns the i-th added judgment, without the judgments that Discard removed.
func (b *Builder) Judgment(i int) (object, attribute int, rater int32, value float64) {
	k, j := b.judgments.at(i)
	return int(k.object[j]), int(k.attr[j]), k.rater[j], k.value[j]
}

// Judgments returns the number of judgments added so far.
func (b *Builder) Judgments() int { return b.judgments.n }

// Build lays the judgments out by object and attribute. Nothing must be added to the Builder
// afterwards.
func (b *Builder) Build() *Dataset {
	d := &Dataset{
		Objects:    b.objects.list,
		Attributes: b.leaveOutEmpty(),
		Raters:     b.raters.list,
		Labels:     b.labels,
		Start:      make([]int, len(b.objects.list)+1),
	}
	if b.nameless != nil {
		d.Nameless = slices.Concat(b.nameless, make([]bool, len(d.Raters)-len(b.nameless)))
	}
	b.place(d)
	for i := range d.Labels {
		if l := &d.Labels[i]; len(l.Values) < len(d.Objects) {
			l.Set(len(d.Objects)-1, math.NaN())
		}
	}
	return d
}

// leaveOutEmpty gives the attributes of judgments the numbers that they have without those that lost
// all their judgments, and returns their names.
func (b *Builder) leaveOutEmpty() []string {
	if len(b.discarded) == 0 {
		return b.attributes.list
	}
	judged := make([]bool, len(b.attributes.list))
	chunks := b.judgments.chunks()
	for _, k := range chunks {
		for _, a := range k.attr {
			judged[a] = true
		}
	}
	to := make([]int32, len(judged))
	var kept []string
	for a, name := range b.attributes.list {
		to[a] = int32(len(kept))
		if judged[a] || !slices.Contains(b.discarded, a) {
			kept = append(kept, name)
		}
	}
	for _, k := range chunks {
		for i, a := range k.attr {
			k.attr[i] = to[a]
		}
	}
	return kept
}

// Part returns what was added so far, to be built by itself. Builder begins anew, with
// the same attributes and raters.
func (b *Builder) Part() *Builder {
	part := *b
	part.attributes.list, part.raters.list = slices.Clip(part.attributes.list), slices.Clip(part.raters.list)
	b.objects, b.judgments, b.labels = names{}, columns{}, nil
	return &part
}

// Split divides the judgments by objects into builders of at least size judgments each, the last
// perhaps of less. All have the attributes and raters of b, which forgets its judgments; their
// objects are those of b, in its order.
func (b *Builder) Split(size int) (parts []*Builder) {
	attributes := names{list: b.leaveOutEmpty()}
	count := make([]int, len(b.objects.list))
	chunks := b.judgments.chunks()
	b.judgments = columns{}
	for _, k := range chunks {
		for _, o := range k.object {
			count[o]++
		}
	}
	part, first := make([]int32, len(count)), make([]int32, 0)
	n := size
	for o := range count {
		if n >= size {
			parts, first, n = append(parts, &Builder{attributes: attributes, raters: b.raters, nameless: b.nameless}), append(first, int32(o)), 0
		}
		n += count[o]
		part[o] = int32(len(parts) - 1)
		parts[part[o]].objects.list = b.objects.list[first[part[o]] : o+1]
	}
	for i, k := range chunks {
		for j, o := range k.object {
			p := part[o]
			parts[p].judgments.add(o-first[p], k.attr[j], k.rater[j], k.value[j])
		}
		chunks[i] = nil
	}
	return parts
}

// chunkSize is the number of judgments in a chunk, half a megabyte.
const chunkSize = 1 << 15

// columns keep judgments in the order of reading, column by column, in chunks that
// never move: a slice that grows would copy them again and again.
type columns struct {
	list []*chunk
	n    int // judgments
	head int // that the first chunk has room for; all others have room for chunkSize
	room int // for judgments in all chunks
}

// chunk is some judgments in parallel slices.
type chunk struct {
	object, attr, rater []int32
	value               []float64
}

func newChunk(room int) *chunk {
	return &chunk{make([]int32, 0, room), make([]int32, 0, room), make([]int32, 0, room), make([]float64, 0, room)}
}

// add appends a judgment.
func (c *columns) add(object, attr, rater int32, value float64) {
	if c.n == c.room {
		c.grow()
	}
	k := c.list[len(c.list)-1]
	k.object, k.attr, k.rater, k.value = append(k.object, object), append(k.attr, attr), append(k.rater, rater), append(k.value, value)
	c.n++
}

// grow adds a chunk.
func (c *columns) grow() {
	first := newChunk(0) // most data sets are small: it grows
	if c.n > 0 {
		first = newChunk(chunkSize)
	} else {
		c.head = chunkSize
	}
	c.list, c.room = append(c.list, first), c.room+chunkSize
}

// expect moves all judgments to a first chunk with room for n.
func (c *columns) expect(n int) {
	if n <= c.room {
		return
	}
	first := newChunk(n)
	for _, k := range c.list {
		first.object, first.attr = append(first.object, k.object...), append(first.attr, k.attr...)
		first.rater, first.value = append(first.rater, k.rater...), append(first.value, k.value...)
	}
	c.list, c.head, c.room = []*chunk{first}, n, n
}

// chunks returns all judgments.
func (c *columns) chunks() []*chunk { return slices.Clone(c.list) }

// at returns the chunk of judgment i, and its place there.
func (c *columns) at(i int) (*chunk, int) {
	if i < c.head {
		return c.list[0], i
	}
	i -= c.head
	return c.list[1+i/chunkSize], i % chunkSize
}

// truncate keeps the first n judgments.
func (c *columns) truncate(n int) {
	if c.n == n {
		return
	}
	k, end := c.at(n)
	k.object, k.attr, k.rater, k.value = k.object[:end], k.attr[:end], k.rater[:end], k.value[:end]
	last := slices.Index(c.list, k)
	c.list, c.n, c.room = c.list[:last+1], n, c.head+last*chunkSize
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
	if len(chunks) == 1 && slices.IsSorted(chunks[0].object) {
		d.Value, d.Attr, d.Rater = chunks[0].value, chunks[0].attr, chunks[0].rater
	} else {
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
