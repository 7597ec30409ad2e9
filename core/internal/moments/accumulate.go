package moments

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

// accumulator sums one block after another in scratch space of its own.
type accumulator struct {
	*view
	mean    []float64 // rows × d: x̄' of the block's objects, 0 where missing
	present []bool    // rows × d: whether the object has the attribute; unless all have all
	wholes  wholes
	ragged  []int // rows of the block's objects that are not whole
	grids   grids
	sizes   []float64 // n of the current object by attribute
	lists   raterLists
	shared  sharedPairs
	adder   gram.Adder

	differences []float64 // of one object, which nobody wants
	turned      []float64 // scratch space of inTurn
}

func newAccumulator(v *view) *accumulator {
	c := &accumulator{view: v, sizes: make([]float64, v.d), differences: make([]float64, v.d)}
	if v.aware {
		c.lists = newRaterLists(v.raters)
		c.grids = newGrids(v)
	}
	return c
}

// block returns the sums over the given objects.
func (c *accumulator) block(objects []int) *Sums {
	s := newSums(c.d)
	c.mean = slices.Grow(c.mean[:0], len(objects)*c.d)[:len(objects)*c.d]
	c.wholes.begin(c.d)
	c.grids.begin()
	c.ragged = c.ragged[:0]
	cells := 0
	for row, i := range objects {
		y := c.y[i] - c.shiftY
		s.Objects++
		s.Y += y
		s.YY += y * y
		if n := c.wholeOf(i); n > 0 {
			c.wholeObject(row, i, n)
			cells += c.d
		} else {
			cells += c.object(s, row, i)
			c.ragged = append(c.ragged, row)
		}
	}
	c.wholes.addTo(s, c.shift)
	complete := cells == len(objects)*c.d
	all := &PairSums{P: gram.Zeros(c.d * c.d)}
	c.adder.Gram(all.P, c.mean, len(objects), c.d)
	for a := range s.Attr {
		s.Attr[a].XX = all.P[a*c.d+a] // missing means are 0
	}
	if !complete {
		c.fillPresent(objects)
		all.N, all.A = presentPairs(c.mean, c.present, len(objects), c.d)
	}
	s.Pairs[AllPairs] = all
	if c.classes > 0 {
		s.Class = c.classSums(objects, complete)
	}
	if c.aware {
		s.Pairs[DifferentRaters], s.Pairs[SameRater] = c.byRater(s, all, objects)
	}
	if c.d > Several {
		s.pack()
	}
	return s
}

// fillPresent marks which of the objects have which attributes.
func (c *accumulator) fillPresent(objects []int) {
	c.present = zeroed(c.present, len(objects)*c.d)
	for row, i := range objects {
		for _, a := range c.attr[c.start[i]:c.start[i+1]] {
			c.present[row*c.d+int(a)] = true
		}
	}
}

// object adds the cells of object i to the attributes' sums and to a row of
// the mean matrix. It returns the number of cells.
func (c *accumulator) object(s *Sums, row, i int) (cells int) {
	y := c.y[i] - c.shiftY
	mean := c.mean[row*c.d:][:c.d]
	clear(mean)
	for lo, hi := c.start[i], c.start[i+1]; lo < hi; cells++ {
		a := c.attr[lo]
		end := lo + 1
		for end < hi && c.attr[end] == a {
			end++
		}
		q := &s.Attr[a]
		x := q.cell(c.value[lo:end], c.shift[a])
		q.XY += x * y
		q.Y += y
		q.YY += y * y
		mean[a] = x
		lo = end
	}
	return cells
}

// cell adds one cell's judgments and returns their shifted mean x̄'.
func (q *AttrSums) cell(judgments []float64, shift float64) float64 {
	var x float64
	switch len(judgments) {
	case 1:
		x = judgments[0] - shift
		q.Single++
	case 2: // by far the most frequent
		x = (judgments[0]-shift)/2 + (judgments[1]-shift)/2
		e := judgments[0] - judgments[1]
		q.Repeated++
		q.S2 += e * e / 2
		q.S2n += e * e / 4
	default:
		n := float64(len(judgments))
		for _, v := range judgments {
			x += v - shift
		}
		x /= n
		var ss float64
		for _, v := range judgments {
			e := v - shift - x
			ss += e * e
		}
		q.Repeated++
		q.S2 += ss / (n - 1)
		q.S2n += ss / (n - 1) / n
	}
	q.X += x
	q.XX += x * x
	q.count(len(judgments), x+shift)
	return x
}

// count notes a cell of n judgments with the given mean.
func (q *AttrSums) count(n int, mean float64) {
	if q.Objects == 0 || n < q.Fewest {
		q.Fewest = n
	}
	if n > q.Most {
		q.Most = n
	}
	if mean < q.Min {
		q.Min = mean
	}
	if mean > q.Max {
		q.Max = mean
	}
	q.Objects++
	q.Judgments += n
}

// presentPairs returns the AllPairs sums N and A of a matrix of means, 0 where
// missing, and one that tells where they are present, both rows×d. With I the
// latter as numbers they are N = IᵀI and A = meanᵀI: an object of k attributes is
// added pair by pair where k is small; otherwise it is counted with every pair
// first, and the d-k attributes that it lacks are taken off.
func presentPairs(mean []float64, present []bool, rows, d int) (n, a []float64) {
	n = gram.Zeros(d * d)
	at := gram.Zeros(d * d)   // Aᵀ: each attribute that is there adds a whole row
	all := make([]float64, d) // Σ x̄' of the objects that were counted with every pair
	var has, lacks []int
	count := presence{n: n, d: d}
	for row := range rows {
		x := mean[row*d:][:d]
		has, lacks = split(present[row*d:][:d], has[:0], lacks[:0])
		count.add(has, lacks)
		if 2*len(has) < d {
			for _, b := range has {
				floats.Add(at[b*d:][:d], x)
			}
			continue
		}
		floats.Add(all, x)
		for _, b := range lacks {
			floats.Sub(at[b*d:][:d], x)
		}
	}
	count.finish()
	a = make([]float64, d*d)
	for i := range d {
		for j := range d {
			a[i*d+j] = all[i] + at[j*d+i]
		}
	}
	return n, a
}

// split appends the numbers of what is there to has, of what is not to lacks.
func split(present []bool, has, lacks []int) (_, _ []int) {
	for a, there := range present {
		if there {
			has = append(has, a)
		} else {
			lacks = append(lacks, a)
		}
	}
	return has, lacks
}

// presence counts, by pair of d attributes, sets that hold both. Until finish n,
// d×d by rows, is such that n[a,b] + n[b,a] + whole is the count, of a = b once.
type presence struct {
	n     []float64
	d     int
	whole float64 // sets that were counted with every pair
}

// add adds a set and what it lacks, both rising: whichever of them takes less.
func (p *presence) add(has, lacks []int) {
	if 2*len(has) < p.d {
		for i, a := range has {
			row := p.n[a*p.d:][:p.d]
			for _, b := range has[i:] {
				row[b]++
			}
		}
		return
	}
	p.whole++
	for i, a := range lacks {
		row := p.n[a*p.d:][:p.d]
		floats.AddConst(-1, row)
		for _, b := range lacks[:i] {
			row[b]++ // taken off with b
		}
	}
}

// finish turns n into the counts.
func (p *presence) finish() {
	for a := range p.d {
		p.n[a*p.d+a] += p.whole
		for b := a + 1; b < p.d; b++ {
			both := p.n[a*p.d+b] + p.n[b*p.d+a] + p.whole
			p.n[a*p.d+b], p.n[b*p.d+a] = both, both
		}
	}
}

// zeroed returns a slice of n zeros, in s if it is large enough.
func zeroed[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}
