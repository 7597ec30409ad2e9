package core

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"fms-tui/core/internal/heldout"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/regress"
	"fms-tui/model"
)

func (r *Result) evaluator() *honest.Evaluator {
	e := &honest.Evaluator{Data: r.study.data, Blocks: r.known.blocks, Cells: r.known.cells(), Design: r.forms}
	for k := range r.aims.list {
		e.Labels = append(e.Labels, r.knownOf(k).label)
	}
	return e
}

// On is [Result.On] of a pick's predictor.
func (p *Pick) On(ds *model.Dataset) (Estimate, int) {
	w, intercept := p.Weights()
	return p.Result.On(ds, p.Selection.Repeats, w, intercept)
}

// On returns the mean squared residual of weights w on other objects, from the first judgments that
// the design would have bought, in squared label units with its standard error over objects, and the
// number of objects with these judgments. w is by attribute, in label units per unit of the attribute.
// The data must have the attributes of the Result's, in the same order, and its label.
func (r *Result) On(ds *model.Dataset, repeats []int, w []float64, intercept float64) (Estimate, int) {
	label := ds.LabelNamed(r.Label, r.Settings.Ordered)
	score := honest.Score{W: w, Intercept: intercept}
	blocks := &moments.Blocks{Mode: r.Raters, ByPosition: r.byPosition}
	if known := r.known.blocks.Panel; known != nil {
		blocks.Panel = known.Among(r.Data().Raters, ds.Raters)
	}
	cells := moments.NewCells(ds, label, blocks)
	bought := r.evaluator().AsBought(cells, repeats)
	x := make([]float64, len(w))
	var squares []float64
	for i, y := range label.Values {
		if cells.Counts(i) && bought(i, x) {
			squares = append(squares, square(y-score.At(x, repeats)))
		}
	}
	if len(squares) < 2 {
		return UnknownEstimate(), len(squares)
	}
	mean, sd := stat.MeanStdDev(squares, nil)
	return Estimate{Loss: mean, SE: sd / math.Sqrt(float64(len(squares)))}, len(squares)
}

// Refit is the label regressed on the mean judgments of the chosen attributes (S&K,
// step 4), over the objects that hold the selected number of judgments of each; of more, the first in
// the order of the file.
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
	// Shared is the share of the objects with a rater who judged several of the attributes: the
	// projected loss is about judgments by different raters.
	Shared float64
	// The cross-validated losses of the refit and of the projected predictor, and the first minus
	// the second.
	Honest, ProjectedHonest, Less Estimate
}

const leastRefit = 30

// Refit regresses the label on what a pick chose. The only error is the context's.
func (p *Pick) Refit(ctx context.Context) (_ *Refit, err error) {
	defer overflow.Catch(&err)
	s := &p.Selection
	out := &Refit{Honest: UnknownEstimate(), ProjectedHonest: UnknownEstimate(), Less: UnknownEstimate(), Attributes: s.support()}
	rows := p.evaluator().Rows(p.known.blocks, s.Repeats)
	out.Objects, out.Needed = len(rows.Objects), max(leastRefit, len(out.Attributes)+2)
	switch {
	case p.Several():
		out.Why = "it is for one label with numbers, two classes or classes in order"
	case p.Objects < out.Needed:
		out.Why = fmt.Sprintf("only %d objects have the label and judgments, and it needs %d", p.Objects, out.Needed)
	case out.Objects < out.Needed:
		out.Why = fmt.Sprintf("%d of %d objects hold as many judgments as are chosen, and it needs %d: collect the missing judgments first",
			out.Objects, p.Objects, out.Needed)
	}
	if out.Why != "" {
		return out, nil
	}
	fit, err := rows.Fit()
	var dependent *regress.DependentError
	if errors.As(err, &dependent) {
		out.Why = p.dependence(dependent, out.Attributes)
		return out, nil
	}
	if err != nil {
		panic("core: a refit of too few objects: " + err.Error())
	}
	out.Fit, out.Shared = fit, p.shared(rows.Objects)
	w, intercept := p.Result.Weights(s)
	out.ProjectedIntercept = intercept
	for _, a := range out.Attributes {
		out.Projected = append(out.Projected, w[a])
	}
	return out, p.validateRefit(ctx, out)
}

func (p *Pick) dependence(e *regress.DependentError, attributes []int) string {
	var names []string
	for _, c := range slices.Concat(e.Constant, e.Dependent) {
		names = append(names, p.Attributes[attributes[c]].Name)
	}
	return "over the objects that hold enough judgments the means of " + strings.Join(names, ", ") + " do not vary, or follow from the other means: exclude them"
}

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

// validateRefit fills the honest losses. The projected weights of a fold come from all objects outside
// it, the weights of the refit from those that hold enough.
func (p *Pick) validateRefit(ctx context.Context, out *Refit) error {
	if p.Honest == nil || p.Honest.Why != "" {
		return nil
	}
	given, err := heldout.PartsOf(p.Honest.Losses).Given(ctx, p.terms(), p.Selection.Repeats)
	if err != nil {
		return err
	}
	e := p.evaluator()
	refit, determined := e.LeastSquares(given)
	if !determined {
		return nil
	}
	folds := make(map[int]bool)
	var refitted, projected []float64
	err = e.Each(ctx, given, honest.Exactly, func(f, _, i int, x []float64) {
		part := func(c honest.Candidate) float64 {
			return square(p.known.label.Values[i]-c[f].Scores[0].At(x, c[f].Repeats)) / float64(out.Objects)
		}
		refitted, projected = append(refitted, part(refit)), append(projected, part(given))
		folds[f] = true
	})
	if err != nil || len(folds) < 2 {
		return err
	}
	sum := func(l honest.Loss) Estimate {
		e := honest.Sum(l, slices.Repeat([]int{1}, len(l)))
		e.R2SE = e.SE / p.LabelVar
		return e
	}
	out.Honest, out.ProjectedHonest = sum(refitted), sum(projected)
	out.Less = sum(floats.SubTo(make([]float64, len(refitted)), refitted, projected)).Paired(len(folds))
	return nil
}

func square(x float64) float64 { return x * x }
