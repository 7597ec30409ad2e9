package diagnosis

import (
	"math"
	"slices"
)

// mostValues is how many distinct values of an attribute are counted: scales
// that people answer on have fewer, measurements have more.
const mostValues = 64

const (
	// slotBits is the number of bits of a value's slot.
	slotBits = 6
	// slotFactor spreads values over slots (Knuth's multiplier for linear congruences).
	slotFactor = 6364136223846793005
)

// attribute is what one pass tells of an attribute's judgments.
type attribute struct {
	judgments int
	objects   int     // with a judgment
	repeated  int     // cells of two judgments or more
	identical int     // of these, cells whose judgments are all alike
	mean      float64 // of the judgments
	square    float64 // sum of squared deviations from mean
	many      bool    // more than mostValues values
	numbers   bool    // every judgment is a whole number larger than the one before
	duplicate bool    // of an earlier attribute
	last      float64
	low, high extreme              // while there are not many values, of the end of the pass only
	values    []counted            // by value; nil when there are more than mostValues
	slots     [1 << slotBits]uint8 // where to look for a value first
	size      int                  // of the first repeated cell of another size than 2; 0 without
	uneven    bool                 // repeated cells are of several sizes
	sizes     int                  // Σ n over repeated cells
	spread    float64              // Σ s² over repeated cells
	product   float64
	scatter   float64
}

// tally is what most judgments change of an attribute while they are counted: a line of the
// processor's memory, where an attribute has several.
type tally struct {
	mean, square, spread float64 // as of the attribute
	low, high            float64 // a judgment between the two leaves the ends and the values as they are
	judgments            int
	pairs                int // cells of two judgments
	identical            int // of these, cells whose judgments are alike
}

// counted is a value and how often it was given.
type counted struct {
	value float64
	n     int
}

// extreme is the outermost value at one end, how often it was given, and the
// next one inwards (NaN while there is none).
type extreme struct {
	value, next float64
	n           int
}

// take enters a value; sign is +1 at the high end and -1 at the low one.
func (e *extreme) take(value, sign float64) {
	switch {
	case e.n == 0:
		*e = extreme{value, math.NaN(), 1}
	case value == e.value:
		e.n++
	case sign*value > sign*e.value:
		*e = extreme{value, e.value, 1}
	case !(sign*value <= sign*e.next): // also where next is NaN
		e.next = value
	}
}

// moment is a mean as it grows.
type moment struct {
	n    int
	mean float64
}

func (m *moment) add(x float64) {
	if m.n++; x != m.mean { // else the same, without a division
		m.mean += (x - m.mean) / float64(m.n)
	}
}

// sd is the standard deviation of all judgments of the attribute, 0 without
// any.
func (a *attribute) sd() float64 {
	if a.judgments == 0 {
		return 0
	}
	return math.Sqrt(a.square / float64(a.judgments))
}

// constant tells whether every judgment is the same.
func (a *attribute) constant() bool { return math.IsNaN(a.low.next) }

// share is the part of the judgments that have that value; where values are not
// counted, at most one in mostValues.
func (a *attribute) share(value float64) float64 {
	if a.many {
		return 1.0 / mostValues
	}
	i, found := slices.BinarySearchFunc(a.values, value, compareValue)
	if !found {
		return 0
	}
	return float64(a.values[i].n) / float64(a.judgments)
}

func compareValue(c counted, value float64) int {
	switch {
	case c.value < value:
		return -1
	case c.value > value:
		return 1
	}
	return 0
}

// take enters one judgment.
func (a *attribute) take(t *tally, value float64) {
	t.judgments++
	step := value - t.mean
	t.mean += step / float64(t.judgments)
	t.square += step * (value - t.mean)
	if !(value > t.low && value < t.high) {
		a.place(t, value)
	}
}

// place enters a judgment among the values, or at the ends.
func (a *attribute) place(t *tally, value float64) {
	if a.numbers {
		a.numbers = value > a.last && value == math.Trunc(value)
		a.last = value
	}
	if a.many {
		a.low.take(value, -1)
		a.high.take(value, 1)
		if !a.numbers {
			t.low, t.high = a.low.next, a.high.next
		}
		return
	}
	slot := math.Float64bits(value) * slotFactor >> (64 - slotBits)
	if i := int(a.slots[slot]); i < len(a.values) && a.values[i].value == value {
		a.values[i].n++
		return
	}
	i, found := slices.BinarySearchFunc(a.values, value, compareValue)
	a.slots[slot] = uint8(i)
	switch {
	case found:
		a.values[i].n++
	case len(a.values) == mostValues:
		a.ends()
		a.values, a.many = nil, true
		a.low.take(value, -1)
		a.high.take(value, 1)
	default:
		a.values = slices.Insert(a.values, i, counted{value, 1})
	}
}

// ends reads the ends off the values.
func (a *attribute) ends() {
	n := len(a.values)
	if n == 0 {
		return
	}
	first, last := a.values[0], a.values[n-1]
	a.low, a.high = extreme{first.value, math.NaN(), first.n}, extreme{last.value, math.NaN(), last.n}
	if n > 1 {
		a.low.next, a.high.next = a.values[1].value, a.values[n-2].value
	}
}

// count is the first pass: what every attribute holds.
func (x *examination) count() {
	ds := x.ds
	tallies := make([]tally, len(x.attributes))
	for i := range x.attributes {
		x.attributes[i].numbers, x.attributes[i].last = true, math.Inf(-1)
		tallies[i].low, tallies[i].high = math.Inf(1), math.Inf(-1)
	}
	x.filled, x.paired = make([]int, len(ds.Objects)), make([]bool, len(ds.Objects))
	for i := range ds.Objects {
		for lo, end := ds.Start[i], ds.Start[i+1]; lo < end; {
			hi := x.pairs(lo, end)
			x.paired[i] = lo == ds.Start[i] && hi == end
			x.countPairs(tallies, lo, hi)
			x.filled[i] += (hi - lo) / 2
			if lo = hi; lo < end {
				hi = cellEnd(ds.Attr, lo, end)
				x.countCell(tallies, cell{i, int(ds.Attr[lo]), lo, hi})
				x.filled[i]++
				lo = hi
			}
		}
	}
	for i := range x.attributes {
		x.attributes[i].close(&tallies[i])
	}
}

// pairs returns where the cells of two judgments from lo on end.
func (x *examination) pairs(lo, end int) int {
	attr := x.ds.Attr[lo:end]
	if len(attr) == len(x.form) && equal(attr, x.form) {
		return end
	}
	for j := 1; j < len(attr); j += 2 {
		if attr[j] != attr[j-1] || j+1 < len(attr) && attr[j+1] == attr[j] {
			return lo + j - 1
		}
	}
	if len(attr)%2 == 0 {
		x.form = attr
	}
	return lo + len(attr)&^1
}

// equal is slices.Equal, of which no compiler yet compares several numbers at once.
func equal(a, b []int32) bool {
	const many = 64
	for ; len(a) >= many && len(b) >= many; a, b = a[many:], b[many:] {
		if *(*[many]int32)(a) != *(*[many]int32)(b) {
			return false
		}
	}
	return slices.Equal(a, b)
}

// countPairs enters cells of two judgments, lo to hi.
//
// With m the mean of two judgments, s² their variance and δ the deviation of m from the mean of
// the n judgments before, the new mean is δ·2/(n+2) higher, and the squares grow by s² and
// δ²·2n/(n+2) (Chan, Golub & LeVeque).
func (x *examination) countPairs(tallies []tally, lo, hi int) {
	attr := x.ds.Attr[lo:hi]
	value := x.ds.Value[lo:hi][:len(attr)]
	total, n, part := -1, 0.0, 0.0 // judgments before, and 2/(n+2): of complete data, all attributes ask the same
	for j := 1; j < len(attr); j += 2 {
		at := attr[j]
		t := &tallies[at]
		if t.judgments != total {
			total = t.judgments
			n = float64(total)
			part = 2 / float64(total+2)
		}
		v, w := value[j-1], value[j]
		m := v*.5 + w*.5
		s2 := (v-m)*(v-m) + (w-m)*(w-m)
		step := m - t.mean
		t.mean += step * part
		t.square += s2 + step*(step*part*n)
		t.spread += s2
		t.judgments += 2
		t.pairs++
		if v == w {
			t.identical++
		}
		if !(v > t.low && v < t.high && w > t.low && w < t.high) {
			x.attributes[at].place(t, v)
			x.attributes[at].place(t, w)
		}
	}
}

// close takes the tally of the pass.
func (a *attribute) close(t *tally) {
	a.judgments, a.mean, a.square, a.spread = t.judgments, t.mean, t.square, t.spread
	a.objects += t.pairs
	a.repeated += t.pairs
	a.sizes += 2 * t.pairs
	a.identical += t.identical
	a.uneven = a.uneven || t.pairs > 0 && a.size > 0
	if !a.many {
		a.ends()
	}
}

// cellEnd is the end of the cell that begins at lo, of an object that ends at end.
func cellEnd(attr []int32, lo, end int) int {
	hi := lo + 1
	for hi < end && attr[hi] == attr[lo] {
		hi++
	}
	return hi
}

// countCell enters a cell of another size than 2.
func (x *examination) countCell(tallies []tally, c cell) {
	a, t := &x.attributes[c.attribute], &tallies[c.attribute]
	a.objects++
	alike := true
	for _, v := range x.ds.Value[c.lo:c.hi] {
		a.take(t, v)
		alike = alike && v == x.ds.Value[c.lo]
	}
	n := c.hi - c.lo
	if n == 1 {
		return
	}
	if a.size == 0 {
		a.size = n
	}
	a.uneven = a.uneven || n != a.size
	a.repeated++
	a.sizes += n
	if alike {
		a.identical++
	}
	t.spread += x.variance(c)
}

// variance is s² of a cell of two judgments or more, divisor n-1.
func (x *examination) variance(c cell) float64 {
	if c.hi-c.lo == 2 { // by far the most frequent: the same without divisions
		v, w := x.ds.Value[c.lo], x.ds.Value[c.lo+1]
		mean := v*.5 + w*.5
		return (v-mean)*(v-mean) + (w-mean)*(w-mean)
	}
	n := float64(c.hi - c.lo)
	var mean, square float64
	for j := c.lo; j < c.hi; j++ {
		mean += x.ds.Value[j] / n
	}
	for j := c.lo; j < c.hi; j++ {
		square += (x.ds.Value[j] - mean) * (x.ds.Value[j] - mean)
	}
	return square / (n - 1)
}

// bins is the number of bins of a Spread.
const bins = 8

// Spread is a histogram of the judgments of an attribute between the smallest and the
// largest, in bins of equal width. Without judgments, or where all are the same, all
// bins are empty.
type Spread struct {
	Low, High float64   // smallest and largest, in the attribute's units; 0 without judgments
	Count     [bins]int // judgments by bin
}

// take counts n judgments of a value in its bin. Halves keep the width of huge ranges finite.
func (s *Spread) take(value float64, n int) {
	if width := s.High/2 - s.Low/2; width > 0 {
		s.Count[min(int((value/2-s.Low/2)/width*bins), bins-1)] += n
	}
}

// ruler is what a second reading of an attribute's judgments needs, and counts: a line of the
// processor's memory.
type ruler struct {
	half    float64      // of the smallest judgment
	scale   float64      // steps by half a unit; 0 where the bins are full, or stay empty
	mean    float64      // of the judgments
	inverse float64      // of their standard deviation; 0 where that is 0
	count   [bins]uint32 // judgments by bin, besides those that are in the Spread
}

const (
	// steps is how many steps a bin has.
	steps = 1 << 40
	// nearEdge is the distance from the edge of a bin, in steps, that rounding cannot go: 10⁻⁹ of
	// the bin, while the place of a judgment has a few roundings of numbers up to 8.
	nearEdge = steps/1_000_000_000 + 1
	// mostCounted is the number of judgments that a ruler can count.
	mostCounted = math.MaxUint32
)

// bin is the bin in which Spread.take counts a judgment, without its division: rounding decides
// only near the edge of a bin, where bin is not sure.
func (r *ruler) bin(value float64) (k uint64, sure bool) {
	at := uint64(int64((value*.5 - r.half) * r.scale))
	return at / steps % bins, at%steps-nearEdge < steps-2*nearEdge // the remainder changes nothing, and spares a check
}

// spread enters judgments in the bins.
func (x *examination) spread(rulers []ruler, lo, hi int) {
	for j := lo; j < hi; j++ {
		a := x.ds.Attr[j]
		if r := &rulers[a]; r.scale > 0 {
			if k, sure := r.bin(x.ds.Value[j]); sure {
				r.count[k]++
			} else {
				x.spreads[a].take(x.ds.Value[j], 1)
			}
		}
	}
}

// spreadPairs enters cells of two judgments in the bins, and in the ranges of the two raters.
func (x *examination) spreadPairs(rulers []ruler, own, other []span, attr []int32, value []float64) {
	x.unsure = slices.Grow(x.unsure[:0], len(attr)+1)
	unsure, n := x.unsure[:len(attr)+1], 0
	other, value = other[:len(own)], value[:len(attr)]
	for j := 1; j < len(attr); j += 2 {
		a := attr[j]
		r := &rulers[a]
		v, w := value[j-1], value[j]
		own[a].take(v)
		other[a].take(w)
		if r.scale == 0 {
			continue
		}
		k, sure := r.bin(v)
		l, also := r.bin(w)
		if sure && also {
			r.count[k]++
			r.count[l]++
			continue
		}
		unsure[n] = j // calls are made below, because they slow down the loop
		n++
	}
	for _, j := range unsure[:n] {
		s := &x.spreads[attr[j]]
		s.take(value[j-1], 1)
		s.take(value[j], 1)
	}
}

// rulers prepares the second reading. Where values were counted, the bins are filled from
// the counts.
func (x *examination) rulers() []ruler {
	x.spreads = make([]Spread, len(x.attributes))
	list := make([]ruler, len(x.attributes))
	for i := range list {
		a, s, r := &x.attributes[i], &x.spreads[i], &list[i]
		s.Low, s.High = a.low.value, a.high.value
		for _, c := range a.values {
			s.take(c.value, c.n)
		}
		if width := s.High/2 - s.Low/2; a.many && width > 0 {
			r.half, r.scale = s.Low/2, bins/width*steps
		}
		r.mean = a.mean
		if sd := a.sd(); sd > 0 {
			r.inverse = min(1/sd, math.MaxFloat64)
		}
	}
	return list
}

// binned moves what rulers counted to the spreads.
func (x *examination) binned(rulers []ruler) {
	for i := range rulers {
		for k, n := range rulers[i].count {
			x.spreads[i].Count[k] += int(n)
		}
		rulers[i].count = [bins]uint32{}
	}
}
