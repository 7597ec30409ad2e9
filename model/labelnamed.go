package model

import (
	"math"
	"slices"
	"strings"
)

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
