package core

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/regress"
	"fms-tui/core/selection"
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
	rows := p.evaluator().Rows(p.known.blocks, s.Repeats)
	out.Objects, out.Needed = len(rows.Objects), max(leastRefit, len(out.Attributes)+2)
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
func (p *Pick) validateRefit(ctx context.Context, out *Refit) error {
	if p.Honest == nil || p.Honest.Why != "" {
		return nil
	}
	given, err := p.Honest.parts.Given(ctx, p.terms(), p.Selection.Repeats)
	if err != nil {
		return err
	}
	e := p.evaluator()
	refit, determined := e.LeastSquares(given)
	if !determined {
		return nil
	}
	folds := make(map[int]bool)
	var refitted, projected, less []float64
	var ones []int
	n := float64(out.Objects)
	err = e.Each(ctx, given, honest.Exactly, func(f, _, i int, x []float64) {
		residual := func(c honest.Candidate) float64 { return p.known.label.Values[i] - c[f].Scores[0].At(x, c[f].Repeats) }
		own, others := square(residual(refit))/n, square(residual(given))/n
		refitted, projected, less, ones = append(refitted, own), append(projected, others), append(less, own-others), append(ones, 1)
		folds[f] = true
	})
	if err != nil || len(folds) < 2 {
		return err
	}
	out.Honest, out.ProjectedHonest = honest.Sum(refitted, ones), honest.Sum(projected, ones)
	out.Less = honest.SumDifference(less, ones, len(folds))
	for _, e := range []*Estimate{&out.Honest, &out.ProjectedHonest, &out.Less} {
		e.R2SE = e.SE / p.LabelVar
	}
	return nil
}

func square(x float64) float64 { return x * x }

// RidgeRefit is the label regressed, with a ridge, on the pilot's own means of the
// chosen attributes: of min(r, k) judgments where r are chosen and a cell holds k. The
// refit needs no further judgments. The weights of the moments rest on Σ, with the
// noiseOf removed. The refit uses the means as they are, with the noise of fewer than r
// judgments, and does not use Σ. So the refit is better if the same raters judged an
// object twice, or if Σ is wrong for another reason.
//
// The ridge maximises the evidence for slopes of one variance, per spread t of an
// attribute (posterior.Ridge): nothing is left to choose.
type RidgeRefit struct {
	// Why says why there are no such weights, in words for the user; "" where there
	// are. All else is then empty.
	Why       string
	W         []float64 // by attribute, label units per unit of the attribute; 0 outside the support
	Intercept float64   // in the label's units: ȳ - Σ w[a] μ[a]
	Projected float64   // what the moments project for these weights, squared label units
	Noise     float64   // variance that the noise of the judgments bought leaves in the prediction, likewise
	// Honest is the loss by cross-validation: folds choose repeats as they do for the
	// honest loss, and the refit is of their training objects. Less is that less the
	// honest loss of the moments' weights, with the paired standard error.
	Honest, Less Estimate
	// Taken tells whether these are the weights to predict with, as Better says of Less. An
	// honest loss below the noise of the judgments is believed where the pilot's own objects
	// show it: the label then shares that noise.
	Taken bool

	loss  honest.Loss
	given honest.Candidate // with the refit's weights
}

// Better reports whether the refit has the lower honest loss. In 36 cells of real data this
// rule lowers the true loss by .007 Var(y) on average and raises it by .015 at worst. If the
// moments are right, it costs at most .006 (docs/research/small_pilots.md). A rule of one standard
// error of Less would keep the moments' weights where they fail, since standard errors of
// few objects are wide.
func (x *RidgeRefit) Better() bool { return x.Less.Loss < 0 }

// RidgeRefit refits what an algorithm chooses at a budget. The only error is the
// context's.
func (h *Honest) RidgeRefit(ctx context.Context, a selection.Algorithm, budget model.Amount) (_ *RidgeRefit, err error) {
	defer overflow.Catch(&err)
	r, o := h.result, h.runs[a]
	x := &RidgeRefit{Honest: UnknownEstimate(), Less: UnknownEstimate()}
	if x.Why = h.noRefit(a); x.Why != "" {
		return x, nil
	}
	s := r.At(a, budget)
	if x.W, x.given, err = r.evaluator().Ridge(ctx, r.known.all, s.Repeats, o.Chosen(budget)); err != nil {
		return nil, err
	}
	x.Intercept = r.known.all.Intercept(x.W)
	z := standardised(r, x.W)
	x.Projected, x.Noise = r.problem.LossOf(z, s.Repeats), r.floor(z, s.Repeats)
	x.loss = o.Projected(x.given)
	x.Honest = h.parts.Estimate(x.loss)
	x.Less = h.parts.Difference(x.loss, o.loss(budget))
	if x.Taken = x.Better(); x.Taken && x.Honest.Loss < x.Noise {
		seen, err := h.seen(ctx, x.given, x.loss)
		if err != nil {
			return nil, err
		}
		x.Taken = seen.Why == "" && !seen.Refuted()
	}
	return x, nil
}

// standardised are weights in label units per unit of each attribute, times its t. An
// attribute of which too little is known has no t, and the weight 0.
func standardised(r *Result, w []float64) []float64 {
	z := make([]float64, len(w))
	for a, x := range w {
		if x != 0 {
			z[a] = x * r.Attributes[a].T
		}
	}
	return z
}

// noRefit says why an algorithm's choices cannot be refitted, "" where they can.
func (h *Honest) noRefit(a selection.Algorithm) string {
	_, judged := h.result.study.source.(judgments)
	switch {
	case h.Why != "":
		return h.Why
	case h.result.Settings.Shrunk() == model.ShrinkNone:
		return "the weights of the paper are kept, as was asked"
	case h.result.Several():
		return "one label with numbers or two classes can be refitted, not several scores"
	case !judged:
		return "moments hold no judgments to refit weights on"
	case h.runs[a] == nil:
		return string(a) + " was not cross-validated"
	}
	return ""
}
