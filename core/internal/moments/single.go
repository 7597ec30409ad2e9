package moments

// Of two cells with one judgment each, both by one rater, no pair is by different raters: D = 0 in
// correct, and all that the sums of all pairs hold of the object's pair is taken off. Where cells
// are missing at random, or each object has one rater, most pairs outside of grids are so. For the
// cells of one rater, with x the row of their judgments and e a row of ones, 0 elsewhere, row a of
// the sums loses
//
//	x_a x of P,   x of the averages of x_b, and e of N.
//
// Every pair comes twice so, in row a and in row b. P is kept in one triangle, to which finish adds
// both: each gets half.
type single struct {
	of      []bool // by attribute in a list: whether the object's cell is one of those
	raters  []int32
	settled []bool // by rater list: whether all its judgments are
}

// singleShare is how many times the single cells of a rater are at least the attributes: fewer
// are not worth two rows.
const singleShare = 32

// find looks for the single cells among the judgments lo:hi, of which l lists those outside of
// grids.
func (s *single) find(v *view, l *raterLists, lo, hi int) {
	if len(s.of) == 0 {
		s.of = make([]bool, v.d)
	}
	s.raters, s.settled = s.raters[:0], s.settled[:0]
	for _, w := range l.touched {
		cells, others := 0, 0
		for p := l.head[w]; p >= 0; p = l.next[p] {
			j := lo + int(p)
			a := v.attr[j]
			s.of[a] = (j == lo || v.attr[j-1] != a) && (j+1 == hi || v.attr[j+1] != a)
			if s.of[a] {
				cells++
			} else {
				others++
			}
		}
		worth := cells > 1 && cells*singleShare >= v.d
		if worth {
			s.raters = append(s.raters, w)
		} else {
			for p := l.head[w]; p >= 0; p = l.next[p] {
				s.of[v.attr[lo+int(p)]] = false
			}
		}
		s.settled = append(s.settled, worth && others == 0)
	}
}

// loseSingles takes the pairs of single cells of each rater off the sums, for the object whose
// judgments begin at lo.
func (c *accumulator) loseSingles(different, same *PairSums, lo int) {
	if len(c.single.raters) == 0 {
		return
	}
	b := &c.beside
	b.begin(c.d, different, same)
	for _, w := range c.single.raters {
		first, rows := b.sums.gather(2)
		x, ones := rows[:c.d], rows[c.d:]
		for p := c.lists.head[w]; p >= 0; p = c.lists.next[p] {
			if a := c.attr[lo+int(p)]; c.single.of[a] {
				x[a], ones[a] = c.value[lo+int(p)]-c.shift[a], 1
			}
		}
		for a, in := range ones {
			if in == 1 {
				b.product.add(a, first, -x[a]/2)
				b.other.add(a, first, -1)
				b.lost.add(a, first+1, 1)
			}
		}
	}
}
