package moments

import (
	"iter"
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
	named   func(rater int32) bool // and met again, perhaps: neither nobody nor a row or a call
	aware   bool                   // raters are identified
	start   []int
	attr    []int32
	value   []float64
	rater   []int32
	ignored int       // judgments by a rater who had already judged the cell
	shift   []float64 // by attribute: the first value that counts
	shiftY  float64
	classes int // of a label with three or more, else 0
}

func newView(ds *model.Dataset, label *model.Label, mode string) *view {
	v := &view{
		ids: ds.Objects, d: len(ds.Attributes), raters: len(ds.Raters), aware: mode != model.RatersPaper,
		y: make([]float64, len(ds.Objects)), shift: make([]float64, len(ds.Attributes)), shiftY: math.NaN(),
		start: ds.Start, attr: ds.Attr, value: ds.Value, rater: ds.Rater,
		named: func(w int32) bool { return w != model.NoRater && !ds.IsNameless(int(w)) },
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
	last, cell := make([]int, v.raters), 0 // by rater: the cell he judged last, numbered from 1
	for i := range v.y {
		for lo, end := range v.cells(i) {
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
		}
	}
	if len(again) == 0 {
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

// dropped returns x without some places, which rise.
func dropped[T any](x []T, places []int) []T {
	kept, from := make([]T, 0, len(x)-len(places)), 0
	for _, j := range places {
		kept, from = append(kept, x[from:j]...), j+1
	}
	return append(kept, x[from:]...)
}

// cells yields the first judgment of each cell of an object, and the end of the cell.
func (v *view) cells(i int) iter.Seq2[int, int] {
	return func(yield func(lo, end int) bool) {
		for lo, hi := v.start[i], v.start[i+1]; lo < hi; {
			end := lo + 1
			for end < hi && v.attr[end] == v.attr[lo] {
				end++
			}
			if !yield(lo, end) {
				return
			}
			lo = end
		}
	}
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
