package diagnosis

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// mostValues is how many distinct values of an attribute are counted: scales
// that people answer on have fewer, measurements have more.
const mostValues = 64

type attribute struct {
	judgments int
	objects   int     // with a judgment
	repeated  int     // cells of two judgments or more
	identical int     // of these, cells whose judgments are all alike
	mean      float64 // of the judgments
	square    float64 // sum of squared deviations from mean
	many      bool    // more than mostValues values
	stays     bool    // some judgment is no whole number larger than the one before
	print     uint64  // a hash of the judgments with their objects
	last      float64
	low, high extreme
	values    []counted // by value; nil when there are more than mostValues
	size      int       // of the first repeated cell; 0 without
	uneven    bool      // repeated cells are of several sizes
	sizes     int       // Σ n over repeated cells
	spread    float64   // Σ s² over repeated cells
	product   float64
	scatter   float64
}

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

func (a *attribute) sd() float64 {
	if a.judgments == 0 {
		return 0
	}
	return math.Sqrt(a.square / float64(a.judgments))
}

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

func compareValue(c counted, value float64) int { return cmp.Compare(c.value, value) }

func (a *attribute) take(value float64) {
	a.judgments++
	step := value - a.mean
	a.mean += step / float64(a.judgments)
	a.square += step * (value - a.mean)
	a.stays = a.stays || value != math.Trunc(value) || a.judgments > 1 && value <= a.last
	a.last = value
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

func (x *examination) count() {
	x.filled = make([]int, len(x.ds.Objects))
	x.cells(func(c cell) {
		x.filled[c.object]++
		x.attributes[c.attribute].takeCell(c.object, x.ds.Value[c.lo:c.hi])
	})
}

// cells calls visit for every cell that holds a judgment, by object and then attribute.
func (x *examination) cells(visit func(cell)) {
	ds := x.ds
	for i := range ds.Objects {
		for lo, end := ds.Start[i], ds.Start[i+1]; lo < end; {
			hi := lo + 1
			for hi < end && ds.Attr[hi] == ds.Attr[lo] {
				hi++
			}
			visit(cell{i, int(ds.Attr[lo]), lo, hi})
			lo = hi
		}
	}
}

func (a *attribute) takeCell(object int, own []float64) {
	a.objects++
	a.mix(uint64(object))
	for _, v := range own {
		a.take(v)
		a.mix(math.Float64bits(v))
	}
	n := len(own)
	if n == 1 {
		return
	}
	if a.size == 0 {
		a.size = n
	}
	a.uneven = a.uneven || n != a.size
	a.repeated++
	a.sizes += n
	if floats.Min(own) == floats.Max(own) {
		a.identical++
	}
	a.spread += stat.Variance(own, nil)
}

func (a *attribute) mix(word uint64) {
	a.print = bits.RotateLeft64(a.print^word, 29) * 0x9e3779b97f4a7c15
}
