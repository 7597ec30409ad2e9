package model

import (
	"cmp"
	"math"
	"slices"
)

// NoRater marks a judgment whose rater is unknown.
const NoRater int32 = -1

// Dataset is judgment data in memory: objects, attributes, raters, labels and
// the judgments themselves. It is built once by a Builder and never changed.
//
// The judgments of object i are the half-open range Start[i]:Start[i+1] of the
// parallel slices Attr, Value and Rater. Inside an object they are ordered by
// attribute, and inside a cell (one object, one attribute) as they were read.
type Dataset struct {
	Name       string   // how the data are called on screen: a file's or a sample's name
	Simulated  bool     // true for bundled data that no person ever judged
	Sources    []Source // the files read, in order
	Objects    []string // ids as read, trimmed; unique
	Attributes []string // names; unique
	Raters     []string // ids; unique; empty when no judgment carries one
	Labels     []Label
	Prices     []Amount // price of a judgment by attribute, or nil: each costs 1
	PriceUnit  string   // what Prices count, such as "USD"; "" where they are plain numbers
	Nameless   []bool   // by rater: it stands for a row or a call whose rater is not known; nil for none
	Calls      []CallForm

	Start []int     // length len(Objects)+1
	Attr  []int32   // index into Attributes
	Value []float64 // finite
	Rater []int32   // index into Raters, or NoRater

	// MomentsOf is set where the moments of judgments were read in place of the
	// judgments: it counts what they were made from. Objects, Raters, the
	// labels' Values and the judgments are then empty.
	MomentsOf *Summary

	// Unlabelled is the data set as it was before a label was made of one of its
	// attributes (LabelFrom); nil where none was.
	Unlabelled *Dataset

	Reading  Reading   // how the files were understood
	Warnings []Finding // what was odd about them
}

// Label is one number to be predicted for each object.
type Label struct {
	Name   string
	Values []float64 // one per object; NaN where the object has none
}

// ObjectLabel is what is said of an object whose label nobody knows.
type ObjectLabel struct {
	Object      string
	Class       bool    // the label is 1
	Probability float64 // of that, from 0 to 1
}

// Source names a file that was read.
type Source struct {
	File   string // as the user named it
	SHA256 string // hex digest of the bytes as stored; "" where not computed
}

// Reading tells how a data set's files were understood, for `check` and the
// Data screen.
type Reading struct {
	Layout  string       // "long", "by-rater" or "by-object"
	Form    string       // the export that the rows were made of, such as "Mechanical Turk batch"; "" where they are as they stand
	Columns []ColumnRole // every column of every file, in file order; of reshaped files those they have now
	Rows    int          // data rows read, the header not counted; tasks, records or assignments of exports
	Kept    int          // those of Rows that are not left out whole
	Dropped []Dropped    // rows, cells or single answers that were left out, by reason
	// DroppedCells are those of Dropped that are cells of rows kept.
	DroppedCells []Dropped
	Choices      []Choice   // of options, which would reproduce this reading
	Because      []Decision // what was decided by the cells or the form of the file
}

// ColumnRole says what a column was taken for, and why.
type ColumnRole struct {
	File   string
	Column string
	Role   Role
	Code   ReasonCode
	Reason string // the code as a sentence; "" where the user named the column
	Remedy Remedy // what makes something else of it, or by what option the user named it
}

// Dropped counts what was left out for one reason.
type Dropped struct {
	Reason string
	Count  int
}

// Price returns the data's own price of a judgment of attribute a.
func (d *Dataset) Price(a int) Amount {
	if d.Prices == nil {
		return Unit
	}
	return d.Prices[a]
}

// Label returns the label of that name, or nil.
func (d *Dataset) Label(name string) *Label {
	for i := range d.Labels {
		if d.Labels[i].Name == name {
			return &d.Labels[i]
		}
	}
	return nil
}

// Builder collects judgments in any order and builds a Dataset. Objects,
// attributes and raters get their indices in order of first appearance.
type Builder struct {
	objects, attributes, raters names
	judgments                   []judgment
	labels                      []builderLabel
	labelIndex                  map[string]int
	discarded                   []int // attributes that lost judgments
}

type judgment struct {
	object, attr, rater int32
	value               float64
}

type builderLabel struct {
	name  string
	value map[int]float64
}

// names interns strings in order of first appearance.
type names struct {
	index map[string]int
	list  []string
}

func (n *names) id(s string) int {
	if i, ok := n.index[s]; ok {
		return i
	}
	if n.index == nil {
		n.index = make(map[string]int)
	}
	i := len(n.list)
	n.index[s] = i
	n.list = append(n.list, s)
	return i
}

// Object returns the index of the object with that id, adding it if new.
func (b *Builder) Object(id string) int { return b.objects.id(id) }

// Attribute returns the index of the attribute of that name, adding it if new.
func (b *Builder) Attribute(name string) int { return b.attributes.id(name) }

// RaterID returns the index of the rater with that id, adding it if new.
func (b *Builder) RaterID(id string) int32 { return int32(b.raters.id(id)) }

// Add records one judgment. rater is an index from RaterID or NoRater; value
// must be finite.
func (b *Builder) Add(object, attribute int, rater int32, value float64) {
	b.judgments = append(b.judgments, judgment{int32(object), int32(attribute), rater, value})
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
	b.labels = append(b.labels, builderLabel{name: name, value: make(map[int]float64)})
	return len(b.labels) - 1
}

// SetLabel records object's value of a label. When the object already has a
// different value, that value and false come back and nothing changes.
func (b *Builder) SetLabel(label, object int, value float64) (old float64, ok bool) {
	if old, has := b.labels[label].value[object]; has && old != value {
		return old, false
	}
	b.labels[label].value[object] = value
	return value, true
}

// Discard takes out again the judgments of some attributes that were added from
// the given one on, and returns their number. An attribute that Discard was called
// for and that has no judgment in the end is left out of the data set.
func (b *Builder) Discard(from int, attribute func(int) bool) int {
	before := len(b.judgments)
	own := slices.DeleteFunc(b.judgments[from:], func(j judgment) bool { return attribute(int(j.attr)) })
	b.judgments = b.judgments[:from+len(own)]
	for a := range b.attributes.list {
		if attribute(a) {
			b.discarded = append(b.discarded, a)
		}
	}
	return before - len(b.judgments)
}

// Judgment returns the i-th judgment added, less those that Discard took out.
func (b *Builder) Judgment(i int) (object, attribute int, value float64) {
	j := &b.judgments[i]
	return int(j.object), int(j.attr), j.value
}

// Judgments returns the number of judgments added so far.
func (b *Builder) Judgments() int { return len(b.judgments) }

// Build lays the judgments out by object and attribute. The Builder must not
// be used afterwards.
func (b *Builder) Build() *Dataset {
	b.leaveOutEmpty()
	d := &Dataset{
		Objects:    b.objects.list,
		Attributes: b.attributes.list,
		Raters:     b.raters.list,
		Start:      make([]int, len(b.objects.list)+1),
		Attr:       make([]int32, len(b.judgments)),
		Value:      make([]float64, len(b.judgments)),
		Rater:      make([]int32, len(b.judgments)),
	}
	order := b.order(d.Start)
	for to, from := range order {
		j := &b.judgments[from]
		d.Attr[to], d.Value[to], d.Rater[to] = j.attr, j.value, j.rater
	}
	for _, l := range b.labels {
		values := make([]float64, len(d.Objects))
		for i := range values {
			v, ok := l.value[i]
			if !ok {
				v = math.NaN()
			}
			values[i] = v
		}
		d.Labels = append(d.Labels, Label{Name: l.name, Values: values})
	}
	return d
}

// leaveOutEmpty forgets the attributes that lost all their judgments.
func (b *Builder) leaveOutEmpty() {
	if len(b.discarded) == 0 {
		return
	}
	judged := make([]bool, len(b.attributes.list))
	for i := range b.judgments {
		judged[b.judgments[i].attr] = true
	}
	to := make([]int32, len(judged))
	var kept []string
	for a, name := range b.attributes.list {
		to[a] = int32(len(kept))
		if judged[a] || !slices.Contains(b.discarded, a) {
			kept = append(kept, name)
		}
	}
	for i := range b.judgments {
		b.judgments[i].attr = to[b.judgments[i].attr]
	}
	b.attributes.list = kept
}

// order returns the judgments' positions sorted by (object, attribute, order
// of reading) and fills start. Objects are placed by counting, because files
// usually hold them together; each object's few judgments are then sorted.
func (b *Builder) order(start []int) []int32 {
	for i := range b.judgments {
		start[b.judgments[i].object+1]++
	}
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	next := slices.Clone(start)
	order := make([]int32, len(b.judgments))
	for j := range b.judgments {
		o := b.judgments[j].object
		order[next[o]] = int32(j)
		next[o]++
	}
	byAttribute := func(p, q int32) int { return cmp.Compare(b.judgments[p].attr, b.judgments[q].attr) }
	for i := 1; i < len(start); i++ {
		if own := order[start[i-1]:start[i]]; !slices.IsSortedFunc(own, byAttribute) {
			slices.SortStableFunc(own, byAttribute)
		}
	}
	return order
}
