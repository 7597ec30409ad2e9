package agreement

import (
	"cmp"
	"math"
	"slices"
)

// Kappa says which κ a figure is.
type Kappa string

// The kinds of κ.
const (
	NoKappa Kappa = ""       // no categories, or no two that differ
	Cohen   Kappa = "Cohen"  // of two raters: Cohen 1960
	Fleiss  Kappa = "Fleiss" // of any: Fleiss 1971
)

// confusion is how often the first of two raters said c where the second said k, by
// rows, in each block.
type confusion struct {
	size  int
	block [][]float64
}

// confusion counts the objects that both of two raters judged; others say nothing
// about how they agree.
func (c *column) confusion(blocks *blocks) *confusion {
	f := &confusion{size: len(c.values), block: make([][]float64, blocks.n)}
	first := c.known()[0]
	count := make([]float64, f.size)
	c.objects(func(own []judgment) {
		if len(own) != 2 {
			return
		}
		b := blocks.of[own[0].object]
		if f.block[b] == nil {
			f.block[b] = make([]float64, f.size*f.size)
		}
		one, other := own[:1], own[1:]
		if own[0].rater != first {
			one, other = other, one
		}
		c.count(one, count)
		row := indexOf(count)
		c.count(other, count)
		f.block[b][row*f.size+indexOf(count)]++
	})
	return f
}

// indexOf is the category of a single judgment.
func indexOf(count []float64) int {
	for i, n := range count {
		if n > 0 {
			return i
		}
	}
	panic("agreement: no judgment was counted")
}

// cohen is κ = (po - pe)/(1 - pe). po is the share of objects on which both agree, and
// pe the share expected by chance from their shares of the categories. It is NaN if
// both give one category to everything.
func (f *confusion) cohen(w []float64) float64 {
	sum := make([]float64, f.size*f.size)
	for b := range min(len(w), len(f.block)) {
		for i, x := range f.block[b] {
			sum[i] += w[b] * x
		}
	}
	return kappaOf(sum, f.size)
}

// kappaOf is Cohen's κ of a table of counts by rows.
func kappaOf(table []float64, size int) float64 {
	var n, agree, chance float64
	for i := range size {
		var row, column float64
		for k := range size {
			row += table[i*size+k]
			column += table[k*size+i]
		}
		n += row
		agree += table[i*size+i]
		chance += row * column
	}
	return beyond(agree/n, chance/(n*n))
}

// beyond is the agreement beyond chance, as a share of what there can be.
func beyond(observed, chance float64) float64 {
	if !(chance < 1-1e-12) {
		return math.NaN()
	}
	return (observed - chance) / (1 - chance)
}

// shares are what Fleiss' κ needs of each block.
type shares struct {
	size  int
	block []share
}

type share struct {
	objects float64
	agree   float64   // Σ over objects of the share of its pairs of judgments that agree
	of      []float64 // Σ over objects of each category's share of its judgments
}

// shares sums over the objects with two judgments or more. Every object counts
// alike, whatever the number of its judgments (Gwet 2014, "Handbook of Inter-Rater
// Reliability", chapter 2): with the same number everywhere that is Fleiss' own.
func (c *column) shares(blocks *blocks) *shares {
	s := &shares{size: len(c.values), block: make([]share, blocks.n)}
	count := make([]float64, s.size)
	c.objects(func(own []judgment) {
		if len(own) < 2 {
			return
		}
		b := &s.block[blocks.of[own[0].object]]
		if b.of == nil {
			b.of = make([]float64, s.size)
		}
		c.count(own, count)
		n := float64(len(own))
		b.objects++
		for i, m := range count {
			b.agree += m * (m - 1) / (n * (n - 1))
			b.of[i] += m / n
		}
	})
	return s
}

// fleiss is κ = (P - Pe)/(1 - Pe), P the mean share of agreeing pairs and Pe the sum
// of the squared shares of the categories.
func (s *shares) fleiss(w []float64) float64 {
	var objects, agree float64
	of := make([]float64, s.size)
	for b := range min(len(w), len(s.block)) {
		k := &s.block[b]
		objects += w[b] * k.objects
		agree += w[b] * k.agree
		for i, x := range k.of {
			of[i] += w[b] * x
		}
	}
	chance := 0.
	for _, x := range of {
		chance += x / objects * x / objects
	}
	return beyond(agree/objects, chance)
}

// Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability": with n pairable
// judgments, the judgments of objects with two or more,
//
//	α = 1 - Do/De
//	Do = (1/n) Σ_u Σ_{i≠j in u} δ²(x_i, x_j)/(n_u - 1)
//	De = (1/(n(n-1))) Σ_{i≠j} δ²(x_i, x_j)
//
// Interval: δ² = (x - y)². Then Σ_{i≠j in u} δ² is 2 n_u (n_u - 1) s²_u, the sum of
// all pairs is 2n times the squares about the mean, SS, and
//
//	α = 1 - ((n-1)/n) Σ_u n_u s²_u / SS
//
// Ordinal: δ of categories c < k is the number of judgments between them, half of the
// judgments at both ends counted, Σ_{g=c..k} n_g - (n_c + n_k)/2. This is the
// difference of the midranks of c and k, so that α is the interval α of midranks.
// Nominal: δ² = 1 between different categories.

// spreads are what α needs of the judgments of many values, by block.
type spreads []spread

type spread struct {
	group
	within float64 // Σ_u n_u s²_u
}

// spread sums the pairable judgments; rank, if not nil, turns a value into what is
// compared. If the values are many, every replicate uses the ranks of the data.
func (c *column) spread(blocks *blocks, rank func(float64) float64) spreads {
	all := make(spreads, blocks.n)
	if rank == nil {
		shift := mean(c.cells)
		rank = func(x float64) float64 { return x - shift }
	}
	var ranked []judgment
	c.objects(func(own []judgment) {
		if len(own) < 2 {
			return
		}
		s := &all[blocks.of[own[0].object]]
		ranked = ranked[:0]
		for _, j := range own {
			j.value = rank(j.value)
			ranked = append(ranked, j)
			s.add(j.value, 1)
		}
		n := float64(len(own))
		s.within += n * within(ranked) / (n - 1)
	})
	return all
}

func (s spreads) alpha(w []float64) float64 {
	var all group
	var within float64
	for b := range min(len(w), len(s)) {
		all.n += w[b] * s[b].n
		all.s += w[b] * s[b].s
		all.q += w[b] * s[b].q
		within += w[b] * s[b].within
	}
	return alpha((all.n-1)*within, all.pairs(), all.q)
}

// alpha is 1 - do/de; NaN where all judgments are the same but for the rounding of
// their squares.
func alpha(do, de, size float64) float64 {
	if !(de > 1e-12*size) {
		return math.NaN()
	}
	return 1 - do/de
}

// pairable are the values of the objects with two judgments or more, rising.
func (c *column) pairable() []float64 {
	var values []float64
	c.objects(func(own []judgment) {
		if len(own) >= 2 {
			for _, j := range own {
				values = append(values, j.value)
			}
		}
	})
	slices.Sort(values)
	return values
}

// midranks returns the ranks of sorted values; equal values get the mean of their
// ranks.
func midranks(sorted []float64) func(float64) float64 {
	return func(x float64) float64 {
		low, _ := slices.BinarySearch(sorted, x)
		high, _ := slices.BinarySearchFunc(sorted, x, func(v, x float64) int {
			if v <= x {
				return -1
			}
			return cmp.Compare(v, x)
		})
		return float64(low+high-len(sorted)) / 2
	}
}

// coincidences are the coincidence matrices of an attribute by block: o[c,k] is
// Σ_u (pairs of a c and a k within u)/(n_u - 1), by rows. Its sum is n, and its
// margins are n_c.
type coincidences struct {
	size  int
	block [][]float64 // nil where no object is pairable
}

func (c *column) coincidences(blocks *blocks) *coincidences {
	o := &coincidences{size: len(c.values), block: make([][]float64, blocks.n)}
	count := make([]float64, o.size)
	c.objects(func(own []judgment) {
		if len(own) < 2 {
			return
		}
		b := blocks.of[own[0].object]
		if o.block[b] == nil {
			o.block[b] = make([]float64, o.size*o.size)
		}
		c.count(own, count)
		for i, n := range count {
			for k, m := range count {
				if i == k {
					m--
				}
				if n > 0 {
					o.block[b][i*o.size+k] += n * m / float64(len(own)-1)
				}
			}
		}
	})
	return o
}

// count counts the categories of judgments.
func (c *column) count(own []judgment, count []float64) {
	clear(count)
	for _, j := range own {
		at, _ := slices.BinarySearch(c.values, j.value)
		count[at]++
	}
}

// alphas are the ordinal and the nominal α.
func (o *coincidences) alphas(w, out []float64) {
	sum := make([]float64, o.size*o.size)
	for b := range min(len(w), len(o.block)) {
		if o.block[b] != nil && w[b] > 0 {
			for i, x := range o.block[b] {
				sum[i] += w[b] * x
			}
		}
	}
	margin := make([]float64, o.size)
	n := 0.
	for i := range margin {
		for k := range o.size {
			margin[i] += sum[i*o.size+k]
		}
		n += margin[i]
	}
	rank, before := make([]float64, o.size), 0.
	for i, m := range margin {
		rank[i] = before + m/2
		before += m
	}
	var ordinal, nominal, expected, different float64
	for i := range margin {
		for k := range i {
			d := (rank[i] - rank[k]) * (rank[i] - rank[k])
			ordinal += sum[i*o.size+k] * d
			nominal += sum[i*o.size+k]
			expected += margin[i] * margin[k] * d
			different += margin[i] * margin[k]
		}
	}
	out[0] = alpha((n-1)*ordinal, expected, 0)
	out[1] = alpha((n-1)*nominal, different, 0)
}
