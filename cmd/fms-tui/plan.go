package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/export"
)

// planFlags are the flags of plan only.
type planFlags struct {
	objects    int
	tasks      string
	pilot      model.Amount
	subsamples int
	shrink     model.Shrink // of the pilots drawn; "" is none
	listed     string       // --new: a file of new objects
	again      int          // --second-round: objects to judge again; 0 without it
	simulation simulated
	next       core.NextQuery // --label-next; Count is 0 without it
}

func planCommand(p *program) *cobra.Command {
	f, of := p.flags(), &planFlags{objects: 100, subsamples: core.DefaultSubsamples}
	c := &cobra.Command{
		Use:   "plan DATA...",
		Short: "List what to collect, for which objects, at what cost",
		Long: "List the judgments that new objects need for the predictor of one algorithm at one budget. List also the judgments\n" +
			"that the training objects lack. If the training objects have enough, regress the label on their means (the refit).\n\n" +
			"With --pilot M: if all judgments of a pilot cost M, should it have more objects, or more judgments of each cell?\n" +
			"The command draws pilots from the data, and tests the choice of each pilot on the objects left out.\n\n" +
			"With --second-round N, for attributes of which every object has one judgment: which N objects to judge again, what that\n" +
			"costs, and the honest R² at 1, 2 and 4 times the budget, if judgments turn out to have some reliability.\n\n" +
			"With --label-next N, for objects that have judgments and no label: which N labels would make the weights surest. Each\n" +
			"step takes the object that lowers Tr(V⁻¹) most, V = λI + Σ x xᵀ over the labelled objects (A-optimal design). x are mean\n" +
			"judgments about their means, in units of their spreads; λ is --ridge. The last column is the mean of random choices.\n\n" +
			"With --simulate, before you have data: how large must a pilot be? The command draws pilots from populations about which\n" +
			"everything is known, and compares the honest R² of each choice with its true R².\n\n" +
			"With --form " + strings.Join(orderForms(), ", ") + " it writes the judgments to be collected for the program that collects them:\n" +
			"judgments of the objects of --new, or without it the judgments that the training objects lack. See docs/plan.md.",
		Example: "  fms-tui plan judgments.csv --budget 20 --objects 500 --tasks tasks.csv\n  fms-tui plan judgments.csv --budget 20 --pilot 20000\n" +
			"  fms-tui plan judgments.csv --budget 20 --new stories.csv --form calls -o calls.jsonl\n" +
			"  fms-tui plan judgments.csv new.csv --budget 20 --label-next 50\n" +
			"  fms-tui plan --simulate 'attributes=12 reliability=.4 r2=.5 halo=.3'",
		Args: planArguments(&of.simulation),
		RunE: func(c *cobra.Command, args []string) error {
			if of.simulation.given {
				if err := checkSimulation(c); err != nil {
					return err
				}
				return simulatePilots(c.Context(), p, f, &of.simulation)
			}
			if err := of.check(c, f); err != nil {
				return err
			}
			if of.next.Count > 0 {
				return planLabels(c.Context(), p, args, f, &of.next)
			}
			return planJudgments(c.Context(), p, args, f, of)
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "budget for each new object (default the recommended one)", "the algorithm, see select (default full)")
	f.addGoal(c)
	f.addDecision(c)
	fs := c.Flags()
	fs.Var(whole(&of.objects, 1, core.MostNewObjects, "objects"), "objects", "number of new objects to predict (default 100)")
	fs.StringVar(&of.tasks, "tasks", "", "write the missing judgments of the training objects to `FILE`, as CSV; - is stdout, in place of the table")
	fs.StringVar(&of.listed, "new", "", "`FILE` of new objects to judge: a column of ids, and columns to show to raters")
	fs.Var(price(&of.pilot), "pilot", "compare pilots whose judgments cost M in total")
	fs.Var(whole(&of.again, 1, core.MostNewObjects, "objects"), "second-round", "plan a second judgment of `N` objects, of the attributes that no object has twice")
	fs.Var(whole(&of.next.Count, 1, mostNext, "objects"), "label-next", "list the `N` unlabelled objects to label next")
	fs.Var(&value{kind: "WORDS", read: of.simulation.parse}, "simulate", "simulate pilots, without DATA: attributes=12 reliability=.4 r2=.5 halo=.3, and correlation, budget, within, pilots")
	fs.Var(whole(&of.subsamples, 20, 100_000, "subsamples"), "subsamples", "pilots drawn of each design (default 50)")
	f.addForm(c, "text", orderForms()...)
	f.addAll(c, "every attribute and the refit")
	f.addOut(c, "write the table or JSON to `FILE`; - is stdout; the folder of the files for an annotation tool")
	f.addQuiet(c)
	f.addWidth(c)
	return c
}

// check refuses flags that contradict each other, before any data are read.
func (of *planFlags) check(c *cobra.Command, f *flags) error {
	given := c.Flags().Changed
	if given("shrink") {
		of.shrink = f.asked.Shrink
	}
	switch {
	case len(f.budgets) > 1:
		return misused("plan is for one budget, not for %d", len(f.budgets))
	case len(f.algorithms) > 1:
		return misused("plan is for one algorithm, not for %d", len(f.algorithms))
	case of.again > 0 && (of.pilot > 0 || of.listed != "" || given("objects") || f.decision != nil):
		return misused("--second-round is about the objects of the data: --pilot, --new, --objects and --decide have no part in it")
	case of.next.Count > 0 && (of.again > 0 || of.pilot > 0 || of.listed != "" || given("tasks") || given("objects") || f.decision != nil || isOrder(f.form)):
		return misused("--label-next lists objects of the data: --pilot, --second-round, --new, --tasks, --objects, --decide and their forms have no part in it")
	case of.pilot == 0 && given("subsamples"):
		return misused("--subsamples needs --pilot: nothing else is drawn")
	case of.pilot > 0 && given("objects"):
		return misused("--objects plans what new objects need, and --pilot what is collected before: use one of them")
	case f.decision != nil && (of.pilot > 0 || isOrder(f.form)):
		return misused("--decide is for the table of new objects; export --form stopping writes the rule for collect")
	case of.pilot > 0 && given("tasks"):
		return misused("--tasks lists what the training objects lack, and --pilot has none yet: use one of them")
	case of.tasks == "-" && f.form != "text" && toStdout(f.out):
		return misused("--tasks - and --%s would both go to stdout: write one of them to a file", f.form)
	}
	if err := of.checkOrder(f, given("objects")); err != nil {
		return err
	}
	return f.checkBudgets()
}

func planJudgments(ctx context.Context, p *program, paths []string, f *flags, of *planFlags) error {
	pick, err := pickAsked(ctx, p, paths, f)
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
	if done, err := writeTasksAsked(ctx, p, &plan, f, of); done || err != nil {
		return err
	}
	if f.form == "text" && !f.all {
		r, err := f.planAnswer(ctx, pick, &plan, refit, paths, of.tasks)
		if err != nil {
			return err
		}
		return p.print(ctx, f, r)
	}
	r := planReport(pick, f)
	r.Field("plan", &plan)
	sayPlan(r, pick, &plan, of.tasks)
	if f.decision != nil {
		rule, err := f.stop(pick)
		if err != nil {
			return err
		}
		addStopping(r, pick, rule)
	}
	addRefit(r, pick, refit)
	r.Field("pilot", nil)
	return printPlan(ctx, p, f, r, pick)
}

// tasks writes what the training objects lack, where that is asked for; done tells that stdout
// holds it.
func writeTasksAsked(ctx context.Context, p *program, plan *model.Plan, f *flags, of *planFlags) (done bool, err error) {
	if of.tasks == "" {
		return false, nil
	}
	err = p.write(ctx, of.tasks, func(w io.Writer) error { return writeTasks(w, plan) })
	return of.tasks == "-" && toStdout(f.out), err
}

// secondRound plans second judgments of some objects, and says what they could find.
func planSecondRound(ctx context.Context, p *program, pick *core.Pick, f *flags, of *planFlags) error {
	round, err := pick.SecondRound(ctx, of.again, f.foldsAsked())
	if err != nil {
		return err
	}
	if isOrder(f.form) {
		return placeOrder(ctx, p, pick, &round.Plan, f, of)
	}
	if done, err := writeTasksAsked(ctx, p, &round.Plan, f, of); done || err != nil {
		return err
	}
	r := planReport(pick, f)
	r.Field("plan", nil, "refit", nil, "pilot", nil)
	addSecondRound(r, pick, round, of.tasks)
	return printPlan(ctx, p, f, r, pick)
}

// writeTasks writes what the training objects lack, with their forms where there
// are any.
func writeTasks(w io.Writer, plan *model.Plan) error {
	if len(plan.Forms) > 0 {
		return export.FormTasks(w, plan.Training)
	}
	return export.Tasks(w, plan.Training.Tasks)
}

// onePick is what the flags choose.
func pickAsked(ctx context.Context, p *program, paths []string, f *flags) (*core.Pick, error) {
	ds, err := p.open(ctx, paths, f)
	if err != nil {
		return nil, err
	}
	if len(f.algorithms) == 0 {
		f = f.with(func(g *flags) { g.algorithms = []selection.Algorithm{selection.Full} })
	}
	t, err := tuneAsked(ctx, p, core.NewStudy(ds), f, atBudgets)
	if err != nil {
		return nil, err
	}
	all, err := picks(ctx, t, f)
	if err != nil {
		return nil, err
	}
	pick := &all[0][0]
	if err := pick.See(ctx); err != nil {
		return nil, err
	}
	p.warn(apartFromFigures(pick.Warnings()), f)
	return pick, nil
}

// pilot compares pilots. After an interruption it writes the finished part.
func planPilot(ctx context.Context, p *program, pick *core.Pick, f *flags, of *planFlags) error {
	q := core.PilotQuestion{Cost: of.pilot, Subsamples: of.subsamples, Seed: f.seed, Shrink: of.shrink}
	pilot, failed := pick.Pilot(ctx, q, p.pieces("drawing subsamples", f))
	if pilot == nil {
		return failed
	}
	r := planReport(pick, f)
	r.Field("plan", nil, "refit", nil)
	addPilot(r, pick, pilot, of.pilot)
	return errors.Join(failed, printPlan(context.WithoutCancel(ctx), p, f, r, pick))
}

// bar is a bar of progress.
func bar(done, of int) string {
	const width = 30
	full := width * done / of
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", width-full) + "]"
}

// planReport begins the report.
func planReport(p *core.Pick, f *flags) *report.Report {
	r := &report.Report{Metric: report.SquaredLoss()}
	r.Field("version", 1, "label", p.Label, "algorithm", p.Selection.Algorithm, "budget", p.Selection.Budget, "ridge", p.Settings.Ridge,
		"raters", p.Raters, "seed", f.seed, "folds", f.foldsTaken(), "settings", designSettings{describedDesign(p.Result), p.Settings.Shrunk()})
	return r
}

func printPlan(ctx context.Context, p *program, f *flags, r *report.Report, pick *core.Pick) error {
	r.Field("warnings", warningsOf(pick.Data().Warnings, pick.Result.Warnings, pick.Warnings()))
	return p.print(ctx, f, r)
}
