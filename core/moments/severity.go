package moments

import "fms-tui/model"

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
}

// raterCell is what one rater gave to one attribute.
type raterCell struct {
	attr  int32
	n     float64
	sum   float64 // Σ x'
	share float64 // Σ over O(a) of n_w/n, then divided by |O(a)|: f_w[a]
}

func newSeverity(v *view) *Severity {
	d := v.d
	raters := newSums(d) // the raters' means, summed as if raters were objects
	shares := make([]float64, d*d)
	cells := raterCells(v)
	for len(cells) > 0 {
		chunk := cells[:min(len(cells), severityRows)]
		cells = cells[len(chunk):]
		addRaters(raters, shares, chunk)
	}
	sev := &Severity{K: make([]float64, d*d), Share: make([]float64, d)}
	for a := range d {
		sev.Share[a] = shares[a*d+a]
	}
	p := raters.Pairs[AllPairs]
	if p == nil {
		return sev
	}
	p.expand(raters)
	for a := range d {
		for b := a; b < d; b++ {
			at, ta := a*d+b, b*d+a
			if n := p.N[at]; n >= 2 {
				// A[a,b] = Σ m_w[a] over the raters who judged both.
				cov := (p.P[at] - p.A[at]*p.A[ta]/n) / (n - 1)
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
func addRaters(sums *Sums, shares []float64, raters [][]raterCell) {
	d := len(sums.Attr)
	mean := make([]float64, len(raters)*d)
	present := make([]float64, len(raters)*d)
	share := make([]float64, len(raters)*d)
	chunk := newSums(d)
	chunk.Objects = len(raters)
	filled := 0
	for row, cells := range raters {
		for _, c := range cells {
			at := row*d + int(c.attr)
			mean[at], present[at], share[at] = c.sum/c.n, 1, c.share
			chunk.Attr[c.attr].X += mean[at]
		}
		filled += len(cells)
	}
	chunk.Pairs[AllPairs] = pairProducts(mean, present, len(raters), d, filled == len(mean))
	sums.add(chunk)
	addGram(shares, share, len(raters), d, 1)
}

// raterCells returns, by rater, what he gave to each attribute he judged, over
// the objects that count.
func raterCells(v *view) [][]raterCell {
	cells := make([][]raterCell, v.raters)
	objects := make([]float64, v.d) // |O(a)|
	index := newRaterIndex(v.raters, v.d)
	for i := range v.y {
		if !v.counts(i) {
			continue
		}
		for lo, hi := v.start[i], v.start[i+1]; lo < hi; {
			a := v.attr[lo]
			end := lo + 1
			for end < hi && v.attr[end] == a {
				end++
			}
			objects[a]++
			share := 1 / float64(end-lo)
			for ; lo < end; lo++ {
				if w := v.rater[lo]; w != model.NoRater {
					c := index.cell(cells, w, a)
					c.n++
					c.sum += v.value[lo] - v.shift[a]
					c.share += share
				}
			}
		}
	}
	for _, list := range cells {
		for p := range list {
			list[p].share /= objects[list[p].attr]
		}
	}
	return cells
}

// raterIndex finds the cell of (rater, attribute): through a dense table while
// that is small, otherwise through a map.
type raterIndex struct {
	d     int
	dense []int32 // position+1 in the rater's list
	far   map[int]int32
}

const denseRaterCells = 1 << 22

func newRaterIndex(raters, d int) *raterIndex {
	if raters*d <= denseRaterCells {
		return &raterIndex{d: d, dense: make([]int32, raters*d)}
	}
	return &raterIndex{d: d, far: make(map[int]int32)}
}

func (x *raterIndex) cell(cells [][]raterCell, w, a int32) *raterCell {
	key := int(w)*x.d + int(a)
	var at int32
	if x.dense != nil {
		at = x.dense[key]
	} else {
		at = x.far[key]
	}
	if at == 0 {
		cells[w] = append(cells[w], raterCell{attr: a})
		at = int32(len(cells[w]))
		if x.dense != nil {
			x.dense[key] = at
		} else {
			x.far[key] = at
		}
	}
	return &cells[w][at-1]
}
