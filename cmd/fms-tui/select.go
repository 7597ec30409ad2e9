package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui"
)

func (p *program) selectCommand() *cobra.Command {
	f := &flags{}
	c := &cobra.Command{
		Use:   "select DATA...",
		Short: "Choose repeats without the UI: a table, or --json",
		Long: "Choose for each budget which attributes to judge and how many times each.\n\n" +
			"Without --budget it is the budget at which the UI begins.",
		Example: "  fms-tui select judgments.csv --budget 10,20\n  fms-tui select judgments.csv --labels labels.csv --json -o selections.json",
		Args:    arguments(1, -1, "DATA, the files of the judgments (fms-tui sample writes some)"),
		RunE: func(c *cobra.Command, args []string) error {
			return p.report(c.Context(), args, f)
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addSelection(c, "budgets, comma-separated: one selection for each", "algorithms, comma-separated (default full,scoring): full, scoring, exchange, averages, copies, single, single=NAME, uniform")
	c.Flags().BoolVar(&f.json, "json", false, "print JSON")
	f.addOut(c, "write to `FILE`; - is stdout")
	f.addQuiet(c)
	f.addWidth(c)
	return c
}

// report writes the selections of data as a table or as JSON.
func (p *program) report(ctx context.Context, paths []string, f *flags) error {
	ds, err := p.open(ctx, paths, f)
	if err != nil {
		return err
	}
	r, err := p.solve(ctx, ds, f)
	if err != nil {
		return err
	}
	s, err := selections(ctx, r, f)
	if err != nil {
		return err
	}
	p.warn(selectionWarnings(r, s), f)
	width := p.columns(f)
	return p.write(ctx, f.out, func(w io.Writer) error {
		if f.json {
			return writeJSON(ctx, w, ds, r, slices.Concat(s...))
		}
		return tui.Report(ctx, w, r, s, width, p.reportTheme(f))
	})
}

// solve computes what the flags ask for and says on stderr what is odd.
func (p *program) solve(ctx context.Context, ds *model.Dataset, f *flags) (*core.Result, error) {
	if err := hasLabel(ds); err != nil {
		return nil, err
	}
	settings, err := f.settings(ctx, ds)
	if err != nil {
		return nil, err
	}
	p.tellReading(ds, f)
	r, err := core.NewStudy(ds).Solve(ctx, core.Request{Settings: settings, Algorithms: f.algorithms})
	if err != nil {
		return nil, err
	}
	if r.Step == 0 {
		return nil, noCandidate(r)
	}
	p.warn(r.Warnings, f)
	return r, nil
}

// noCandidate says why nothing can be selected.
func noCandidate(r *core.Result) error {
	var messages []error
	for _, w := range r.Warnings {
		messages = append(messages, errors.New(w.Message))
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

// selections returns what is chosen, by budget and then by algorithm.
func selections(ctx context.Context, r *core.Result, f *flags) ([][]core.Selection, error) {
	budgets, chosen := f.budgets, f.algorithms
	if len(budgets) == 0 {
		budgets = amounts{r.FirstBudget()}
	}
	if len(chosen) == 0 {
		chosen = selection.Algorithms()
	}
	var all [][]core.Selection
	for _, b := range budgets {
		if err := r.CheckBudget(b); err != nil {
			return nil, err
		}
		var row []core.Selection
		for _, a := range chosen {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			row = append(row, r.At(a, b))
		}
		all = append(all, row)
	}
	return all, nil
}

// selectionWarnings returns what the user should know about selections, each
// finding once.
func selectionWarnings(r *core.Result, all [][]core.Selection) []model.Warning {
	var ws []model.Warning
	for _, row := range all {
		for i := range row {
			for _, w := range r.SelectionWarnings(&row[i]) {
				if !slices.Contains(ws, w) {
					ws = append(ws, w)
				}
			}
		}
	}
	return ws
}
