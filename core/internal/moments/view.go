package moments

import (
	"math"
	"sync/atomic"

	"fms-tui/core/internal/parallel"
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
	classes int                    // of a label with three or more, else 0
	whole   []uint8                // by object, where raters are identified: findWhole; nil where it was not looked up
	forms   [mostWhole + 1][]int32 // by n: attr of a whole object of n judgments a cell; nil where there is none
}

func newView(ds *model.Dataset, label *model.Label, mode model.Raters) *view {
	v := &view{
		ids: ds.Objects, d: len(ds.Attributes), raters: len(ds.Raters), aware: mode != model.RatersPaper,
		y: make([]float64, len(ds.Objects)), shift: make([]float64, len(ds.Attributes)), shiftY: math.NaN(),
		start: ds.Start, attr: ds.Attr, value: ds.Value, rater: ds.Rater,
	}
	v.classes = len(label.Classes)
	v.findForms()
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
	if v.aware && v.ratersRepeat() {
		v.keepFirst()
	}
	return v
}

func (v *view) counts(i int) bool { return !math.IsNaN(v.y[i]) }

// repeated finds judgments by a rater who judged the same cell before, without
// comparing raters with each other: a cell may hold thousands.
type repeated struct {
	*view
	last []int // by rater: the cell he judged last, numbered from 1
	cell int
}

func newRepeated(v *view) *repeated { return &repeated{view: v, last: make([]int, v.raters)} }

// begin is called for the first judgment of each object.
func (r *repeated) begin() { r.cell++ }

// at tells whether judgment j, of an object that begins at lo, repeats one.
// Judgments must be asked for in order.
func (r *repeated) at(j, lo int) bool {
	if j > lo && r.attr[j] != r.attr[j-1] {
		r.cell++
	}
	w := r.rater[j]
	if w == model.NoRater {
		return false
	}
	again := r.last[w] == r.cell
	r.last[w] = r.cell
	return again
}

// fewJudgments is how many judgments of a cell are compared with each other.
const fewJudgments = 4

// ratersRepeat tells whether any judgment is by a rater who judged its cell
// before. It marks whole objects, where none is.
func (v *view) ratersRepeat() bool {
	const pieces = 16
	var found atomic.Bool
	v.whole = make([]uint8, len(v.y))
	parallel.Do(pieces, func() func(int) {
		r := newRepeated(v)
		return func(p int) {
			for i := p * len(v.y) / pieces; i < (p+1)*len(v.y)/pieces && !found.Load(); i++ {
				if v.whole[i] = v.findWhole(i); v.whole[i] > 0 {
					continue
				}
				for lo, hi := v.start[i], v.start[i+1]; lo < hi; {
					end := v.cellEnd(lo, hi)
					if r.inCell(lo, end) {
						found.Store(true)
					}
					lo = end
				}
			}
		}
	})
	return found.Load()
}

// inCell tells whether the cell lo:end holds two judgments by one rater.
func (r *repeated) inCell(lo, end int) bool {
	if end-lo > fewJudgments {
		r.begin()
		for j := lo; j < end; j++ {
			if r.at(j, lo) {
				return true
			}
		}
		return false
	}
	for j := lo + 1; j < end; j++ {
		for k := lo; k < j; k++ {
			if r.rater[j] == r.rater[k] && r.rater[j] != model.NoRater {
				return true
			}
		}
	}
	return false
}

// keepFirst drops all but the first judgment of a rater in a cell: if raters are
// identified, two judgments by one rater are not two opinions.
func (v *view) keepFirst() {
	start := make([]int, len(v.start))
	var attr, rater []int32
	var value []float64
	r := newRepeated(v)
	for i := range v.y {
		r.begin()
		for j := v.start[i]; j < v.start[i+1]; j++ {
			if !r.at(j, v.start[i]) {
				attr = append(attr, v.attr[j])
				value = append(value, v.value[j])
				rater = append(rater, v.rater[j])
			} else if v.counts(i) {
				v.ignored++
			}
		}
		start[i+1] = len(attr)
	}
	v.start, v.attr, v.value, v.rater, v.whole = start, attr, value, rater, nil
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
