package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/stopping"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/tui/screen"
)

func exportCommand(p *program) *cobra.Command {
	f := p.flags()
	c := &cobra.Command{
		Use:   "export DATA...",
		Short: "Write the predictor of one algorithm at one budget",
		Long: "Write the predictor of one algorithm at one budget: what to judge, and the weights that turn the mean judgments into a prediction.\n\n" +
			"--form names the form; without it the suffix of -o does:\n" + formsHelp(),
		Example: "  fms-tui export judgments.csv --budget 20 -o predictor.json\n  fms-tui export judgments.csv --budget 20 --form csv",
		RunE: func(c *cobra.Command, args []string) error {
			form, err := f.exportForm()
			if err != nil {
				return err
			}
			return exportPredictor(c.Context(), p, args, f, form)
		},
	}
	f.form, f.forms = "", nil
	for _, form := range exportForms() {
		f.forms = append(f.forms, form.Name)
	}
	return f.take(c, slices.Concat(asking, []string{"classes", "decision", "crowd", "form", "provenance", "output", "quiet", "as on screen"}))
}

func exportForms() []export.Form { return slices.Concat(export.Forms(), export.Pipelines()) }

func formsHelp() string {
	var lines []string
	for _, form := range exportForms() {
		lines = append(lines, fmt.Sprintf("  %-9s %-6s %s", form.Name, form.Suffix, form.For))
	}
	return strings.Join(lines, "\n")
}

// exportForm is the form that the flags ask for. Like the rest of wrong usage
// it is found out before any data are read.
func (f *flags) exportForm() (export.Form, error) {
	var form export.Form
	err := f.checkSingle("export")
	switch {
	case err != nil:
		return form, err
	case f.form == formStopping && f.decision == nil:
		return form, misused("--form %s needs a decision, such as --decide 'y>6.5'", f.form)
	case f.form != "":
		form, err = export.ByName(f.form)
	case toStdout(f.out):
		form = export.Forms()[0]
	default:
		if form, err = export.BySuffix(f.out); err != nil {
			err = fmt.Errorf("%w; --form names one", err)
		}
	}
	if err == nil && form.WriteBeside != nil && toStdout(f.out) {
		err = fmt.Errorf("--form %s writes two files: name the first with -o FILE, and the second goes beside it", form.Name)
	}
	if err != nil {
		return form, usageError{err}
	}
	return form, nil
}

func exportPredictor(ctx context.Context, p *program, paths []string, f *flags, form export.Form) error {
	pick, err := pickAsked(ctx, p, paths, f, atBudgets)
	if err != nil {
		return err
	}
	if pick.Selection.Spent == 0 {
		return fmt.Errorf("nothing is chosen at a budget of %s: there is no predictor to export", pick.Selection.Budget)
	}
	predictor := pick.Predictor()
	stamp(p, pick.Data(), &predictor, f)
	costs, err := f.wrongCalls.of(pick.Result)
	if err != nil {
		return err
	}
	if c := predictor.Classes(); c != nil {
		c.Costs = costs
		predictor.SetClasses(c)
	}
	if f.decision != nil {
		rule, err := f.stop(pick)
		if err != nil {
			return err
		}
		predictor.Stopping = &rule.Rule
	}
	if !form.Panel && predictor.Raters.Mode == model.RatersFixed {
		p.note("warning: the form %s has no room for the offsets of the panel's raters: predictions by it do not subtract them; the form json does", form.Name)
	}
	if err := adaptPredictor(ctx, p, &predictor, f); err != nil {
		return err
	}
	if form.WriteBeside != nil {
		err = form.WriteBeside(f.out, predictor)
	} else {
		err = p.write(ctx, f.out, func(w io.Writer) error { return form.Write(w, predictor) })
	}
	if err != nil {
		return err
	}
	s := &pick.Selection
	p.note("wrote the predictor of %s for %s to %s: budget %s, %s spent on %s",
		s.Algorithm, pick.Label, f.to(), s.Budget, s.Spent, figure.CountOf(len(predictor.Attributes), "attribute"))
	p.note("%s", screen.Sentence(pick))
	if form.WriteBeside != nil {
		p.note("its scoring function is in %s", export.ScoringFile(f.out))
	}
	return nil
}

// formStopping is the form of export that is a rule.
const formStopping = "stopping"

func (f *questionFlags) stop(pick *core.Pick) (*stopping.Saving, error) {
	return stopping.Find(pick, *f.decision, f.confidence, f.seed)
}
