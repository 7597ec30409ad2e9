package core

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core/experts"
	"fms-tui/core/internal/bound"
	"fms-tui/core/internal/design"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/predict"
	"fms-tui/core/partial"
	"fms-tui/core/selection"
	"fms-tui/core/subset"
	"fms-tui/model"
)

// VotedOn lists the attributes whose judgments are all 0 or 1, with several judgments
// of some object. Data without judgments have none.
func (s *Study) VotedOn() (names []string) {
	ds := votes(s.data)
	other, several := make([]bool, len(ds.Attributes)), make([]bool, len(ds.Attributes))
	if !s.judged() {
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
	if !s.judged() {
		return model.NeedsJudgments(what, s.data.Name, "")
	}
	return nil
}

// Subsets compares the subsets of attributes that a budget pays for, each attribute with as many
// judgments as its cells hold (their mean, rounded). Ridge and limits are for repeats and do not
// count here. The only error is the context's.
func (r *Result) Subsets(ctx context.Context, budget model.Amount, seed uint64) (_ *subset.Comparison, err error) {
	defer overflow.Catch(&err)
	if err := r.notSeveral("the comparison of subsets"); err != nil {
		return nil, err
	}
	out, f := setFunction(r)
	free := *r.problem
	free.Limits = selection.Limits{}
	prepared := bound.NewPath(&free)
	return out, out.Compare(ctx, f, budget, seed, func(cost model.Amount) (float64, bool) { return prepared.Fresh().At(cost) })
}

// setFunction is F over what can be chosen: G = Σ⁺ + Diag(v/r) in units of the
// attributes' spreads.
func setFunction(r *Result) (*subset.Comparison, *subset.Function) {
	p := r.problem
	k := r.known.all.K()
	out := &subset.Comparison{}
	for a, ok := range p.Candidate {
		if !ok {
			continue
		}
		cost, within := r.Attributes[a].Price.Times(max(1, k[a]))
		if !within {
			cost = model.MaxAmount
		}
		out.Attributes, out.Judgments, out.Costs = append(out.Attributes, a), append(out.Judgments, max(1, k[a])), append(out.Costs, cost)
	}
	n := len(out.Attributes)
	f := &subset.Function{Empty: r.LabelVar, Cov: make([]float64, n), Gram: make([]float64, n*n)}
	for i, a := range out.Attributes {
		f.Cov[i] = p.B[0][a]
		for j, c := range out.Attributes {
			f.Gram[i*n+j] = p.Covariance(a, out.Judgments[i], c, out.Judgments[j])
		}
	}
	return out, f
}

// Next chooses objects without the label for the attributes of a selection,
// greedily. Errors say in words why there is nothing to choose; or are the
// context's.
func (r *Result) Next(ctx context.Context, s *Selection, q subset.Query) (_ *subset.Next, err error) {
	defer overflow.Catch(&err)
	out := &subset.Next{Ridge: r.Settings.Ridge, Attributes: s.support()}
	if len(out.Attributes) == 0 {
		return nil, fmt.Errorf("nothing is chosen at a budget of %s: there are no weights that labels could make surer", s.Budget)
	}
	labelled, rows, objects, err := designRows(r, s, out)
	if err != nil {
		return nil, err
	}
	p := len(out.Attributes)
	d := subset.NewDesign(p, out.Ridge, labelled)
	count := min(q.Count, out.Candidates)
	chosen, traces, err := d.Greedy(ctx, rows, count)
	if errors.Is(err, subset.ErrSingular) {
		err = model.Advise(fmt.Errorf("%d objects have the label %q and judgments of all %d chosen attributes, too few to determine the weights. No object is the best to begin with: "+
			"a smaller budget chooses fewer attributes", out.Labelled, r.Label, p), model.Choose(model.OptionRidge, ".1", "begins with a prior"))
	}
	if err != nil {
		return nil, err
	}
	random, err := d.Random(ctx, rows, count, q.Draws, q.Seed)
	if err != nil {
		return nil, err
	}
	out.Start = traces[0]
	for i, c := range chosen {
		out.Steps = append(out.Steps, subset.Step{Object: r.Data().Objects[objects[c]], Trace: traces[i+1], Random: random[i+1]})
	}
	return out, nil
}

// designRows are x of the labelled objects and of the candidates, with the numbers of these.
func designRows(r *Result, s *Selection, out *subset.Next) (labelled, rows []float64, objects []int, err error) {
	ds := r.Data()
	predictor := r.Predictor(s)
	run, err := predict.New(&predictor, ds, false)
	if err != nil {
		return nil, nil, nil, err
	}
	x := make([]float64, len(out.Attributes))
	for i, y := range r.known.label.Values {
		complete := true
		for k, values := range run.Values(i) {
			complete = complete && len(values) > 0
			x[k] = (stat.Mean(values, nil) - predictor.Attributes[k].Mean) / predictor.Attributes[k].Scale
		}
		switch {
		case math.IsNaN(y):
			out.Unlabelled++
			if complete {
				out.Candidates++
				rows, objects = append(rows, x...), append(objects, i)
			}
		case complete:
			out.Labelled++
			labelled = append(labelled, x...)
		}
	}
	switch {
	case out.Unlabelled == 0:
		err = fmt.Errorf("all %d objects have the label %q: there is none left to label; objects to choose from are those whose label is empty, or that the file of labels does not list",
			len(ds.Objects), r.Label)
	case out.Candidates == 0:
		err = fmt.Errorf("none of the %d objects without the label %q holds judgments of all that is chosen (%s): collect those first, or choose a smaller budget",
			out.Unlabelled, r.Label, strings.Join(design.NamesAt(ds.Attributes, out.Attributes), ", "))
	}
	return labelled, rows, objects, err
}
