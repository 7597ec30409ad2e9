package diagnosis

import "math"

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

// ruler is what a second reading of an attribute's judgments needs.
type ruler struct {
	half    float64 // of the smallest judgment
	scale   float64 // bins by half a unit; 0 where the bins are full, or stay empty
	mean    float64
	inverse float64 // of the standard deviation; 0 where that is 0
	n, s2   float64 // means over repeated cells, where n differs; 0 else
}

// nearEdge is the distance from the edge of a bin, in bins, that rounding cannot go: the
// place of a judgment has a few roundings of numbers up to 8.
const nearEdge = 1e-9

// bin is the bin in which Spread.take counts a judgment, without its division: rounding decides
// only near the edge of a bin, where bin is not sure.
func (r *ruler) bin(value float64) (k int, sure bool) {
	at := (value*.5 - r.half) * r.scale
	k = int(at)
	rest := at - float64(k)
	return k & (bins - 1), rest > nearEdge && rest < 1-nearEdge // the mask changes nothing, and spares a check
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
			r.half, r.scale = s.Low/2, bins/width
		}
		r.mean = a.mean
		if sd := a.sd(); sd > 0 {
			r.inverse = min(1/sd, math.MaxFloat64)
		}
		if a.uneven {
			r.n, r.s2 = float64(a.sizes)/float64(a.repeated), a.spread/float64(a.repeated)
		}
	}
	return list
}
