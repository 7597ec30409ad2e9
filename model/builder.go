package model

import (
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
