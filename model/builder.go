package model

import (
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

// Add records one judgment. rater is an index from RaterID or NoRater; value
// must be finite.
func (b *Builder) Add(object, attribute int, rater int32, value float64) {
	b.judgments.add(int32(object), int32(attribute), rater, value)
}

// AddRow records judgments of one object by one rater, value[i] of the attribute attr[i], as
// Add does one by one. NaN is no judgment.
func (b *Builder) AddRow(object int, rater int32, attr []int32, value []float64) {
	for from := 0; from < len(value); {
		if value[from] != value[from] {
			from++
			continue
		}
		to := from + 1
		for to < len(value) && value[to] == value[to] {
			to++
		}
		b.judgments.addRow(int32(object), rater, attr[from:to], value[from:to])
		from = to
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

// Take calls use for each judgment added so far, in order, and forgets them. Names and
// labels stay.
func (b *Builder) Take(use func(object, attribute, rater int32, value float64)) {
	for _, k := range b.judgments.chunks() {
		for j, o := range k.object {
			use(o, k.attr[j], k.rater[j], k.value[j])
		}
	}
	b.judgments = columns{open: b.judgments.open, spare: append(b.judgments.spare, b.judgments.full...)}
}

// Judgments returns the number of judgments added so far.
func (b *Builder) Judgments() int { return b.judgments.n }

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
	b.attributes.list = kept
}
