package diagnosis

import (
	"math"
	"slices"
)

// mostValues is how many distinct values of an attribute are counted: scales
// that people answer on have fewer, measurements have more.
const mostValues = 64

// attribute is what one pass tells of an attribute's judgments.
type attribute struct {
	judgments int
	objects   int     // with a judgment
	repeated  int     // cells of two judgments or more
	identical int     // of these, cells whose judgments are all alike
	mean      float64 // of the judgments
	square    float64 // sum of squared deviations from mean
	settled   bool    // many, and neither whole nor rising: only values at an end matter
	many      bool    // more than mostValues values
	whole     bool    // every judgment is a whole number
	rising    bool    // every judgment is larger than the one before
	duplicate bool    // of an earlier attribute
	last      float64
	low, high extreme   // while there are not many values, of the end of the pass only
	values    []counted // by value; nil when there are more than mostValues
	print     uint64    // of the judgments: equal for duplicates
	size      int       // of the first repeated cell
	uneven    bool      // other repeated cells have another size
	sizes     int       // Σ n over repeated cells
	spread    float64   // Σ s² over repeated cells
	product   float64
	scatter   float64
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
func (a *attribute) take(value float64) {
	a.judgments++
	step := value - a.mean
	a.mean += step / float64(a.judgments)
	a.square += step * (value - a.mean)
	if !a.settled || !(value > a.low.next && value < a.high.next) {
		a.place(value)
	}
	a.print = a.print*printFactor + math.Float64bits(value)
}

// takePair enters two judgments of a cell, whose mean is m, and returns their s². part is 2
// divided by the number of judgments with them.
//
// With the deviation δ of m from the mean of the n judgments before, the new mean is
// δ·2/(n+2) higher, and the squares grow by s² and δ²·2n/(n+2) (Chan, Golub & LeVeque).
func (a *attribute) takePair(v, w, m, part float64) (s2 float64) {
	s2 = (v-m)*(v-m) + (w-m)*(w-m)
	step := m - a.mean
	a.mean += step * part
	a.square += s2 + step*(step*part*float64(a.judgments))
	a.judgments += 2
	if !a.settled || !(min(v, w) > a.low.next && max(v, w) < a.high.next) {
		a.place(v)
		a.place(w)
	}
	a.print = (a.print*printFactor+math.Float64bits(v))*printFactor + math.Float64bits(w)
	return s2
}

// place enters a judgment among the values, or at the ends.
func (a *attribute) place(value float64) {
	if a.rising || a.whole {
		a.rising = a.rising && value > a.last
		a.whole = a.whole && value == math.Trunc(value)
		a.last = value
	}
	if a.many {
		a.low.take(value, -1)
		a.high.take(value, 1)
		a.settled = !a.rising && !a.whole
		return
	}
	i := len(a.values)
	for i > 0 && a.values[i-1].value >= value {
		i--
	}
	switch {
	case i < len(a.values) && a.values[i].value == value:
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

// printFactor is odd, so that the powers of it differ (Knuth's multiplier for linear
// congruences modulo 2⁶⁴).
const printFactor = 6364136223846793005

// count is the first pass: what every attribute holds.
func (x *examination) count() {
	ds := x.ds
	for i := range x.attributes {
		a := &x.attributes[i]
		a.whole, a.rising, a.last = true, true, math.Inf(-1)
	}
	x.filled = make([]int, len(ds.Objects))
	total, part := 0, 0.0 // 2 divided by total: of complete data, all attributes of an object ask the same
	for i := range ds.Objects {
		for lo, end := ds.Start[i], ds.Start[i+1]; lo < end; x.filled[i]++ {
			a := &x.attributes[ds.Attr[lo]]
			a.objects++
			hi := cellEnd(ds.Attr, lo, end)
			if hi-lo != 2 {
				x.countCell(a, cell{i, int(ds.Attr[lo]), lo, hi})
				lo = hi
				continue
			}
			if a.judgments+2 != total {
				total = a.judgments + 2
				part = 2 / float64(total)
			}
			v, w := ds.Value[lo], ds.Value[lo+1]
			a.repeat(2, v == w, a.takePair(v, w, v*.5+w*.5, part))
			lo = hi
		}
	}
	for i := range x.attributes {
		if a := &x.attributes[i]; !a.many {
			a.ends()
		}
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

// countCell enters a cell of any size.
func (x *examination) countCell(a *attribute, c cell) {
	alike := true
	for _, v := range x.ds.Value[c.lo:c.hi] {
		a.take(v)
		alike = alike && v == x.ds.Value[c.lo]
	}
	if n := c.hi - c.lo; n >= 2 {
		a.repeat(n, alike, x.variance(c))
	}
}

// repeat enters a repeated cell of n judgments with the variance s².
func (a *attribute) repeat(n int, alike bool, s2 float64) {
	if a.repeated++; a.repeated == 1 {
		a.size = n
	}
	if alike {
		a.identical++
	}
	a.uneven = a.uneven || n != a.size
	a.sizes += n
	a.spread += s2
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
