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
	low, high extreme
	values    []counted // by value; nil when there are more than mostValues
	many      bool      // more than mostValues values
	whole     bool      // every judgment is a whole number
	rising    bool      // every judgment is larger than the one before
	last      float64
	duplicate bool   // of an earlier attribute
	print     uint64 // of objects and judgments, equal for exact duplicates
	sizes     moment // of n over repeated cells
	spread    moment // of s² over repeated cells
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
	if a.judgments == 0 {
		a.whole, a.rising = true, true
	} else {
		a.rising = a.rising && value > a.last
	}
	a.last = value
	a.whole = a.whole && value == math.Trunc(value)
	a.judgments++
	step := value - a.mean
	a.mean += step / float64(a.judgments)
	a.square += step * (value - a.mean)
	a.low.take(value, -1)
	a.high.take(value, 1)
	if a.many {
		return
	}
	i, found := slices.BinarySearchFunc(a.values, value, compareValue)
	switch {
	case found:
		a.values[i].n++
	case len(a.values) == mostValues:
		a.values, a.many = nil, true
	default:
		a.values = slices.Insert(a.values, i, counted{value, 1})
	}
}

// count is the first pass: what every attribute holds.
func (x *examination) count() {
	x.cells(func(c cell) {
		a := &x.attributes[c.attribute]
		a.objects++
		a.print = mix(a.print, uint64(c.object))
		alike := true
		for j := c.lo; j < c.hi; j++ {
			a.take(x.ds.Value[j])
			a.print = mix(a.print, math.Float64bits(x.ds.Value[j]))
			alike = alike && x.ds.Value[j] == x.ds.Value[c.lo]
		}
		if n := c.hi - c.lo; n >= 2 {
			a.repeated++
			if alike {
				a.identical++
			}
			a.sizes.add(float64(n))
			a.spread.add(x.variance(c))
		}
	})
}

// mix adds a word to a fingerprint (the finisher of splitmix64).
func mix(print, word uint64) uint64 {
	h := print*0x9e3779b97f4a7c15 + word + 1
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
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

// take counts a value in its bin. Halves keep the width of huge ranges finite.
func (s *Spread) take(value float64) {
	if width := s.High/2 - s.Low/2; width > 0 {
		s.Count[min(int((value/2-s.Low/2)/width*bins), bins-1)]++
	}
}

// compare is the second pass: how judgments are spread, and whether s² goes with
// n.
func (x *examination) compare() {
	x.spreads = make([]Spread, len(x.attributes))
	for i := range x.spreads {
		x.spreads[i].Low, x.spreads[i].High = x.attributes[i].low.value, x.attributes[i].high.value
	}
	x.cells(func(c cell) {
		for _, v := range x.ds.Value[c.lo:c.hi] {
			x.spreads[c.attribute].take(v)
		}
		if c.hi-c.lo < 2 {
			return
		}
		a := &x.attributes[c.attribute]
		p := (float64(c.hi-c.lo) - a.sizes.mean) * (x.variance(c) - a.spread.mean)
		a.product += p
		a.scatter += p * p
	})
}
