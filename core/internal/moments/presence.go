package moments

import "gonum.org/v1/gonum/floats"

// presence counts, by pair of d attributes, sets of attributes that hold both. Until finish n,
// d×d by rows, is such that n[a,b] + n[b,a] + whole is the count, of a = b once.
type presence struct {
	n     []float64
	d     int
	whole float64 // sets that were counted with every pair
	lacks []int32 // of the set at hand
}

// add adds a set, rising, by its pairs or by what it lacks: whichever takes less.
func (p *presence) add(has []int32) {
	if 2*len(has) < p.d {
		for i, a := range has {
			row := p.n[int(a)*p.d:][:p.d]
			for _, b := range has[i:] {
				row[b]++
			}
		}
		return
	}
	p.whole++
	if len(has) == p.d {
		return
	}
	p.lacks = complement(p.lacks[:0], has, p.d)
	for i, a := range p.lacks {
		row := p.n[int(a)*p.d:][:p.d]
		floats.AddConst(-1, row)
		for _, b := range p.lacks[:i] {
			row[b]++ // taken off with b
		}
	}
}

// complement appends the numbers below d that are not in a rising set.
func complement(dst, set []int32, d int) []int32 {
	for a := range int32(d) {
		if len(set) > 0 && set[0] == a {
			set = set[1:]
		} else {
			dst = append(dst, a)
		}
	}
	return dst
}

// finish turns n into the counts, and returns it.
func (p *presence) finish() []float64 {
	for a := range p.d {
		p.n[a*p.d+a] += p.whole
		for b := a + 1; b < p.d; b++ {
			both := p.n[a*p.d+b] + p.n[b*p.d+a] + p.whole
			p.n[a*p.d+b], p.n[b*p.d+a] = both, both
		}
	}
	return p.n
}

// presentPairs returns the AllPairs sums N and A of a matrix of means, rows×d, 0 where
// missing; attributes appends those that a row has, rising. With I which are there, as numbers,
// they are N = IᵀI and A = meanᵀI, of which few attributes that are there
// are added one by one, and few that lack are taken off the sum of all objects.
func presentPairs(mean []float64, rows, d int, attributes func(row int, has []int32) []int32) (n, a []float64) {
	count := presence{n: make([]float64, d*d), d: d}
	at := make([]float64, d*d) // Aᵀ: each attribute that is there adds a whole row
	all := make([]float64, d)  // Σ x̄' of the objects that were counted with every attribute
	var has, lacks []int32
	for row := range rows {
		x := mean[row*d:][:d]
		has = attributes(row, has[:0])
		count.add(has)
		if 2*len(has) < d {
			for _, b := range has {
				floats.Add(at[int(b)*d:][:d], x)
			}
			continue
		}
		floats.Add(all, x)
		lacks = complement(lacks[:0], has, d)
		for _, b := range lacks {
			floats.Sub(at[int(b)*d:][:d], x)
		}
	}
	a = make([]float64, d*d)
	for i := range d {
		for j := range d {
			a[i*d+j] = all[i] + at[j*d+i]
		}
	}
	return count.finish(), a
}
