package diagnosis

import (
	"math"
	"slices"
)

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
