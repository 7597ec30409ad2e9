package moments

import (
	"math"
	"slices"

	"fms-tui/model"
)

// view is the judgments that count for one label in one mode, laid out as in
// model.Dataset: the judgments of object i are start[i]:start[i+1] of attr, value and
// rater.
type view struct {
	ids     []string
	y       []float64 // the label, NaN where an object does not count
	d       int
	raters  int
	aware   bool // raters are identified
	start   []int
	attr    []int32
	value   []float64
	rater   []int32
	ignored int       // judgments by a rater who had already judged the cell
	shift   []float64 // by attribute: the first value that counts
	shiftY  float64
	classes int     // of a label with three or more, else 0
	forms   []uint8 // by object: form, where it was looked for; else nil
}

func newView(ds *model.Dataset, label *model.Label, mode model.Raters) *view {
	v := &view{
		ids: ds.Objects, d: len(ds.Attributes), raters: len(ds.Raters), aware: mode != model.RatersPaper,
		y: make([]float64, len(ds.Objects)), shift: make([]float64, len(ds.Attributes)), shiftY: math.NaN(),
		start: ds.Start, attr: ds.Attr, value: ds.Value, rater: ds.Rater,
	}
	v.classes = len(label.Classes)
	seen := make([]bool, v.d)
	unseen := v.d
	for i := range v.y {
		v.y[i] = label.Values[i]
		if v.start[i] == v.start[i+1] {
			v.y[i] = math.NaN()
		}
		if !v.counts(i) {
			continue
		}
		if math.IsNaN(v.shiftY) {
			v.shiftY = v.y[i]
		}
		for j := v.start[i]; unseen > 0 && j < v.start[i+1]; j++ {
			if a := v.attr[j]; !seen[a] {
				seen[a] = true
				unseen--
				v.shift[a] = v.value[j]
			}
		}
	}
	if v.aware {
		v.keepFirst()
	}
	return v
}

func (v *view) counts(i int) bool { return !math.IsNaN(v.y[i]) }

// keepFirst drops all but the first judgment of a rater in a cell: if raters are
// identified, two judgments by one rater are not two opinions.
func (v *view) keepFirst() {
	var again []int
	forms := make([]uint8, len(v.y))
	last, cell := make([]int, v.raters), 0 // by rater: the cell he judged last, numbered from 1
	for i := range v.y {
		if forms[i] = uint8(v.form(i)); forms[i] > 0 {
			continue
		}
		for lo, hi := v.start[i], v.start[i+1]; lo < hi; {
			end := v.cellEnd(lo, hi)
			cell++
			for j := lo; j < end; j++ {
				w := v.rater[j]
				if w == model.NoRater {
					continue
				}
				if last[w] == cell {
					again = append(again, j)
					if v.counts(i) {
						v.ignored++
					}
				}
				last[w] = cell
			}
			lo = end
		}
	}
	if v.forms = forms; len(again) == 0 {
		return
	}
	v.attr, v.value, v.rater, v.start = dropped(v.attr, again), dropped(v.value, again), dropped(v.rater, again), slices.Clone(v.start)
	gone := 0
	for i, end := range v.start {
		for gone < len(again) && again[gone] < end {
			gone++
		}
		v.start[i] -= gone
	}
}

// formRaters is how many raters of a form are compared with each other.
const formRaters = 16

// form returns n where the same n known raters judged every attribute of an object, in one order:
// most surveys are of nothing else. 0 stands for all other objects.
func (v *view) form(i int) int {
	if v.forms != nil {
		return int(v.forms[i])
	}
	lo, hi := v.start[i], v.start[i+1]
	n := (hi - lo) / v.d
	if n > formRaters || n*v.d != hi-lo {
		return 0
	}
	for j := lo; j < lo+n; j++ {
		if w := v.rater[j]; v.attr[j] != 0 || w == model.NoRater || slices.Contains(v.rater[lo:j], w) {
			return 0
		}
	}
	var other int32 // than n places before
	attr, rater := v.attr[lo+n:hi], v.rater[lo+n:hi]
	attr0, rater0 := v.attr[lo:][:len(attr)], v.rater[lo:][:len(attr)]
	for j, a := range attr {
		other |= (a - attr0[j] - 1) | (rater[j] ^ rater0[j])
	}
	if other != 0 {
		return 0
	}
	return n
}

// dropped returns x without some places, which rise.
func dropped[T any](x []T, places []int) []T {
	kept, from := make([]T, 0, len(x)-len(places)), 0
	for _, j := range places {
		kept, from = append(kept, x[from:j]...), j+1
	}
	return append(kept, x[from:]...)
}

// cellEnd is the end of the cell that begins at judgment lo of an object whose
// judgments end at hi.
func (v *view) cellEnd(lo, hi int) int {
	end := lo + 1
	for end < hi && v.attr[end] == v.attr[lo] {
		end++
	}
	return end
}

// members lists the objects of each of k blocks, in data order.
func (v *view) members(k int) [][]int {
	m := make([][]int, k)
	for i, id := range v.ids {
		if v.counts(i) {
			b := BlockOf(id, k)
			m[b] = append(m[b], i)
		}
	}
	return m
}
