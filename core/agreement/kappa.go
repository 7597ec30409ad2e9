package agreement

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/classes"
)

// Kappa says which κ a figure is.
type Kappa string

// The kinds of κ.
const (
	NoKappa Kappa = ""       // no categories, or no two that differ
	Cohen   Kappa = "Cohen"  // of two raters: Cohen 1960
	Fleiss  Kappa = "Fleiss" // of any: Fleiss 1971
)

// cohen returns κ of two raters from weights of blocks: (po - pe)/(1 - pe). po is the share
// of objects on which both agree, and pe the share expected by chance from their shares of
// the categories. It is NaN if both give one category to everything. Objects that only one
// judged say nothing about how they agree.
func (c *column) cohen(blocks *blocks) figures {
	size, first := len(c.values), c.known()[0]
	return c.summed(blocks, size*size, func(own []judgment, table []float64) { // how often the first said c where the second said k, by rows
		one, other := own[0], own[1]
		if one.rater != first {
			one, other = other, one
		}
		table[c.category(one)*size+c.category(other)]++
	}, func(table, out []float64) { out[0] = classes.KappaOf(slices.Collect(slices.Chunk(table, size)), false) })
}

// beyond is the agreement beyond chance, as a share of what there can be.
func beyond(observed, chance float64) float64 {
	if !(chance < 1-1e-12) {
		return math.NaN()
	}
	return (observed - chance) / (1 - chance)
}

// fleiss returns κ from weights of blocks: (P - Pe)/(1 - Pe), P the mean share of agreeing
// pairs of the judgments of an object, and Pe the sum of the squared shares of the
// categories. Every object with two judgments or more counts alike, whatever their number
// (Gwet 2014, "Handbook of Inter-Rater Reliability", chapter 2): with the same number
// everywhere that is Fleiss' own.
func (c *column) fleiss(blocks *blocks) figures {
	size := len(c.values)
	count := make([]float64, size)
	return c.summed(blocks, size+2, func(own []judgment, b []float64) { // shares of the categories; then agreeing pairs, objects
		c.count(own, count)
		n := float64(len(own))
		for i, m := range count {
			b[i] += m / n
			b[size] += m * (m - 1) / (n * (n - 1))
		}
		b[size+1]++
	}, func(sum, out []float64) {
		objects, chance := sum[size+1], 0.
		for _, x := range sum[:size] {
			chance += x / objects * x / objects
		}
		out[0] = beyond(sum[size]/objects, chance)
	})
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

// alpha returns the interval α of the pairable judgments from weights of blocks; rank, if
// not nil, turns a value into what is compared. If the values are many, every replicate
// uses the ranks of the data.
func (c *column) alpha(blocks *blocks, rank func(float64) float64) figures {
	const n, s, q, inside = 0, 1, 2, 3 // count, Σ x, Σ x², Σ_u n_u s²_u
	if rank == nil {
		shift := mean(c.cells)
		rank = func(x float64) float64 { return x - shift }
	}
	var ranked []judgment
	return c.summed(blocks, 4, func(own []judgment, b []float64) {
		ranked = ranked[:0]
		for _, j := range own {
			j.value = rank(j.value)
			ranked = append(ranked, j)
			b[n]++
			b[s] += j.value
			b[q] += j.value * j.value
		}
		b[inside] += float64(len(own)) * within(ranked) / float64(len(own)-1)
	}, func(sum, out []float64) {
		pairs := group{sum[n], sum[s], sum[q]}
		out[0] = alpha((sum[n]-1)*sum[inside], pairs.pairs(), sum[q])
	})
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
		high, _ := slices.BinarySearch(sorted, math.Nextafter(x, math.Inf(1)))
		return float64(low+high-len(sorted)) / 2
	}
}

// alphas returns the ordinal and the nominal α from weights of blocks, by the coincidence
// matrix: o[c,k] is Σ_u (pairs of a c and a k within u)/(n_u - 1). Its sum is n, and its
// margins are n_c.
func (c *column) alphas(blocks *blocks) figures {
	size := len(c.values)
	count := make([]float64, size)
	return c.summed(blocks, size*size, func(own []judgment, b []float64) {
		c.count(own, count)
		for i, n := range count {
			for k, m := range count {
				if i == k {
					m--
				}
				if n > 0 {
					b[i*size+k] += n * m / float64(len(own)-1)
				}
			}
		}
	}, func(sum, out []float64) { alphasOf(sum, size, out) })
}

func alphasOf(coincidences []float64, size int, out []float64) {
	margin, rank := make([]float64, size), make([]float64, size)
	n := 0.
	for i := range margin {
		margin[i] = floats.Sum(coincidences[i*size : (i+1)*size])
		rank[i] = n + margin[i]/2
		n += margin[i]
	}
	var ordinal, nominal, expected, different float64
	for i := range margin {
		for k := range i {
			d := (rank[i] - rank[k]) * (rank[i] - rank[k])
			ordinal += coincidences[i*size+k] * d
			nominal += coincidences[i*size+k]
			expected += margin[i] * margin[k] * d
			different += margin[i] * margin[k]
		}
	}
	out[0] = alpha((n-1)*ordinal, expected, 0)
	out[1] = alpha((n-1)*nominal, different, 0)
}

func (c *column) category(j judgment) int {
	at, _ := slices.BinarySearch(c.values, j.value)
	return at
}

func (c *column) count(own []judgment, count []float64) {
	clear(count)
	for _, j := range own {
		count[c.category(j)]++
	}
}
