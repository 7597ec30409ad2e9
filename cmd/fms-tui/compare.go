package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/read"
)

// compareAlgorithms compares the honest losses of algorithms.
func compareAlgorithms(ctx context.Context, p *program, paths []string, f *flags) error {
	if f.goal.asked() && f.goal.metric == "" {
		return misused("--compare shows all budgets, and the recommended one by the honest loss: --goal takes 'by METRIC' here")
	}
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	of := wholeRange
	if len(f.algorithms) == 0 {
		of = everyAlgorithm
	}
	t, err := tuneAsked(ctx, p, study, f, of)
	if err != nil {
		return err
	}
	if of == everyAlgorithm {
		f = f.with(func(g *flags) { g.algorithms = t.Answers[0].Algorithms() })
	}
	named := len(f.budgets) > 0
	if !named {
		f = f.with(func(g *flags) { g.budgets = overRange(t) })
	}
	all, err := seenPicks(ctx, p, t, f)
	if err != nil {
		return err
	}
	together := len(f.algorithms) // at a budget
	if f.goal.asked() {
		together = 1
	}
	picks := slices.Collect(slices.Chunk(all, together))
	r, err := compareReport(ctx, t, picks, named, f)
	if err != nil {
		return err
	}
	if err := addCompared(ctx, p, study, t, picks, r, f); err != nil {
		return err
	}
	words, err := f.nextWords(ctx, firstPick(t, picks), paths)
	if err != nil {
		return err
	}
	r.Space()
	r.Head("Next: %s", read.ShellWords(words))
	if f.brief() && t.Answers[0].Honest.Why == "" {
		r.Say("Figures are of objects held out. Enough: the smallest budget whose loss exceeds the lowest by no more than chance. --all prints all budgets and losses.")
	}
	return p.print(ctx, f, r)
}

// addCompared adds to a comparison what else the flags ask for.
func addCompared(ctx context.Context, p *program, study *core.Study, t *core.Tuning, picks [][]core.Pick, r *report.Report, f *flags) error {
	if !f.brief() {
		if err := sayClasses(ctx, &r.Section, slices.Concat(picks...), f); err != nil {
			return err
		}
		if err := addCalibration(ctx, &r.Section, firstPick(t, picks)); err != nil {
			return err
		}
	}
	if err := recommendByMetric(ctx, r, t, picks[0], f); err != nil {
		return err
	}
	if err := resampleFirst(ctx, p, r, firstPick(t, picks), f); err != nil {
		return err
	}
	if f.designs {
		return addDesigns(ctx, p, study, f, r)
	}
	r.Field("designs", nil)
	return nil
}

// firstPick is the first algorithm's pick at the budget that the UI begins
// with, or at the first one.
func firstPick(t *core.Tuning, picks [][]core.Pick) *core.Pick {
	for i := range picks {
		if picks[i][0].Selection.Budget == t.FirstBudget(selection.Full) {
			return &picks[i][0]
		}
	}
	return &picks[0][0]
}

// overRange is the recommended budget of Full and five over the range.
func overRange(t *core.Tuning) []model.Amount {
	r := t.Answers[0].Result
	budgets := []model.Amount{t.FirstBudget(selection.Full), r.Max}
	for _, part := range []model.Amount{16, 8, 4, 2} {
		budgets = append(budgets, max(r.Max/part/r.Step*r.Step, r.Required))
	}
	slices.Sort(budgets)
	return slices.Compact(budgets)
}

// against is the paired difference of a pick to the first one, in words.
func against(p, first *core.Pick) string {
	if p == first {
		return ""
	}
	if len(p.Impossible())+len(first.Impossible()) > 0 {
		return "not comparable: an impossible loss"
	}
	d := p.Less(first)
	if d.Loss == 0 && d.SE == 0 {
		return "the same"
	}
	lower := "lower"
	if d.Loss < 0 {
		lower = "higher"
	}
	words := fmt.Sprintf("R² %s ± %s", figure.Share(math.Abs(d.Loss)/p.LabelVar), figure.Share(d.SE/p.LabelVar))
	switch _, verdict := p.Honest.Verdict(d); verdict {
	case "":
		return ""
	case core.TooClose, core.TooEarly:
		return verdict + ": " + words + " " + lower
	default:
		return verdict + " by " + words
	}
}

// judgment says which algorithms are better or worse than the first one, how clearly, and where.
func judgment(picks [][]core.Pick) string {
	first := string(picks[0][0].Selection.Algorithm)
	said := map[string][]string{}
	for i := range picks[0][1:] {
		where := map[string][]int{}
		for k := range picks {
			if p, of := &picks[k][i+1], &picks[k][0]; len(p.Impossible())+len(of.Impossible()) == 0 {
				_, verdict := p.Honest.Verdict(p.Less(of))
				where[verdict] = append(where[verdict], k)
			}
		}
		for verdict, at := range where {
			said[verdict] = append(said[verdict], string(picks[0][i+1].Selection.Algorithm)+" "+whereOf(picks, at))
		}
	}
	text := first + " is best or too close to call at every budget"
	if len(said["clearly better"])+len(said["better"]) > 0 {
		text = ""
	}
	for _, verdict := range []string{"clearly better", "better", "clearly worse", "worse"} {
		if names := said[verdict]; len(names) > 0 {
			if text == "" {
				text = verdict + " than " + first
			} else {
				text += "; " + verdict
			}
			text += ": " + strings.Join(names, ", ")
		}
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// whereOf words the budgets of some rows of picks.
func whereOf(picks [][]core.Pick, rows []int) string {
	var budgets []string
	for _, k := range rows {
		budgets = append(budgets, picks[k][0].Selection.Budget.String())
	}
	switch {
	case len(rows) == len(picks):
		return "at every budget"
	case len(rows) > 1 && rows[0] == len(picks)-len(rows) && slices.IsSortedFunc(picks, byBudget): // the last ones
		return "from " + budgets[0]
	}
	return "at " + figure.List(budgets, "and")
}

func byBudget(x, y []core.Pick) int { return cmp.Compare(x[0].Selection.Budget, y[0].Selection.Budget) }

// compareReport says which algorithms are worse than the first, and at which budgets; and what each
// is worth: in brief at a few budgets that flags name, or else at the recommended one.
func compareReport(ctx context.Context, t *core.Tuning, picks [][]core.Pick, named bool, f *flags) (*report.Report, error) {
	result, first := t.Answers[0].Result, firstPick(t, picks)
	r := &report.Report{Metric: report.SquaredLoss()}
	why := t.Answers[0].Honest.Why
	r.Field("version", 1, "objects", result.Objects, "label", result.Label, "label_variance", result.LabelVar, "folds", f.foldsTaken(),
		"settings", designSettings{describedDesign(result), result.Settings.Shrunk()}, "reason", unlessEmpty(why))
	costs, err := f.wrongCalls.of(result)
	if err != nil {
		return nil, err
	}
	if why != "" {
		if r.Say("Nothing can be compared: %s.", why); f.brief() {
			return r, nil
		}
	} else if len(picks[0]) > 1 {
		r.Say("%s", judgment(picks))
	}
	if !f.brief() {
		r.Say("Honest (cross-validated) loss of %s, %d folds over %s; Var = %s.",
			result.Label, f.foldsTaken(), figure.CountOf(result.Objects, "object"), r.Metric.Text(result.LabelVar))
	}
	if why != "" || len(picks[0]) > 1 || !f.brief() {
		r.Space()
	}
	table := &report.Table{Name: "estimates", Columns: estimateColumns("algorithm", "against "+string(first.Selection.Algorithm), f.brief(), f.brief() && result.ClassLabel() != nil)}
	for _, row := range picks {
		from := len(table.Rows)
		for i := range row {
			if err := addEstimate(ctx, table, &row[i], &row[0], string(row[i].Selection.Algorithm), costs); err != nil {
				return nil, err
			}
		}
		for i := from; i < len(table.Rows); i++ {
			if !f.brief() || &row[0] == first || named && len(picks)*len(row) <= 3*mostAsked {
				table.Shown = append(table.Shown, i)
			}
		}
	}
	r.Add(table)
	recommend(&r.Section, picks[0], why == "")
	return r, nil
}

// unlessEmpty is a text, nil for an empty one.
func unlessEmpty(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// estimateColumns are the columns of picks' estimates. People see the budget, a name, the
// comparison if it has a heading, in brief no losses, and of classes κ and AUC.
func estimateColumns(name, less string, brief, called bool) []report.Column {
	when := func(shown bool, head string) string {
		if !shown {
			return ""
		}
		return head
	}
	return []report.Column{
		{Head: "budget", Merge: true, Align: report.Right},
		{Head: name},
		{Name: "algorithm"},
		{Name: "budget"},
		{Name: "spent", Head: when(!brief, "spent"), Align: report.Right},
		{Name: "cost_by_form", Only: report.OnlyJSON}, // null without forms
		{Name: "ridge"},
		{Head: when(!called, "typical error"), Format: report.Always(figure.TypicalError), Align: report.Right},
		{Name: "honest_r2"},
		{Head: "R²", Format: asShares},
		{Head: when(called, "κ"), Format: asShares},
		{Head: when(called, "AUC"), Format: asShares},
		{Name: "projected_loss", Head: when(!brief, "projected"), Format: asLoss, Priority: 2},
		{Name: "honest_loss", Estimate: true},
		{Head: when(!brief, "honest ± se")},
		{Name: "seen_loss", Estimate: true},
		{Name: "seen_objects"},
		{Name: "seen_reason"}, // why it is not seen
		{Head: when(!brief, "seen")},
		{Name: "optimality_gap", Head: when(!brief && less != "", "gap R²"), Format: report.Float(func(x float64) string { return figure.Significant(x, 2) }), Priority: 1},
		{Head: when(less != "", "enough at"), Align: report.Right, Priority: 3},
		{Head: less},
		{Name: "difference", Estimate: true}, // to the first; null for itself, and where either loss is impossible
		{Name: "verdict"},                    // better, worse or too early; null within two standard errors
		{Name: "warnings", Only: report.OnlyJSON},
	}
}

// asShares is the format of an estimate that is a share.
func asShares(v report.Value) string {
	e, ok := v.(report.Estimate)
	switch {
	case !ok:
		return ""
	case math.IsNaN(e.SE):
		return figure.Share(e.X)
	}
	return figure.Share(e.X) + " ± " + figure.Share(e.SE)
}

// addEstimate adds what a pick comes to, and in lines of their own what is refuted
// or impossible about it.
func addEstimate(ctx context.Context, t *report.Table, p, first *core.Pick, name string, costs []float64) error {
	s, e := &p.Selection, p.Estimate()
	var difference, verdict, kappa, auc, why any
	if p != first && len(p.Impossible()) == 0 && len(first.Impossible()) == 0 { // what is impossible compares with nothing
		d := p.Less(first)
		code, _ := p.Honest.Verdict(d)
		difference, verdict = estimate(d), unlessEmpty(code)
	}
	seen, objects := seenOf(p)
	shown, r2, honest, enough := asLossKnown(seen.X), s.R2At(e.Loss), estimate(e).String(), "none"
	if n, known := objects.(int); known && math.IsNaN(seen.X) {
		shown = figure.CountOf(n, "object") // too few
	}
	if p.Seen != nil {
		why = unlessEmpty(p.Seen.Why)
	}
	if p.BeyondCells(s) >= 0 {
		honest += " extrapolated"
	}
	if b, err := p.Honest.Budget(s.Algorithm, core.Rule{}); err == nil && b > 0 {
		enough = b.String()
	}
	if c, err := p.Classes(ctx, costs); err != nil {
		return err
	} else if c != nil {
		kappa, auc = metricOf(c, classes.Kappa), metricOf(c, classes.AUC)
	}
	row := []report.Value{
		s.Budget, name, s.Algorithm, s.Budget, s.Spent, p.CostByForm(s), p.Settings.Ridge, math.Sqrt(max(0, e.Loss)), r2,
		report.Estimate{X: r2, SE: e.R2SE},
		kappa, auc, s.Loss, estimate(e), honest,
		seen, objects, why, shown, p.CertificateFrom(s, p.Bound(s.Budget)).Gap, enough, against(p, first), difference, verdict, warningsOf(p.Warnings()),
	}
	if t.Columns[0].Name == "name" { // a way to buy
		row = append([]report.Value{name}, row...)
	}
	t.Row(row...)
	if text := p.Refutation(); text != "" {
		t.Aside(1, "! "+text)
	}
	for _, text := range p.Impossible() {
		t.Aside(1, "! "+text)
	}
	return nil
}

// recommend adds the budget that each algorithm would recommend, for programs; 0 where no budget
// is better than none by a standard error.
func recommend(r *report.Section, picks []core.Pick, known bool) {
	t := &report.Table{Name: "recommended", Columns: []report.Column{
		{Name: "algorithm"}, {Name: "budget"}, {Name: "honest_loss", Estimate: true}, {Name: "lowest_budget"}, {Name: "lowest_honest_loss"},
	}}
	for i := range picks {
		p, a := &picks[i], picks[i].Selection.Algorithm
		b, err := p.Honest.Budget(a, core.Rule{})
		if !known || err != nil {
			continue // the rule always has an answer
		}
		at, least := p.Honest.Lowest(a)
		t.Row(a, b, estimate(p.Honest.At(a, b)), at, least.Loss)
	}
	r.Add(t)
}

// resampleFirst runs the bootstrap that --bootstrap asks for, of one pick.
func resampleFirst(ctx context.Context, p *program, to *report.Report, pick *core.Pick, f *flags) error {
	if f.bootstrap == 0 {
		to.Field("bootstrap", nil)
		return nil
	}
	s := &pick.Selection
	boot, err := bootstrap(ctx, p, pick, "resampling", f)
	if err != nil {
		return err
	}
	r := to.Begin("bootstrap")
	r.Field("replicates", boot.Replicates, "algorithm", s.Algorithm, "budget", s.Budget, "reason", unlessEmpty(boot.Why))
	r.Space()
	r.Head("%d resamples of the objects by block; how often %s at B = %s chooses", boot.Replicates, s.Algorithm, s.Budget)
	if boot.Why != "" {
		r.Head("none: %s", boot.Why)
		r.Add(&report.Table{Name: "attributes"})
		return nil
	}
	r.Space()
	r.Add(bandTable(pick, boot))
	return nil
}

// bandTable is how much the figures of attributes vary.
func bandTable(pick *core.Pick, boot *core.Bootstrap) *report.Table {
	t := &report.Table{Name: "attributes", Columns: []report.Column{
		{Name: "name", Head: "attribute"},
		{Head: "chosen", Format: asPercent},
		{Head: "median", Format: report.Always(func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) })},
		{Name: "label_covariance", Head: "b", Format: asBand},
		{Name: "internal_variance", Head: "v", Format: asBand},
		{Name: "external_variance", Head: "σ²", Format: asBand},
		{Name: "reliability", Head: "rel", Format: asBand},
		{Name: "selection_frequency"},
		{Name: "median_repeats"},
	}}
	for a, b := range boot.Bands {
		frequency, median := math.NaN(), math.NaN()
		if st := boot.Stability[0]; st.Frequency != nil {
			frequency, median = st.Frequency[a], st.Median[a]
		}
		t.Row(pick.Attributes[a].Name, frequency, median, ends(b.B), ends(b.V), ends(b.Sigma2), ends(b.Reliability), frequency, median)
	}
	return t
}

// ends are the low and the high end of a band.
func ends(b [2]float64) [2]number { return [2]number{number(b[0]), number(b[1])} }

func asBand(v report.Value) string {
	x := v.([2]number)
	return figure.Significant(float64(x[0]), 2) + ".." + figure.Significant(float64(x[1]), 2)
}

// foldsAsked is the number of folds for core.
func (f *questionFlags) foldsAsked() int {
	if f.noHonest {
		return core.NoFolds
	}
	return f.folds
}

// foldsTaken is the number of folds for people.
func (f *questionFlags) foldsTaken() int {
	if f.folds == 0 {
		return core.DefaultFolds
	}
	return f.folds
}

// picks returns what is chosen, by budget and then by algorithm; by algorithm
// alone where a rule gives each its own budget.
func picks(ctx context.Context, t *core.Tuning, f *flags) ([]core.Pick, error) {
	chosen := f.algorithms
	if len(chosen) == 0 {
		chosen = selection.Algorithms()
	}
	var all []core.Pick
	if f.goal.asked() {
		var missed []error
		for _, a := range chosen {
			b, by, err := f.budgetOf(ctx, t, a)
			if err != nil {
				missed = append(missed, err)
				continue
			}
			one := pickAt(t, a, b)
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
		for _, a := range chosen {
			all = append(all, pickAt(t, a, b))
		}
	}
	return all, ctx.Err()
}

// pickAt is what an algorithm chooses at a budget.
func pickAt(t *core.Tuning, a selection.Algorithm, b model.Amount) core.Pick {
	answer := t.At(a, b)
	return core.Pick{Answer: answer, Selection: answer.At(a, b)}
}

// bootstrap resamples objects and chooses as a pick does, with its progress on stderr.
func bootstrap(ctx context.Context, p *program, pick *core.Pick, stage string, f *flags) (*core.Bootstrap, error) {
	resampled := p.pieces(stage)
	var last *core.Bootstrap
	for b, err := range pick.Bootstrap(ctx, core.Draws{Replicates: f.bootstrap, Seed: f.seed, Of: []core.Selection{pick.Selection}}) {
		if err != nil {
			return nil, err
		}
		if last = b; !b.Done() {
			resampled(b.Replicates, b.Of)
		}
	}
	return last, nil
}

// resamplePicks runs the bootstrap that --bootstrap asks for, with its progress on
// stderr where that is a terminal: one a ridge, since selections may differ in
// theirs. It returns what is known of each pick, in order; nil without one.
func resamplePicks(ctx context.Context, p *program, all []core.Pick, f *flags) ([]core.Stability, error) {
	if f.bootstrap == 0 {
		return nil, nil
	}
	var out []core.Stability
	for i := range all {
		s := &all[i].Selection
		b, err := bootstrap(ctx, p, &all[i], fmt.Sprintf("resampling for %s at %s", s.Algorithm, s.Budget), f)
		if err != nil {
			return nil, err
		}
		if b.Why != "" {
			p.note("warning: no bootstrap: %s", b.Why)
			return nil, nil
		}
		out = append(out, b.Stability[0])
	}
	return out, nil
}

// evenBudgets is the spacing of budgets between which a rule looks too.
const evenBudgets = "even"

// honestBudgets are the budgets at which the honest loss of the first algorithm was computed in
// advance, none without one, and how they are spaced: as asked, at every step of the range, or even.
func honestBudgets(a *core.Answer) (budgets []model.Amount, spacing string) {
	if a.Honest == nil || a.Honest.Why != "" || a.Step == 0 {
		return nil, ""
	}
	switch budgets, _ = a.Honest.Curve(a.Algorithms()[0]); {
	case a.AtBudgets():
		return budgets, "asked"
	case len(budgets) > 0 && len(budgets) > int(budgets[len(budgets)-1]/a.Step):
		return budgets, "every step"
	}
	return budgets, evenBudgets
}

// tellBudgets says on stderr that a rule was judged at some of the budgets.
func tellBudgets(p *program, t *core.Tuning, f *flags) {
	if at, spacing := honestBudgets(&t.Answers[0]); f.goal.asked() && len(at) > 0 && spacing == evenBudgets {
		p.note("the honest loss was computed at %d budgets, evenly spaced from %s to %s", len(at), at[0], at[len(at)-1])
	}
}

// nameOf is what --design takes for a way to buy, but for sheets.
func nameOf(a *core.Alternative) string {
	if a.Asked.Equal(model.Design{}) && a.Tuning != nil && a.Design.Kind != model.DesignSheets {
		return model.Design{Kind: a.Design.Kind, Panel: a.Design.Panel > 0}.String()
	}
	return a.Asked.String()
}

// addDesigns compares ways to buy at the budgets asked for.
func addDesigns(ctx context.Context, p *program, study *core.Study, f *flags, to *report.Report) error {
	settings, err := f.settings(ctx, study.Data())
	if err != nil {
		return err
	}
	a := f.algorithms[0]
	q := core.Request{Settings: settings, Algorithms: []selection.Algorithm{a}}
	ways, err := study.Alternatives(ctx, q, f.foldsAsked())
	if err != nil {
		return err
	}
	calls, failed := study.Calls(ctx, q, f.foldsAsked())
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r := to.Begin("designs")
	r.Space()
	r.Head("what %s would give if judgments were bought otherwise (--design)", a)
	r.Space()
	r.Add(waysTable(ways))
	r.Space()
	estimates := &report.Table{Name: "estimates", Columns: append([]report.Column{{Name: "name"}}, estimateColumns("design", "", false, false)...)}
	breakEven := &report.Table{Name: "break_even", Columns: []report.Column{
		{Name: "budget"}, {Name: "against"}, {Name: "price"}, {Name: "calls"}, {Name: "honest_loss", Estimate: true}, {Name: "reason"},
	}}
	sentences := &report.Section{}
	for _, b := range f.budgets {
		found, err := picksUnder(ctx, ways, a, b)
		if err != nil {
			return err
		}
		best, loss := "", math.Inf(1)
		for _, u := range found {
			if err := addEstimate(ctx, estimates, &u.pick, &u.pick, u.name, nil); err != nil {
				return err
			}
			l := u.pick.Estimate().Loss
			if l < loss && len(u.pick.Impossible()) == 0 && !u.whole {
				best, loss = u.name, l
			}
		}
		addBreakEven(breakEven, sentences, calls, a, failed, b, best, loss)
	}
	r.Add(estimates)
	r.Space()
	r.Add(sentences.Items...)
	r.Add(breakEven)
	return nil
}

// waysTable lists the ways to buy.
func waysTable(ways []core.Alternative) *report.Table {
	t := &report.Table{Name: "ways", Columns: []report.Column{
		{Name: "name", Head: "design"},
		{Name: "design", Only: report.OnlyJSON},
		{Name: "collected"}, // judgments of the pilot were collected like this
		{Name: "taken"},     // settings.design
		{Name: "reason"},    // why nothing can be bought like this
		{Head: report.NoHead},
		{Head: "bought as"},
	}}
	for i := range ways {
		w := &ways[i]
		var marks []string
		if w.Taken {
			marks = append(marks, "taken")
		}
		if w.Collected {
			marks = append(marks, "as the pilot")
		}
		var design, why any
		words := "unavailable: " + w.Why
		if w.Tuning == nil {
			why = w.Why
		} else {
			design, words = describedDesign(w.Answers[0].Result), w.Design.Words()
		}
		t.Row(nameOf(w), design, w.Collected, w.Taken, why, strings.Join(marks, ", "), words)
	}
	return t
}

// pickUnder is what an algorithm chooses under one way to buy.
type pickUnder struct {
	name  string
	pick  core.Pick
	whole bool // one call for everything
}

func picksUnder(ctx context.Context, ways []core.Alternative, a selection.Algorithm, b model.Amount) (found []pickUnder, err error) {
	for i := range ways {
		w := &ways[i]
		if w.Tuning == nil || w.Answers[0].CheckBudget(b) != nil {
			continue
		}
		p := pickAt(w.Tuning, a, b)
		if err := p.See(ctx); err != nil {
			return nil, err
		}
		found = append(found, pickUnder{nameOf(w), p, w.Design.Whole(len(p.Attributes))})
	}
	return found, nil
}

// addBreakEven adds the break-even price of a call against the best other way;
// failed says why there are no calls.
func addBreakEven(t *report.Table, r *report.Section, calls *core.Tuning, a selection.Algorithm, failed error, b model.Amount, best string, loss float64) {
	why, e := "", core.BreakEven{}
	switch {
	case failed != nil:
		why, best = failed.Error(), ""
	case best == "":
		why = "no other way to buy has an honest loss that can be believed"
	default:
		e = calls.BreakEven(a, b, loss)
		why = e.Why
	}
	against := unlessEmpty(best)
	if why != "" {
		t.Row(b, against, nil, nil, nil, why)
		if best != "" {
			best = " against " + best
		}
		r.Say("B = %s: one call for everything has no break-even price%s: %s", b, best, why)
		return
	}
	t.Row(b, against, e.Price, e.Calls, estimate(e.Honest), nil)
	r.Say("B = %s: one call for everything breaks even with %s at a price of %s a call: %s, honest %s",
		b, best, figure.Significant(e.Price.Float(), 3), figure.CountOf(e.Calls, "call"), estimate(e.Honest))
}
