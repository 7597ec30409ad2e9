package moments

import (
	"cmp"
	"slices"

	"fms-tui/core/internal/gram"
)

// Severity restores what raters have in common with themselves across objects.
// A rater who is severe by u moves all his judgments by u; where he judged a
// share f of the objects, the mean μ[a] moves with him and hides f²·Var(u)
// of the products that Σ is made of. The loss on future objects, judged by
// raters drawn anew, must contain it: Σ[a,a'] += K[a,a'], the diagonal
// included.
//
//	m_w[a] = mean of rater w's judgments of a
//	f_w[a] = mean over O(a) of n_w[i,a]/n[i,a]
//	K[a,a'] = Cov_w(m_w[a], m_w[a']) · Σ_w f_w[a]·f_w[a']
//
// with the covariance over the raters who judged both (divisor one less) and 0
// where fewer than two did. K fades as the raters become many.
type Severity struct {
	K []float64 // d×d, symmetric; in products of the attributes' units
	// Share is Σ_w f_w[a]² by attribute: 1/(number of raters) where they shared
	// the work equally, 1 for a single rater. Above 0.05 the judgments cannot
	// tell the panel's severity from the attribute's mean.
	Share []float64
	// Raters are the sums that K is made of, by rater.
	Raters [][]RaterSums
}

// RaterSums are what one rater gave to one attribute, over the objects that
// count.
type RaterSums struct {
	Attr  int32   // its number
	N     float64 // judgments, at least 1
	X     float64 // Σ x'
	Share float64 // Σ over O(a) of n_w/n; f_w[a] is this by |O(a)|
}

func newSeverity(v *view) *Severity {
	cells, objects := raterCells(v)
	return severityOf(v.d, cells, objects)
}

// severityOf makes the severity term from the raters' sums and, by attribute,
// |O(a)|.
func severityOf(d int, cells [][]RaterSums, objects []float64) *Severity {
	raters := NewSums(d) // the raters' means, summed as if raters were objects
	shares := make([]float64, d*d)
	sev := &Severity{K: make([]float64, d*d), Share: make([]float64, d), Raters: cells}
	judged := slices.DeleteFunc(slices.Clone(cells), func(of []RaterSums) bool { return len(of) == 0 })
	for chunk := range slices.Chunk(judged, severityRows) {
		addRaters(raters, shares, chunk, objects)
	}
	for a := range d {
		sev.Share[a] = shares[a*d+a]
	}
	p := raters.Pairs[AllPairs]
	if p == nil {
		return sev
	}
	p.expand(raters, AllPairs)
	for a := range d {
		for b := a; b < d; b++ {
			at, ta := a*d+b, b*d+a
			if n := p.N[at]; n >= 2 {
				// A[a,b] = Σ m_w[a] over the raters who judged both.
				cov := (p.P[PlaceOf(a, b, d)] - p.A[at]*p.A[ta]/n) / (n - 1)
				sev.K[at] = cov * shares[at]
				sev.K[ta] = sev.K[at]
			}
		}
	}
	return sev
}

// severityRows bounds the rows of the dense matrices that raters are laid out
// in, and so the memory that a crowd of many thousand raters takes.
const severityRows = 512

// addRaters adds to sums the means m_w of some raters, and to shares the upper
// triangle of Σ_w f_w[a]·f_w[a'].
func addRaters(sums *Sums, shares []float64, raters [][]RaterSums, objects []float64) {
	d := len(sums.Attr)
	mean := make([]float64, len(raters)*d)
	share := make([]float64, len(raters)*d)
	chunk := NewSums(d)
	chunk.Objects = len(raters)
	filled := 0
	for row, cells := range raters {
		for _, c := range cells {
			at := row*d + int(c.Attr)
			mean[at], share[at] = c.X/c.N, c.Share/objects[c.Attr]
			chunk.Attr[c.Attr].X += mean[at]
		}
		filled += len(cells)
	}
	products := make([]float64, d*d)
	var adder gram.Adder
	adder.Gram(products, mean, len(raters), d)
	pairs := &PairSums{P: pack(products, d)}
	if filled < len(mean) {
		pairs.N, pairs.A = presentPairs(mean, len(raters), d, func(row int, has []int32) []int32 {
			for _, c := range raters[row] {
				has = append(has, c.Attr)
			}
			return has
		})
	}
	chunk.Pairs[AllPairs] = pairs
	sums.add(chunk)
	adder.Gram(shares, share, len(raters), d)
}

// raterCells returns, by rater who is named, what he gave to each attribute he judged, rising, over
// the objects that count, and |O(a)| by attribute.
func raterCells(v *view) (cells [][]RaterSums, objects []float64) {
	cells = make([][]RaterSums, v.raters)
	objects = make([]float64, v.d)
	last := make([]int, v.raters) // by rater: the place in his list that was met last
	for i := range v.y {
		if !v.counts(i) {
			continue
		}
		for lo, end := range v.cells(i) {
			a := v.attr[lo]
			objects[a]++
			share := 1 / float64(end-lo)
			for ; lo < end; lo++ {
				if w := v.rater[lo]; v.named(w) {
					at := last[w] + 1 // mostly
					if at >= len(cells[w]) || cells[w][at].Attr != a {
						at = placeIn(&cells[w], a)
					}
					last[w] = at
					c := &cells[w][at]
					c.N++
					c.X += v.value[lo] - v.shift[a]
					c.Share += share
				}
			}
		}
	}
	return cells, objects
}

// placeIn finds or makes the place of an attribute in a rater's list.
func placeIn(list *[]RaterSums, a int32) int {
	if n := len(*list); n == 0 || (*list)[n-1].Attr < a {
		*list = append(*list, RaterSums{Attr: a})
		return n
	}
	at, found := slices.BinarySearchFunc(*list, a, func(c RaterSums, a int32) int { return cmp.Compare(c.Attr, a) })
	if !found {
		*list = slices.Insert(*list, at, RaterSums{Attr: a})
	}
	return at
}
