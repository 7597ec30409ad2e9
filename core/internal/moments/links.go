package moments

import (
	"context"
	"slices"

	"fms-tui/core/parallel"
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
// Both sums are counts of sets of attributes, one for each (object, rater) or (object, t):
// the attributes that the rater judged, or the attributes with n >= t, for
//
//	min(n, n') = Σ_{t>=1} [n >= t] [n' >= t]
func LinkedAttributes(ctx context.Context, ds *model.Dataset) (*Links, error) {
	d := len(ds.Attributes)
	if len(ds.Raters) == 0 {
		return &Links{D: d, Shared: make([]int, d*d), Smaller: make([]int, d*d)}, ctx.Err()
	}
	v := newView(ds, &model.Label{Values: make([]float64, len(ds.Objects))}, model.RatersAware)
	parts := make([]*Links, linkPieces)
	parallel.Each(linkPieces, func(p int) { parts[p] = v.links(ctx, p*len(v.y)/linkPieces, (p+1)*len(v.y)/linkPieces) })
	for _, part := range parts[1:] {
		parts[0].Add(part)
	}
	return parts[0], ctx.Err()
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
func (v *view) links(ctx context.Context, lo, hi int) *Links {
	same := presence{n: make([]float64, v.d*v.d), d: v.d}
	both := presence{n: make([]float64, v.d*v.d), d: v.d}
	lists, sizes := newRaterLists(v.raters), make([]int, v.d)
	var set []int32
	for i := lo; i < hi && ctx.Err() == nil; i++ {
		start, end := v.start[i], v.start[i+1]
		lists.group(v, start, end)
		for _, w := range lists.touched {
			set = set[:0]
			for j := lists.head[w]; j >= 0; j = lists.next[j] {
				set = append(set, v.attr[start+int(j)])
			}
			same.add(set)
		}
		clear(sizes)
		for _, a := range v.attr[start:end] {
			sizes[a]++
		}
		set = slices.Compact(append(set[:0], v.attr[start:end]...))
		for t := 1; len(set) > 1; t++ {
			both.add(set)
			set = slices.DeleteFunc(set, func(a int32) bool { return sizes[a] <= t })
		}
	}
	return &Links{D: v.d, Shared: counts(same), Smaller: counts(both)}
}

// counts are the counts of a < a'.
func counts(p presence) []int {
	count := make([]int, len(p.n))
	for at, n := range p.finish() {
		if at/p.d < at%p.d {
			count[at] = int(n)
		}
	}
	return count
}
