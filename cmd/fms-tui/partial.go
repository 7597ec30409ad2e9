package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core/partial"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/export"
)

// partialFlags are the flags of partial only.
type partialFlags struct {
	partial.Question
	predictor string
	form      export.Form // of predictor
}

func partialCommand(p *program) *cobra.Command {
	f, of := p.flags(), &partialFlags{Question: partial.Question{K: 4, Folds: 10, Splits: 10, Points: 12}}
	c := &cobra.Command{
		Use:   "partial DATA...",
		Short: "Learn from k judgments of each training object: AER, Baseline, ridge, lasso",
		Long: "What if every training object could be judged on only k attributes? Attribute-efficient regression (AER) and its\n" +
			"Baseline see k judgments of each object, of attributes drawn at random. Ridge and lasso see all judgments, for\n" +
			"comparison. Objects are split at random into a training part and a test part; parameters that are not\n" +
			"given are chosen by cross-validation in the training part.\n\n" +
			"With --predictor the first algorithm learns from all objects, and what it learned is what fms-tui predict reads.",
		Example: "  fms-tui lab partial judgments.csv --k 4\n  fms-tui lab partial judgments.csv --k 2 --algorithm aer --splits 2 --predictor aer.json",
		Args:    arguments(1, -1, "DATA, the files of the judgments (fms-tui init writes a sample)"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := of.check(); err != nil {
				return err
			}
			return learnPartially(c.Context(), p, args, f, of)
		},
	}
	f.addReading(c)
	fs := c.Flags()
	f.addSetting(c, model.OptionCost)
	fs.StringArrayVar(&f.costs, "costs", nil, "`FILE` of prices with the columns attribute,cost, applied before --cost")
	f.addSetting(c, model.OptionExclude)
	fs.Var(whole(&of.K, 2, 1_000_000, "judgments"), "k", "judgments to look at for each training object, an even number (default 4)")
	learners := texts(partial.Algorithms())
	fs.Var(several("LEARNER", &of.Algorithms, partial.Parse), "algorithm", "algorithms, comma-separated (default all): "+strings.Join(learners, ", "))
	complete(c, "algorithm", learners)
	norm, lambda := positive("B", &of.Norm), positive("L", &of.Lambda)
	fs.Var(norm, "norm", "bound on the sum of the weights' sizes on the scale [-1,1] (default by cross-validation)")
	fs.Var(&value{kind: "L|theorem", read: func(s string) error {
		if of.Theorem = s == "theorem"; of.Theorem {
			of.Lambda = 0
			return nil
		}
		return lambda.Set(s)
	}}, "lambda", "regularisation of AER; theorem takes the value of its theorem (default by cross-validation)")
	fs.Var(whole(&of.Folds, 2, 1000, "folds"), "folds", "folds of the cross-validation (default 10)")
	fs.Var(whole(&of.Splits, 1, 100_000, "splits"), "splits", "number of random splits into training and test objects (default 10)")
	fs.Uint64Var(&of.Seed, "seed", 1, "random seed")
	fs.StringVar(&of.predictor, "predictor", "", "write the predictor that the first algorithm learns from all objects to `FILE`, in the form of the file's suffix")
	fs.BoolVar(&f.noProvenance, "no-provenance", false, "leave the data's file name and checksum out of the predictor")
	f.addForm(c, "text")
	f.addOut(c, "write the table or JSON to `FILE`; - is stdout")
	f.addQuiet(c)
	f.addWidth(c)
	return c
}

// positive is a number above 0.
func positive(kind string, to *float64) *value {
	return decimal(kind, to, func(x float64) bool { return x > 0 && !math.IsInf(x, 0) }, "no number above 0")
}

// check refuses what is wrong whatever the data, and fills what was not given.
func (of *partialFlags) check() error {
	if of.K%2 != 0 {
		return misused("--k %d: write an even number: half of the judgments estimate the prediction, half the attributes", of.K)
	}
	if len(of.Algorithms) == 0 {
		of.Algorithms = partial.Algorithms()
	}
	if of.predictor == "" {
		return nil
	}
	var err error
	if of.form, err = export.BySuffix(of.predictor); err != nil {
		return misused("--predictor: %w", err)
	}
	return nil
}

func learnPartially(ctx context.Context, p *program, paths []string, f *flags, of *partialFlags) error {
	cells, ds, err := openCells(ctx, p, paths, f)
	if err != nil {
		return err
	}
	if err := of.Check(cells.Attributes()); err != nil {
		return err
	}
	ran, failed := partial.Run(ctx, cells.Scaled(), cells.Len(), of.Question, p.pieces("fitting", f))
	if ran == nil {
		return failed
	}
	t := &partialAnswer{cells, ran, of, nil, warningsOf(ds.Warnings, cellWarnings(cells))}
	if failed == nil {
		failed = learnFromAll(ctx, p, t, ds, f)
	}
	return errors.Join(failed, p.print(context.WithoutCancel(ctx), f, t.report(p.reportTheme(f))))
}

// openCells opens the data, with the prices and attributes that the flags ask
// for.
func openCells(ctx context.Context, p *program, paths []string, f *flags) (*partial.Cells, *model.Dataset, error) {
	ds, err := p.open(ctx, paths, f)
	if err != nil {
		return nil, nil, err
	}
	if err := hasLabel(ds); err != nil {
		return nil, nil, err
	}
	settings, err := f.settings(ctx, ds)
	if err != nil {
		return nil, nil, err
	}
	tellReading(p, ds, f)
	label := &ds.Labels[0]
	if name := f.read.Label; name != "" {
		label = ds.Label(name)
	}
	priced := *ds
	priced.Prices = nil
	for a, name := range ds.Attributes {
		price, set := settings.Cost(name)
		if !set {
			price = ds.Price(a)
		}
		priced.Prices = append(priced.Prices, price)
	}
	cells, err := partial.NewCells(&priced, label, func(a int) bool { return settings.Excluded(ds.Attributes[a]) })
	if err != nil {
		return nil, nil, err
	}
	p.warn(cellWarnings(cells), f)
	return cells, ds, nil
}

// cellWarnings says what is left out.
func cellWarnings(c *partial.Cells) []model.Finding {
	var ws []model.Finding
	if c.Incomplete > 0 {
		ws = append(ws, model.Finding{Code: model.CodeIncompleteObjects, Message: fmt.Sprintf(
			"%s with the label without a judgment of every attribute: any might be looked at, so they are left out", figure.CountOf(c.Incomplete, "object"))})
	}
	for _, name := range c.Constant {
		ws = append(ws, model.Finding{Code: model.CodeConstantAttribute, Attribute: name, Message: fmt.Sprintf("all judgments of %q are the same: it is left out", name)})
	}
	return ws
}
