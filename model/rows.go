package model

import "slices"

// rows keep judgments row by row, as they come from a table with a column an attribute: a
// judgment takes 8 bytes. Missing cells take as many, so that they must not be the most.
type rows struct {
	slabs []slab
	heads []rowHead
	gaps  []uint64 // by row, a bit: a judgment is missing
	n     int      // judgments
	cells int      // judgments, and missing ones
}

type rowHead struct{ object, rater int32 }

// slab is rows of one form. Its memory moves only while it is small.
type slab struct {
	form  *rowForm
	first int       // the number of its first row
	value []float64 // NaN for a missing judgment
}

// rowForm are the attributes of rows by column.
type rowForm struct {
	attr     []int32
	given    []int32 // attr, as the caller has it
	order    []int32 // the columns by attribute; nil where they come so
	distinct bool    // no attribute has two columns
}

func newRowForm(attr []int32) *rowForm {
	f := rowForm{attr: slices.Clone(attr), given: attr, distinct: true}
	if !slices.IsSorted(attr) {
		f.order = make([]int32, len(attr))
		for i := range f.order {
			f.order[i] = int32(i)
		}
		slices.SortStableFunc(f.order, func(p, q int32) int { return int(attr[p]) - int(attr[q]) })
	}
	for i := 1; i < len(attr); i++ {
		f.distinct = f.distinct && f.attr[f.column(i-1)] < f.attr[f.column(i)]
	}
	return &f
}

// column is the column of a cell: the i-th by attribute.
func (f *rowForm) column(i int) int {
	if f.order == nil {
		return i
	}
	return int(f.order[i])
}

// is tells whether a row is of the form. A slice that was given before has not changed.
func (f *rowForm) is(attr []int32) bool {
	same := len(attr) == len(f.given) && &attr[0] == &f.given[0]
	return same || slices.Equal(attr, f.attr)
}

// fewGaps is how many cells may be missing however few the judgments are.
const fewGaps = 4096

// sparse tells whether judgments take less memory one by one.
func (r *rows) sparse() bool { return r.cells > 2*r.n+fewGaps }

// add appends a row of which some judgments are missing. About as many judgments as expected
// come in all; 0 where nobody knows.
func (r *rows) add(object, rater int32, attr []int32, value []float64, missing, expected int) {
	s := r.open(attr, expected)
	s.value = append(s.value, value...)
	row := len(r.heads)
	if row%64 == 0 {
		r.gaps = append(r.gaps, 0)
	}
	if missing > 0 {
		r.gaps[row/64] |= 1 << (row % 64)
	}
	r.heads = append(r.heads, rowHead{object, rater})
	r.n += len(value) - missing
	r.cells += len(value)
}

// gap tells whether a judgment is missing in a row.
func (r *rows) gap(row int) bool { return r.gaps[row/64]>>(row%64)&1 == 1 }

// open returns the slab that has room for the next row.
func (r *rows) open(attr []int32, expected int) *slab {
	last := len(r.slabs) - 1
	if last < 0 || !r.slabs[last].form.is(attr) {
		r.slabs = append(r.slabs, slab{form: newRowForm(attr), first: len(r.heads), value: make([]float64, 0, max(64, len(attr)))})
		last++
	}
	s := &r.slabs[last]
	if width := len(attr); len(s.value)+width > cap(s.value) {
		switch {
		case r.join(expected):
		case cap(s.value) < chunkSize:
			s.value = append(make([]float64, 0, max(min(4*cap(s.value), chunkSize), len(s.value)+width)), s.value...)
		default:
			r.slabs = append(r.slabs, slab{form: s.form, first: len(r.heads), value: make([]float64, 0, max(chunkSize/width, 1)*width)})
		}
	}
	return &r.slabs[len(r.slabs)-1]
}

// join puts all rows so far into one slab with room for those to come, if more are to come and
// all have one form. What is not written there takes no memory.
func (r *rows) join(expected int) bool {
	if expected < r.cells+r.cells/4+len(r.slabs[0].form.attr) || r.slabs[0].form != r.slabs[len(r.slabs)-1].form {
		return false
	}
	value := make([]float64, 0, expected)
	for _, s := range r.slabs {
		value = append(value, s.value...)
	}
	r.slabs = append(r.slabs[:0], slab{form: r.slabs[0].form, value: value})
	return true
}

// each calls use for the rows in order. It lets go of slabs that it has passed.
func (r *rows) each(use func(object, rater int32, attr []int32, value []float64)) {
	row := 0
	for i := range r.slabs {
		s := &r.slabs[i]
		for width := len(s.form.attr); len(s.value) > 0; s.value = s.value[width:] {
			h := r.heads[row]
			use(h.object, h.rater, s.form.attr, s.value[:width])
			row++
		}
		s.value = nil
	}
	*r = rows{}
}

// of returns the form and the values of a row. slab is a guess where it is.
func (r *rows) of(row int, slab *int) (*rowForm, []float64) {
	i := *slab
	if s := &r.slabs[i]; row < s.first || i+1 < len(r.slabs) && row >= r.slabs[i+1].first {
		lo, hi := 0, len(r.slabs)
		for hi-lo > 1 {
			if mid := (lo + hi) / 2; r.slabs[mid].first <= row {
				lo = mid
			} else {
				hi = mid
			}
		}
		*slab = lo
	}
	s := &r.slabs[*slab]
	width := len(s.form.attr)
	return s.form, s.value[(row-s.first)*width:][:width]
}
