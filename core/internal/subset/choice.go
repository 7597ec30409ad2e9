package subset

import (
	"context"
	"slices"

	"fms-tui/core/internal/parallel"
)

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

// looked is how many subsets are gone through between looks at the context.
const looked = 4096

// Best returns the best subset of each size from 0 to most, most at most n: the
// lecture's naive method (21.2), which takes Count(n, most) steps. Subsets are
// looked at in lexicographic order, and a later one must be better by more than
// 1e-10 F(∅). The only error is the context's.
func (f *Function) Best(ctx context.Context, most int) ([]Chosen, error) {
	best := make([]Chosen, most+1)
	best[0] = Chosen{Set: []int{}, Loss: f.Empty}
	steps, all := 0, int(min(Count(f.N(), most), 1<<62))
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
	r := f.residual()
	path := []Chosen{{Set: []int{}, Loss: f.Empty}}
	for len(path) <= most {
		last := path[len(path)-1]
		best, gain := -1, 0.0
		for e := range f.N() {
			if r.isRedundant(e) {
				continue
			}
			if g := r.gain(e); best < 0 || g > gain+worthTaking*f.Empty {
				best, gain = e, g
			}
		}
		if best < 0 {
			break
		}
		r.add(best)
		path = append(path, Chosen{Set: append(slices.Clone(last.Set), best), Loss: last.Loss - gain})
	}
	return path
}
