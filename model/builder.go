package model

import (
	"cmp"
	"math"
	"slices"
)

// Builder collects judgments in any order and builds a Dataset. Objects,
// attributes and raters get their indices in order of first appearance.
type Builder struct {
	objects, attributes, raters names
	judgments                   columns
	labels                      []builderLabel
	labelIndex                  map[string]int
	discarded                   []int // attributes that lost judgments
}

// builderLabel are the values of a label by object, as far as there are any.
type builderLabel struct {
	name    string
	words   [2]string
	classes []string
	ordered bool
	value   []float64
	has     []bool
}

// names interns strings in order of first appearance.
type names struct {
	index   map[string]int // of the first names, as many as were entered
	list    []string
	entered int
}

func (n *names) id(s string) int {
	n.enter()
	if i, ok := n.index[s]; ok {
		return i
	}
	if n.index == nil {
		n.index = make(map[string]int)
	}
	i := len(n.list)
	n.index[s] = i
	n.list = append(n.list, s)
	n.entered = len(n.list)
	return i
}

// enter enters the names that were appended since the last look into the index.
func (n *names) enter() {
	for ; n.entered < len(n.list); n.entered++ {
		if n.index == nil {
			n.index = make(map[string]int)
		}
		n.index[n.list[n.entered]] = n.entered
	}
}

// Object returns the index of the object with that id, adding it if new.
func (b *Builder) Object(id string) int { return b.objects.id(id) }

// NewObject adds an object whose id no other object has, and returns its index. The caller
// knows so: nothing is looked up.
func (b *Builder) NewObject(id string) int {
	b.objects.list = append(b.objects.list, id)
	return len(b.objects.list) - 1
}

// Attribute returns the index of the attribute of that name, adding it if new.
func (b *Builder) Attribute(name string) int { return b.attributes.id(name) }

// RaterID returns the index of the rater with that id, adding it if new.
func (b *Builder) RaterID(id string) int32 { return int32(b.raters.id(id)) }

// columns keep judgments in the order of reading, in parallel slices.
type columns struct {
	object, attr, rater []int32
	value               []float64
}

// Add records one judgment. rater is an index from RaterID or NoRater; value
// must be finite.
func (b *Builder) Add(object, attribute int, rater int32, value float64) {
	c := &b.judgments
	c.object, c.attr, c.rater, c.value = append(c.object, int32(object)), append(c.attr, int32(attribute)), append(c.rater, rater), append(c.value, value)
}

// truncate keeps the first n judgments.
func (c *columns) truncate(n int) {
	c.object, c.attr, c.rater, c.value = c.object[:n], c.attr[:n], c.rater[:n], c.value[:n]
}

// AddRow records judgments of one object by one rater, value[i] of the attribute attr[i], as
// Add does one by one. NaN is no judgment.
func (b *Builder) AddRow(object int, rater int32, attr []int32, value []float64) {
	for i, x := range value {
		if x == x {
			b.Add(object, int(attr[i]), rater, x)
		}
	}
}

// AddLabel makes sure that a label of that name exists and returns its index.
func (b *Builder) AddLabel(name string) int {
	if i, ok := b.labelIndex[name]; ok {
		return i
	}
	if b.labelIndex == nil {
		b.labelIndex = make(map[string]int)
	}
	b.labelIndex[name] = len(b.labels)
	b.labels = append(b.labels, builderLabel{name: name})
	return len(b.labels) - 1
}

// NameClasses records the words that the data have in place of a label's 0, 1, 2, …, two
// at least, and whether three or more are steps of a scale.
func (b *Builder) NameClasses(label int, words []string, ordered bool) {
	l := &b.labels[label]
	if len(words) == 2 {
		l.words = [2]string(words)
		return
	}
	l.classes, l.ordered = slices.Clone(words), ordered
}

// SetLabel records object's value of a label. When the object already has a
// different value, that value and false come back and nothing changes.
func (b *Builder) SetLabel(label, object int, value float64) (old float64, ok bool) {
	l := &b.labels[label]
	for len(l.value) <= object {
		l.value, l.has = append(l.value, math.NaN()), append(l.has, false)
	}
	if old := l.value[object]; l.has[object] && old != value {
		return old, false
	}
	l.value[object], l.has[object] = value, true
	return value, true
}

// Discard takes out again the judgments of some attributes that were added from
// the given one on, and returns their number. An attribute that Discard was called
// for and that has no judgment in the end is left out of the data set.
func (b *Builder) Discard(from int, attribute func(int) bool) int {
	drop := make([]bool, len(b.attributes.list))
	for a := range drop {
		if drop[a] = attribute(a); drop[a] {
			b.discarded = append(b.discarded, a)
		}
	}
	c, to := &b.judgments, from
	before := len(c.value)
	for i := from; i < before; i++ {
		if !drop[c.attr[i]] {
			c.object[to], c.attr[to], c.rater[to], c.value[to] = c.object[i], c.attr[i], c.rater[i], c.value[i]
			to++
		}
	}
	c.truncate(to)
	return before - to
}

// Judgment returns the i-th added judgment, without the judgments that Discard removed.
func (b *Builder) Judgment(i int) (object, attribute int, rater int32, value float64) {
	c := &b.judgments
	return int(c.object[i]), int(c.attr[i]), c.rater[i], c.value[i]
}

// Take calls use for each judgment added so far, in order, and forgets them. Names and
// labels stay.
func (b *Builder) Take(use func(object, attribute, rater int32, value float64)) {
	k := b.judgments
	for j, o := range k.object {
		use(o, k.attr[j], k.rater[j], k.value[j])
	}
	b.judgments.truncate(0)
}

// Judgments returns the number of judgments added so far.
func (b *Builder) Judgments() int { return len(b.judgments.value) }

// Build lays the judgments out by object and attribute. The Builder must not
// be used afterwards.
func (b *Builder) Build() *Dataset {
	b.leaveOutEmpty()
	d := &Dataset{
		Objects:    b.objects.list,
		Attributes: b.attributes.list,
		Raters:     b.raters.list,
		Start:      make([]int, len(b.objects.list)+1),
	}
	b.place(d)
	for _, l := range b.labels {
		for len(l.value) < len(d.Objects) {
			l.value = append(l.value, math.NaN())
		}
		d.Labels = append(d.Labels, Label{Name: l.name, Values: l.value, Words: l.words, Classes: l.classes, Ordered: l.ordered})
	}
	return d
}

// leaveOutEmpty forgets the attributes that lost all their judgments.
func (b *Builder) leaveOutEmpty() {
	if len(b.discarded) == 0 {
		return
	}
	judged := make([]bool, len(b.attributes.list))
	for _, a := range b.judgments.attr {
		judged[a] = true
	}
	to := make([]int32, len(judged))
	var kept []string
	for a, name := range b.attributes.list {
		to[a] = int32(len(kept))
		if judged[a] || !slices.Contains(b.discarded, a) {
			kept = append(kept, name)
		}
	}
	for i, a := range b.judgments.attr {
		b.judgments.attr[i] = to[a]
	}
	b.attributes.list = kept
}

// place lays the judgments out by object and attribute, in the order of reading within a cell, and
// fills Start.
func (b *Builder) place(d *Dataset) {
	k := b.judgments
	b.judgments = columns{}
	for _, o := range k.object {
		d.Start[o+1]++
	}
	for i := 1; i < len(d.Start); i++ {
		d.Start[i] += d.Start[i-1]
	}
	n, next := len(k.object), slices.Clone(d.Start)
	d.Value, d.Attr, d.Rater = make([]float64, n), make([]int32, n), make([]int32, n)
	for j, o := range k.object {
		to := next[o]
		d.Value[to], d.Attr[to], d.Rater[to] = k.value[j], k.attr[j], k.rater[j]
		next[o]++
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
