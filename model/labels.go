package model

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// How the judgments of a cell become one label (--label-agg).
const (
	AggregateMean   = "mean"
	AggregateMedian = "median"
)

// LabelFrom returns a data set in which a judged attribute, by its index, has
// become the first label and is no attribute any more. Objects without a
// judgment of it have no such label; a label of the same name is replaced.
//
// A label that the raters of the other attributes made is circular: their noise is in
// both, and losses come out too small. If any rater judged both, there is a warning. If
// judgments carry no rater, the warning says that this cannot be known.
func (d *Dataset) LabelFrom(attribute int, how string) *Dataset {
	name := d.Attributes[attribute]
	out := *d
	out.Unlabelled = d
	out.Reading.Columns = slices.Clone(d.Reading.Columns)
	for i := range out.Reading.Columns {
		if c := &out.Reading.Columns[i]; c.Column == name && c.Role == RoleAttribute {
			c.Role, c.Reason = RoleLabel, "its judgments are the label"
		}
	}
	out.Attributes = slices.Delete(slices.Clone(d.Attributes), attribute, attribute+1)
	if d.Prices != nil {
		out.Prices = slices.Delete(slices.Clone(d.Prices), attribute, attribute+1)
	}
	out.Calls = withoutAttribute(d.Calls, name)
	out.Start, out.Attr, out.Value, out.Rater = make([]int, len(d.Start)), nil, nil, nil
	label := Label{Name: name, Values: make([]float64, len(d.Objects))}
	made := make(map[int32]bool) // raters of the label
	for i := range d.Objects {
		var cell []float64
		for j := d.Start[i]; j < d.Start[i+1]; j++ {
			a := d.Attr[j]
			switch {
			case int(a) == attribute:
				cell = append(cell, d.Value[j])
				made[d.Rater[j]] = true
				continue
			case int(a) > attribute:
				a--
			}
			out.Attr = append(out.Attr, a)
			out.Value = append(out.Value, d.Value[j])
			out.Rater = append(out.Rater, d.Rater[j])
		}
		out.Start[i+1] = len(out.Value)
		label.Values[i] = aggregate(cell, how)
	}
	out.Labels = []Label{label}
	for _, l := range d.Labels {
		if l.Name != name {
			out.Labels = append(out.Labels, l)
		}
	}
	out.Warnings = append(slices.Clone(d.Warnings), circular(&out, name, made)...)
	return &out
}

// VotedLabel returns a data set with the mean of a judged attribute, by its index,
// as its first label, and the attribute where it was. It is for an attribute that
// is voted on while nobody knows the label; that the two have their noise in
// common is a warning.
func (d *Dataset) VotedLabel(attribute int) *Dataset {
	out := *d
	made := d.LabelFrom(attribute, AggregateMean)
	out.Labels = made.Labels
	out.Warnings = append(slices.Clone(d.Warnings), Finding{Code: CodeCircularLabel, Attribute: d.Attributes[attribute], Message: fmt.Sprintf(
		"the label is the mean of the votes on %s, which are judgments too: losses say nothing until there are labels of another origin", d.Attributes[attribute])})
	return &out
}

// aggregate is NaN for an empty cell. It reorders the cell.
func aggregate(cell []float64, how string) float64 {
	n := len(cell)
	if n == 0 {
		return math.NaN()
	}
	if how == AggregateMedian {
		slices.Sort(cell)
		return cell[(n-1)/2]/2 + cell[n/2]/2
	}
	var sum float64
	for _, x := range cell {
		sum += x / float64(n)
	}
	return sum
}

func circular(d *Dataset, label string, made map[int32]bool) []Finding {
	both, unknown := 0, made[NoRater]
	for _, w := range d.Rater {
		if made[w] && w != NoRater {
			made[w] = false // counted once
			if unknown = unknown || d.IsNameless(int(w)); !d.IsNameless(int(w)) {
				both++
			}
		}
	}
	switch {
	case both > 0:
		return []Finding{{Code: CodeCircularLabel, Attribute: label, Message: fmt.Sprintf(
			"%d of the raters judged both %s and other attributes: their noise is in the label and in the judgments, so losses come out too small; a label made by others would tell", both, label)}}
	case unknown:
		return []Finding{{Code: CodeCircularLabel, Attribute: label, Message: fmt.Sprintf(
			"who judged %s is not known: if it was the raters of the other attributes, their noise is in the label too, and losses come out too small", label)}}
	}
	return nil
}

// withoutAttribute returns the forms without an attribute; a form with a single
// attribute left is removed.
func withoutAttribute(forms []Sheet, name string) []Sheet {
	var left []Sheet
	for _, f := range forms {
		f.Attributes = slices.DeleteFunc(slices.Clone(f.Attributes), func(a string) bool { return a == name })
		if len(f.Attributes) > 1 {
			left = append(left, f)
		}
	}
	return left
}

// LabelNamed returns a label of the data, or what a name makes of one: NAME=CLASS is 1 for the
// class of a label and 0 for its other classes. If ordered names the classes of the label from
// low to high, they are the steps of a scale. It returns nil if there is no such label, or if
// ordered names other classes.
func (d *Dataset) LabelNamed(name string, ordered []string) *Label {
	l := d.Label(name)
	if l == nil {
		l = d.oneClass(name)
	}
	if l == nil || len(ordered) == 0 {
		return l
	}
	return l.inOrder(ordered)
}

// oneClass is one class of a label against the rest, nil where the name is of no class.
func (d *Dataset) oneClass(name string) *Label {
	for i := range d.Labels {
		l := &d.Labels[i]
		class, ok := strings.CutPrefix(name, l.Name+"=")
		k := slices.Index(l.ClassNames(), class)
		if !ok || k < 0 || l.Values == nil {
			continue
		}
		out := &Label{Name: name, Words: [2]string{"not " + class, class}}
		for _, y := range l.Values {
			switch {
			case math.IsNaN(y):
			case y == float64(k):
				y = 1
			default:
				y = 0
			}
			out.Values = append(out.Values, y)
		}
		return out
	}
	return nil
}

// inOrder is the label with its classes as steps of a scale, nil where ordered names others.
func (l *Label) inOrder(ordered []string) *Label {
	if len(ordered) != len(l.Classes) || l.Values == nil {
		return nil
	}
	to := make([]float64, len(ordered))
	for k, class := range l.Classes {
		at := slices.Index(ordered, class)
		if at < 0 {
			return nil
		}
		to[k] = float64(at)
	}
	out := &Label{Name: l.Name, Classes: slices.Clone(ordered), Ordered: true}
	for _, y := range l.Values {
		if !math.IsNaN(y) {
			y = to[int(y)]
		}
		out.Values = append(out.Values, y)
	}
	return out
}
