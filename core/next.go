package core

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/predict"
	"fms-tui/core/internal/subset"
	"fms-tui/model"
)

// NextQuery asks which objects to label next.
type NextQuery struct {
	Count int    // how many, at least 1; all there are if there are fewer
	Draws int    // of as many random objects to compare with, at least 1
	Seed  uint64 // of the draws
}

// DefaultDraws is the usual number of random choices that [Result.Next] compares its choice
// with.
const DefaultDraws = 20

// Next is which objects to label next for the weights of the chosen attributes,
// by their expected error Tr(V⁻¹): V = λI + Σ x xᵀ over the labelled objects, x
// the mean judgments about the attributes' means in units of their spreads, λ
// the ridge. The noise of the label is the unit. An intercept is not counted.
type Next struct {
	Attributes []int      // chosen, by number
	Ridge      float64    // λ
	Labelled   int        // objects with the label and judgments of all of these: V begins with them
	Unlabelled int        // objects without the label
	Candidates int        // of them, that hold judgments of all chosen attributes
	Start      float64    // Tr(V⁻¹) before
	Steps      []NextStep // in the order of choosing
}

// NextStep is one object to label.
type NextStep struct {
	Object string  // its id
	Trace  float64 // Tr(V⁻¹) once it is labelled, with all before it
	Random float64 // the mean of Tr(V⁻¹) after as many objects chosen at random
}

// Next chooses objects without the label for the attributes of a selection,
// greedily. Errors say in words why there is nothing to choose; or are the
// context's.
func (r *Result) Next(ctx context.Context, s *Selection, q NextQuery) (_ *Next, err error) {
	defer overflow.Catch(&err)
	out := &Next{Ridge: r.Settings.Ridge}
	for a, n := range s.Repeats {
		if n > 0 {
			out.Attributes = append(out.Attributes, a)
		}
	}
	if len(out.Attributes) == 0 {
		return nil, fmt.Errorf("nothing is chosen at a budget of %s: there are no weights that labels could make surer", s.Budget)
	}
	labelled, rows, objects, err := r.designRows(s, out)
	if err != nil {
		return nil, err
	}
	p := len(out.Attributes)
	d := subset.NewDesign(p, out.Ridge, labelled)
	if out.Start, err = d.Trace(); err != nil {
		return nil, r.undetermined(out, err)
	}
	count := min(q.Count, out.Candidates)
	chosen, err := d.Greedy(ctx, rows, count)
	if err != nil {
		return nil, err
	}
	random, err := d.Random(ctx, rows, count, q.Draws, q.Seed)
	if err != nil {
		return nil, err
	}
	for i, c := range chosen {
		out.Steps = append(out.Steps, NextStep{Object: r.Data().Objects[objects[c.Object]], Trace: c.Trace, Random: random[i+1]})
	}
	return out, nil
}

// designRows collects x of the labelled objects and of the candidates, with the
// objects' numbers.
func (r *Result) designRows(s *Selection, out *Next) (labelled, rows []float64, objects []int, err error) {
	ds := r.Data()
	predictor := r.Predictor(s)
	run, err := predict.New(&predictor, ds, false)
	if err != nil {
		return nil, nil, nil, err
	}
	x := make([]float64, len(out.Attributes))
	for i, y := range r.known.label.Values {
		complete := run.Means(i, x)
		for k, a := range predictor.Attributes {
			x[k] = (x[k] - a.Mean) / a.Scale
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
			out.Unlabelled, r.Label, strings.Join(r.names(out.Attributes), ", "))
	}
	return labelled, rows, objects, err
}

// names returns the names of attributes given by number.
func (r *Result) names(attributes []int) []string {
	var names []string
	for _, a := range attributes {
		names = append(names, r.Attributes[a].Name)
	}
	return names
}

// undetermined says what a singular V means for the user.
func (r *Result) undetermined(out *Next, err error) error {
	if !errors.Is(err, subset.ErrSingular) {
		return err
	}
	return model.Advise(fmt.Errorf("%d objects have the label %q and judgments of all %d chosen attributes, too few to determine the weights. No object is the best to begin with: "+
		"a smaller budget chooses fewer attributes", out.Labelled, r.Label, len(out.Attributes)), model.Choose(model.OptionRidge, ".1", "begins with a prior"))
}
