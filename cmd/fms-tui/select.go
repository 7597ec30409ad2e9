package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/tui"
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
	if streamed := summedWhileRead(p, paths, f); streamed != nil {
		err := reportSelections(ctx, p, paths, streamed)
		if !errors.Is(err, model.ErrNeedsJudgments) {
			return err
		}
		p.tell("this needs the judgments: the file is read again, and all judgments are kept")
	}
	return reportSelections(ctx, p, paths, f)
}

// reportSelections writes the selections of data as a table or as JSON.
func reportSelections(ctx context.Context, p *program, paths []string, f *flags) error {
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	of := atBudgets
	if f.brief() {
		of = adviceScope(study)
	}
	t, err := tuneAsked(ctx, p, study, f, of)
	if err != nil {
		return err
	}
	if b := f.budgets; len(b) > 0 && !slices.ContainsFunc(b, func(b model.Amount) bool { return t.Answers[0].CheckBudget(b) == nil }) {
		return t.Answers[0].CheckBudget(slices.Min(b))
	}
	tellBudgets(p, t, f)
	picks, err := seenPicks(ctx, p, t, f)
	if err != nil {
		return err
	}
	boot, err := resamplePicks(ctx, p, picks, f)
	if err != nil {
		return err
	}
	if f.form == "text" && strings.EqualFold(filepath.Ext(f.out), ".json") {
		p.note("%s gets the report as text: --json writes JSON", f.out)
	}
	out := selectionReport(ctx, p, study.Data(), t, picks, boot, paths, f)
	if err := sayClasses(ctx, &out.Section, picks, f); err != nil {
		return err
	}
	addScoreTable(&out.Section, picks)
	var by []core.MetricBudget
	for i := range picks {
		if picks[i].By != nil {
			by = append(by, *picks[i].By)
		}
	}
	addMetricBudgets(&out.Section, by)
	return p.print(ctx, f, out)
}

// scope is what a command asks a study for.
type scope int

const (
	atBudgets      scope = iota // the algorithms of the flags, at their budgets alone where they name any
	wholeRange                  // the same over the range of budgets
	everyAlgorithm              // every algorithm that the data allow, over the range
)

// adviceScope is what a sentence needs that says whether more pays, which is seen beyond a budget.
// With many attributes that takes too long, and nothing is said of it.
func adviceScope(study *core.Study) scope {
	if len(study.Data().Attributes) > core.PromptAttributes {
		return atBudgets
	}
	return wholeRange
}

// tuneAsked computes the flags' request within a scope and prints warnings on stderr.
func tuneAsked(ctx context.Context, p *program, study *core.Study, f *flags, of scope) (*core.Tuning, error) {
	ds := study.Data()
	if err := hasLabel(ds); err != nil {
		return nil, err
	}
	settings, err := f.settings(ctx, ds)
	if err != nil {
		return nil, err
	}
	tellReading(p, ds, f)
	q := core.Request{Settings: settings, Algorithms: f.algorithms}
	if of == everyAlgorithm {
		q.Optional = selection.AllAlgorithms()
	}
	if of == atBudgets && !f.goal.asked() {
		q.Budgets, q.Strict = f.budgets, true
	}
	t, err := study.Tune(ctx, q, f.foldsAsked())
	if err != nil {
		return nil, err
	}
	r := t.Answers[0].Result
	if r.Step == 0 {
		return nil, noCandidate(r)
	}
	tellDesign(p, r, f)
	p.warn(r.Warnings...)
	if h := t.Answers[0].Honest; h != nil && h.Why != "" {
		p.note("warning: no honest loss: %s", h.Why)
	}
	return t, nil
}

// noCandidate says why nothing can be selected.
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

// selectionWarnings returns what the user should know about selections, each
// finding once.
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

// algorithmNames lists what --algorithm accepts.
func algorithmNames() string {
	return strings.Join(append(texts(selection.AllAlgorithms()), "single=NAME"), ", ")
}

// mostAsked is how many rows an answer names; --all prints every attribute.
const mostAsked = 10

// writeAnswer writes what to ask and what that is worth: for each budget the sentence of the
// screen, the judgments, what other budgets give; and last the command that follows. Of the
// algorithms that nobody named it is the first one's.
func writeAnswer(ctx context.Context, p *program, w io.Writer, width int, picks []core.Pick, paths []string, f *flags) error {
	out := &report.Report{Metric: report.SquaredLoss()}
	var one *core.Pick
	for i := range picks {
		if len(f.algorithms) == 0 && picks[i].Selection.Algorithm != picks[0].Selection.Algorithm {
			continue
		}
		if one != nil {
			out.Space()
		}
		one = &picks[i]
		if err := answerOf(ctx, out, one, len(f.algorithms) > 1); err != nil {
			return err
		}
	}
	out.Space()
	if len(paths) > 0 { // the bundled sample has only the screen
		words, err := f.nextWords(ctx, one, paths)
		if err != nil {
			return err
		}
		out.Add(report.Line("Next: " + read.ShellWords(words)))
	}
	ds := one.Data()
	out.Add(report.Sentence(fmt.Sprintf("%s: %s, %s, label %s. --all prints every attribute, all algorithms and the formula.",
		clean(screen.DisplayName(ds)), figure.CountOf(one.Objects, "object"), figure.CountOf(len(one.Attributes), "attribute"), clean(one.Label))))
	if ds.Origin != "" {
		out.Add(report.Sentence("Real data: " + ds.Origin + "."))
	}
	return report.Write(w, "text", out, report.Options{Width: width})
}

// answerOf adds what one pick answers.
func answerOf(ctx context.Context, out *report.Report, p *core.Pick, named bool) error {
	s := &p.Selection
	calls, err := classSentence(ctx, p)
	if err != nil {
		return err
	}
	sentence := tui.Sentence(p) + calls
	if named {
		sentence = string(s.Algorithm) + ": " + sentence
	}
	out.Add(report.Sentence(sentence))
	if s.Spent > 0 {
		out.Space()
		out.Add(selectedTable(p))
	}
	if or := otherBudgets(p); or != "" {
		out.Space()
		out.Add(report.Line(or))
	}
	return nil
}

// asked is what is asked of an object: a call with a price, or an attribute beside calls.
type asked struct {
	name   string
	times  int
	scores []string     // that a call gives, with their times; nil for a judgment
	held   report.Value // judgments of a cell in the data; nil for a call
	price  model.Amount
}

// askedOf lists what a pick asks of an object, most often first.
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

// askedTable lists what is asked of an object in a few rows: the last one sums up the others.
func askedTable(rows []asked, most int, columns []report.Column, row func(x asked, total model.Amount) []report.Value) *report.Table {
	t := &report.Table{Columns: columns}
	for i := range columns[1:] {
		columns[i+1].Align = report.Right
	}
	for i, x := range rows {
		if i == most-1 && len(rows) > most {
			others, total := asked{name: figure.CountOf(len(rows)-i, "other")}, model.Amount(0)
			for _, x := range rows[i:] {
				others.times, total = others.times+x.times, total+x.price*model.Amount(x.times)
			}
			t.Row(row(others, total)...)
			break
		}
		t.Row(row(x, x.price*model.Amount(x.times))...)
	}
	return t
}

// selectedTable says of what is asked what it costs, and how often the data hold it.
func selectedTable(p *core.Pick) *report.Table {
	return askedTable(askedOf(p), mostAsked, []report.Column{{Head: "ask"}, {Head: "times"}, {Head: "price"}, {Head: "total"}, {Head: "in your data"}},
		func(x asked, total model.Amount) []report.Value {
			return []report.Value{x.name, x.times, unlessZero(x.price), total, x.held}
		})
}

// unlessZero is an amount, nil for none.
func unlessZero(a model.Amount) report.Value {
	if a == 0 {
		return nil
	}
	return a
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

// nextWords are the command that plans how to collect what a pick buys.
func (f *flags) nextWords(ctx context.Context, p *core.Pick, paths []string) ([]string, error) {
	said, err := f.wording(ctx, p.Data(), paths)
	if err != nil {
		return nil, err
	}
	next := said.of(p.Settings)
	next.add("budget", p.Selection.Budget.String())
	return next.command(f.study, "fms-tui", "plan"), nil
}

// sayData says what the figures come from.
func sayData(out *report.Report, p *core.Pick) {
	ds := p.Data()
	facts := []string{screen.DisplayName(ds), figure.CountOf(p.Objects, "object"), figure.CountOf(len(p.Attributes), "attribute"), screen.CellsFact(p.Result), "raters " + string(p.Raters)}
	if ridge := screen.RidgeFact(p.Result); ridge != "" {
		facts = append(facts, ridge)
	}
	if p.Settings.Shrunk() == model.ShrinkNone {
		facts = append(facts, "shrink none")
	}
	out.Say("%s · label %s", clean(strings.Join(facts, " · ")), clean(p.Label))
	if ds.Origin != "" {
		out.Say("Real data: %s.", ds.Origin)
	}
	out.Say("%s = %s · raters %s: %s", varianceWords(p.Result), figure.Loss(p.LabelVar), p.Raters, p.RatersReason)
	if h := p.Honest; h != nil && h.Why != "" {
		out.Say("no honest (cross-validated) loss: %s", h.Why)
	}
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

// sayFormulas says how picks predict, and what is wrong with their figures.
func sayFormulas(out *report.Report, picks []core.Pick) {
	if legend := core.Legend(picks[0].Attributes); legend != "" {
		out.Say("%s", legend)
	}
	for i := range picks {
		p := &picks[i]
		said := append([]string{p.Refutation(), p.Honest.LabelRaters()}, p.Remarks()...)
		said = slices.DeleteFunc(said, func(text string) bool { return text == "" })
		out.Space()
		out.Say("%s at B = %s", p.Selection.Algorithm, p.Selection.Budget)
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

// selectionReport is what select prints: the answer in a few lines for people, or with --all
// the same tables as programs get.
func selectionReport(ctx context.Context, p *program, ds *model.Dataset, t *core.Tuning, all []core.Pick, boot []core.Stability, paths []string, f *flags) *report.Report {
	r := t.Answers[0].Result
	out := &report.Report{Title: "fms-tui: " + r.Label, Metric: report.SquaredLoss()}
	out.Field("version", 1)
	out.Begin("data").Field("objects", r.Objects, "attributes", len(r.Attributes), "judgments", r.Judgments,
		"label", r.Label, "label_mean", r.LabelMean, "label_variance", r.LabelVar, "raters", r.Raters, "psd_cut", r.PSDCut, "blocks", r.Blocks)
	settingsOf(out.Begin("settings"), r, f)
	if at, spacing := honestBudgets(&t.Answers[0]); len(at) > 0 {
		out.Begin("honest_budgets").Field("count", len(at), "from", at[0], "to", at[len(at)-1], "spacing", spacing)
	}
	attributes, selections := core.AttributeTable(r), selectionTable(ctx, all, boot)
	if f.all {
		sayData(out, &all[0])
		out.Space()
		out.Add(attributes)
		out.Space()
		out.Add(selections)
		sayFormulas(out, all)
	} else {
		attributes.Drawn, selections.Drawn = true, true
		out.Add(report.Drawing(func(w io.Writer, width int) error { return writeAnswer(ctx, p, w, width, all, paths, f) }), attributes, selections)
	}
	out.Field("warnings", warningsOf(ds.Warnings, r.Warnings, selectionWarnings(all)))
	return out
}

// settingsOf adds the settings: the mode that was asked for, and the design taken.
func settingsOf(to *report.Section, r *core.Result, f *flags) {
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

// selectionTable has a row for each budget and algorithm. It is made while it is
// written, and of the paths, which can have a million steps, one at a time.
func selectionTable(ctx context.Context, all []core.Pick, boot []core.Stability) *report.Table {
	return &report.Table{
		Name: "selections", Columns: selectionColumns(),
		Each: func(yield func(...report.Value) error) error {
			for i := range all {
				p := &all[i]
				c, err := p.Certify(ctx, &p.Selection)
				if err != nil {
					return err
				}
				st := core.Stability{}
				if i < len(boot) {
					st = boot[i]
				}
				if err := yield(selectionRow(p, c, st)...); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func selectionColumns() []report.Column {
	return []report.Column{
		{Head: "budget", Merge: true},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "budget"},
		{Name: "spent", Head: "spent", Align: report.Right},
		{Name: "ridge"},
		{Head: "repeats"},
		{Name: "repeats"},                             // of the support
		{Name: "cost_by_form", Only: report.OnlyJSON}, // what is left of spent is for single judgments; null without forms
		{Name: "projected_loss", Head: "projected", Format: asLoss, Align: report.Right},
		{Name: "rmse"},
		{Name: "r2", Head: "R²", Format: asShare, Align: report.Right},
		{Name: "scoring_objective"},
		{Name: "honest_loss", Head: "honest ± se", Estimate: true},
		{Name: "seen_loss", Head: "seen ± se", Estimate: true, Format: report.Known},
		{Name: "seen_objects"},
		{Name: "lower_bound"},
		{Name: "optimality_gap", Head: "gap R²", Format: digits(2), Align: report.Right},
		{Name: "optimal"},
		{Name: "selection_frequency", Only: report.OnlyJSON},
		{Name: "median_repeats", Only: report.OnlyJSON},
		{Name: "weights"}, // of the support
		{Name: "weights_from"},
		// Honest loss of the label refitted on the pilot's own means, and its difference
		// from the honest loss of the moments' weights. If there is no refit, the reason
		// says why.
		{Name: "refit_loss", Estimate: true},
		{Name: "refit_less", Estimate: true},
		{Name: "refit_reason"},
		{Name: "intercept"},
		{Name: "warnings", Only: report.OnlyJSON}, // on this selection
		{Name: "path", Only: report.OnlyJSON},
	}
}

func selectionRow(p *core.Pick, c core.Certificate, st core.Stability) []report.Value {
	s, e := &p.Selection, p.Estimate()
	seen, objects := seenOf(p)
	w, intercept := p.Weights()
	refit, less, why := refitOfPick(p)
	weights := map[string]number{}
	for a, n := range s.Repeats {
		if n > 0 {
			weights[p.Attributes[a].Name] = number(w[a])
		}
	}
	rmse := s.RMSE()
	if s.Optimistic() {
		rmse = math.NaN() // the projected loss is below 0, and has no root
	}
	return []report.Value{
		s.Budget, s.Algorithm, s.Budget, s.Spent, p.Settings.Ridge, written(p.Result, s.Repeats), supportOf(p.Result, s.Repeats), p.CostByForm(s),
		s.Loss, rmse, s.R2(), s.Score, estimate(e), seen, objects, c.Bound, c.Gap, c.Optimal,
		named(p.Result, st.Frequency), named(p.Result, st.Median), weights, p.WeightsFrom(), estimate(refit), estimate(less), why, intercept, warningsOf(p.Warnings()),
		func() any { return pathTable(p, s) },
	}
}

// refitOfPick is the candidate for other weights, or why there is none.
func refitOfPick(p *core.Pick) (loss, less core.Estimate, why *string) {
	x := p.RidgeRefit
	switch {
	case x == nil:
		none := "there is no honest loss to choose it by"
		return core.UnknownEstimate(), core.UnknownEstimate(), &none
	case x.Why != "":
		why = &x.Why
	}
	return x.Honest, x.Less, why
}

func pathTable(p *core.Pick, s *core.Selection) *report.Table {
	return &report.Table{
		Columns: []report.Column{{Name: "attribute"}, {Name: "spent"}, {Name: "projected_loss"}},
		Each: func(yield func(...report.Value) error) error {
			steps, losses := p.Path(s)
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

// supportOf maps the attributes that are chosen to their repeats.
func supportOf(r *core.Result, repeats []int) map[string]int {
	m := make(map[string]int)
	for a, n := range repeats {
		if n > 0 {
			m[r.Attributes[a].Name] = n
		}
	}
	return m
}

// written lists repeats, the most first.
func written(r *core.Result, repeats []int) string {
	var order []int
	for a, n := range repeats {
		if n > 0 {
			order = append(order, a)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return repeats[b] - repeats[a] })
	var list []string
	for _, a := range order {
		list = append(list, fmt.Sprintf("%s %d", r.Attributes[a].Name, repeats[a]))
	}
	return strings.Join(list, ", ")
}

// seenPicks returns the picks that the flags ask for, each with its loss on the pilot's own
// judgments, and tells the warnings that no figure shows.
func seenPicks(ctx context.Context, p *program, t *core.Tuning, f *flags) ([]core.Pick, error) {
	all, err := picks(ctx, t, f)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if err := all[i].See(ctx); err != nil {
			return nil, err
		}
	}
	p.warn(apartFromFigures(selectionWarnings(all))...)
	return all, nil
}

// seenOf is the loss on the pilot's own judgments, and the number of objects that hold them, even if
// they are too few; nil without an honest loss.
func seenOf(p *core.Pick) (loss report.Estimate, objects any) {
	if p.Seen == nil {
		return estimate(core.UnknownEstimate()), nil
	}
	if p.Honest.Why == "" && p.Seen.Judged {
		objects = p.Seen.Objects
	}
	return estimate(p.Seen.Estimate), objects
}

// besideFigures are the codes of findings that stand in the line of the figures
// they are about, and are not said on stderr again.
var besideFigures = []model.Code{model.CodeRefuted, model.CodeBeyondCells, model.CodeWithinCells}

// apartFromFigures are the findings that no line of figures says.
func apartFromFigures(ws []model.Finding) []model.Finding {
	return slices.DeleteFunc(slices.Clone(ws), func(w model.Finding) bool { return slices.Contains(besideFigures, w.Code) })
}

// worth says what a pick is worth: projected, honest and seen typical error, and
// what is impossible about them. Where the data refute it, the first words say so.
func worth(p *core.Pick) string {
	s := &p.Selection
	var parts []string
	if text := p.Honest.LabelRaters(); text != "" {
		parts = append(parts, text)
	}
	if text := p.Refutation(); text != "" {
		parts = append(parts, text)
	}
	projected := figure.TypicalError(s.RMSE())
	if s.Optimistic() {
		projected = "not known"
	}
	line := "typical error projected " + projected
	if e := p.Estimate(); !math.IsNaN(e.Loss) {
		line += ", honest " + figure.TypicalError(math.Sqrt(max(0, e.Loss)))
	}
	if p.Seen != nil && p.Seen.Why == "" {
		line += ", seen " + figure.TypicalError(math.Sqrt(p.Seen.Loss)) + " on " + figure.CountOf(p.Seen.Objects, "object")
	}
	return strings.Join(append(append(parts, line), p.Remarks()...), "; ")
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

// addMetricBudgets says by which metric budgets were chosen.
func addMetricBudgets(to *report.Section, list []core.MetricBudget) {
	if len(list) == 0 {
		return
	}
	first := list[0]
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
	for _, b := range list {
		t.Row(string(b.Metric), b.Algorithm, b.Budget, b.Has, b.Best, b.BestAt)
	}
	to.Add(t)
}

// recommendByMetric adds the budget that the metric of --goal recommends for each algorithm.
func recommendByMetric(ctx context.Context, to *report.Report, t *core.Tuning, picks []core.Pick, f *flags) error {
	if f.goal.metric == "" {
		return nil
	}
	var list []core.MetricBudget
	for i := range picks {
		_, by, err := f.budgetOf(ctx, t, picks[i].Selection.Algorithm)
		if err != nil {
			return err
		}
		list = append(list, *by)
	}
	addMetricBudgets(&to.Section, list)
	return nil
}

// addScoreTable says what each of several labels loses.
func addScoreTable(to *report.Section, picks []core.Pick) {
	if len(picks) == 0 || len(picks[0].Result.Labels()) < 2 {
		return
	}
	to.Space()
	to.Say("Labels: %s, by the same judgments. The losses above are sums of each label's loss as a share of its variance, times its weight.", picks[0].Result.Predicted())
	to.Add(core.ScoreTable(picks...))
}
