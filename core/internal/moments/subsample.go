package moments

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"fms-tui/model"
)

// Sampler draws pilots out of a data set: a few of its objects with a few judgments of
// each cell, and what the remaining objects say about a choice made from them. It reads
// the judgments once for each draw, and only the judgments of the drawn objects. It is
// immutable and safe for concurrent use.
type Sampler struct {
	v       *view
	whole   *Blocks
	objects []int // the objects that count, in data order
	wanted  func(a int) bool
}

// NewSampler opens a data set, of which whole are the block sums for the label.
// Only the attributes for which wanted is true are drawn.
func NewSampler(ds *model.Dataset, label *model.Label, whole *Blocks, wanted func(a int) bool) *Sampler {
	s := &Sampler{v: viewOf(ds, label, whole), whole: whole, wanted: wanted}
	for i := range s.v.y {
		if s.v.counts(i) {
			s.objects = append(s.objects, i)
		}
	}
	return s
}

// Objects is the number of objects that can be drawn: the objects that count. They are
// numbered from 0, in the order of the data.
func (s *Sampler) Objects() int { return len(s.objects) }

// Subsample is a pilot that was drawn: a data set of its own, with its own
// moments, severity of raters and, in the fixed mode, offsets.
type Subsample struct {
	Blocks    *Blocks // of one block
	Sums      *Sums   // of that block
	Moments   *Moments
	Judgments int // drawn
	Repeated  int // of them, drawn again because a cell held too few
	v         *view
	value     []float64 // the judgments of v with their raters' offsets, in the fixed mode
}

// Draw draws k >= 2 judgments of each cell of the given objects, without
// replacement. A cell that holds fewer gives all of them, and the rest again,
// with replacement; but one that holds a single judgment gives that alone:
// repeated it would claim that raters agree.
//
// Raters are put in a random order for each object, anonymous judgments among
// them, and a cell gives its first k by that order. Each choice of k out of n is
// then equally likely in each cell, and objects judged in whole forms stay so:
// a pilot with fewer raters, not one in which each attribute has others.
func (s *Sampler) Draw(objects []int, k int, rng *rand.Rand) *Subsample {
	d := &drawing{
		view: s.part(len(objects)), from: s, k: k, rng: rng,
		place: make(map[int32]float64), again: make([]float64, k),
	}
	for row, o := range objects {
		i := s.objects[o]
		d.y[row] = s.v.y[i]
		d.object(i)
		d.start[row+1] = len(d.attr)
	}
	return d.subsample([][]int{numbers(len(objects))})
}

// subsample sums up what was drawn, by blocks of rows; nil blocks have none.
func (d *drawing) subsample(blocks [][]int) *Subsample {
	u := &Subsample{v: d.view, Judgments: len(d.attr), Repeated: d.repeated, value: d.value}
	u.Blocks = (&Blocks{Mode: d.from.whole.Mode, ByPosition: d.from.whole.ByPosition, Shift: d.shift, ShiftY: d.shiftY, d: d.d}).As(d.from.whole)
	switch {
	case u.Blocks.Mode == model.RatersFixed:
		u.Blocks.Panel = d.panel()
		d.value = u.Blocks.Panel.off(d.view)
	case u.Blocks.Mode == model.RatersAware && !u.Blocks.ByPosition:
		u.Blocks.Severity = newSeverity(d.view)
	}
	u.Blocks.Block = d.view.blocks(blocks)
	if u.Sums = u.Blocks.Block[0]; len(blocks) > 1 {
		u.Sums = u.Blocks.Union(nil)
	}
	u.Moments = u.Blocks.Moments(u.Sums)
	return u
}

// numbers are 0..n-1.
func numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// part is a view of some objects, yet without judgments, about the same shifts.
func (s *Sampler) part(objects int) *view {
	v := *s.v
	v.ids, v.ignored = nil, 0
	v.y, v.start = make([]float64, objects), make([]int, objects+1)
	v.attr, v.value, v.rater = nil, nil, nil
	return &v
}

// copied is a view of some objects with their judgments, within a cell in the order that order
// puts them in.
func (s *Sampler) copied(objects []int, order func(row int, cell []int) []int) *view {
	v, from := s.part(len(objects)), s.v
	var cell []int
	for row, o := range objects {
		i := s.objects[o]
		v.y[row], v.ids = from.y[i], append(v.ids, from.ids[i])
		for lo, end := range from.cells(i) {
			if !s.wanted(int(from.attr[lo])) {
				continue
			}
			cell = cell[:0]
			for j := lo; j < end; j++ {
				cell = append(cell, j)
			}
			for _, j := range order(row, cell) {
				v.take(from, j)
			}
		}
		v.start[row+1] = len(v.attr)
	}
	return v
}

// take appends a judgment of another view.
func (v *view) take(from *view, j int) {
	v.attr, v.value, v.rater = append(v.attr, from.attr[j]), append(v.value, from.value[j]), append(v.rater, from.rater[j])
}

// drawing draws judgments into a view.
type drawing struct {
	*view
	from     *Sampler
	k        int
	rng      *rand.Rand
	place    map[int32]float64 // of the object's raters in its random order
	again    []float64         // by draw beyond the held judgments: which of them, as a share
	cell     []placed
	repeated int
}

// placed is a judgment and its place in the random order.
type placed struct {
	judgment int
	place    float64
}

// object draws the judgments of object i of the sampler's view.
func (d *drawing) object(i int) {
	v := d.from.v
	clear(d.place)
	for j := range d.again {
		d.again[j] = d.rng.Float64()
	}
	for lo, end := range v.cells(i) {
		if d.from.wanted(int(v.attr[lo])) {
			d.draw(lo, end)
		}
	}
}

// draw draws the cell of the judgments lo:end.
func (d *drawing) draw(lo, end int) {
	v := d.from.v
	d.cell = d.cell[:0]
	for j := lo; j < end; j++ {
		place, known := d.place[v.rater[j]]
		if !known || v.rater[j] == model.NoRater {
			place = d.rng.Float64()
			d.place[v.rater[j]] = place
		}
		d.cell = append(d.cell, placed{j, place})
	}
	slices.SortStableFunc(d.cell, func(a, b placed) int { return cmp.Compare(a.place, b.place) })
	n := len(d.cell)
	for _, c := range d.cell[:min(n, d.k)] {
		d.view.take(v, c.judgment)
	}
	for j := n; n > 1 && j < d.k; j++ {
		d.view.take(v, d.cell[int(d.again[j]*float64(n))].judgment)
		d.repeated++
	}
}
