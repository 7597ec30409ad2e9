package diagnosis

import (
	"math"
	"slices"

	"fms-tui/model"
)

// Rater is what one rater did.
type Rater struct {
	Judgments  int // of any object, with a label or without
	Objects    int // judged at least once
	Attributes int // judged at least once; 0 where raters and attributes are too many to count
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

// leastShared is the number of shared judgments under which no agreement is
// computed.
const leastShared = 10

// mostSpans bounds the memory for ranges by rater and attribute.
const mostSpans = 1 << 22

// watched is what is summed for a rater.
type watched struct {
	Rater
	last     int     // the object seen last, plus 1
	spanned  bool    // the rater's spans are ready
	gap      float64 // Σ (judgment - mean of others) / sd
	own      moment  // of standardised judgments in shared cells
	others   moment  // of the means of the others
	square   float64 // Σ squared deviations of own
	squareO  float64 // likewise of others
	crossing float64 // Σ products of deviations
}

// pair enters a judgment and the mean of the others, both standardised, by
// Welford's recurrences.
func (w *watched) pair(own, others float64) {
	w.Shared++
	w.gap += own - others
	before, beforeO := own-w.own.mean, others-w.others.mean
	w.own.n, w.others.n = w.Shared, w.Shared
	part := 1 / float64(w.Shared)
	w.own.mean += before * part
	w.others.mean += beforeO * part
	w.square += before * (own - w.own.mean)
	w.squareO += beforeO * (others - w.others.mean)
	w.crossing += before * (others - w.others.mean)
}

// joint sums the cells that the same two raters judged once each, one cell after another:
// a and b are the standardised judgments of the first and the second.
type joint struct {
	first, second int32
	object        int
	cells, n      int     // all, and cells of attributes that vary
	a0, b0        float64 // of the first one; sums are about them
	a, b          float64
	aa, ab, bb    float64
	gap           float64 // Σ (a - b)
}

// add enters cells of two judgments, of attributes by their rulers.
func (j *joint) add(rulers []ruler, attr []int32, value []float64) {
	value = value[:len(attr)]
	a0, b0, gap, sa, sb, aa, ab, bb, n := j.a0, j.b0, j.gap, j.a, j.b, j.aa, j.ab, j.bb, j.n
	for i := 1; i < len(attr); i += 2 {
		r := &rulers[attr[i]]
		if r.inverse == 0 {
			continue
		}
		a, b := (value[i-1]-r.mean)*r.inverse, (value[i]-r.mean)*r.inverse
		if n == 0 {
			a0, b0 = a, b
		}
		n++
		gap += a - b
		a -= a0
		b -= b0
		sa += a
		sb += b
		aa += a * a
		ab += a * b
		bb += b * b
	}
	j.a0, j.b0, j.gap, j.a, j.b, j.aa, j.ab, j.bb, j.n = a0, b0, gap, sa, sb, aa, ab, bb, n
	j.cells += len(attr) / 2
}

// close enters the cells for both raters, and begins anew.
func (x *examination) close(j *joint) {
	if j.cells > 0 {
		p, q := &x.watched[j.first], &x.watched[j.second]
		p.see(j.object, j.cells)
		q.see(j.object, j.cells)
		switch n := float64(j.n); j.n {
		case 0:
		case 1:
			p.pair(j.a0, j.b0)
			q.pair(j.b0, j.a0)
		default:
			a, b := j.a0+j.a/n, j.b0+j.b/n
			aa, bb, ab := max(0, j.aa-j.a*j.a/n), max(0, j.bb-j.b*j.b/n), j.ab-j.a*j.b/n
			p.pairs(j.n, a, b, aa, bb, ab, j.gap)
			q.pairs(j.n, b, a, bb, aa, ab, -j.gap)
		}
	}
	*j = joint{}
}

// see counts judgments of an object.
func (w *watched) see(object, judgments int) {
	w.Judgments += judgments
	if w.last != object+1 {
		w.last = object + 1
		w.Objects++
	}
}

// pairs enters n pairs with these means, sums of squared deviations from them and of products
// of deviations, and this sum of differences (Chan, Golub & LeVeque, as in [attribute.takePair]).
func (w *watched) pairs(n int, own, others, square, squareO, crossing, gap float64) {
	part := float64(n) / float64(w.Shared+n)
	between := part * float64(w.Shared)
	before, beforeO := own-w.own.mean, others-w.others.mean
	w.Shared += n
	w.own.n, w.others.n = w.Shared, w.Shared
	w.gap += gap
	w.own.mean += before * part
	w.others.mean += beforeO * part
	w.square += square + before*before*between
	w.squareO += squareO + beforeO*beforeO*between
	w.crossing += crossing + before*beforeO*between
}

// follow is the second pass: how judgments are spread, whether s² goes with n, and what
// raters do. The rater's own further judgments do not count among the others of a cell.
func (x *examination) follow() {
	ds := x.ds
	d := len(ds.Attributes)
	x.watched = make([]watched, len(ds.Raters))
	if len(ds.Raters) > 0 && len(ds.Raters)*d <= mostSpans {
		x.spans = make([]span, len(ds.Raters)*d)
	} else {
		x.unread = make([]span, d)
	}
	rulers := x.rulers()
	var j joint
	counted := 0 // judgments that went to the spreads
	for i := range ds.Objects {
		lo, end := ds.Start[i], ds.Start[i+1]
		if end-counted > mostCounted {
			x.binned(rulers)
			counted = lo
		}
		for pairs := lo; lo < end; {
			switch {
			case x.paired[i]:
				pairs = end
			case pairs <= lo:
				pairs = x.pairs(lo, end)
			}
			if next := x.join(&j, rulers, i, lo, pairs); next > lo {
				lo = next
				continue
			}
			hi := cellEnd(ds.Attr, lo, end)
			x.spread(rulers, lo, hi)
			if a := int(ds.Attr[lo]); hi-lo > 1 || ds.Rater[lo] != model.NoRater {
				x.watch(&rulers[a], cell{i, a, lo, hi})
			}
			lo = hi
		}
		x.close(&j)
	}
	x.binned(rulers)
	x.depend()
}

// depend sums what tells whether s² goes with n, of attributes whose n differs.
func (x *examination) depend() {
	ds := x.ds
	if !slices.ContainsFunc(x.attributes, func(a attribute) bool { return a.uneven }) {
		return
	}
	for i := range ds.Objects {
		for lo, end := ds.Start[i], ds.Start[i+1]; lo < end; {
			hi := cellEnd(ds.Attr, lo, end)
			if a := &x.attributes[ds.Attr[lo]]; a.uneven && hi-lo >= 2 {
				n, s2 := float64(a.sizes)/float64(a.repeated), a.spread/float64(a.repeated)
				p := (float64(hi-lo) - n) * (x.variance(cell{i, int(ds.Attr[lo]), lo, hi}) - s2)
				a.product += p
				a.scatter += p * p
			}
			lo = hi
		}
	}
}

// join enters, of cells of two judgments from lo to hi, those from lo on that the raters of the
// first one judged once each, and returns where they end: at lo, where the first one is of other
// judgments.
func (x *examination) join(j *joint, rulers []ruler, object, lo, hi int) int {
	rater := x.ds.Rater[lo:hi]
	if len(rater) == 0 || rater[0] == rater[1] || rater[0] == model.NoRater || rater[1] == model.NoRater {
		return lo
	}
	n := len(rater)
	if !equal(rater[2:], rater[:n-2]) {
		for i := range rater[2:] {
			if rater[i] != rater[i+2] {
				n = (i + 2) &^ 1
				break
			}
		}
	}
	p, q := rater[0], rater[1]
	if p != j.first || q != j.second || j.cells == 0 {
		x.close(j)
		j.first, j.second, j.object = p, q, object
	}
	attr, value := x.ds.Attr[lo:lo+n], x.ds.Value[lo:lo+n]
	j.add(rulers, attr, value)
	x.spreadPairs(rulers, x.spansOf(p), x.spansOf(q), attr, value)
	return lo + n
}

// spansOf returns the ranges of a rater's judgments by attribute.
func (x *examination) spansOf(rater int32) []span {
	d := len(x.attributes)
	w := &x.watched[rater]
	if x.spans == nil {
		return x.unread
	}
	spans := x.spans[int(rater)*d:][:d]
	if !w.spanned {
		w.spanned = true
		for a := range spans {
			spans[a].low, spans[a].high = math.Inf(1), math.Inf(-1)
		}
	}
	return spans
}

// watch enters a cell of any judgments.
func (x *examination) watch(r *ruler, c cell) {
	ds := x.ds
	for j := c.lo; j < c.hi; j++ {
		if ds.Rater[j] == model.NoRater {
			continue
		}
		w := &x.watched[ds.Rater[j]]
		w.see(c.object, 1)
		x.spansOf(ds.Rater[j])[c.attribute].take(ds.Value[j])
		if mean, n := x.othersMean(c, j); n > 0 && r.inverse > 0 {
			w.pair((ds.Value[j]-r.mean)*r.inverse, (mean-r.mean)*r.inverse)
		}
	}
}

// othersMean is the mean of a cell's judgments by others than the rater of
// judgment j, and their number.
func (x *examination) othersMean(c cell, j int) (mean float64, n int) {
	if k := c.lo + c.hi - 1 - j; c.hi-c.lo == 2 && x.ds.Rater[k] != x.ds.Rater[j] { // by far the most frequent
		return x.ds.Value[k], 1
	}
	for k := c.lo; k < c.hi; k++ {
		if x.ds.Rater[k] != x.ds.Rater[j] {
			n++
			mean += (x.ds.Value[k] - mean) / float64(n)
		}
	}
	return mean, n
}

// take widens the range to a value.
func (s *span) take(value float64) {
	s.n++
	if value < s.low {
		s.low = value
	}
	if value > s.high {
		s.high = value
	}
}

// raters closes the sums.
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
		if w.Attributes = 0; w.spanned {
			for _, s := range x.spansOf(int32(i)) {
				w.Attributes += min(s.n, 1)
			}
		}
		list[i] = w.Rater
	}
	return list
}

// leastSeen is the number of objects that tell a habit.
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
	switch len(names) {
	case 0:
	case 1:
		x.warn(model.CodeConstantRater, "", "the rater %s always answers the same: look at their judgments, and leave them out if they did not read the objects", names[0])
	default:
		x.warn(model.CodeConstantRater, "", "%d raters (%s) always answer the same: look at their judgments, and leave them out if they did not read the objects", len(names), list(names))
	}
}
