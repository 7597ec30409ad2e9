package simulate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fms-tui/model"
)

// plainMoments are the moments of complete data by the plain formulas of the
// paper (Alg. 1, lines 3-7 and 10), so that the generator is not tested by its
// own arithmetic.
type plainMoments struct {
	v, b  []float64
	sigma *mat.SymDense // Σ, not projected
	means [][]float64   // x̄ by attribute and object
	varY  float64
}

// external returns σ²[a].
func (m plainMoments) external(a int) float64 { return m.sigma.At(a, a) }

func average(x []float64) float64 {
	sum := 0.
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

func meanProduct(x, y []float64) float64 {
	mx, my, sum := average(x), average(y), 0.
	for i := range x {
		sum += (x[i] - mx) * (y[i] - my)
	}
	return sum / float64(len(x))
}

func correlation(x, y []float64) float64 {
	return meanProduct(x, y) / math.Sqrt(meanProduct(x, x)*meanProduct(y, y))
}

// cell returns the judgments of attribute a on object i of complete data.
func cell(d *model.Dataset, i, a int) []float64 {
	k := (d.Start[i+1] - d.Start[i]) / len(d.Attributes)
	first := d.Start[i] + a*k
	return d.Value[first : first+k]
}

func momentsOf(d *model.Dataset, y []float64) plainMoments {
	n := len(d.Attributes)
	m := plainMoments{
		v: make([]float64, n), b: make([]float64, n),
		sigma: mat.NewSymDense(n, nil), means: make([][]float64, n), varY: meanProduct(y, y),
	}
	noise := make([]float64, n) // of the means: average of s²/n
	for a := range n {
		for i := range d.Objects {
			x := cell(d, i, a)
			s2 := meanProduct(x, x) * float64(len(x)) / float64(len(x)-1)
			m.means[a] = append(m.means[a], average(x))
			m.v[a] += s2 / float64(len(d.Objects))
			noise[a] += s2 / float64(len(x)) / float64(len(d.Objects))
		}
		m.b[a] = meanProduct(m.means[a], y)
		for c := range a {
			m.sigma.SetSym(a, c, meanProduct(m.means[a], m.means[c]))
		}
		m.sigma.SetSym(a, a, meanProduct(m.means[a], m.means[a])-noise[a])
	}
	return m
}

// solve returns the weights and the objective of Full for repeats r.
func (m plainMoments) solve(r []int) (weights []float64, objective float64) {
	var support []int
	for a := range r {
		if r[a] > 0 {
			support = append(support, a)
		}
	}
	if len(support) == 0 {
		return nil, 0
	}
	lhs, rhs := mat.NewSymDense(len(support), nil), mat.NewVecDense(len(support), nil)
	for x, a := range support {
		rhs.SetVec(x, m.b[a])
		for y := range x {
			lhs.SetSym(x, y, m.sigma.At(a, support[y]))
		}
		lhs.SetSym(x, x, m.sigma.At(a, a)+m.v[a]/float64(r[a]))
	}
	var w mat.VecDense
	if err := w.SolveVec(lhs, rhs); err != nil {
		return nil, math.Inf(-1)
	}
	return w.RawVector().Data, mat.Dot(&w, rhs)
}

// greedy is Full at equal prices, every candidate evaluated.
func (m plainMoments) greedy(budget int) []int {
	r := make([]int, len(m.v))
	for range budget {
		best, pick := math.Inf(-1), 0
		for a := range r {
			r[a]++
			if _, objective := m.solve(r); objective > best {
				best, pick = objective, a
			}
			r[a]--
		}
		r[pick]++
	}
	return r
}

// spearman is Pearson's correlation of the ranks, ties sharing their mean rank.
func spearman(x, y []float64) float64 { return correlation(ranks(x), ranks(y)) }

func ranks(x []float64) []float64 {
	sorted := slices.Sorted(slices.Values(x))
	r := make([]float64, len(x))
	for i, v := range x {
		first, _ := slices.BinarySearch(sorted, v)
		last := first
		for last < len(sorted) && sorted[last] == v {
			last++
		}
		r[i] = float64(first+last+1) / 2
	}
	return r
}
