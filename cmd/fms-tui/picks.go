package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// scope is what a command asks of data.
type scope int

const (
	atBudgets  scope = iota // the algorithms of the flags, at their budgets alone where they name any
	wholeRange              // the same over the range of budgets
	// advised is wholeRange, which a sentence needs that says whether more pays. With many attributes
	// that takes too long: it is atBudgets, and nothing is said of it.
	advised
	everyAlgorithm // every algorithm that the data allow, over the range
)

// answer is what data answer to flags: what is computed within a scope, and the picks.
type answer struct {
	*core.Tuning
	study *core.Study
	picks []core.Pick // each with its loss on the pilot's own judgments
}

func answerTo(ctx context.Context, p *program, paths []string, f *flags, of scope) (*answer, error) {
	a, err := tune(ctx, p, paths, f, of)
	if err == nil {
		err = a.choose(ctx, p, f)
	}
	return a, err
}

// tune opens data, computes what flags ask of them within a scope, and tells warnings.
func tune(ctx context.Context, p *program, paths []string, f *flags, of scope) (*answer, error) {
	study, settings, err := opened(ctx, p, paths, f)
	if err != nil {
		return nil, err
	}
	ds := study.Data()
	tellReading(p, ds, f)
	q := core.Request{Settings: settings, Algorithms: f.algorithms}
	if of == everyAlgorithm {
		q.Optional = selection.AllAlgorithms()
	}
	few := of == atBudgets || of == advised && len(ds.Attributes) > core.PromptAttributes
	if few && !f.goal.asked() {
		q.Budgets = f.budgets
	}
	t, err := study.Tune(ctx, q, f.foldsAsked())
	if err != nil {
		return nil, err
	}
	r, h := t.Answers[0].Result, t.Answers[0].Honest
	if r.Step == 0 {
		return nil, noCandidate(r)
	}
	tellDesign(p, r, f)
	p.warn(r.Warnings...)
	if h != nil && h.Why != "" {
		p.note("warning: no honest loss: %s", h.Why)
	}
	return &answer{Tuning: t, study: study}, nil
}

func noCandidate(r *core.Result) error {
	var messages []error
	for _, w := range r.Warnings {
		messages = append(messages, errors.New(adviseFlags(w.Message, w.Remedies...)))
	}
	if len(messages) == 0 || !slices.ContainsFunc(r.Attributes, func(a core.Attribute) bool { return !a.Excluded }) {
		return errors.New("no attribute is left to select: --exclude leaves out all that can be")
	}
	const most = 10
	if more := len(messages) - most; more > 0 {
		messages = append(messages[:most], fmt.Errorf("and %d more", more))
	}
	return errors.Join(messages...)
}

// choose fills in the picks that flags ask for, and tells the warnings that no figure shows.
func (a *answer) choose(ctx context.Context, p *program, f *flags) (err error) {
	if a.picks, err = picks(ctx, a.Tuning, f); err != nil {
		return err
	}
	for i := range a.picks {
		if err := a.picks[i].See(ctx); err != nil {
			return err
		}
	}
	p.warn(apartFromFigures(selectionWarnings(a.picks))...)
	return nil
}

// pickAsked is the pick of flags that name one algorithm, or none for full.
func pickAsked(ctx context.Context, p *program, paths []string, f *flags, of scope) (*core.Pick, error) {
	a, err := answerTo(ctx, p, paths, f.or(selection.Full), of)
	if err != nil {
		return nil, err
	}
	return &a.picks[0], nil
}

// picks returns what is chosen, by budget and then by algorithm; by algorithm
// alone where a rule gives each its own budget.
func picks(ctx context.Context, t *core.Tuning, f *flags) ([]core.Pick, error) {
	algorithms := f.or(selection.Algorithms()...).algorithms
	var all []core.Pick
	if f.goal.asked() {
		var missed []error
		for _, a := range algorithms {
			b, by, err := f.budgetOf(ctx, t, a)
			if err != nil {
				missed = append(missed, err)
				continue
			}
			one := t.At(a, b)
			one.By = by
			all = append(all, one)
		}
		return all, errors.Join(append(missed, ctx.Err())...)
	}
	budgets := f.budgets
	if len(budgets) == 0 {
		budgets = []model.Amount{t.FirstBudget(selection.Full)}
	}
	for _, b := range budgets {
		if err := cmp.Or(t.Answers[0].CheckBudget(b), ctx.Err()); err != nil {
			return nil, err
		}
		for _, a := range algorithms {
			all = append(all, t.At(a, b))
		}
	}
	return all, ctx.Err()
}

// budgetOf is the budget that the flags' rule gives an algorithm, and what a metric of classes
// found; nil without one.
func (f *questionFlags) budgetOf(ctx context.Context, t *core.Tuning, a selection.Algorithm) (model.Amount, *core.MetricBudget, error) {
	if f.goal.metric == "" {
		b, err := t.Budget(a, f.goal.Rule)
		return b, nil, err
	}
	costs, err := f.wrongCalls.of(t.Answers[0].Result)
	if err != nil {
		return 0, nil, err
	}
	by, err := t.BudgetBy(ctx, a, f.goal.Rule, f.goal.metric, costs)
	return by.Budget, &by, err
}

func selectionWarnings(picks []core.Pick) []model.Finding {
	var ws []model.Finding
	for i := range picks {
		for _, w := range picks[i].Warnings() {
			if !slices.ContainsFunc(ws, w.Equal) {
				ws = append(ws, w)
			}
		}
	}
	return ws
}

// besideFigures are the codes of findings that stand in the line of the figures
// they are about, and are not said on stderr again.
var besideFigures = []model.Code{model.CodeRefuted, model.CodeBeyondCells, model.CodeWithinCells}

// apartFromFigures are the findings that no line of figures says.
func apartFromFigures(ws []model.Finding) []model.Finding {
	return slices.DeleteFunc(slices.Clone(ws), func(w model.Finding) bool { return slices.Contains(besideFigures, w.Code) })
}

// held is a pick in a table, with what it is held against there.
type held struct {
	*core.Pick
	name      string        // that it has in a comparison
	first     *core.Pick    // of the comparison
	classes   *core.Classes // of a label with classes; nil for others
	certified core.Certificate
	stable    core.Stability
}

// fact is a column of tables of picks, and what it says of one.
type fact struct {
	report.Column
	of func(*held) any
}

// head is the fact for people too.
func (f fact) head(text string) fact {
	f.Head = text
	return f
}

func factColumns(facts []fact) (columns []report.Column) {
	for _, f := range facts {
		columns = append(columns, f.Column)
	}
	return columns
}

func factRow(facts []fact, p *held) (row []any) {
	for _, f := range facts {
		row = append(row, f.of(p))
	}
	return row
}

// Facts that several tables have.
var (
	nameFact        = fact{report.Column{Name: "name"}, func(p *held) any { return p.name }}
	algorithmFact   = fact{report.Column{Name: "algorithm"}, func(p *held) any { return p.Selection.Algorithm }}
	budgetFact      = fact{report.Column{Name: "budget"}, func(p *held) any { return p.Selection.Budget }}
	budgetOnceFact  = fact{report.Column{Head: "budget", Merge: true, Align: report.Right}, budgetFact.of}
	spentFact       = fact{report.Column{Name: "spent", Align: report.Right}, func(p *held) any { return p.Selection.Spent }}
	costFact        = fact{report.Column{Name: "cost_by_form", Only: report.OnlyJSON}, func(p *held) any { return p.CostByForm(&p.Selection) }} // what is left of spent is for single judgments; null without forms
	ridgeFact       = fact{report.Column{Name: "ridge"}, func(p *held) any { return p.Settings.Ridge }}
	projectedFact   = fact{report.Column{Name: "projected_loss", Format: report.Always(figure.Loss), Align: report.Right}, func(p *held) any { return p.Selection.Loss }}
	honestFact      = fact{report.Column{Name: "honest_loss", Estimate: true}, func(p *held) any { return estimate(p.Estimate()) }}
	seenFact        = fact{report.Column{Name: "seen_loss", Estimate: true, Format: report.Known}, func(p *held) any { return estimate(seenLoss(p.Pick)) }}
	seenObjectsFact = fact{report.Column{Name: "seen_objects"}, func(p *held) any { return seenOn(p.Pick) }}
	warningsFact    = fact{report.Column{Name: "warnings", Only: report.OnlyJSON}, func(p *held) any { return worded(p.Warnings()) }}
)

func estimate(e core.Estimate) report.Estimate { return report.Estimate{X: e.Loss, SE: e.SE} }

// seenLoss is the loss on the pilot's own judgments.
func seenLoss(p *core.Pick) core.Estimate {
	if p.Seen == nil {
		return core.UnknownEstimate()
	}
	return p.Seen.Estimate
}

// seenOn is the number of objects that hold the judgments of a pick, even if they are too few; nil
// where nobody looked.
func seenOn(p *core.Pick) any {
	if p.Seen == nil || p.Honest.Why != "" || !p.Seen.Judged {
		return nil
	}
	return p.Seen.Objects
}

// selectionTable has a row for each budget and algorithm. It is made while it is
// written, and of the paths, which can have a million steps, one at a time.
func selectionTable(ctx context.Context, all []core.Pick, boot []core.Stability) *report.Table {
	return &report.Table{Name: "selections", Columns: factColumns(selectionFacts), Each: func(yield func(...any) error) (err error) {
		for i := range all {
			p := &held{Pick: &all[i]}
			if p.certified, err = p.Certify(ctx, &p.Selection); err != nil {
				return err
			}
			if i < len(boot) {
				p.stable = boot[i]
			}
			if err := yield(factRow(selectionFacts, p)...); err != nil {
				return err
			}
		}
		return nil
	}}
}

// selectionFacts are all that is said of a selection.
var selectionFacts = []fact{
	{report.Column{Head: "budget", Merge: true}, budgetFact.of},
	algorithmFact.head("algorithm"), budgetFact, spentFact.head("spent"), ridgeFact,
	{report.Column{Head: "repeats"}, func(p *held) any { return written(p.Result, p.Selection.Repeats) }},
	{report.Column{Name: "repeats"}, func(p *held) any { return supportOf(p.Result, p.Selection.Repeats) }},
	costFact, projectedFact.head("projected"),
	{report.Column{Name: "rmse"}, func(p *held) any {
		if p.Selection.Optimistic() { // the projected loss is below 0, and has no root
			return nil
		}
		return p.Selection.RMSE()
	}},
	{report.Column{Name: "r2", Head: "R²", Format: report.Always(figure.Share), Align: report.Right}, func(p *held) any { return p.Selection.R2() }},
	{report.Column{Name: "scoring_objective"}, func(p *held) any { return p.Selection.Score }},
	honestFact.head("honest ± se"), seenFact.head("seen ± se"), seenObjectsFact,
	{report.Column{Name: "lower_bound"}, func(p *held) any { return p.certified.Bound }},
	{report.Column{Name: "optimality_gap", Head: "gap R²", Format: digits(2), Align: report.Right}, func(p *held) any { return p.certified.Gap }},
	{report.Column{Name: "optimal"}, func(p *held) any { return p.certified.Optimal }},
	{report.Column{Name: "selection_frequency", Only: report.OnlyJSON}, func(p *held) any { return named(p.Result, p.stable.Frequency) }},
	{report.Column{Name: "median_repeats", Only: report.OnlyJSON}, func(p *held) any { return named(p.Result, p.stable.Median) }},
	{report.Column{Name: "weights"}, func(p *held) any {
		w, _ := p.Weights()
		return bySupport(p.Result, p.Selection.Repeats, func(a int) number { return number(w[a]) })
	}},
	{report.Column{Name: "weights_from"}, func(p *held) any { return p.WeightsFrom() }},
	// Honest loss of the label refitted on the pilot's own means, and its difference
	// from the honest loss of the moments' weights. If there is no refit, the reason
	// says why.
	{report.Column{Name: "refit_loss", Estimate: true}, func(p *held) any { return estimate(p.refit().Honest) }},
	{report.Column{Name: "refit_less", Estimate: true}, func(p *held) any { return estimate(p.refit().Less) }},
	{report.Column{Name: "refit_reason"}, func(p *held) any { return report.OrNull(p.refit().Why) }},
	{report.Column{Name: "intercept"}, func(p *held) any { _, x := p.Weights(); return x }},
	warningsFact,
	{report.Column{Name: "path", Only: report.OnlyJSON}, func(p *held) any { return func() any { return pathTable(p.Pick) } }},
}

func (p *held) refit() *core.RidgeRefit {
	if p.RidgeRefit == nil {
		return &core.RidgeRefit{Why: "there is no honest loss to choose it by", Honest: core.UnknownEstimate(), Less: core.UnknownEstimate()}
	}
	return p.RidgeRefit
}

func pathTable(p *core.Pick) *report.Table {
	return &report.Table{
		Columns: []report.Column{{Name: "attribute"}, {Name: "spent"}, {Name: "projected_loss"}},
		Each: func(yield func(...any) error) error {
			steps, losses := p.Path(&p.Selection)
			for i, step := range steps {
				if err := yield(p.Attributes[step.Attribute].Name, step.Spent, losses[i]); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// named maps attributes to figures; nil stays nil, for null.
func named(r *core.Result, figures []float64) map[string]number {
	if figures == nil {
		return nil
	}
	m := make(map[string]number)
	for a, x := range figures {
		m[r.Attributes[a].Name] = number(x)
	}
	return m
}

// bySupport maps the attributes that repeats buy to what of says of them.
func bySupport[T any](r *core.Result, repeats []int, of func(a int) T) map[string]T {
	m := make(map[string]T)
	for a, n := range repeats {
		if n > 0 {
			m[r.Attributes[a].Name] = of(a)
		}
	}
	return m
}

func supportOf(r *core.Result, repeats []int) map[string]int {
	return bySupport(r, repeats, func(a int) int { return repeats[a] })
}

func written(r *core.Result, repeats []int) string {
	var list []string
	for _, a := range mostFirst(repeats) {
		list = append(list, fmt.Sprintf("%s %d", r.Attributes[a].Name, repeats[a]))
	}
	return strings.Join(list, ", ")
}

func mostFirst(repeats []int) (order []int) {
	for a, n := range repeats {
		if n > 0 {
			order = append(order, a)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return repeats[b] - repeats[a] })
	return order
}

// resamplePicks runs the bootstrap that --bootstrap asks for, one for each ridge. It returns what is
// known of each pick, in order; nil without one.
func resamplePicks(ctx context.Context, p *program, all []core.Pick, f *flags) ([]core.Stability, error) {
	if f.bootstrap == 0 {
		return nil, nil
	}
	of, found := make(map[*core.Result][]core.Selection), make(map[*core.Result][]core.Stability)
	for i := range all {
		of[all[i].Result] = append(of[all[i].Result], all[i].Selection)
	}
	var out []core.Stability
	for i := range all {
		r := all[i].Result
		if len(found[r]) == 0 {
			all, why, err := r.Bootstrap(ctx, f.bootstrap, f.seed, of[r]...)
			if err != nil {
				return nil, err
			}
			if why != "" {
				p.note("warning: no bootstrap: %s", why)
				return nil, nil
			}
			found[r] = all
		}
		out, found[r] = append(out, found[r][0]), found[r][1:]
	}
	return out, nil
}
