package diagnosis

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"fms-tui/model"
)

// Rater is what one rater did.
type Rater struct {
	Judgments int // of any object, with a label or without
	Objects   int // judged at least once
	// Shared counts the judgments in cells that another rater judged too.
	Shared int
	// Severity is how much higher this rater judges than the others do: the mean
	// over shared judgments of (judgment - mean of the others in the cell), in
	// standard deviations of the attribute's judgments. NaN without any.
	Severity float64
	// Agreement is Pearson's correlation over shared judgments between the
	// judgment and the mean of the others in the cell, both standardised by
	// attribute. NaN under leastShared of them, and where either does not vary.
	Agreement float64
}

const leastShared = 10

// mostSpans bounds the memory for ranges by rater and attribute.
const mostSpans = 1 << 22

type watched struct {
	Rater
	last            int     // the object seen last, plus 1
	gap             float64 // Σ (judgment - mean of others) / sd
	own, others     float64 // means of standardised judgments in shared cells, and of the others' means
	square, squareO float64 // Σ squared deviations of either
	crossing        float64 // Σ products of deviations
}

// pair enters a judgment and the mean of the others, both standardised, by
// Welford's recurrences.
func (w *watched) pair(own, others float64) {
	w.Shared++
	w.gap += own - others
	before, beforeO := own-w.own, others-w.others
	part := 1 / float64(w.Shared)
	w.own += before * part
	w.others += beforeO * part
	w.square += before * (own - w.own)
	w.squareO += beforeO * (others - w.others)
	w.crossing += before * (others - w.others)
}

// follow is the second pass: whether s² goes with n, and what raters do. The rater's own further judgments do not count among the others of a cell.
func (x *examination) follow() {
	ds := x.ds
	d := len(ds.Attributes)
	x.watched = make([]watched, len(ds.Raters))
	if len(ds.Raters)*d <= mostSpans {
		x.spans = make([]span, len(ds.Raters)*d)
	}
	inverse := make([]float64, d) // of the standard deviation of the judgments; 0 where that is 0
	for i := range x.attributes {
		if sd := x.attributes[i].sd(); sd > 0 {
			inverse[i] = min(1/sd, math.MaxFloat64)
		}
	}
	x.cells(func(c cell) {
		a := &x.attributes[c.attribute]
		if own := ds.Value[c.lo:c.hi]; a.uneven && len(own) >= 2 {
			n, s2 := float64(a.sizes)/float64(a.repeated), a.spread/float64(a.repeated)
			p := (float64(len(own)) - n) * (stat.Variance(own, nil) - s2)
			a.product += p
			a.scatter += p * p
		}
		for j := c.lo; j < c.hi; j++ {
			if ds.Rater[j] != model.NoRater {
				x.watch(c, j, inverse[c.attribute])
			}
		}
	})
}

// watch enters a judgment that carries a rater, of a cell of an attribute whose standard deviation
// has this inverse.
func (x *examination) watch(c cell, j int, inverse float64) {
	ds := x.ds
	rater, value := int(ds.Rater[j]), ds.Value[j]
	w := &x.watched[rater]
	if w.Judgments++; w.last != c.object+1 {
		w.last = c.object + 1
		w.Objects++
	}
	if x.spans != nil {
		x.spans[rater*len(x.attributes)+c.attribute].take(value)
	}
	if mean, n := x.othersMean(c, j); n > 0 && inverse > 0 {
		centre := x.attributes[c.attribute].mean
		w.pair((value-centre)*inverse, (mean-centre)*inverse)
	}
}

// othersMean is the mean of a cell's judgments by others than the rater of
// judgment j, and their number.
func (x *examination) othersMean(c cell, j int) (mean float64, n int) {
	for k := c.lo; k < c.hi; k++ {
		if x.ds.Rater[k] != x.ds.Rater[j] {
			n++
			mean += (x.ds.Value[k] - mean) / float64(n)
		}
	}
	return mean, n
}

func (s *span) take(value float64) {
	if s.n++; s.n == 1 {
		s.low, s.high = value, value
	}
	s.low, s.high = min(s.low, value), max(s.high, value)
}

func (x *examination) raters() []Rater {
	list := make([]Rater, len(x.watched))
	for i := range x.watched {
		w := &x.watched[i]
		w.Severity, w.Agreement = math.NaN(), math.NaN()
		if w.Shared > 0 {
			w.Severity = w.gap / float64(w.Shared)
		}
		if w.Shared >= leastShared && w.square > 0 && w.squareO > 0 {
			w.Agreement = w.crossing / math.Sqrt(w.square*w.squareO)
		}
		list[i] = w.Rater
	}
	return list
}

const leastSeen = 5

// chance is the probability, for all raters together, with which a sound data
// set is allowed to accuse one of always answering the same.
const chance = 0.001

// constantRaters warns of raters all of whose judgments of an attribute are the same,
// for every attribute they judged. A rater who answers at random, with the frequencies
// p of all judgments, gives n times the same answer with probability p^n: the product
// over attributes must be below chance divided by the number of raters, so that ten
// answers of 0 on a rare trait accuse nobody; and the rater must have seen leastSeen
// objects.
func (x *examination) constantRaters() {
	if x.spans == nil {
		return
	}
	d := len(x.ds.Attributes)
	limit := math.Log(chance / float64(len(x.watched)))
	var names []string
	for w := range x.watched {
		logp := 0.0
		for a, s := range x.spans[w*d : (w+1)*d] {
			switch {
			case s.n == 0:
			case s.low != s.high:
				logp = math.Inf(1)
			default:
				logp += float64(s.n) * math.Log(x.attributes[a].share(s.low))
			}
		}
		if logp < limit && x.watched[w].Objects >= leastSeen {
			names = append(names, x.ds.Raters[w])
		}
	}
	const look = "look at their judgments, and leave them out if they did not read the objects"
	x.tell(model.CodeConstantRater, names, "the rater %s ", "always answers the same: "+look, "raters", "always answer the same: "+look)
}
