package subset

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/parallel"
	"fms-tui/core/selection"
)

// Function is the set function F over n attributes, 0 to n-1. It is not changed
// once made.
type Function struct {
	Empty float64   // F(∅) > 0, squared label units, or the sum of them
	Cov   []float64 // c: covariance of each attribute with the label
	Gram  []float64 // G: n×n by rows, symmetric, positive semi-definite
}

const (
	// worthTaking is by how much, as a share of F(∅), a later candidate must be
	// better to be taken in place of an earlier one.
	worthTaking = 1e-10
	// worthComparing is the gain, as a share of F(∅), from which ratios to it
	// count: below it is rounding.
	worthComparing = 1e-9
)

// N is the number of attributes.
func (f *Function) N() int { return len(f.Cov) }

// beside is the function beside a set: what other attributes gain there. It extends the Cholesky
// factor of the members' part of G to all attributes: attribute e, of which the variance q is
// left, joins with the column
//
//	l = (G_:e - Σ_i l_i l_ie)/√q,   and then   left -= l²,  c -= l c_e/√q
//
// and f rises by c_e²/q. Members leave in the opposite order.
type beside struct {
	f         *Function
	members   []int       // that are not redundant, in the order of joining
	column    [][]float64 // l, by member
	left, cov [][]float64 // variances, and covariances with the label, by number of members
}

func (f *Function) beside() *beside {
	b := &beside{f: f, left: [][]float64{make([]float64, f.N())}, cov: [][]float64{f.Cov}}
	for e := range f.N() {
		b.left[0][e] = f.Gram[e*f.N()+e]
	}
	return b
}

// isRedundant tells whether e is in the set, or adds to it nothing that can be
// told from rounding, as in selection.
func (b *beside) isRedundant(e int) bool {
	k := len(b.members)
	left := b.left[k][e]
	return selection.IsRounding(k, b.left[0][e], left, b.cov[k][e], func() float64 { return left }, func() (size, weight float64) { return b.sizes(e) })
}

// sizes returns selection.IsRounding's two sizes for an attribute.
func (b *beside) sizes(e int) (size, weight float64) {
	var factor [][]float64
	var half []float64
	for k, a := range append(b.members, e) {
		row := make([]float64, k+1)
		for i := range k {
			row[i] = b.column[i][a]
		}
		row[k] = math.Sqrt(b.left[k][a])
		factor, half = append(factor, row), append(half, b.cov[k][a]/row[k])
	}
	k := len(b.members)
	return selection.RoundingSizes(factor, half[:k], make([]float64, k), make([]float64, k), b.left[0][e], b.f.Empty,
		func(i int) float64 { return b.left[0][b.members[i]] })
}

func (b *beside) gain(e int) float64 {
	if b.isRedundant(e) {
		return 0
	}
	k := len(b.members)
	return b.cov[k][e] * b.cov[k][e] / b.left[k][e]
}

// join adds an attribute that is not redundant. Attributes before the one from are not asked for
// until it leaves.
func (b *beside) join(e, from int) {
	k, n := len(b.members), b.f.N()
	if k == len(b.column) {
		b.column = append(b.column, make([]float64, n))
		b.left, b.cov = append(b.left, make([]float64, n)), append(b.cov, make([]float64, n))
	}
	l, root := b.column[k], math.Sqrt(b.left[k][e])
	copy(l[from:], b.f.Gram[e*n+from:])
	for _, before := range b.column[:k] {
		floats.AddScaled(l[from:], -before[e], before[from:])
	}
	for j := from; j < n; j++ {
		l[j] /= root
		b.left[k+1][j] = b.left[k][j] - l[j]*l[j]
		b.cov[k+1][j] = b.cov[k][j] - l[j]*b.cov[k][e]/root
	}
	b.members = append(b.members, e)
}

// each visits all sets of 1 to most of some attributes, which rise, in lexicographic order, with
// what they gain together, until visit returns false. A set holds until visit returns.
func (b *beside) each(among []int, most int, visit func(set []int, gain float64) bool) bool {
	var set []int
	var from func(next int, sum float64) bool
	from = func(next int, sum float64) bool {
		for i, e := range among[next:] {
			set = append(set, e)
			gain, joined := b.gain(e), len(b.members)
			if !visit(set, sum+gain) {
				return false
			}
			if len(set) < most {
				if !b.isRedundant(e) {
					b.join(e, e+1)
				}
				if !from(next+i+1, sum+gain) {
					return false
				}
				b.members = b.members[:joined]
			}
			set = set[:len(set)-1]
		}
		return true
	}
	return most < 1 || from(0, 0)
}

// each visits all subsets of 1 to most attributes with their gain f, as [beside.each] does.
func (f *Function) each(most int, visit func(set []int, gain float64) bool) bool {
	return f.beside().each(indices(f.N()), most, visit)
}

// Chosen is a subset and its loss.
type Chosen struct {
	Set  []int // attributes by number; Best: rising; Forward: in the order of joining
	Loss float64
}

// Count is how many subsets of 1 to most out of n attributes there are; +Inf
// beyond floating point.
func Count(n, most int) float64 {
	count, sum := 1.0, 0.0
	for k := 1; k <= min(n, most); k++ {
		count *= float64(n-k+1) / float64(k)
		sum += count
	}
	return sum
}

// Searchable is the largest size, at most size, up to which n attributes have at most
// the given number of subsets in total.
func Searchable(n, size int, subsets float64) int {
	k := 0
	for k < min(n, size) && Count(n, k+1) <= subsets {
		k++
	}
	return k
}

const looked = 4096

// Best returns the best subset of each size from 0 to most, most at most n: the
// lecture's naive method (21.2), which takes Count(n, most) steps. Subsets are
// looked at in lexicographic order, and a later one must be better by more than
// 1e-10 F(∅). The only error is the context's.
func (f *Function) Best(ctx context.Context, most int) ([]Chosen, error) {
	best := make([]Chosen, most+1)
	best[0] = Chosen{Set: []int{}, Loss: f.Empty}
	steps, all := 0, int(min(Count(f.N(), most), 1<<62))
	parallel.Report(ctx, "searching subsets", 0, all)
	done := f.each(most, func(set []int, gain float64) bool {
		b := &best[len(set)]
		if loss := f.Empty - gain; b.Set == nil || loss < b.Loss-worthTaking*f.Empty {
			b.Set, b.Loss = append(b.Set[:0], set...), loss
		}
		if steps++; steps%looked == 0 {
			parallel.Report(ctx, "searching subsets", steps, all)
		}
		return steps%looked != 0 || ctx.Err() == nil
	})
	if !done {
		return nil, ctx.Err()
	}
	return best, nil
}

// Forward returns the sets of the lecture's successive algorithm (21.3), of 0 to most
// attributes; fewer if all remaining attributes are redundant. Among candidates whose
// losses are equal to 1e-10 F(∅) it takes the first.
func (f *Function) Forward(most int) []Chosen {
	b := f.beside()
	path := []Chosen{{Set: []int{}, Loss: f.Empty}}
	for len(path) <= most {
		last := path[len(path)-1]
		best, gain := -1, 0.0
		for e := range f.N() {
			if b.isRedundant(e) {
				continue
			}
			if g := b.gain(e); best < 0 || g > gain+worthTaking*f.Empty {
				best, gain = e, g
			}
		}
		if best < 0 {
			break
		}
		b.join(best, 0)
		path = append(path, Chosen{Set: append(slices.Clone(last.Set), best), Loss: last.Loss - gain})
	}
	return path
}

// indices are 0 to n-1.
func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
