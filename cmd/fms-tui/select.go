package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

func selectCommand(p *program) *cobra.Command {
	f, compare, optimum := p.flags(), false, false
	c := &cobra.Command{
		Use:   "select DATA...",
		Short: "The answer: what to ask, how good it is, how sure",
		Long: "Choose for each budget which attributes to judge and how many times each.\n\n" +
			"Each choice comes with its honest (cross-validated) error: decide by it.\n" +
			"Without a budget it is the one at which the UI begins: the smallest whose honest loss\n" +
			"exceeds the lowest by no more than the standard error of this difference, or 1% of Var(y).\n\n" +
			"With --compare the honest losses of all algorithms at budgets over the range, the differences beyond two\n" +
			"standard errors, and the recommended budget of each; with --designs also what the first algorithm would choose if\n" +
			"judgments were bought otherwise: singly, on one form, as the pilot was collected, and as --design or --sheet says.",
		Example: "  fms-tui select judgments.csv --budget 10,20\n  fms-tui select judgments.csv --labels labels.csv --json -o selections.json\n" +
			"  fms-tui select judgments.csv --compare --budget 10,20,50",
		Args: arguments(1, -1, "DATA, the files of the judgments (fms-tui init writes a sample)"),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case compare && optimum:
				return misused("--compare and --optimum are two questions: use one of them")
			case f.designs && !compare:
				return misused("--designs needs --compare")
			case compare:
				return compareAlgorithms(c.Context(), p, args, f)
			case optimum:
				return compareOptimum(c.Context(), p, args, f)
			}
			return reportStreamed(c.Context(), p, args, f)
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "budgets, comma-separated", "algorithms, comma-separated (default full,scoring): "+algorithmNames())
	f.addGoal(c)
	f.addClasses(c)
	f.addForm(c, "text")
	f.addOut(c, "write to `FILE`; - is stdout")
	fs := c.Flags()
	fs.BoolVar(&compare, "compare", false, "compare the honest losses of all algorithms")
	fs.BoolVar(&f.designs, "designs", false, "with --compare: compare ways to buy judgments, with the break-even price of a call")
	fs.BoolVar(&optimum, "optimum", false, "compare the greedy choices with the optimum, by exhaustive search (see lab subset)")
	f.addAll(c, "every attribute, all algorithms, all budgets and the formula")
	f.addQuiet(c)
	f.addNoState(c)
	f.addWidth(c)
	return c
}

// reportStreamed is report, of the sums of a large file where these do.
func reportStreamed(ctx context.Context, p *program, paths []string, f *flags) error {
	if streamed := summedWhileRead(p, paths, f); streamed != nil {
		err := reportSelections(ctx, p, paths, streamed)
		if needs := new(model.NeedsJudgmentsError); !errors.As(err, &needs) {
			return err
		}
		p.tell("this needs the judgments: the file is read again, and all judgments are kept")
	}
	return reportSelections(ctx, p, paths, f)
}

// report writes the selections of data as a table or as JSON.
func reportSelections(ctx context.Context, p *program, paths []string, f *flags) error {
	if err := f.checkBudgets(); err != nil {
		return err
	}
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	of := atBudgets
	if f.form == "text" && !f.all && len(study.Data().Attributes) <= core.PromptAttributes {
		of = wholeRange // whether more pays is seen beyond a budget
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
	if f.form == "text" && strings.EqualFold(filepath.Ext(f.out), ".json") && !f.quiet {
		p.tell(f.out + " gets the report as text: --json writes JSON")
	}
	out := selectionReport(ctx, p, study.Data(), t, picks, boot, paths, f)
	if err := sayClasses(ctx, &out.Section, picks, f.threshold.at()); err != nil {
		return err
	}
	addScoreTable(&out.Section, picks)
	addMetricBudgets(&out.Section, byMetric(picks))
	return p.print(ctx, f, out)
}

// scope is what a command asks a study for.
type scope int

const (
	atBudgets      scope = iota // the algorithms of the flags, at their budgets alone where they name any
	wholeRange                  // the same over the range of budgets
	everyAlgorithm              // every algorithm that the data allow, over the range
)

// tune computes the flags' request within a scope and prints warnings on stderr.
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
	p.warn(r.Warnings, f)
	if h := t.Answers[0].Honest; h != nil && h.Why != "" {
		p.warn([]model.Finding{{Code: model.CodeNoHonestLoss, Message: "no honest loss: " + h.Why}}, f)
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
func selectionWarnings(all [][]core.Pick) []model.Finding {
	var ws []model.Finding
	for _, row := range all {
		for i := range row {
			for _, w := range row[i].Warnings() {
				if !slices.ContainsFunc(ws, w.Equal) {
					ws = append(ws, w)
				}
			}
		}
	}
	return ws
}

// algorithmNames lists what --algorithm accepts.
func algorithmNames() string {
	return strings.Join(append(texts(selection.AllAlgorithms()), "single=NAME"), ", ")
}
