package moments

import (
	"context"
	"math/bits"

	"fms-tui/core/internal/parallel"
	"fms-tui/model"
)

// Links say which attributes the same raters judge: how the pilot was collected.
// Both sums are d×d by rows, of which the entries a < a' are filled, and add up
// over disjoint sets of objects.
type Links struct {
	D       int
	Shared  []int // Σ_i raters who judged both cells of object i
	Smaller []int // Σ_i min(n[i,a], n[i,a'])
}

// linked is the share of judgments by shared raters from which two attributes
// are on one form. Real forms have .99 and more, and raters who meet by chance
// far less.
const linked = .5

// linkPieces is in how many parts objects are counted: few, because each keeps
// squares of all attributes.
const linkPieces = 4

// LinkedAttributes counts shared raters over all objects of a data set, with or
// without a label. As in the aware mode only the first judgment of a rater in a
// cell counts; judgments without a rater count in n alone. Without any rater
// both sums are 0. The only error is the context's.
//
// Both sums are counts of rows, (object, rater) or (object, t), that have the same set
// of attributes: the attributes that the rater judged, or the attributes with n >= t,
// for
//
//	min(n, n') = Σ_{t>=1} [n >= t] [n' >= t]
//
// A row of k attributes costs the lesser of k²/2 and, 64 rows in a word, d²/128:
// a second for 10 000 objects of 1000 attributes and 3 raters.
func LinkedAttributes(ctx context.Context, ds *model.Dataset) (*Links, error) {
	d := len(ds.Attributes)
	if len(ds.Raters) == 0 {
		return &Links{D: d, Shared: make([]int, d*d), Smaller: make([]int, d*d)}, ctx.Err()
	}
	v := newView(ds, &model.Label{Values: make([]float64, len(ds.Objects))}, model.RatersAware)
	shared, smaller := make([]*setPairs, linkPieces), make([]*setPairs, linkPieces)
	parallel.Each(linkPieces, func(p int) {
		shared[p], smaller[p] = v.links(ctx, p*len(v.y)/linkPieces, (p+1)*len(v.y)/linkPieces)
	})
	return &Links{D: v.d, Shared: allCounts(shared), Smaller: allCounts(smaller)}, ctx.Err()
}

// Add adds the counts of other objects of the same attributes.
func (l *Links) Add(o *Links) {
	for i := range l.Shared {
		l.Shared[i] += o.Shared[i]
		l.Smaller[i] += o.Smaller[i]
	}
}

// Among returns the counts for d attributes, of which attribute a is number place[a].
// All places differ.
func (l *Links) Among(d int, place []int) *Links {
	out := &Links{D: d, Shared: make([]int, d*d), Smaller: make([]int, d*d)}
	for a := range place {
		for b := a + 1; b < len(place); b++ {
			to := min(place[a], place[b])*d + max(place[a], place[b])
			out.Shared[to], out.Smaller[to] = l.Shared[a*l.D+b], l.Smaller[a*l.D+b]
		}
	}
	return out
}

// Phi is the share of the judgments of two different attributes that are by
// shared raters,
//
//	φ[a,a'] = Σ_i shared raters / Σ_i min(n[i,a], n[i,a'])
//
// in [0,1]: 1 on whole forms, 0 where nobody judged both.
func (l *Links) Phi(a, b int) float64 {
	at := min(a, b)*l.D + max(a, b)
	if l.Shared[at] == 0 {
		return 0
	}
	return float64(l.Shared[at]) / float64(l.Smaller[at])
}

// Forms returns, by attribute, the number of its form: attributes with φ >= .5 are
// linked, and attributes connected by links are one form. Forms are numbered from 0 by
// their first attribute, in the order of the data; an attribute without links is a form
// of its own.
func (l *Links) Forms() []int {
	of := make([]int, l.D)
	for a := range of {
		of[a] = -1
	}
	forms := 0
	for a := range of {
		if of[a] >= 0 {
			continue
		}
		of[a] = forms
		for reached := []int{a}; len(reached) > 0; {
			from := reached[len(reached)-1]
			reached = reached[:len(reached)-1]
			for to := range of {
				if to != from && of[to] < 0 && l.Phi(from, to) >= linked {
					of[to] = forms
					reached = append(reached, to)
				}
			}
		}
		forms++
	}
	return of
}

// links counts the objects lo:hi.
func (v *view) links(ctx context.Context, lo, hi int) (shared, smaller *setPairs) {
	shared, smaller = &setPairs{d: v.d}, &setPairs{d: v.d}
	lists := newRaterLists(v.raters)
	sizes := make([]int, v.d)
	var set []int32
	for i := lo; i < hi && ctx.Err() == nil; i++ {
		start, end := v.start[i], v.start[i+1]
		if n := v.wholeOf(i); n > 0 && v.aware { // n raters judged everything
			shared.whole += n
			smaller.whole += n
			continue
		}
		lists.group(v, start, end)
		for _, w := range lists.touched {
			set = set[:0]
			for j := lists.head[w]; j >= 0; j = lists.next[j] {
				set = append(set, v.attr[start+int(j)])
			}
			shared.add(set)
		}
		set = set[:0]
		for _, a := range v.attr[start:end] {
			if sizes[a] == 0 {
				set = append(set, a)
			}
			sizes[a]++
		}
		judged := set
		for t := 1; len(set) > 1; t++ {
			smaller.add(set)
			more := set[:0]
			for _, a := range set {
				if sizes[a] > t {
					more = append(more, a)
				} else {
					sizes[a] = 0
				}
			}
			set = more
		}
		for _, a := range judged {
			sizes[a] = 0
		}
		for _, a := range set {
			sizes[a] = 0
		}
	}
	return shared, smaller
}

// setWords is how many words of 64 rows are counted at once.
const setWords = 64

// setPairs counts, by pair of attributes a < a', in how many sets both are.
type setPairs struct {
	d     int
	count []int    // nil before the first
	has   []uint64 // by attribute and word: which of the rows at hand hold it; nil before the first
	rows  int
	whole int // sets of all attributes that were not added
}

// add adds a set of different attributes.
func (s *setPairs) add(set []int32) {
	if s.count == nil {
		s.count = make([]int, s.d*s.d)
	}
	if n := len(set); n*(n-1) <= s.d*(s.d-1)/64 {
		for i, a := range set {
			for _, b := range set[:i] {
				s.count[int(min(a, b))*s.d+int(max(a, b))]++
			}
		}
		return
	}
	if s.has == nil {
		s.has = make([]uint64, s.d*setWords)
	}
	for _, a := range set {
		s.has[int(a)*setWords+s.rows/64] |= 1 << (s.rows % 64)
	}
	if s.rows++; s.rows == 64*setWords {
		s.flush()
	}
}

// flush counts the rows at hand.
func (s *setPairs) flush() {
	if s.rows == 0 {
		return
	}
	words := (s.rows + 63) / 64
	for a := range s.d {
		own := s.has[a*setWords:][:words]
		for b := a + 1; b < s.d; b++ {
			other := s.has[b*setWords:][:words]
			n := 0
			for w, x := range own {
				n += bits.OnesCount64(x & other[w])
			}
			s.count[a*s.d+b] += n
		}
	}
	clear(s.has)
	s.rows = 0
}

// allCounts sums the counts of parts.
func allCounts(parts []*setPairs) []int {
	var count []int
	whole := 0
	for _, p := range parts {
		p.flush()
		whole += p.whole
		switch {
		case count == nil:
			count = p.count
		case p.count != nil:
			for i, n := range p.count {
				count[i] += n
			}
		}
	}
	d := parts[0].d
	if count == nil {
		count = make([]int, d*d)
	}
	for a := range d {
		for b := a + 1; whole > 0 && b < d; b++ {
			count[a*d+b] += whole
		}
	}
	return count
}
