package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fms-tui/core/experts"
	"fms-tui/core/internal/bound"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/subset"
	"fms-tui/core/partial"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// VotedOn lists the attributes whose judgments are all 0 or 1, with several judgments
// of some object. Data without judgments have none.
func (s *Study) VotedOn() (names []string) {
	ds := votes(s.data)
	other, several := make([]bool, len(ds.Attributes)), make([]bool, len(ds.Attributes))
	if _, ok := s.source.(judgments); !ok {
		return nil
	}
	for i := range ds.Objects {
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			a := ds.Attr[j]
			other[a] = other[a] || ds.Value[j] != 0 && ds.Value[j] != 1
			several[a] = several[a] || j > ds.Start[i] && ds.Attr[j-1] == a
		}
	}
	for a, name := range ds.Attributes {
		if several[a] && !other[a] {
			names = append(names, name)
		}
	}
	return names
}

// votes is the data set with the attribute that its label was made of: it may be
// what is voted on.
func votes(ds *model.Dataset) *model.Dataset {
	if ds.Unlabelled != nil {
		return ds.Unlabelled
	}
	return ds
}

// Ballots takes the judgments of an attribute for votes, and the means of the others
// that the Settings leave in for features. It returns the errors of
// experts.FromDataset, and panics if the attribute does not exist.
func (r *Result) Ballots(attribute string) (*experts.Named, error) {
	ds := votes(r.Data())
	if err := r.study.needsJudgments("labels from votes"); err != nil {
		return nil, err
	}
	return experts.FromDataset(ds, slices.Index(ds.Attributes, attribute), func(name string) bool { return !r.Settings.Excluded(name) }, nil)
}

// CompleteCells are the objects for learning from a few judgments of each: objects with
// the Result's label and a judgment of every attribute that the Settings leave in. It
// returns the errors of partial.NewCells.
func (r *Result) CompleteCells() (*partial.Cells, error) {
	ds := r.Data()
	if err := r.study.needsJudgments("learning from k judgments of each object"); err != nil {
		return nil, err
	}
	return partial.NewCells(ds, r.known.label, func(a int) bool { return r.Settings.Excluded(ds.Attributes[a]) })
}

func (s *Study) needsJudgments(what string) error {
	if _, ok := s.source.(judgments); !ok {
		return &model.NeedsJudgmentsError{What: what, Data: s.data.Name}
	}
	return nil
}

// Subsets is the lecture's problem on these data: which k attributes, each with
// as many judgments as its cells hold (their mean, rounded), have the smallest
// projected loss. Ridge and limits are for repeats and do not count here.
type Subsets struct {
	Attributes []int        // that can be chosen, by number
	Judgments  []int        // of each of them
	Sizes      []SubsetSize // from 1 to as many as the budget pays for
	Alpha      subset.Ratio // the submodularity ratio, of attributes by number
	// Searched and Guaranteed are the largest sizes with a best subset and with a γ:
	// sizes of at most 2²² subsets, or 2²⁰.
	Searched, Guaranteed int
	Next                 float64 // subsets of the next size after Searched
}

// SubsetSize is what is known of the subsets of one size. Losses are projected,
// in squared label units; what is not known is NaN.
type SubsetSize struct {
	Size    int
	Forward Subset  // of the successive algorithm, in the order of joining
	Best    Subset  // by exhaustive search; its Attributes are nil where there was none
	Ratio   float64 // of the gains of both over no attribute, Forward's by Best's; at most 1
	// Gamma is the submodularity ratio γ_k of the successive algorithm, and
	// Guarantee the share 1-e^{-γ} of the best gain that it cannot fall below.
	Gamma, Guarantee float64
	// AlphaGreedy is α over what the guarantee rests on; NaN beyond 16 attributes.
	AlphaGreedy float64
	// Certified is the share that the certified bound says: of the gain that no
	// repeat vector which costs as much as the dearest subset exceeds.
	Certified float64
}

// Subset is some attributes, by number.
type Subset struct {
	Attributes []int
	Cost       model.Amount
	Loss       float64 // projected, squared label units
}

const (
	// mostSubsets is how many subsets an exhaustive search goes through, some
	// seconds' work.
	mostSubsets = 1 << 22
	// mostJoint is how many are gone through for γ, once for each size.
	mostJoint = 1 << 20
	// sampledWork bounds the work of a sampled α, whose every order of n
	// attributes costs n³.
	sampledWork = 2e8
)

// Subsets goes through the subsets that a budget pays for. The only error is the
// context's.
func (r *Result) Subsets(ctx context.Context, budget model.Amount, seed uint64) (_ *Subsets, err error) {
	defer overflow.Catch(&err)
	if err := r.notSeveral("the comparison of subsets"); err != nil {
		return nil, err
	}
	out, f := setFunction(r)
	n := len(out.Attributes)
	costs := out.costs(r)
	most := affordable(costs, budget)
	path := f.Forward(most)
	most = len(path) - 1
	out.limit(n, most)
	best, err := f.Best(ctx, out.Searched)
	if err != nil {
		return nil, err
	}
	gammas, err := f.Gammas(ctx, path, out.Guaranteed)
	if err != nil {
		return nil, err
	}
	if out.Alpha, err = out.alpha(ctx, f, seed); err != nil {
		return nil, err
	}
	for k := 1; k <= most; k++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s := SubsetSize{
			Size: k, Forward: out.subset(path[k], costs), Best: Subset{Loss: math.NaN()},
			Ratio: math.NaN(), Gamma: math.NaN(), Guarantee: math.NaN(), AlphaGreedy: math.NaN(), Certified: math.NaN(),
		}
		if k < len(best) {
			s.Best = out.subset(best[k], costs)
			s.Ratio = share(r.LabelVar, s.Forward.Loss, s.Best.Loss)
		}
		if k < len(gammas) {
			s.Gamma, s.Guarantee = gammas[k], subset.Guarantee(gammas[k])
		}
		if n <= subset.MostExact {
			s.AlphaGreedy = f.AlphaGreedy(path, k)
		}
		if lb, ok := dearest(r, costs, k); ok {
			s.Certified = share(r.LabelVar, s.Forward.Loss, lb)
		}
		out.Sizes = append(out.Sizes, s)
	}
	return out, nil
}

// limit sets how far subsets of n attributes, of at most a size, are gone through.
func (o *Subsets) limit(n, most int) {
	o.Searched = subset.Searchable(n, most, mostSubsets)
	o.Guaranteed = subset.Searchable(n, most, mostJoint)
	if o.Searched < most {
		o.Next = subset.Count(n, o.Searched+1)
	}
}

// share is the gain of one loss as a share of the gain of a smaller loss, at most 1;
// NaN if the smaller loss gains nothing.
func share(variance, loss, least float64) float64 {
	if !(variance-least > certainGap*variance) {
		return math.NaN()
	}
	return min(1, (variance-loss)/(variance-least))
}

// setFunction is F over what can be chosen: G = Σ⁺ + Diag(v/r) in units of the
// attributes' spreads.
func setFunction(r *Result) (*Subsets, *subset.Function) {
	p := r.problem
	k := r.known.all.K()
	out := &Subsets{}
	for a, ok := range p.Candidate {
		if ok {
			out.Attributes, out.Judgments = append(out.Attributes, a), append(out.Judgments, max(1, k[a]))
		}
	}
	n := len(out.Attributes)
	f := &subset.Function{Empty: r.LabelVar, Cov: make([]float64, n), Gram: make([]float64, n*n)}
	for i, a := range out.Attributes {
		f.Cov[i] = p.B[a]
		for j, c := range out.Attributes {
			f.Gram[i*n+j] = p.Covariance(a, out.Judgments[i], c, out.Judgments[j])
		}
	}
	return out, f
}

// costs returns the cost of each attribute's judgments, at most model.MaxAmount.
func (o *Subsets) costs(r *Result) []model.Amount {
	costs := make([]model.Amount, len(o.Attributes))
	for i, a := range o.Attributes {
		var ok bool
		if costs[i], ok = r.Attributes[a].Price.Times(o.Judgments[i]); !ok {
			costs[i] = model.MaxAmount
		}
	}
	return costs
}

// affordable is the largest size with a subset that the budget pays for.
func affordable(costs []model.Amount, budget model.Amount) int {
	k := 0
	for _, c := range slices.Sorted(slices.Values(costs)) {
		if c > budget {
			break
		}
		budget -= c
		k++
	}
	return k
}

// subset names a subset's attributes and adds its cost up.
func (o *Subsets) subset(c subset.Chosen, costs []model.Amount) Subset {
	s := Subset{Attributes: o.numbers(c.Set), Loss: c.Loss}
	for _, i := range c.Set {
		s.Cost = min(s.Cost+costs[i], model.MaxAmount)
	}
	return s
}

func (o *Subsets) numbers(set []int) []int {
	list := make([]int, len(set))
	for i, e := range set {
		list[i] = o.Attributes[e]
	}
	return list
}

// alpha is exact where the attributes are few, else sampled.
func (o *Subsets) alpha(ctx context.Context, f *subset.Function, seed uint64) (ratio subset.Ratio, err error) {
	if n := f.N(); n <= subset.MostExact {
		ratio, err = f.Alpha(ctx)
	} else {
		orders := min(max(int(sampledWork/math.Pow(float64(n), 3)), 20), 1000)
		ratio, err = f.SampleAlpha(ctx, orders, seed)
	}
	ratio.S, ratio.T = o.numbers(ratio.S), o.numbers(ratio.T)
	if ratio.E >= 0 {
		ratio.E = o.Attributes[ratio.E]
	}
	return ratio, err
}

// dearest is the certified bound at the cost of the dearest subset of a size,
// which holds for all subsets of it.
func dearest(r *Result, costs []model.Amount, size int) (lb float64, ok bool) {
	sorted := slices.Sorted(slices.Values(costs))
	var cost model.Amount
	for _, c := range sorted[len(sorted)-size:] {
		cost = min(cost+c, model.MaxAmount)
	}
	free := *r.problem
	free.Limits = selection.Limits{}
	return bound.NewPath(&free).At(cost)
}

// Unsearched says in words which sizes were not searched through, "" if all were.
func (o *Subsets) Unsearched() string {
	if o.Searched == len(o.Sizes) {
		return ""
	}
	return fmt.Sprintf("no exhaustive search beyond %d attributes: %d of %d take %.2g subsets, and at most %.2g are gone through; exclude attributes for larger ones",
		o.Searched, o.Searched+1, len(o.Attributes), o.Next, float64(mostSubsets))
}
