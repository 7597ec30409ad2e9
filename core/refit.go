package core

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/regress"
	"fms-tui/model"
)

// Refit is the label regressed on the mean judgments of the chosen attributes (S&K,
// step 4), over the objects that hold the selected number of judgments of each. Objects
// with more judgments give the first in the order of the file.
//
// All honest losses are squared errors on the same objects, held out of weights
// but not of the choice of repeats, which favours both sides alike; NaN where
// there are too few objects, or no honest losses were asked for.
type Refit struct {
	// Why says why there is no refit, in words for the user; "" where there is
	// one. All else but Objects and Needed is then empty.
	Why     string
	Objects int // that hold enough
	Needed  int // from how many on there is a refit
	*regress.Fit
	Attributes         []int     // of the coefficients, by number
	Projected          []float64 // the weights of the projected predictor, likewise, in label units per unit of the attribute
	ProjectedIntercept float64   // in the label's units
	// Shared is the share of the objects, in [0,1], with a rater who judged several of
	// the attributes. Such a rater's errors are correlated. The losses then hold for
	// judgments collected in this way, while the projected loss is about judgments by
	// different raters.
	Shared float64
	// Honest is the cross-validated loss of the refit, ProjectedHonest the
	// cross-validated loss of the projected predictor, and Less the first minus the
	// second.
	Honest, ProjectedHonest, Less Estimate
}

// leastRefit is the least number of objects for a refit.
const leastRefit = 30

// Refit regresses the label on what a pick chose. The only error is the
// context's.
func (p *Pick) Refit(ctx context.Context) (_ *Refit, err error) {
	defer overflow.Catch(&err)
	s := &p.Selection
	out := &Refit{Honest: UnknownEstimate(), ProjectedHonest: UnknownEstimate(), Less: UnknownEstimate()}
	for a, n := range s.Repeats {
		if n > 0 {
			out.Attributes = append(out.Attributes, a)
		}
	}
	rows := p.rows(p.cells())
	out.Objects, out.Needed = len(rows.object), max(leastRefit, len(out.Attributes)+2)
	switch {
	case p.Several():
		out.Why = "it is for one label with numbers, two classes or classes in order"
		return out, nil
	case p.Objects < out.Needed:
		out.Why = fmt.Sprintf("only %d objects have the label and judgments, and it needs %d", p.Objects, out.Needed)
		return out, nil
	case out.Objects < out.Needed:
		out.Why = fmt.Sprintf("%d of %d objects hold as many judgments as are chosen, and it needs %d: collect the missing judgments first",
			out.Objects, p.Objects, out.Needed)
		return out, nil
	}
	fit, err := regress.LeastSquares(rows.x, len(out.Attributes), rows.y)
	var dependent *regress.DependentError
	if errors.As(err, &dependent) {
		out.Why = p.dependence(dependent, out.Attributes)
		return out, nil
	}
	if err != nil {
		panic("core: a refit of too few objects: " + err.Error())
	}
	out.Fit, out.Shared = fit, p.shared(rows.object)
	w, intercept := p.Result.Weights(s)
	out.ProjectedIntercept = intercept
	for _, a := range out.Attributes {
		out.Projected = append(out.Projected, w[a])
	}
	return out, p.validateRefit(ctx, out, rows)
}

// dependence names the attributes whose coefficients the data do not determine.
func (p *Pick) dependence(e *regress.DependentError, attributes []int) string {
	list := func(columns []int) string {
		var names []string
		for _, c := range columns {
			names = append(names, p.Attributes[attributes[c]].Name)
		}
		return strings.Join(names, ", ")
	}
	var parts []string
	if len(e.Constant) > 0 {
		parts = append(parts, "the means of "+list(e.Constant)+" do not vary")
	}
	if len(e.Dependent) > 0 {
		parts = append(parts, "the means of "+list(e.Dependent)+" follow from the other means")
	}
	return "over the objects that hold enough judgments " + strings.Join(parts, ", and ") + ": exclude them"
}

// refitRows are the objects that hold enough judgments.
type refitRows struct {
	object []int     // by number in the data
	x      []float64 // means, by row
	y      []float64
}

func (p *Pick) rows(cells *moments.Cells) refitRows {
	var r refitRows
	size := 0
	for _, n := range p.Selection.Repeats {
		size += min(n, 1)
	}
	x := make([]float64, size)
	for i, y := range p.known.label.Values {
		if cells.Counts(i) && cells.Means(i, p.Selection.Repeats, x) {
			r.object = append(r.object, i)
			r.x = append(r.x, x...)
			r.y = append(r.y, y)
		}
	}
	return r
}

// shared is the share of the objects with a rater who judged two of the chosen
// attributes.
func (p *Pick) shared(objects []int) float64 {
	ds := p.Data()
	count := 0
	attribute := make(map[int32]int32) // by rater, of one object
	for _, i := range objects {
		clear(attribute)
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			w, a := ds.Rater[j], ds.Attr[j]
			if w == model.NoRater || p.Selection.Repeats[a] == 0 {
				continue
			}
			if first, seen := attribute[w]; seen && first != a {
				count++
				break
			}
			attribute[w] = a
		}
	}
	return float64(count) / float64(len(objects))
}

// validateRefit fills the honest losses. The folds are the same as for all honest
// losses. The projected weights of a fold come from all objects outside it, the weights
// of the refit from the objects outside it that hold enough.
func (p *Pick) validateRefit(ctx context.Context, out *Refit, rows refitRows) error {
	if p.Honest == nil || p.Honest.Why != "" {
		return nil
	}
	given, err := p.Honest.parts.Given(ctx, p.terms(), p.Selection.Repeats)
	if err != nil {
		return err
	}
	var fit *regress.Fit
	determined, folds, size := true, make(map[int]bool), len(out.Attributes)
	exactly := func(cells *moments.Cells, g *honest.Given) means {
		if g.Blocks.Panel != nil {
			rows = p.rows(cells)
		}
		var ok bool
		fit, ok = rows.without(p.held(g, rows.object), size)
		determined = determined && ok
		return func(i int, x []float64) bool { return ok && cells.Means(i, g.Repeats, x) }
	}
	var refitted, projected, less []float64
	var ones []int
	n := float64(len(rows.object))
	err = p.eachHeldOut(ctx, given, exactly, func(f, _, i int, x []float64) {
		y := p.known.label.Values[i]
		own, others := square(y-fit.At(x[:size]))/n, square(y-given[f].At(x, given[f].Repeats))/n
		refitted, projected, less, ones = append(refitted, own), append(projected, others), append(less, own-others), append(ones, 1)
		folds[f] = true
	})
	if err != nil || !determined || len(folds) < 2 {
		return err // without some fold the data do not determine the coefficients
	}
	out.Honest, out.ProjectedHonest = honest.Sum(refitted, ones), honest.Sum(projected, ones)
	out.Less = honest.SumDifference(less, ones, len(folds))
	for _, e := range []*Estimate{&out.Honest, &out.ProjectedHonest, &out.Less} {
		e.R2SE = e.SE / p.LabelVar
	}
	return nil
}

func square(x float64) float64 { return x * x }

// held tells which objects are held out.
func (p *Pick) held(g *honest.Given, objects []int) []bool {
	out := make([]bool, len(p.known.blocks.Block))
	for _, k := range g.Held {
		out[k] = true
	}
	held := make([]bool, len(objects))
	for i, o := range objects {
		held[i] = out[moments.BlockOf(p.Data().Objects[o], len(out))]
	}
	return held
}

// without fits the rows that are not held out, and tells whether that can be.
func (r *refitRows) without(held []bool, size int) (*regress.Fit, bool) {
	var x, y []float64
	for i, out := range held {
		if !out {
			x = append(x, r.x[i*size:][:size]...)
			y = append(y, r.y[i])
		}
	}
	fit, err := regress.LeastSquares(x, size, y)
	return fit, err == nil
}
