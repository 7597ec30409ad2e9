package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fms-tui/core/internal/parallel"
	"fms-tui/core/moments"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Result is the answer to one Request. It is immutable and safe for
// concurrent use.
type Result struct {
	Settings     model.Settings
	Label        string
	LabelMean    float64      // in the label's units
	LabelVar     float64      // Var(y) > 0, mean square deviation
	Objects      int          // m: objects with the label and a judgment
	Judgments    int          // of those objects
	Fewest, Most int          // judgments a cell, over cells that have any
	Cells        int          // object-attribute cells with a judgment, of Objects × attributes
	Raters       model.Raters // the mode taken, never RatersAuto
	RatersReason string
	PSDCut       float64 // in [0,1], see moments.Projected
	Blocks       int     // blocks of objects that hold any
	Attributes   []Attribute
	Step         model.Amount // cheapest price among the candidates: one step of a budget slider; 0 without candidates
	UsualMax     model.Amount // end of the range of budgets worth looking at; 0 without candidates
	Max          model.Amount // end of the range that was asked for
	Required     model.Amount // what the minima cost: no smaller budget buys anything
	Warnings     []model.Warning

	study     *Study
	projected moments.Projected
	panel     *moments.Panel // of the fixed mode
	problem   *selection.Problem
	curves    map[selection.Algorithm]*selection.Curve
}

// Attribute is one attribute's figures under the settings of a Result.
type Attribute struct {
	moments.Attribute
	Name     string
	Price    model.Amount
	Excluded bool // by the user
	Limit    model.Limit
}

// Selectable tells whether the attribute is a candidate.
func (a *Attribute) Selectable() bool { return !a.Excluded && a.Status == moments.Usable }

// Reliability is ρ = σ²/(σ²+v), the share of a single judgment's variance that
// is about the object (ICC(1,1)); in [0,1], NaN where v is unknown or both are 0.
func (a *Attribute) Reliability() float64 { return a.Sigma2 / (a.Sigma2 + a.V) }

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
	case moments.SingleCells:
		return "needs a second judgment"
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

func (r *Result) describe(k *knownMoments, p moments.Projected) {
	ds := r.study.data
	r.LabelMean, r.LabelVar = k.all.LabelMean, k.all.LabelVariance
	r.Objects, r.PSDCut = k.all.Objects, p.Cut
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
		at := Attribute{Attribute: k.all.Attr[a], Name: name, Price: price, Excluded: r.Settings.Excluded(name)}
		r.Attributes[a] = at
		r.Judgments += at.Judgments
		r.Cells += at.Objects
		if at.Objects > 0 && (r.Fewest == 0 || at.Fewest < r.Fewest) {
			r.Fewest = at.Fewest
		}
		r.Most = max(r.Most, at.Most)
	}
}

func (r *Result) prices() []model.Amount {
	p := make([]model.Amount, len(r.Attributes))
	for a := range p {
		p[a] = r.Attributes[a].Price
	}
	return p
}

// limits are the bounds on repeats: the user's, and for a fixed panel no more
// judgments of an attribute than raters who judge it.
func (r *Result) limits(k *knownMoments) selection.Limits {
	d := len(r.Attributes)
	l := selection.Limits{Min: make([]int, d), Max: make([]int, d), Ridge: r.Settings.Ridge}
	for a := range r.Attributes {
		at := &r.Attributes[a]
		at.Limit = r.Settings.Limit(at.Name)
		if p := k.blocks.Panel; p != nil && (at.Limit.Max == 0 || at.Limit.Max > p.Raters[a]) {
			at.Limit.Max = p.Raters[a]
		}
		l.Min[a], l.Max[a] = at.Limit.Min, at.Limit.Max
	}
	return l
}

// solve sets the range and computes every algorithm's curve over it.
func (r *Result) solve(ctx context.Context, q Request) error {
	required, ok := r.problem.Required()
	if !ok {
		return fmt.Errorf("the least judgments asked for cost more than %s", model.MaxAmount)
	}
	most, err := selection.BudgetRange(ctx, r.problem)
	if err != nil {
		return err
	}
	r.Required = required
	r.Step = r.problem.Cheapest()
	r.UsualMax = most
	r.Max = stretch(most, r.Step, q)
	budgets := r.budgets()
	algorithms := selection.Algorithms()
	curves := make([]*selection.Curve, len(algorithms))
	parallel.Each(len(algorithms), func(i int) {
		curves[i], _ = selection.NewCurve(ctx, r.problem, algorithms[i], budgets)
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r.curves = make(map[selection.Algorithm]*selection.Curve)
	for i, a := range algorithms {
		r.curves[a] = curves[i]
	}
	return nil
}

// stretch applies a Request's doublings and reach to the end of the range.
func stretch(most, step model.Amount, q Request) model.Amount {
	if step == 0 {
		return 0
	}
	end, ok := step.Times(MostJudgments)
	if !ok {
		end = model.MaxAmount
	}
	twice := func() bool {
		n, ok := most.Times(2)
		if ok = ok && n <= end; ok {
			most = n
		}
		return ok
	}
	for range q.Doublings {
		if !twice() {
			break
		}
	}
	for n := q.Doublings; n < 0 && most/2 >= step; n++ {
		most = most / 2 / step * step
	}
	for most < q.Reach && twice() {
	}
	return max(most, min(q.Reach, end))
}

// Curves hold at most so many budgets. With equal prices all of them come from
// one path and a range of 20·2⁸ steps still fits; with unequal prices each
// budget may end in a tail of its own.
const (
	pathBudgets = 10240
	tailBudgets = 640
)

// budgets returns the budgets that curves are computed for: multiples of the
// step from 0 to Max, all of them where that is cheap.
func (r *Result) budgets() []model.Amount {
	if r.Step == 0 {
		return []model.Amount{0}
	}
	most := pathBudgets
	if !r.samePrice() {
		most = tailBudgets
	}
	stride := r.Step
	if n := int(r.Max / r.Step); n > most {
		stride *= model.Amount((n + most - 1) / most)
	}
	var b []model.Amount
	for x := model.Amount(0); x < r.Max; x += stride {
		b = append(b, x)
	}
	return append(b, r.Max)
}

func (r *Result) samePrice() bool {
	return !slices.ContainsFunc(r.Attributes, func(a Attribute) bool { return a.Selectable() && a.Price != r.Step })
}

// MostJudgments is how many judgments of one object a budget may buy at most:
// paths hold every one of them.
const MostJudgments = 1_000_000

// CheckBudget refuses a budget that does not pay for the minima, and one that
// would buy more than MostJudgments.
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

// FirstBudget is the budget to begin with when the user names none: a quarter
// of the range, in whole steps.
func (r *Result) FirstBudget() model.Amount {
	if r.Step == 0 {
		return 0
	}
	return max(r.UsualMax/4/r.Step*r.Step, r.Step, r.Required)
}
