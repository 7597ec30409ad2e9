package model

import (
	"cmp"
	"math"
	"slices"
)

// Append returns the data of d followed by the data of more, as if both had been read
// from one file. An object of both keeps its judgments and gets the new judgments. Append
// returns false if the data cannot be joined: raters without names, prices, calls or sums
// in either, other labels, or another label of the same object. d and more stay
// unchanged; the reading, the sources and the findings are d's.
func (d *Dataset) Append(more *Dataset) (*Dataset, bool) {
	if !d.plain() || !more.plain() || !d.sameLabels(more) {
		return nil, false
	}
	out := *d
	objects := extended(&out.Objects, more.Objects)
	attributes := extended(&out.Attributes, more.Attributes)
	raters := extended(&out.Raters, more.Raters)
	if !out.appendLabels(d, more, objects) {
		return nil, false
	}
	added := make([]int, len(out.Objects)) // object of more, one above; 0 for none
	for i, at := range objects {
		added[at] = i + 1
	}
	n := len(d.Attr) + len(more.Attr)
	out.Start = make([]int, 1, len(out.Objects)+1)
	out.Attr, out.Value, out.Rater = make([]int32, 0, n), make([]float64, 0, n), make([]int32, 0, n)
	for i, id := range added {
		from := len(out.Attr)
		if i < len(d.Objects) {
			lo, hi := d.Start[i], d.Start[i+1]
			out.Attr, out.Value, out.Rater = append(out.Attr, d.Attr[lo:hi]...), append(out.Value, d.Value[lo:hi]...), append(out.Rater, d.Rater[lo:hi]...)
		}
		if id > 0 {
			for j := more.Start[id-1]; j < more.Start[id]; j++ {
				rater := NoRater
				if more.Rater[j] != NoRater {
					rater = int32(raters[more.Rater[j]])
				}
				out.Attr, out.Value, out.Rater = append(out.Attr, int32(attributes[more.Attr[j]])), append(out.Value, more.Value[j]), append(out.Rater, rater)
			}
			out.orderCells(from)
		}
		out.Start = append(out.Start, len(out.Attr))
	}
	return &out, true
}

// plain tells whether judgments are all that data hold.
func (d *Dataset) plain() bool {
	return d.Prices == nil && d.Nameless == nil && d.Calls == nil && d.MomentsOf == nil && d.Unlabelled == nil
}

// sameLabels tells whether labels mean the same in both.
func (d *Dataset) sameLabels(o *Dataset) bool {
	return slices.EqualFunc(d.Labels, o.Labels, func(a, b Label) bool {
		return a.Name == b.Name && a.Words == b.Words && a.Ordered == b.Ordered && slices.Equal(a.Classes, b.Classes)
	})
}

// extended adds names that a list lacks to it, and returns where each is.
func extended(list *[]string, names []string) []int {
	index := make(map[string]int, len(*list))
	for i, n := range *list {
		index[n] = i
	}
	*list = slices.Clip(*list) // what is added is not the old data's
	at := make([]int, len(names))
	for i, n := range names {
		known := false
		if at[i], known = index[n]; !known {
			at[i] = len(*list)
			*list = append(*list, n)
		}
	}
	return at
}

// appendLabels puts the labels together; false where an object has two.
func (d *Dataset) appendLabels(first, more *Dataset, objects []int) bool {
	d.Labels = slices.Clone(first.Labels)
	for l := range d.Labels {
		values := make([]float64, len(d.Objects))
		for i := copy(values, first.Labels[l].Values); i < len(values); i++ {
			values[i] = math.NaN()
		}
		for i, y := range more.Labels[l].Values {
			was := &values[objects[i]]
			switch {
			case math.IsNaN(y):
			case !math.IsNaN(*was) && *was != y:
				return false
			default:
				*was = y
			}
		}
		d.Labels[l].Values = values
	}
	return true
}

// orderCells orders the judgments from one on by attribute, and keeps the order within a cell.
func (d *Dataset) orderCells(from int) {
	order := make([]int, len(d.Attr)-from)
	for k := range order {
		order[k] = from + k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(d.Attr[a], d.Attr[b]) })
	attr, value, rater := slices.Clone(d.Attr[from:]), slices.Clone(d.Value[from:]), slices.Clone(d.Rater[from:])
	for k, j := range order {
		d.Attr[from+k], d.Value[from+k], d.Rater[from+k] = attr[j-from], value[j-from], rater[j-from]
	}
}
