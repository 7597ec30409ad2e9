package core

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/parallel"
	"fms-tui/core/internal/posterior"
	"fms-tui/core/report"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Result is the answer to one Request. It is immutable and safe for
// concurrent use.
type Result struct {
	Settings     model.Settings
	Label        string
	LabelMean    float64      // in the label's units
	LabelVar     float64      // Var(y) > 0, mean square deviation, squared label units
	Objects      int          // m: objects with the label and a judgment
	Judgments    int          // of these objects
	Fewest, Most int          // judgments a cell, over cells that have any
	Cells        int          // object-attribute cells with a judgment, of Objects × attributes
	Raters       model.Raters // the mode taken, never RatersAuto
	RatersReason string       // why, in words for the user
	Design       Design       // how judgments are bought
	PSDCut       float64      // in [0,1], see moments.Projected
	Blocks       int          // blocks of objects that hold any
	Attributes   []Attribute
	Step         model.Amount    // cheapest price among the candidates: one step of a budget slider; 0 without candidates
	UsualMax     model.Amount    // end of the range of budgets worth looking at; 0 without candidates
	Max          model.Amount    // end of the range that was asked for
	Required     model.Amount    // what the minima cost: no smaller budget buys anything
	Warnings     []model.Finding // about the data and the settings; SelectionWarnings are about a choice

	study      *Study
	byPosition bool // judgments are read as one person's by their places
	known      *knownMoments
	learned    *honest.Learned
	projected  moments.Projected
	aims       *aims
	posteriors []*posterior.Posterior // by score; nil where none is asked for, or raters disagree
	limits     selection.Limits
	problem    *selection.Problem
	forms      *selection.Forms // the design without what raters' errors share; nil where every judgment is by another rater
	curves     map[selection.Algorithm]*selection.Curve
	grids      map[selection.Algorithm][]model.Amount // the budgets of a curve, over the requested range
	refused    map[selection.Algorithm]error
	bounds     *boundCurve
	within     *selection.Curve // Full within the cells, where choices leave them; else nil
	boundedAt  *cellsBound      // where choices stay within the cells because that is cheap; else nil
	reach      model.Amount     // the budget that a Request reaches for, within the range
	only       []model.Amount   // 0 and Request.Budgets, rising; nil for the range
}

// Attribute is one attribute's figures under the settings of a Result.
type Attribute struct {
	moments.Attribute
	Name     string
	Price    model.Amount // of one judgment
	Excluded bool         // by the user
	Limit    model.Limit  // on repeats; of a fixed panel, its raters at most; 1 at most if asked once
	// SigmaZ is Σ[a,a] before any projection in units of its standard error, NaN
	// where that cannot be had; see Disagrees.
	SigmaZ float64
}

// leastSigmaZ is how many standard errors below 0 an external variance may lie by
// chance.
const leastSigmaZ = -3

// Disagrees tells whether the attribute's raters disagree more than independent raters
// can: Σ[a,a] is clearly below 0. Then judgments were selected, balanced or shuffled,
// and further judgments cannot be foreseen: a choice has at most as many as a cell of
// the pilot.
func (a *Attribute) Disagrees() bool { return a.SigmaZ < leastSigmaZ }

// Usable tells whether the data let the attribute be selected at all.
func (a *Attribute) Usable() bool { return a.Status == moments.Usable }

// Selectable tells whether the attribute is a candidate.
func (a *Attribute) Selectable() bool { return !a.Excluded && a.Usable() }

// NoiseRatio is v/σ² (S&K Table 1, "var."): +Inf where σ² = 0 < v, NaN where v
// is unknown or both are 0.
func (a *Attribute) NoiseRatio() float64 { return a.V / a.Sigma2 }

// NormalizedCorrelation is b/σ in label units (S&K Table 1): ±Inf where σ² = 0
// and b is not, NaN where σ² is unknown or both are 0.
func (a *Attribute) NormalizedCorrelation() float64 { return a.B / math.Sqrt(a.Sigma2) }

// Unusable says why the attribute cannot be selected, in a few words, or "".
func (a *Attribute) Unusable() string {
	switch a.Status {
	case moments.NoJudgments:
		return "no judgments"
	case moments.ConstantMean:
		return "constant"
	case moments.TooLarge:
		return "values too large"
	}
	if a.Excluded {
		return "excluded"
	}
	return ""
}

// Data returns the data set that the Result is about.
func (r *Result) Data() *model.Dataset { return r.study.data }

// describe fills in what the moments say of the label and of each attribute.
func (r *Result) describe() {
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
		r.Judgments += at.Judgments
		r.Cells += at.Objects
		if at.Objects > 0 && (r.Fewest == 0 || at.Fewest < r.Fewest) {
			r.Fewest = at.Fewest
		}
		r.Most = max(r.Most, at.Most)
	}
	r.joint()
}

func (r *Result) prices() []model.Amount {
	p := make([]model.Amount, len(r.Attributes))
	for a := range p {
		p[a] = r.Attributes[a].Price
	}
	return p
}

// repeatLimits are the bounds on repeats: the user's; one judgment of an attribute that no
// object has twice; for a fixed panel no more judgments of an attribute than raters who judge
// it; and where raters disagree more than they can, or the label shares their errors, no more
// than cells hold: what more judgments would bring does not follow from the noise of these.
// within asks for that of all attributes.
func (r *Result) repeatLimits(within bool) selection.Limits {
	l := r.askedLimits()
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
		case !at.Disagrees() && !r.sharesErrors():
			continue
		}
		if most = max(most, l.Min[a]); l.Max[a] == 0 || l.Max[a] > most {
			l.Max[a] = most
		}
	}
	return l
}

// limitTo keeps a Result to bounds on repeats.
func limitTo(r *Result, l selection.Limits) {
	r.limits = l
	for a := range r.Attributes {
		r.Attributes[a].Limit = model.Limit{Min: l.Min[a], Max: l.Max[a]}
	}
	r.problem = r.terms().Problem(r.learned)
}

// askedLimits are the bounds on repeats without what the data contradict.
func (r *Result) askedLimits() selection.Limits {
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
func (r *Result) Shrinks() bool { return r.posteriors != nil && r.refuted() == nil }

// refuted is the first posterior that the pilot contradicts, nil for none.
func (r *Result) refuted() *posterior.Posterior {
	for _, p := range r.posteriors {
		if p.Refuted() {
			return p
		}
	}
	return nil
}

// sharesErrors tells whether the label goes along with the errors of the judgments.
// Their noise is then no bound of the loss.
func (r *Result) sharesErrors() bool { return r.refuted() != nil }

// mayShrink tells whether a posterior is asked for and raters agree enough for it.
func (r *Result) mayShrink() bool {
	return r.Settings.Shrunk() == model.ShrinkAuto && !slices.ContainsFunc(r.Attributes, func(a Attribute) bool {
		return a.Selectable() && a.Disagrees()
	})
}

// equip adds the data beyond moments that the requested algorithms need. Optional
// algorithms are refused if their judgments are missing.
func (r *Result) equip(ctx context.Context, q Request) error {
	r.refused = make(map[selection.Algorithm]error)
	r.problem = r.problem.WithNames(r.study.data.Attributes)
	k := r.known
	needed := selection.Equipment{
		Means:  func() ([]float64, []int) { return k.blocks.CellMeans(k.sums, k.all), k.all.K() },
		Copies: func() (*moments.Copies, error) { return r.study.source.copies(ctx, k.label, r.Raters, nil) },
	}
	for _, a := range slices.Concat(q.Algorithms, q.Optional) {
		p, err := r.problem.Equip(a, needed)
		var lacking *model.NeedsJudgmentsError
		switch {
		case errors.As(err, &lacking) && !slices.Contains(q.Algorithms, a):
			r.refused[a] = err
		case err != nil:
			return err
		default:
			r.problem = p
		}
	}
	return nil
}

// solve sets the range and computes every algorithm's curve over it.
func (r *Result) solve(ctx context.Context, q Request) error {
	required, ok := r.problem.Required()
	if !ok {
		return fmt.Errorf("the least judgments asked for cost more than %s", model.MaxAmount)
	}
	r.Required = required
	r.Step = r.problem.Cheapest()
	if r.Step > 0 && required/r.Step > MostJudgments {
		return fmt.Errorf("the least judgments asked for cost %s, as much as %d of the cheapest: at most %d are computed",
			required, required/r.Step, MostJudgments)
	}
	r.only = r.alone(q.Budgets)
	if q.Strict && r.only == nil && len(q.Budgets) > 0 {
		if err := r.CheckBudget(slices.Min(q.Budgets)); err != nil {
			return err
		}
	}
	if r.only != nil {
		r.UsualMax = r.only[len(r.only)-1]
		r.Max = r.UsualMax
	} else {
		parallel.Report(ctx, "finding budgets worth looking at", 0, 0)
		most, err := selection.BudgetRange(ctx, r.problem)
		if err != nil {
			return err
		}
		r.UsualMax = most
		r.Max = stretch(most, r.Step, q)
	}
	if err := r.draw(ctx, q); err != nil {
		return err
	}
	r.prepareBounds()
	if q.Unbounded {
		return nil
	}
	return r.AddBounds(ctx)
}

// draw computes the curves over the range: for the paper's algorithms at every step if
// that is cheap, for others where a chart needs them.
func (r *Result) draw(ctx context.Context, q Request) error {
	algorithms := selection.Algorithms()
	paper := len(algorithms)
	for _, a := range slices.Concat(q.Algorithms, q.Optional) {
		switch err := r.problem.Check(a); {
		case err == nil:
		case slices.Contains(q.Algorithms, a): // wanted, optional or not
			return err
		case r.refused[a] == nil:
			r.refused[a] = err
		}
	}
	for _, a := range slices.Concat(q.Algorithms, q.Optional) {
		if !slices.Contains(algorithms, a) && r.refused[a] == nil {
			algorithms = append(algorithms, a)
		}
	}
	r.reach = min(q.Reach, r.Max)
	fine, coarse := with(r.budgets(), r.reach), with(r.coarseBudgets(), r.reach)
	usual := r.usualBudgets()
	few := thin(usual, chartBudgets)
	parallel.Report(ctx, "choosing judgments at every budget", 0, 0)
	curves := make([]*selection.Curve, len(algorithms))
	errs := make([]error, len(algorithms))
	parallel.Each(len(algorithms), func(i int) {
		budgets := united(fine, usual)
		if i >= paper {
			budgets = united(coarse, few)
		}
		curves[i], errs[i] = selection.NewCurve(ctx, r.problem, algorithms[i], budgets)
	})
	r.curves, r.grids = make(map[selection.Algorithm]*selection.Curve), make(map[selection.Algorithm][]model.Amount)
	for i, a := range algorithms {
		if errs[i] != nil {
			return errs[i]
		}
		if r.curves[a], r.grids[a] = curves[i], fine; i >= paper {
			r.grids[a] = coarse
		}
	}
	return nil
}

// Metric is what losses are of.
func (r *Result) Metric() report.Metric { return report.SquaredLoss() }

// stretch applies a Request's range and reach to the usual end of the range.
func stretch(most, step model.Amount, q Request) model.Amount {
	if step == 0 {
		return 0
	}
	end, ok := step.Times(MostJudgments)
	if !ok {
		end = model.MaxAmount
	}
	if q.Range > 0 {
		most = min(max(q.Range, step), end)
	}
	for most < q.Reach {
		n, ok := most.Times(2)
		if !ok || n > end {
			break
		}
		most = n
	}
	return max(most, min(q.Reach, end))
}

// pathBudgets and tailBudgets are the greatest numbers of budgets on a curve. With
// equal prices all of them come from one path and a range of 20·2⁸ steps still fits;
// with unequal prices each budget may end in a tail of its own.
const (
	pathBudgets = 10240
	tailBudgets = 640
)

// budgets returns the budgets that curves are computed for: multiples of the
// step from 0 to Max, all of them where that is cheap.
func (r *Result) budgets() []model.Amount { return r.budgetsTo(r.Max) }

// alone returns the budgets of a Request that can be answered, rising, after 0; nil
// where there are none.
func (r *Result) alone(asked []model.Amount) []model.Amount {
	only := []model.Amount{0}
	for _, b := range asked {
		if r.CheckBudget(b) == nil {
			only = with(only, b)
		}
	}
	if len(only) == 1 || r.Step == 0 {
		return nil
	}
	return only
}

// AtBudgets tells whether choices are known only at the budgets of Request.Budgets, and at
// no others of the range.
func (r *Result) AtBudgets() bool { return r.only != nil }

// usualBudgets returns the budgets of the usual range, whatever range is shown: the
// recommendation does not depend on how far the user looks.
func (r *Result) usualBudgets() []model.Amount { return r.budgetsTo(r.UsualMax) }

// usual are the usual budgets that a curve has.
func (r *Result) usual(c *selection.Curve) []model.Amount {
	return slices.DeleteFunc(r.usualBudgets(), func(b model.Amount) bool {
		_, found := slices.BinarySearch(c.Budgets, b)
		return !found
	})
}

func (r *Result) budgetsTo(end model.Amount) []model.Amount {
	switch {
	case r.Step == 0:
		return []model.Amount{0}
	case r.only != nil:
		return slices.Clone(r.only)
	}
	most := pathBudgets
	if !r.samePrice() {
		most = tailBudgets
	}
	stride := r.Step
	if n := int(end / r.Step); n > most {
		stride *= model.Amount((n + most - 1) / most)
	}
	var b []model.Amount
	for x := model.Amount(0); x < end; x += stride {
		b = append(b, x)
	}
	return append(b, end)
}

// with returns rising budgets with one more among them.
func with(budgets []model.Amount, one model.Amount) []model.Amount {
	i, found := slices.BinarySearch(budgets, one)
	if found {
		return budgets
	}
	return slices.Insert(budgets, i, one)
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

// chartBudgets is how many budgets a curve needs to be drawn.
const chartBudgets = 60

// coarseBudgets returns at most chartBudgets budgets over the range.
func (r *Result) coarseBudgets() []model.Amount {
	switch {
	case r.Step == 0:
		return []model.Amount{0}
	case r.only != nil:
		return slices.Clone(r.only)
	}
	steps := int(r.Max / r.Step)
	stride := r.Step * model.Amount(max(1, (steps+chartBudgets-1)/chartBudgets))
	var b []model.Amount
	for x := model.Amount(0); x < r.Max; x += stride {
		b = append(b, x)
	}
	return append(b, r.Max)
}

func (r *Result) samePrice() bool {
	if r.problem.OnForms() {
		return false
	}
	return !slices.ContainsFunc(r.Attributes, func(a Attribute) bool { return a.Selectable() && a.Price != r.Step })
}

// MostJudgments is the largest number of judgments of one object that a budget may buy:
// paths hold every judgment.
const MostJudgments = 1_000_000

// CheckBudget refuses a budget that does not pay for the minima, or that buys more than
// MostJudgments.
func (r *Result) CheckBudget(b model.Amount) error {
	if b < r.Required {
		return fmt.Errorf("a budget of %s does not pay for the least judgments asked for: they cost %s", b, r.Required)
	}
	if r.Step > 0 && b/r.Step > MostJudgments {
		return fmt.Errorf("a budget of %s buys up to %d judgments of every object: at most %d are computed",
			b, b/r.Step, MostJudgments)
	}
	return nil
}

// PromptAttributes is the number of attributes up to which the honest loss is fast enough to
// wait for at the start. With more, the projection of each fold takes a second.
const PromptAttributes = 300

// FirstBudget is the budget to begin with when the user names none and there is
// no honest loss to recommend one: a quarter of the range, in whole steps.
func (r *Result) FirstBudget() model.Amount {
	if r.Step == 0 {
		return 0
	}
	return max(r.UsualMax/4/r.Step*r.Step, r.Step, r.Required)
}

// Further returns the projected loss of a selection with 1, 2, … most more
// judgments of attribute a, whatever they cost.
func (r *Result) Further(s *Selection, a, most int) []float64 {
	return r.problem.Further(&s.choice, a, most)
}

// Enters returns what was spent when attribute a was first bought on the way to
// a selection, that purchase included; false where it never was.
func (r *Result) Enters(s *Selection, a int) (spent model.Amount, ok bool) {
	for _, st := range r.problem.Steps(&s.choice) {
		if st.Attribute == a {
			return st.Spent, true
		}
	}
	return 0, false
}

// Related returns the correlation of attribute a with every other one without
// the noise of judgments: Σ⁺[a,a']/(σ[a] σ[a']), halo taken out where the raters
// mode does so. NaN where either attribute has no external variance left, or
// cannot be used.
func (r *Result) Related(a int) []float64 {
	d := len(r.Attributes)
	related := make([]float64, d)
	for b := range related {
		related[b] = math.NaN()
		if r.Attributes[a].Usable() && r.Attributes[b].Usable() {
			if own := r.projected.Sigma[a*d+a] * r.projected.Sigma[b*d+b]; own > 0 {
				related[b] = r.projected.Sigma[a*d+b] / math.Sqrt(own)
			}
		}
	}
	return related
}
