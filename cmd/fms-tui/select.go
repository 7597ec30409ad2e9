package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/answers"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/screen"
)

func selectCommand(p *program) *cobra.Command {
	f, compare, optimum := p.flags(), false, false
	c := &cobra.Command{
		Use:   "select DATA...",
		Short: "The answer: what to ask, how good it is, how sure",
		Long: "Choose for each budget which attributes to judge and how many times each.\n\n" +
			"Each choice comes with its honest (cross-validated) error: decide by it. " +
			"Without a budget it is the one at which the UI begins: the smallest whose honest loss " +
			"exceeds the lowest by no more than the standard error of this difference, or 1% of Var(y).\n\n" +
			"With --compare the honest losses of all algorithms at budgets over the range, the differences beyond two " +
			"standard errors, and the recommended budget of each; with --designs also what the first algorithm would choose if " +
			"judgments were bought otherwise: singly, on one form, as the pilot was collected, and as --design or --sheet says.",
		Example: "  fms-tui select judgments.csv --budget 10,20\n  fms-tui select judgments.csv --labels labels.csv --json -o selections.json\n" +
			"  fms-tui select judgments.csv --compare --budget 10,20,50",
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case compare:
				return compareAlgorithms(c.Context(), p, args, f)
			case optimum:
				return compareOptimum(c.Context(), p, args, f)
			}
			return reportStreamed(c.Context(), p, args, f)
		},
	}
	return f.take(c, slices.Concat(asking, reporting, []string{"classes", "all", "as on screen"}),
		row{"", "compare", "compare the honest losses of all algorithms", &compare, "Question: compare the honest losses of all algorithms", nil},
		row{"", "designs", "with --compare: compare ways to buy judgments, with the break-even price of a call", &f.designs, "", nil},
		row{"", "optimum", "compare the greedy choices with the optimum, by exhaustive search (see lab subset)", &optimum, "", nil})
}

// reportStreamed is report, of the sums of a large file where these do.
func reportStreamed(ctx context.Context, p *program, paths []string, f *flags) error {
	if isLarge(p, paths) {
		p.note("%s is large: sums are kept instead of judgments, and there is no seen loss", paths[0])
		err := reportSelections(ctx, p, paths, f.with(func(g *flags) { g.sumsOnly = true }))
		if !errors.Is(err, model.ErrNeedsJudgments) {
			return err
		}
		p.tell("this needs the judgments: the file is read again, and all judgments are kept")
	}
	return reportSelections(ctx, p, paths, f)
}

func reportSelections(ctx context.Context, p *program, paths []string, f *flags) error {
	of := atBudgets
	if f.forPeople() {
		of = advised
	}
	a, err := answerTo(ctx, p, paths, f, of)
	if err != nil {
		return err
	}
	boot, err := resamplePicks(ctx, p, a.picks, f)
	if err != nil {
		return err
	}
	out := &report.Report{Title: "fms-tui: " + a.Answers[0].Label}
	if f.forPeople() {
		if err := addAnswer(ctx, out, a.picks, paths, f); err != nil {
			return err
		}
	}
	addSelections(ctx, out, &a.Answers[0], a.picks, boot, f)
	if err := sayClasses(ctx, out, a.picks, &a.picks[0], 2, f); err != nil {
		return err
	}
	addScoreTable(out, a.picks)
	addMetricBudgets(out, a.picks)
	return p.print(ctx, f, out)
}

func algorithmNames() string {
	return strings.Join(append(texts(selection.AllAlgorithms()), "single=NAME"), ", ")
}

// mostAsked is how many rows an answer names; --all prints every attribute.
const mostAsked = 10

// addAnswer says what to ask and what that is worth: for each budget the sentence of the screen,
// the judgments, and what other budgets give; and last the command that follows. Of the algorithms
// that nobody named it is the first one's.
func addAnswer(ctx context.Context, out *report.Report, picks []core.Pick, paths []string, f *flags) error {
	var p *core.Pick
	for i := range picks {
		if len(f.algorithms) == 0 && picks[i].Selection.Algorithm != picks[0].Selection.Algorithm {
			continue
		}
		if p != nil {
			out.Space()
		}
		p = &picks[i]
		calls, err := classSentence(ctx, p)
		if err != nil {
			return err
		}
		sentence := screen.Sentence(p) + calls
		if len(f.algorithms) > 1 {
			sentence = string(p.Selection.Algorithm) + ": " + sentence
		}
		out.Say("%s", sentence)
		if p.Selection.Spent > 0 {
			out.Add(askedTable(p, mostAsked, "ask", "times", "price each", "total", "in your data"))
		}
		if or := otherBudgets(p); or != "" {
			out.Head("%s", or)
		}
	}
	out.Space()
	if len(paths) > 0 { // the bundled sample has only the screen
		out.Head("Next: %s", f.next(ctx, p, paths))
	}
	ds := p.Data()
	name := clean(screen.DisplayName(ds))
	if f.all {
		out.Say("%s", answers.ReadingWords(ds, name))
		facts := []string{varianceWords(p.Result) + " = " + figure.Loss(p.LabelVar), fmt.Sprintf("raters %s: %s", p.Raters, p.RatersReason)}
		if ridge := screen.RidgeFact(p.Result); ridge != "" {
			facts = append(facts, ridge)
		}
		out.Say("%s", strings.Join(facts, " · "))
	} else {
		out.Say("%s: %s, %s, label %s. --all prints every attribute, all algorithms and the formula.", name,
			figure.CountOf(p.Objects, "object"), figure.CountOf(len(p.Attributes), "attribute"), clean(p.Label))
	}
	if ds.Origin != "" {
		out.Say("Real data: %s.", ds.Origin)
	}
	return nil
}

// asked is what is asked of an object: a call with a price, or an attribute beside calls.
type asked struct {
	name   string
	times  int
	scores []string // that a call gives, with their times; nil for a judgment
	held   any      // judgments of a cell in the data; nil for a call
	price  model.Amount
}

func askedOf(p *core.Pick) []asked {
	var rows []asked
	repeats, called := p.Selection.Repeats, map[int]bool{}
	for _, g := range p.Design.Forms {
		if g.Price == 0 {
			continue
		}
		var scores []string
		for _, a := range g.Attributes {
			if called[a] = !slices.Contains(g.Paid, a); repeats[a] > 0 {
				scores = append(scores, fmt.Sprintf("%s(%d)", clean(p.Attributes[a].Name), repeats[a]))
			}
		}
		if n := g.Filled(repeats); n > 0 {
			rows = append(rows, asked{clean(g.Name), n, scores, nil, g.Price})
		}
	}
	for a, n := range repeats {
		if at := &p.Attributes[a]; n > 0 && !called[a] {
			rows = append(rows, asked{clean(at.Name), n, nil, at.Most, at.Price})
		}
	}
	slices.SortStableFunc(rows, func(x, y asked) int { return y.times - x.times })
	return rows
}

// askedTable lists what a pick asks of an object in a few rows, the last of which sums up the others.
// People see the columns that are shown.
func askedTable(p *core.Pick, most int, shown ...string) *report.Table {
	t, rows := &report.Table{}, askedOf(p)
	for _, head := range []string{"ask", "times", "scores each", "price each", "total", "per 1,000", "in your data", "asks (times)"} {
		c := report.Column{Head: head, Align: report.Right}
		if !slices.Contains(shown, head) {
			c.Head = ""
		}
		t.Columns = append(t.Columns, c)
	}
	t.Columns[0].Align, t.Columns[7].Align = report.Left, report.Left
	row := func(x asked, price any, total model.Amount) {
		t.Row(x.name, x.times, max(1, len(x.scores)), price, total, screen.Money(p.Result, 1000*total), x.held, strings.Join(x.scores, ", "))
	}
	for i, x := range rows {
		if i == most-1 && len(rows) > most {
			others, total := asked{name: figure.CountOf(len(rows)-i, "other")}, model.Amount(0)
			for _, x := range rows[i:] {
				others.times, total = others.times+x.times, total+x.price*model.Amount(x.times)
			}
			row(others, nil, total)
			break
		}
		row(x, x.price, x.price*model.Amount(x.times))
	}
	return t
}

// otherBudgets says what about half and twice the budget would give, of budgets that were
// cross-validated: a smaller one that gives less, and a larger one that gives more, by the
// digits shown.
func otherBudgets(p *core.Pick) string {
	s := &p.Selection
	if p.Honest == nil || s.Budget == 0 {
		return ""
	}
	budgets, estimates := p.Honest.TakenCurve(s.Algorithm)
	share := func(i int) string { return figure.Share(s.R2At(estimates[i].Loss)) }
	own := slices.Index(budgets, s.Budget)
	var others []string
	for _, want := range []model.Amount{s.Budget / 2, 2 * s.Budget} {
		at := -1
		for i, b := range budgets {
			if own < 0 || b == 0 || b == s.Budget || (want < s.Budget) != (b < s.Budget) || share(i) == share(own) ||
				(b < s.Budget) != (estimates[i].Loss > estimates[own].Loss) {
				continue
			}
			if at < 0 || max(b-want, want-b) < max(budgets[at]-want, want-budgets[at]) {
				at = i
			}
		}
		if at >= 0 {
			others = append(others, fmt.Sprintf("%s for R² %s", budgets[at], share(at)))
		}
	}
	if len(others) == 0 {
		return ""
	}
	return "Or: a budget of " + strings.Join(others, ", ") + "."
}

// varianceWords name what losses are a share of: with several scores the sum of their
// variances.
func varianceWords(r *core.Result) string {
	switch {
	case !r.Several():
		return fmt.Sprintf("Var(%s)", r.Label)
	case len(r.Labels()) > 1:
		return fmt.Sprintf("Sum of the weighted variances of %s", r.Predicted())
	}
	return fmt.Sprintf("Losses are sums over the classes of %s · sum of the classes' variances", r.Predicted())
}

func sayFormulas(out *report.Report, picks []core.Pick) {
	if legend := core.Legend(picks[0].Attributes); legend != "" {
		out.Say("%s", legend)
	}
	for i := range picks {
		p := &picks[i]
		said := append([]string{p.Refutation(), p.Honest.LabelRaters()}, p.Remarks()...)
		said = slices.DeleteFunc(said, func(text string) bool { return text == "" })
		out.Head("%s at B = %s", p.Selection.Algorithm, p.Selection.Budget)
		out.Add(report.Findings(said))
		for _, e := range p.Scores() {
			out.Say("%s", equation(p, &e))
		}
	}
}

// equation writes the predictor of one score as in S&K's introduction: the mean judgment of
// each attribute, times its weight.
func equation(p *core.Pick, e *core.Score) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s ≈ %s", clean(e.Title()), figure.Significant(e.Intercept, 4))
	for a, n := range p.Selection.Repeats {
		if n > 0 {
			sign := "+"
			if e.W[a] < 0 {
				sign = "-"
			}
			fmt.Fprintf(&b, " %s %s·%s(%d)", sign, figure.Significant(math.Abs(e.W[a]), 3), clean(p.Attributes[a].Name), n)
		}
	}
	return b.String()
}

// addSelections adds what programs get: data, settings, attributes and selections. With --all
// people see the tables too, with what the figures come from and the formulas.
func addSelections(ctx context.Context, out *report.Report, a *core.Pick, all []core.Pick, boot []core.Stability, f *flags) {
	r := a.Result
	out.Field("version", 1)
	out.Begin("data").Field("objects", r.Objects, "attributes", len(r.Attributes), "judgments", r.Judgments,
		"label", r.Label, "label_mean", r.LabelMean, "label_variance", r.LabelVar, "raters", r.Raters, "psd_cut", r.PSDCut, "blocks", r.Blocks)
	settingsOf(out.Begin("settings"), r, f)
	if at, spacing := honestBudgets(a); len(at) > 0 {
		out.Begin("honest_budgets").Field("count", len(at), "from", at[0], "to", at[len(at)-1], "spacing", spacing)
	}
	attributes, selections := answers.AttributeTable(r), selectionTable(ctx, all, boot)
	attributes.Unseen, selections.Unseen = !f.all, !f.all // where the answer is
	out.Add(attributes, selections)
	if f.all {
		sayFormulas(out, all)
	}
	out.Field("warnings", worded(r.Data().Warnings, r.Warnings, selectionWarnings(all)))
}

// settingsOf adds the settings: the mode that was asked for, and the design taken.
func settingsOf(to *report.Report, r *core.Result, f *flags) {
	set := r.Settings
	var names []string
	for i := range r.Attributes {
		name := r.Attributes[i].Name
		names, set = append(names, name), set.WithLimit(name, set.Limit(name)) // with the bound of all
	}
	for _, field := range model.SettingsFields() {
		switch field.Option {
		case model.OptionMaxRepeats, model.OptionSheet: // which stand elsewhere
		case model.OptionDesign:
			to.Field(field.Key, describedDesign(r))
		default:
			to.Field(field.Key, field.JSON(set, names))
		}
	}
	to.Field("seed", f.seed, "folds", f.foldsTaken())
}

// addMetricBudgets says by which metric budgets were chosen; nothing where none were.
func addMetricBudgets(to *report.Report, picks []core.Pick) {
	first := picks[0].By
	if first == nil {
		return
	}
	enough := "short of the best by at most one standard error of the difference on the same objects, or .005"
	if first.Rule.By == core.Within {
		enough = "at most " + figure.Significant(100*first.Rule.X, 2) + " % worse than the best"
	}
	to.Space()
	to.Say("Budgets by %s: the smallest whose %s is %s.", first.Metric.Title(), first.Metric.Title(), enough)
	t := &report.Table{Name: "by_metric", Columns: []report.Column{
		{Name: "metric"},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "budget", Head: "budget", Align: report.Right},
		{Name: "value", Head: first.Metric.Title(), Estimate: true},
		{Name: "best", Head: "best", Estimate: true},
		{Name: "best_budget", Head: "at", Align: report.Right},
	}}
	for i := range picks {
		by := picks[i].By
		t.Row(string(by.Metric), by.Algorithm, by.Budget, by.Has, by.Best, by.BestAt)
	}
	to.Add(t)
}

func addScoreTable(to *report.Report, picks []core.Pick) {
	if len(picks[0].Result.Labels()) < 2 {
		return
	}
	to.Space()
	to.Say("Labels: %s, by the same judgments. The losses above are sums of each label's loss as a share of its variance, times its weight.", picks[0].Result.Predicted())
	to.Add(answers.ScoreTable(picks...))
}
