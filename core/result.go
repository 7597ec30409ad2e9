package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"fms-tui/core/internal/attribute"
	"fms-tui/core/internal/bound"
	"fms-tui/core/internal/budgetrange"
	"fms-tui/core/internal/design"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/posterior"
	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Design is a model.Design as it was taken for some data.
type Design = design.Design

// facts are what the data say under some settings, before anything is chosen.
type facts struct {
	Settings     model.Settings
	Label        string
	LabelMean    float64         // in the label's units
	LabelVar     float64         // Var(y) > 0, mean square deviation, squared label units
	Objects      int             // m: objects with the label and a judgment
	Judgments    int             // of these objects
	Fewest, Most int             // judgments a cell, over cells that have any
	Raters       string          // the mode taken, never RatersAuto
	RatersReason string          // why, in words for the user
	Design       Design          // how judgments are bought
	PSDCut       float64         // in [0,1], see moments.Projected
	Blocks       int             // blocks of objects that hold any
	Attributes   attribute.List  // in the order of the data
	Warnings     []model.Finding // about the data and the settings
}

// Result is the answer to one Request. It is immutable and safe for
// concurrent use.
type Result struct {
	facts
	budgetrange.Range

	*certificates
	study      *Study
	byPosition bool // judgments are read as one person's by their places
	known      *knownMoments
	learned    *honest.Learned
	projected  moments.Projected
	*aims
	posteriors []*posterior.Posterior // by score; nil where none is asked for, or raters disagree
	limits     selection.Limits
	forms      *selection.Forms // the design without what raters' errors share; nil where every judgment is by another rater
	paths
	within    *selection.Curve // Full within the cells, where choices leave them; else nil
	boundedAt *cellsBound      // where choices stay within the cells because that is cheap; else nil
}

// paths are the choices of all algorithms from one problem.
type paths struct {
	problem *selection.Problem
	curves  map[selection.Algorithm]*selection.Curve
	grids   map[selection.Algorithm][]model.Amount // the budgets of a curve, over the requested range
	refused map[selection.Algorithm]error
}

func (r *Result) Data() *model.Dataset { return r.study.data }

func describe(r *Result) {
	ds, k := r.study.data, r.known
	r.LabelMean, r.LabelVar = k.all.LabelMean, k.all.LabelVariance
	r.Objects, r.PSDCut = k.all.Objects, r.projected.Cut
	for _, b := range k.blocks.Block {
		if b != nil {
			r.Blocks++
		}
	}
	r.Attributes = make([]Attribute, len(ds.Attributes))
	for a, name := range ds.Attributes {
		price, set := r.Settings.Cost(name)
		if !set {
			price = ds.Price(a)
		}
		at := Attribute{Attribute: k.all.Attr[a], Name: name, Price: price, Excluded: r.Settings.Excluded(name), SigmaZ: k.sigmaZ[a]}
		r.Attributes[a] = at
		r.Judgments, r.Most = r.Judgments+at.Judgments, max(r.Most, at.Most)
		if at.Objects > 0 && (r.Fewest == 0 || at.Fewest < r.Fewest) {
			r.Fewest = at.Fewest
		}
	}
	joinScores(r)
}

// repeatLimits are the bounds on repeats: the user's; one judgment of an attribute that no
// object has twice; for a fixed panel no more judgments of an attribute than raters who judge
// it; and where raters disagree more than they can, or the label shares their errors, no more
// than cells hold: what more judgments would bring does not follow from the noise of these.
// within asks for that of all attributes.
func repeatLimits(r *Result, within bool) selection.Limits {
	l := askedLimits(r)
	var held []int
	if within {
		held = heldRepeats(r)
	}
	for a := range r.Attributes {
		at := &r.Attributes[a]
		most := at.Most
		switch {
		case within:
			most = held[a]
		case !at.Disagrees() && !sharesErrors(r):
			continue
		}
		if most = max(most, l.Min[a]); l.Max[a] == 0 || l.Max[a] > most {
			l.Max[a] = most
		}
	}
	return l
}

func limitTo(r *Result, l selection.Limits) {
	r.limits = l
	r.problem = r.terms().Problem(r.learned)
}

func askedLimits(r *Result) selection.Limits {
	d := len(r.Attributes)
	l := selection.Limits{Min: make([]int, d), Max: make([]int, d), Ridge: r.Settings.Ridge}
	for a := range r.Attributes {
		at := &r.Attributes[a]
		limit := r.Settings.Limit(at.Name)
		if at.Once {
			limit.Max = 1
		}
		if p := r.known.blocks.Panel; p != nil && (limit.Max == 0 || limit.Max > p.Raters[a]) {
			limit.Max = p.Raters[a]
		}
		l.Min[a], l.Max[a] = limit.Min, limit.Max
	}
	return l
}

// Shrinks tells whether the label covariance is what the pilot can vouch for.
//
// b̃ follows from Σ: external values explain the label, and b is Σβ. If the pilot
// contradicts this model, the paper's b is taken, which does not use Σ. Contradictions
// are raters who disagree more than independent raters can, and a b further from every
// Σβ than chance allows, such as a label that shares the errors of the judgments. With
// several scores all must contradict.
func (r *Result) Shrinks() bool { return r.posteriors != nil && refutedBy(r) == nil }

// refutedBy is the first posterior that the pilot contradicts, nil for none.
func refutedBy(r *Result) *posterior.Posterior {
	for _, p := range r.posteriors {
		if p.Refuted() {
			return p
		}
	}
	return nil
}

// sharesErrors tells whether the label goes along with the errors of the judgments.
// Their noise is then no bound of the loss.
func sharesErrors(r *Result) bool { return refutedBy(r) != nil }

func mayShrink(r *Result) bool {
	return r.Settings.Shrunk() == model.ShrinkAuto && !slices.ContainsFunc(r.Attributes, func(a Attribute) bool {
		return a.Selectable() && a.Disagrees()
	})
}

// equip adds the data beyond moments that the requested algorithms need. Optional algorithms are
// refused if these data lack something for them.
func equip(r *Result, ctx context.Context, q Request) error {
	r.refused = make(map[selection.Algorithm]error)
	r.problem = r.problem.WithNames(r.study.data.Attributes)
	k := r.known
	needed := selection.Equipment{
		Means:  func() ([]float64, []int) { return k.blocks.CellMeans(k.sums, k.all), k.all.K() },
		Copies: func() (*moments.Copies, error) { return r.study.copies(ctx, k.label, r.Raters, nil) },
	}
	for _, a := range slices.Concat(q.Algorithms, q.Optional) {
		p, err := r.problem.Equip(a, needed)
		if err == nil {
			r.problem = p
			err = p.Check(a)
		} else if !errors.Is(err, model.ErrNeedsJudgments) {
			return err
		}
		switch {
		case err == nil:
		case slices.Contains(q.Algorithms, a): // wanted, optional or not
			return err
		default:
			r.refused[a] = err
		}
	}
	return nil
}

// solveAll sets the range and computes every algorithm's curve over it.
func solveAll(r *Result, ctx context.Context, q Request) error {
	required, ok := r.problem.Required()
	if !ok {
		return fmt.Errorf("the least judgments asked for cost more than %s", model.MaxAmount)
	}
	step := r.problem.Cheapest()
	alike := !r.problem.OnForms() && !slices.ContainsFunc(r.Attributes, func(a Attribute) bool { return a.Selectable() && a.Price != step })
	var err error
	r.Range, err = budgetrange.New(step, required, alike, budgetrange.Asked{End: q.Range, Reach: q.Reach, Alone: q.Budgets}, func() (model.Amount, error) {
		parallel.Report(ctx, "finding budgets worth looking at", 0, 0)
		return selection.BudgetRange(ctx, r.problem)
	})
	if err != nil {
		return err
	}
	if err := drawCurves(r, ctx, q); err != nil {
		return err
	}
	r.certificates = &certificates{
		choices: r.problem, prepared: sync.OnceValue(func() *bound.Path { return bound.NewPath(r.problem) }),
		labelVar: r.LabelVar, bounded: budgetrange.Coarse(&r.Range),
	}
	return nil
}

// drawCurves computes the curves over the range: for the paper's algorithms at every step if
// that is cheap, for others where a chart needs them.
func drawCurves(r *Result, ctx context.Context, q Request) error {
	algorithms := selection.Algorithms()
	paper := len(algorithms)
	for _, a := range slices.Concat(q.Algorithms, q.Optional) {
		if !slices.Contains(algorithms, a) && r.refused[a] == nil {
			algorithms = append(algorithms, a)
		}
	}
	reach, usual := min(q.Reach, r.Max), budgetrange.To(&r.Range, r.UsualMax)
	fine, coarse := budgetrange.United(budgetrange.To(&r.Range, r.Max), reach), budgetrange.United(budgetrange.Coarse(&r.Range), reach)
	few := budgetrange.Thin(usual, budgetrange.ChartBudgets)
	parallel.Report(ctx, "choosing judgments at every budget", 0, 0)
	curves := make([]*selection.Curve, len(algorithms))
	errs := make([]error, len(algorithms))
	parallel.Each(len(algorithms), func(i int) {
		at := budgetrange.United(fine, usual...)
		if i >= paper {
			at = budgetrange.United(coarse, few...)
		}
		curves[i], errs[i] = selection.NewCurve(ctx, r.problem, algorithms[i], at)
	})
	r.curves, r.grids = make(map[selection.Algorithm]*selection.Curve), make(map[selection.Algorithm][]model.Amount)
	for i, a := range algorithms {
		if r.curves[a], r.grids[a] = curves[i], fine; i >= paper {
			r.grids[a] = coarse
		}
	}
	return cmp.Or(errs...)
}

// readySteps is how many judgments a budget may buy for its choice to be
// computed while a frame waits for it.
const readySteps = 400

// Ready tells whether the choices at a budget can be looked up, or are computed
// in a few milliseconds. Others should be asked for with Request.Reach.
func (r *Result) Ready(budget model.Amount) bool {
	if r.Step == 0 || budget/r.Step <= readySteps {
		return true
	}
	for _, c := range r.curves {
		if _, found := slices.BinarySearch(c.Budgets, budget); !found {
			return false
		}
	}
	return true
}

// PromptAttributes is the number of attributes up to which the honest loss is fast enough to
// wait for at the start. With more, the projection of each fold takes a second.
const PromptAttributes = 300

// Enters returns what was spent when attribute a was first bought on the way to
// a selection, that purchase included; false where it never was.
func (p *paths) Enters(s *Selection, a int) (spent model.Amount, ok bool) {
	for _, st := range p.problem.Steps(&s.choice) {
		if st.Attribute == a {
			return st.Spent, true
		}
	}
	return 0, false
}
