package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/screen"
)

func compareAlgorithms(ctx context.Context, p *program, paths []string, f *flags) error {
	if f.goal.asked() && f.goal.metric == "" {
		return misused("--compare shows all budgets, and the recommended one by the honest loss: --goal takes 'by METRIC' here")
	}
	of := wholeRange
	if len(f.algorithms) == 0 {
		of = everyAlgorithm
	}
	a, err := tune(ctx, p, paths, f, of)
	if err != nil {
		return err
	}
	named, t := len(f.budgets) > 0, a.Tuning
	f = f.or(t.Answers[0].Algorithms()...).with(func(g *flags) {
		if !named {
			g.budgets = overRange(t)
		}
	})
	if err := a.choose(ctx, p, f); err != nil {
		return err
	}
	together := len(f.algorithms) // at a budget
	if f.goal.asked() {
		together = 1
	}
	picks := slices.Collect(slices.Chunk(a.picks, together))
	first := firstPick(t, picks)
	r, err := compareReport(ctx, t, picks, first, named, f)
	if err != nil {
		return err
	}
	if !f.brief() {
		if err := sayClasses(ctx, r, a.picks, first, 3, f); err != nil {
			return err
		}
	}
	addMetricBudgets(r, a.picks)
	if !f.designs {
		r.Field("designs", nil)
	} else if err := addDesigns(ctx, a.study, f, r); err != nil {
		return err
	}
	r.Head("Next: %s", f.next(ctx, first, paths))
	if f.brief() && t.Answers[0].Honest.Why == "" {
		r.Say("Figures are of objects held out. Enough: the smallest budget whose loss exceeds the lowest by no more than chance. --all prints all budgets and losses.")
	}
	return p.print(ctx, f, r)
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

// compareReport says which algorithms are worse than the first, and at which budgets; and what each
// is worth: in brief at a few budgets that flags name, or else at the recommended one.
func compareReport(ctx context.Context, t *core.Tuning, picks [][]core.Pick, first *core.Pick, named bool, f *flags) (*report.Report, error) {
	result, why := t.Answers[0].Result, t.Answers[0].Honest.Why
	r := &report.Report{}
	r.Field("version", 1, "objects", result.Objects, "label", result.Label, "label_variance", result.LabelVar, "folds", f.foldsTaken(),
		"settings", designSettings{describedDesign(result), result.Settings.Shrunk()}, "reason", report.OrNull(why))
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
			result.Label, f.foldsTaken(), figure.CountOf(result.Objects, "object"), figure.Loss(result.LabelVar))
	}
	c := newComparison(fact{report.Column{Head: "algorithm"}, algorithmFact.of}, "against "+string(first.Selection.Algorithm), f.brief(), f.brief() && result.ClassLabel() != nil)
	for _, row := range picks {
		from := len(c.Rows)
		for i := range row {
			called, err := row[i].Classes(ctx, costs)
			if err != nil {
				return nil, err
			}
			c.add(held{Pick: &row[i], first: &row[0], classes: called})
		}
		for i := from; i < len(c.Rows); i++ {
			if !f.brief() || &row[0] == first || named && len(picks)*len(row) <= 3*mostAsked {
				c.Shown = append(c.Shown, i)
			}
		}
	}
	r.Add(&c.Table, recommended(picks[0], why == ""))
	return r, nil
}

// lessThan is a pick's loss less that of another one on the same objects, and what that says, as a
// code and in words; false where either is impossible.
func lessThan(p, of *core.Pick) (d core.Estimate, code, words string, comparable bool) {
	if p.Impossible()+of.Impossible() != "" {
		return core.UnknownEstimate(), "", "", false
	}
	d = p.Less(of)
	code, words = p.Honest.Verdict(d)
	return d, code, words, true
}

// against is the paired difference of a pick to the first one, in words.
func against(p, first *core.Pick) string {
	d, _, verdict, comparable := lessThan(p, first)
	by := fmt.Sprintf("R² %s ± %s", figure.Share(math.Abs(d.Loss)/p.LabelVar), figure.Share(d.SE/p.LabelVar))
	switch {
	case p == first:
		return ""
	case !comparable:
		return "not comparable: an impossible loss"
	case d.Loss == 0 && d.SE == 0:
		return "the same"
	case verdict == "":
		return ""
	case verdict != core.TooClose && verdict != core.TooEarly:
		return verdict + " by " + by
	case d.Loss < 0:
		return verdict + ": " + by + " higher"
	}
	return verdict + ": " + by + " lower"
}

// judgment says which algorithms are better or worse than the first one, how clearly, and where.
func judgment(picks [][]core.Pick) string {
	first := string(picks[0][0].Selection.Algorithm)
	best := first + " is best or too close to call at every budget"
	var parts []string
	for _, verdict := range []string{"clearly better", "better", "clearly worse", "worse"} {
		var names []string
		for i := 1; i < len(picks[0]); i++ {
			var rows []int
			for k := range picks {
				if _, _, words, _ := lessThan(&picks[k][i], &picks[k][0]); words == verdict {
					rows = append(rows, k)
				}
			}
			if len(rows) > 0 {
				names = append(names, string(picks[0][i].Selection.Algorithm)+" "+whereOf(picks, rows))
			}
		}
		if len(names) == 0 {
			continue
		}
		if strings.HasSuffix(verdict, "better") && best != "" {
			best, verdict = "", verdict+" than "+first
		}
		parts = append(parts, verdict+": "+strings.Join(names, ", "))
	}
	if best != "" {
		parts = slices.Insert(parts, 0, best)
	}
	text := strings.Join(parts, "; ")
	return screen.Capital(text) + "."
}

// whereOf words the budgets of some rows of picks.
func whereOf(picks [][]core.Pick, rows []int) string {
	var budgets []string
	for _, k := range rows {
		budgets = append(budgets, picks[k][0].Selection.Budget.String())
	}
	rising := slices.IsSortedFunc(picks, func(x, y []core.Pick) int { return cmp.Compare(x[0].Selection.Budget, y[0].Selection.Budget) })
	switch {
	case len(rows) == len(picks):
		return "at every budget"
	case len(rows) > 1 && rows[0] == len(picks)-len(rows) && rising: // the last ones
		return "from " + budgets[0]
	}
	return "at " + figure.List(budgets, "and")
}

// comparison is a table of what picks come to, each held against the first one beside it.
type comparison struct {
	report.Table
	facts []fact
}

// newComparison is a table without rows, in which names have a column. People see the comparison
// if it has a heading, in brief no losses, and of classes κ and AUC.
func newComparison(name fact, less string, brief, called bool) *comparison {
	c := &comparison{Table: report.Table{Name: "estimates"}, facts: slices.Concat([]fact{
		budgetOnceFact, name, algorithmFact, budgetFact, spentFact.head(headIf(!brief, "spent")), costFact, ridgeFact,
	}, lossFacts(brief, called), differenceFacts(less, brief), []fact{warningsFact})}
	c.Columns = factColumns(c.facts)
	return c
}

// headIf is the head of a column that people see only then.
func headIf(shown bool, head string) string {
	if !shown {
		return ""
	}
	return head
}

func lossFacts(brief, called bool) []fact {
	metric := func(head string, m classes.Metric) fact {
		return fact{report.Column{Head: headIf(called, head), Format: asShares}, func(p *held) any {
			if p.classes == nil {
				return nil
			}
			return p.classes.Metric(m)
		}}
	}
	projected := projectedFact.head(headIf(!brief, "projected"))
	projected.Priority = 2
	return []fact{
		{report.Column{Head: headIf(!called, "typical error"), Format: report.Always(figure.TypicalError), Align: report.Right}, func(p *held) any {
			return math.Sqrt(max(0, p.Estimate().Loss))
		}},
		{report.Column{Name: "honest_r2"}, func(p *held) any { return p.Selection.R2At(p.Estimate().Loss) }},
		{report.Column{Head: "R²", Format: asShares}, func(p *held) any {
			e := p.Estimate()
			return report.Estimate{X: p.Selection.R2At(e.Loss), SE: e.R2SE}
		}},
		metric("κ", classes.Kappa), metric("AUC", classes.AUC),
		projected, honestFact,
		{report.Column{Head: headIf(!brief, "honest ± se")}, func(p *held) any {
			if p.BeyondCells(&p.Selection) >= 0 {
				return estimate(p.Estimate()).String() + " extrapolated"
			}
			return estimate(p.Estimate())
		}},
		seenFact, seenObjectsFact,
		{report.Column{Name: "seen_reason"}, func(p *held) any { // why it is not seen
			if p.Seen == nil {
				return nil
			}
			return report.OrNull(p.Seen.Why)
		}},
		{report.Column{Head: headIf(!brief, "seen"), Format: report.Float(figure.Loss)}, func(p *held) any {
			loss, objects := seenLoss(p.Pick).Loss, seenOn(p.Pick)
			if n, known := objects.(int); known && math.IsNaN(loss) {
				return figure.CountOf(n, "object") // too few
			}
			return loss
		}},
	}
}

// differenceFacts hold a pick against the best possible one, and against the first one beside it.
func differenceFacts(less string, brief bool) []fact {
	return []fact{
		{report.Column{Name: "optimality_gap", Head: headIf(!brief && less != "", "gap R²"), Format: digits(2), Priority: 1}, func(p *held) any {
			return p.CertificateFrom(&p.Selection, p.Bound(p.Selection.Budget)).Gap
		}},
		{report.Column{Head: headIf(less != "", "enough at"), Align: report.Right, Priority: 3}, func(p *held) any {
			if b, err := p.Honest.Budget(p.Selection.Algorithm, core.Rule{}); err == nil && b > 0 {
				return b
			}
			return "none"
		}},
		{report.Column{Head: less}, func(p *held) any { return against(p.Pick, p.first) }},
		{report.Column{Name: "difference", Estimate: true}, func(p *held) any { // to the first; null for itself, and where either loss is impossible
			if d, _, _, comparable := lessThan(p.Pick, p.first); comparable && p.Pick != p.first {
				return estimate(d)
			}
			return nil
		}},
		{report.Column{Name: "verdict"}, func(p *held) any { // better, worse or too early; null within two standard errors
			if p.Pick == p.first {
				return nil
			}
			_, code, _, _ := lessThan(p.Pick, p.first)
			return report.OrNull(code)
		}},
	}
}

// add adds what a pick comes to, and in lines of their own what is refuted or impossible about it.
func (c *comparison) add(p held) {
	c.Row(factRow(c.facts, &p)...)
	for _, text := range []string{p.Refutation(), p.Impossible()} {
		if text != "" {
			c.Aside(1, "! "+text)
		}
	}
}

func asShares(v any) string {
	e, ok := v.(report.Estimate)
	switch {
	case !ok:
		return ""
	case math.IsNaN(e.SE):
		return figure.Share(e.X)
	}
	return figure.Share(e.X) + " ± " + figure.Share(e.SE)
}

// recommended has the budget that each algorithm would recommend, for programs; 0 where no budget
// is better than none by a standard error.
func recommended(picks []core.Pick, known bool) *report.Table {
	t := &report.Table{Name: "recommended", Columns: []report.Column{
		{Name: "algorithm"}, {Name: "budget"}, {Name: "honest_loss", Estimate: true}, {Name: "lowest_budget"}, {Name: "lowest_honest_loss"},
	}}
	for i := range picks {
		h, a := picks[i].Honest, picks[i].Selection.Algorithm
		b, err := h.Budget(a, core.Rule{})
		if !known || err != nil {
			continue // the rule always has an answer
		}
		at, least := h.Lowest(a)
		t.Row(a, b, estimate(h.At(a, b)), at, least.Loss)
	}
	return t
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

// honestBudgets are the budgets at which the honest loss of the first algorithm was computed in
// advance, none without one, and how they are spaced: as asked, at every step of the range, or even.
func honestBudgets(a *core.Pick) (budgets []model.Amount, spacing string) {
	if a.Honest == nil || a.Honest.Why != "" || a.Step == 0 {
		return nil, ""
	}
	switch budgets, _ = a.Honest.Curve(a.Algorithms()[0]); {
	case a.AtBudgets():
		return budgets, "asked"
	case len(budgets) > 0 && len(budgets) > int(budgets[len(budgets)-1]/a.Step):
		return budgets, "every step"
	}
	return budgets, "even"
}

// nameOf is what --design takes for a way to buy, but for sheets.
func nameOf(a *core.Alternative) string {
	if a.Asked.Equal(model.Design{}) && a.Tuning != nil && a.Design.Kind != model.DesignSheets {
		return model.Design{Kind: a.Design.Kind, Panel: a.Design.Panel > 0}.String()
	}
	return a.Asked.String()
}

// addDesigns compares ways to buy at the budgets asked for, and finds the price at which one call
// for everything breaks even with the best other way.
func addDesigns(ctx context.Context, study *core.Study, f *flags, to *report.Report) error {
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
	estimates := newComparison(nameFact.head("design"), "", false, false)
	breakEven := &report.Table{Name: "break_even", Columns: []report.Column{
		{Name: "budget", Head: "budget", Align: report.Right},
		{Name: "against", Head: "against"},
		{Name: "price", Head: "price of a call", Align: report.Right, Format: priceShown},
		{Name: "calls", Head: "calls", Align: report.Right},
		{Name: "honest_loss", Head: "honest ± se", Estimate: true, Format: report.Known},
		{Name: "reason", Head: report.NoHead},
	}}
	for _, b := range f.budgets {
		best, loss, err := estimates.addWays(ctx, ways, a, b)
		if err != nil {
			return err
		}
		n, worth, why := 0, core.UnknownEstimate(), errors.New("no other way to buy has an honest loss that can be believed")
		if failed != nil {
			why, best = failed, ""
		} else if best != "" {
			n, worth, why = calls.BreakEven(a, b, loss)
		}
		if why != nil {
			breakEven.Row(b, report.OrNull(best), nil, nil, nil, why.Error())
		} else {
			breakEven.Row(b, best, b/model.Amount(n), n, estimate(worth), nil)
		}
	}
	r := to.Begin("designs")
	r.Head("what %s would give if judgments were bought otherwise (--design)", a)
	r.Add(waysTable(ways))
	r.Add(&estimates.Table)
	r.Head("the price at which one call for everything breaks even with the best other way")
	r.Add(breakEven)
	return nil
}

// addWays adds what an algorithm would give at a budget by each way to buy. It returns the way of the
// lowest loss that can be believed, one call for everything apart; "" for none.
func (c *comparison) addWays(ctx context.Context, ways []core.Alternative, a selection.Algorithm, b model.Amount) (best string, loss float64, err error) {
	loss = math.Inf(1)
	for i := range ways {
		w := &ways[i]
		if w.Tuning == nil || w.Answers[0].CheckBudget(b) != nil {
			continue
		}
		u := w.At(a, b)
		if err := u.See(ctx); err != nil {
			return "", 0, err
		}
		c.add(held{Pick: &u, first: &u, name: nameOf(w)})
		if l := u.Estimate().Loss; l < loss && u.Impossible() == "" && !w.Design.Whole(len(u.Attributes)) {
			best, loss = nameOf(w), l
		}
	}
	return best, loss, nil
}

func priceShown(v any) string {
	if price, known := v.(model.Amount); known {
		return figure.Significant(price.Float(), 3)
	}
	return ""
}

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
