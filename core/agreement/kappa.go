package agreement

import "math"

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
