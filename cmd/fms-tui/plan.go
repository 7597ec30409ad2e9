package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/experiment"
	"fms-tui/core/report"
	"fms-tui/core/report/answers"
	"fms-tui/core/report/figure"
	"fms-tui/core/subset"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/order"
	"fms-tui/model/plan"
	"fms-tui/model/read"
	"fms-tui/tui/screen"
)

type planFlags struct {
	objects    int
	pilot      model.Amount
	subsamples int
	listed     string // --new: a file of new objects
	again      int    // --second-round: objects to judge again; 0 without it
	simulation simulated
	next       subset.Query // --label-next; Count is 0 without it
}

func planCommand(p *program) *cobra.Command {
	f, of := p.flags(), &planFlags{objects: 100, subsamples: experiment.DefaultSubsamples}
	c := &cobra.Command{
		Use:   "plan DATA...",
		Short: "List what to collect, for which objects, at what cost",
		Long: "List the judgments that new objects need for the predictor of one algorithm at one budget. List also the judgments " +
			"that the training objects lack. If the training objects have enough, regress the label on their means (the refit).\n\n" +
			"With --pilot M: if all judgments of a pilot cost M, should it have more objects, or more judgments of each cell? " +
			"The command draws pilots from the data, and tests the choice of each pilot on the objects left out.\n\n" +
			"With --second-round N, for attributes of which every object has one judgment: which N objects to judge again, and what that " +
			"costs; and the honest R² at 1, 2 and 4 times the budget, if judgments turn out to have some reliability.\n\n" +
			"With --label-next N, for objects that have judgments and no label: which N labels would make the weights surest. Each " +
			"step takes the object that lowers Tr(V⁻¹) most, V = λI + Σ x xᵀ over the labelled objects (A-optimal design). x are mean " +
			"judgments about their means, in units of their spreads; λ is --ridge. The last column is the mean of random choices.\n\n" +
			"With --simulate, before you have data: how large must a pilot be? The command draws pilots from populations about which " +
			"everything is known, and compares the honest R² of each choice with its true R².\n\n" +
			"With --form " + strings.Join(orderForms(), ", ") + " it writes the judgments to be collected for the program that collects them: " +
			"judgments of the objects of --new, or without it the judgments that the training objects lack. See docs/plan.md.",
		Example: "  fms-tui plan judgments.csv --budget 20 --objects 500\n  fms-tui plan judgments.csv --budget 20 --pilot 20000\n" +
			"  fms-tui plan judgments.csv --budget 20 --new stories.csv --form calls -o calls.jsonl\n" +
			"  fms-tui plan judgments.csv new.csv --budget 20 --label-next 50\n" +
			"  fms-tui plan --simulate 'attributes=6 reliability=.4 r2=.5 pilots=10'",
		Args: planArguments(&of.simulation),
		RunE: func(c *cobra.Command, args []string) error {
			if of.simulation.given {
				return simulatePilots(c.Context(), p, f, &of.simulation)
			}
			if err := of.check(f); err != nil {
				return err
			}
			if of.next.Count > 0 {
				return planLabels(c.Context(), p, args, f, &of.next)
			}
			return planJudgments(c.Context(), p, args, f, of)
		},
	}
	f.judged, f.forms = true, append(f.forms, orderForms()...)
	return f.take(c, slices.Concat(asking, reporting, []string{"decision", "all"}),
		row{"", "objects", "number of new objects to predict (default 100)", whole(&of.objects, 1, core.MostNewObjects, "objects"), "Question: number of new objects to predict (default 100)", nil},
		row{"", "new", "`FILE` of new objects to judge: a column of ids, and columns to show to raters", &of.listed, "Question: file of new objects to judge", nil},
		row{"", "pilot", "compare pilots whose judgments cost M in total", price(&of.pilot), "Question: compare pilots whose judgments cost M in total", nil},
		row{"", "second-round", "plan a second judgment of `N` objects, of the attributes that no object has twice", whole(&of.again, 1, core.MostNewObjects, "objects"), "", nil},
		row{"", "label-next", "list the `N` unlabelled objects to label next", whole(&of.next.Count, 1, mostNext, "objects"), "Question: list the N unlabelled objects to label next", nil},
		row{"", "simulate", "simulate pilots, without DATA: attributes=12 reliability=.4 r2=.5 halo=.3, and correlation, budget, within, pilots", &value{kind: "WORDS", read: of.simulation.parse}, "Question: no data yet: how large must a pilot be?", nil},
		row{"", "subsamples", "pilots drawn of each design (default 50)", whole(&of.subsamples, 20, 100_000, "subsamples"), "", nil},
		row{name: "output", usage: outputUsage + "; the folder of the files for an annotation tool"})
}

// check refuses flags that contradict the form, before any data are read.
func (of *planFlags) check(f *flags) error {
	if of.listed != "" && !f.set.Changed("form") && !f.set.Changed("json") {
		f.form = formCalls
	}
	ordered := isOrder(f.form)
	switch {
	case f.decision != nil && ordered:
		return misused("--decide is for the table of new objects; export --form stopping writes the rule for collect")
	case of.next.Count > 0 && ordered:
		return misused("--label-next lists objects: --form %s has no part in it", f.form)
	case of.listed != "" && !ordered:
		return misused("--new lists objects for --form %s", strings.Join(orderForms(), ", "))
	case ordered && (of.pilot > 0 || f.set.Changed("objects")):
		return misused("--form %s writes what is to be collected of given objects: --pilot and --objects are for the tables", f.form)
	case ordered && f.form != formCalls && toStdout(f.out):
		return misused("--form %s writes several files: name a new folder with -o DIR", f.form)
	}
	return f.checkSingle("plan")
}

func planJudgments(ctx context.Context, p *program, paths []string, f *flags, of *planFlags) error {
	pick, err := pickAsked(ctx, p, paths, f, advised)
	if err != nil {
		return err
	}
	if of.pilot > 0 {
		return planPilot(ctx, p, pick, f, of)
	}
	s := &pick.Selection
	if s.Spent == 0 {
		return fmt.Errorf("nothing is chosen at a budget of %s: there is nothing to collect", s.Budget)
	}
	if of.again > 0 {
		return planSecondRound(ctx, p, pick, f, of)
	}
	plan, err := pick.Plan(s, of.objects)
	if err != nil {
		return err
	}
	if isOrder(f.form) {
		return placeOrder(ctx, p, pick, &plan, f, of)
	}
	refit, err := pick.Refit(ctx)
	if err != nil {
		return err
	}
	r := planReport(pick, f)
	r.Field("plan", &plan)
	sayPlan(r, pick, &plan, f.brief())
	answers.Refit(r.Begin("refit"), pick, refit, f.brief())
	if f.decision != nil {
		rule, err := f.stop(pick)
		if err != nil {
			return err
		}
		answers.Stopping(r.Begin("stopping"), rule)
		r.Say("export --form stopping writes the rule for collect.")
	}
	r.Field("pilot", nil)
	r.Head("Next: %s", f.next(ctx, pick, paths, "--new", "FILE", "--form", formCalls, "-o", callsFile))
	return printPlan(ctx, p, f, r, pick)
}

func planSecondRound(ctx context.Context, p *program, pick *core.Pick, f *flags, of *planFlags) error {
	round, err := pick.SecondRound(ctx, of.again, f.foldsAsked())
	if err != nil {
		return err
	}
	if isOrder(f.form) {
		return placeOrder(ctx, p, pick, &round.Plan, f, of)
	}
	r := planReport(pick, f)
	r.Field("plan", nil, "refit", nil, "pilot", nil)
	answers.SecondRound(r.Begin("second_round"), pick, round, listsCalls, func(a model.Amount) string { return screen.Money(pick.Result, a) })
	return printPlan(ctx, p, f, r, pick)
}

// planPilot compares pilots. After an interruption it writes the finished part.
func planPilot(ctx context.Context, p *program, pick *core.Pick, f *flags, of *planFlags) error {
	q := experiment.PilotQuestion{Cost: of.pilot, Subsamples: of.subsamples, Seed: f.seed}
	if f.set.Changed("shrink") { // else none, as in the paper
		q.Shrink = f.asked.Shrink
	}
	pilot, failed := pick.Pilot(ctx, q, p.pieces("drawing subsamples"))
	if pilot == nil {
		return failed
	}
	r := planReport(pick, f)
	r.Field("plan", nil, "refit", nil)
	answers.Pilot(r.Begin("pilot"), pick, pilot, of.pilot)
	return errors.Join(failed, printPlan(context.WithoutCancel(ctx), p, f, r, pick))
}

func planReport(p *core.Pick, f *flags) *report.Report {
	r := &report.Report{}
	r.Field("version", 1, "label", p.Label, "algorithm", p.Selection.Algorithm, "budget", p.Selection.Budget, "ridge", p.Settings.Ridge,
		"raters", p.Raters, "seed", f.seed, "folds", f.foldsTaken(), "settings", designSettings{describedDesign(p.Result), p.Settings.Shrunk()})
	return r
}

func printPlan(ctx context.Context, p *program, f *flags, r *report.Report, pick *core.Pick) error {
	r.Field("warnings", worded(pick.Data().Warnings, pick.Result.Warnings, pick.Warnings()))
	return p.print(ctx, f, r)
}

// sayPlan says what new objects need and what that costs, a row a call, and what is missing of
// the objects of the data. JSON holds the plan as it is.
func sayPlan(r *report.Report, p *core.Pick, plan *plan.Plan, brief bool) {
	s, most, shown := &p.Selection, math.MaxInt, []string{"ask", "times", "per 1,000", "price each"}
	if brief {
		most = mostAsked
	}
	if p.Design.Priced() {
		if shown = append(shown, "scores each"); !brief {
			shown = append(shown, "asks (times)")
		}
	}
	r.Say("%s", screen.Sentence(p))
	t := askedTable(p, most, shown...)
	t.Row(report.Sum("all"), nil, nil, nil, nil, screen.Money(p.Result, 1000*s.Spent), nil, nil)
	needs, judgments := &report.Table{Columns: []report.Column{ // for CSV: JSON has the plan
		{Name: "attribute"}, {Name: "judgments"}, {Name: "price"}, {Name: "cost_per_object"}, {Name: "judgments_total"}, {Name: "cost"},
	}}, 0
	for _, a := range plan.Attributes {
		needs.Row(a.Name, a.Judgments, a.Price, a.PerObject, a.Total, a.Cost)
		judgments += a.Total
	}
	r.Add(t, needs)
	line := fmt.Sprintf("For %s: %s, which cost %s.", figure.CountOf(plan.Objects, "new object"), figure.CountOf(judgments, "judgment"), screen.Money(p.Result, plan.Cost))
	if again := repeatedPilot(p); again > s.Spent {
		line += fmt.Sprintf(" Saves %s against asking everything as often as your data (%s per 1,000).",
			figure.Percent(1-float64(s.Spent)/float64(again)), screen.Money(p.Result, 1000*again))
	}
	r.Say("%s", line)
	sayTraining(r, p, &plan.Training)
}

// repeatedPilot is the price of asking everything of an object as often as the cells of the data
// hold judgments at most.
func repeatedPilot(p *core.Pick) model.Amount {
	repeats, prices := make([]int, len(p.Attributes)), make([]model.Amount, len(p.Attributes))
	for i := range p.Attributes {
		repeats[i], prices[i] = p.Attributes[i].Most, p.Attributes[i].Price
	}
	forms, all := p.Design.Costs(repeats, prices)
	for _, cost := range forms {
		all += cost
	}
	return all
}

func sayTraining(r *report.Report, p *core.Pick, t *plan.Training) {
	r.Say("training  %s of %s hold as many judgments as that", figure.Count(t.Complete), figure.CountOf(t.Objects, "object"))
	if len(t.Tasks) == 0 {
		return
	}
	forms, on := 0, ""
	for _, f := range t.Forms {
		forms += f.Filled
	}
	if forms > 0 {
		on = " on " + figure.Count(forms) + " forms or calls"
	}
	r.Say("to do     %s%s in %s, which cost %s: %s",
		figure.CountOf(t.Judgments, "judgment"), on, figure.CountOf(len(t.Tasks), "cell"), screen.Money(p.Result, t.Cost), listsCalls)
}

const mostNext = 1_000_000

func planLabels(ctx context.Context, p *program, paths []string, f *flags, q *subset.Query) error {
	q.Draws = subset.DefaultDraws
	pick, err := pickAsked(ctx, p, paths, f, advised)
	if err != nil {
		return err
	}
	q.Seed = f.seed
	next, err := pick.Next(ctx, &pick.Selection, *q)
	if err != nil {
		return err
	}
	if len(next.Steps) < q.Count {
		p.note("warning: only %s can be chosen: the others without the label lack judgments of what is chosen", figure.CountOf(next.Candidates, "object"))
	}
	if f.out != "" && f.form == "text" { // a file, as it was at first
		f = f.with(func(g *flags) { g.form = "csv" })
	}
	return p.print(ctx, f, nextReport(pick, next, q))
}

func nextReport(p *core.Pick, next *subset.Next, q *subset.Query) *report.Report {
	s, chosen := &p.Selection, []string{}
	for _, a := range next.Attributes {
		chosen = append(chosen, p.Attributes[a].Name)
	}
	r := &report.Report{}
	r.Field("version", 1, "label", p.Label, "algorithm", s.Algorithm, "budget", s.Budget, "ridge", next.Ridge, "seed", q.Seed, "draws", q.Draws,
		"attributes", chosen, "labelled", next.Labelled, "unlabelled", next.Unlabelled, "candidates", next.Candidates, "trace_start", next.Start)
	r.Head("objects to label next for the weights of %s at a budget of %s: %s", s.Algorithm, s.Budget, some(chosen))
	r.Head("%s of %s without %s hold judgments of all of them; V begins with %s, Tr V⁻¹ = %s",
		figure.Count(next.Candidates), figure.CountOf(next.Unlabelled, "object"), p.Label, figure.CountOf(next.Labelled, "labelled object"), shown(next.Start))
	t := &report.Table{Name: "objects", Columns: []report.Column{
		{Name: "order", Head: "order", Only: report.OnlyCells},
		{Name: "object", Head: "object"},
		{Name: "trace", Head: "Tr V⁻¹ after", Format: digits(4)},
		{Name: "random_trace", Head: fmt.Sprintf("%d random choices", q.Draws), Format: digits(4)},
	}}
	for i, step := range next.Steps {
		t.Row(i+1, step.Object, step.Trace, step.Random)
	}
	r.Add(t)
	last := next.Steps[len(next.Steps)-1]
	r.Head("%s lower it by %s, as many at random by %s", figure.CountOf(len(next.Steps), "object"),
		figure.Percent(1-last.Trace/next.Start), figure.Percent(1-last.Random/next.Start))
	r.Field("warnings", worded(p.Data().Warnings, p.Result.Warnings))
	return r
}

// formCalls is the form of plan that has a line for each call; callsFile is its file in a folder.
const (
	formCalls  = "calls"
	callsFile  = "calls.jsonl"
	listsCalls = "--form calls -o calls.csv lists them"
)

// orderForms are the values of plan --form that are no report: what is to be
// collected, for the program that collects it.
func orderForms() []string {
	return append([]string{formCalls}, order.Tools()...)
}

func isOrder(form string) bool { return slices.Contains(orderForms(), form) }

func placeOrder(ctx context.Context, p *program, pick *core.Pick, plan *plan.Plan, f *flags, of *planFlags) error {
	o, err := orderOf(ctx, p, pick, plan, of.listed)
	if err != nil {
		return err
	}
	o.Plain = read.Unclaimed
	calls, judgments, cost, err := o.Size()
	if err != nil {
		return err
	}
	what := fmt.Sprintf("%s of %s in %s, which cost %s", figure.CountOf(judgments, "judgment"), figure.CountOf(len(o.Objects), "object"),
		figure.CountOf(calls, "call"), screen.Money(pick.Result, cost))
	to, err := writeOrder(ctx, p, o, f)
	if err != nil {
		return err
	}
	if f.form == formCalls && !toStdout(f.out) {
		to += "; next: " + read.ShellWords([]string{"fms-tui", "collect", f.out, "--command", "COMMAND", "-o", "answers.csv"})
	}
	p.note("wrote %s, to %s", what, to)
	return nil
}

// orderOf is what the objects of a list need, or without one what the training objects
// lack.
func orderOf(ctx context.Context, p *program, pick *core.Pick, plan *plan.Plan, list string) (*order.Order, error) {
	if list == "" {
		if plan.Training.Judgments == 0 {
			return nil, errors.New("nothing is to be collected: every training object has as many judgments as are chosen; --new FILE lists new objects")
		}
		return order.Missing(plan, pick.Data()), nil
	}
	sources, err := p.sources(ctx, []string{list}, "")
	if err != nil {
		return nil, err
	}
	var named []string // as in the data
	for _, c := range pick.Data().Reading.Columns {
		if c.Role == model.RoleObject {
			named = append(named, c.Column)
		}
	}
	columns, ids, cells, err := read.Objects(ctx, sources[0], named...)
	if err != nil {
		return nil, err
	}
	objects := make([]order.Object, len(ids))
	for i, id := range ids {
		objects[i] = order.Object{ID: id, Cells: cells[i]}
	}
	return order.New(plan, pick.Data(), columns, objects), nil
}

func writeOrder(ctx context.Context, p *program, o *order.Order, f *flags) (string, error) {
	if f.form == formCalls {
		switch suffix := strings.ToLower(filepath.Ext(f.out)); {
		case suffix == ".csv":
			return f.out, p.write(ctx, f.out, o.WriteTable)
		case toStdout(f.out), suffix == ".jsonl":
			return f.to(), p.write(ctx, f.out, o.WriteCalls)
		}
		return filepath.Join(f.out, callsFile), export.WriteFolder(f.out, []export.File{{Path: callsFile, Write: o.WriteCalls}})
	}
	files, err := o.Files(f.form)
	if err != nil {
		return "", err
	}
	list := make([]export.File, len(files))
	for i, one := range files {
		list[i] = export.File(one)
	}
	return f.out, export.WriteFolder(f.out, list)
}
