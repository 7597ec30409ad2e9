package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core/partial"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/export"
)

type partialFlags struct {
	partial.Question
	predictor string
	form      export.Form // of predictor
}

func partialCommand(p *program) *cobra.Command {
	f, of := p.flags(), &partialFlags{Question: partial.Question{K: 4, Folds: 10, Splits: 10, Points: 12, Seed: usualSeed}}
	f.judged = true
	c := &cobra.Command{
		Use:   "partial DATA...",
		Short: "Learn from k judgments of each training object: AER, Baseline, ridge, lasso",
		Long: "What if every training object could be judged on only k attributes? Attribute-efficient regression (AER) and its " +
			"Baseline see k judgments of each object, of attributes drawn at random. Ridge and lasso see all judgments, for " +
			"comparison. Objects are split at random into a training part and a test part; parameters that are not " +
			"given are chosen by cross-validation in the training part.\n\n" +
			"With --predictor the first algorithm learns from all objects, and what it learned is what fms-tui predict reads.",
		Example: "  fms-tui lab partial judgments.csv --k 4\n  fms-tui lab partial judgments.csv --k 2 --algorithm aer --splits 2 --predictor aer.json",
		RunE: func(c *cobra.Command, args []string) error {
			if err := of.check(); err != nil {
				return err
			}
			return learnPartially(c.Context(), p, args, f, of)
		},
	}
	learners := texts(partial.Algorithms())
	lambda := positive("L", &of.Lambda)
	return f.take(c, slices.Concat(reading, reporting, []string{"prices", "exclude", "provenance"}),
		row{"", "k", "judgments to look at for each training object, an even number (default 4)", whole(&of.K, 2, 1_000_000, "judgments"), "", nil},
		row{"", "algorithm", "algorithms, comma-separated (default all): " + strings.Join(learners, ", "), several("LEARNER", &of.Algorithms, partial.Parse), "", learners},
		row{"", "norm", "bound on the sum of the weights' sizes on the scale [-1,1] (default by cross-validation)", positive("B", &of.Norm), "", nil},
		row{"", "lambda", "regularisation of AER; theorem takes the value of its theorem (default by cross-validation)", &value{kind: "L|theorem", read: func(s string) error {
			if of.Theorem = s == "theorem"; of.Theorem {
				of.Lambda = 0
				return nil
			}
			return lambda.Set(s)
		}}, "", nil},
		row{"", "folds", "folds of the cross-validation (default 10)", whole(&of.Folds, 2, 1000, "folds"), "", nil},
		row{"", "splits", "number of random splits into training and test objects (default 10)", whole(&of.Splits, 1, 100_000, "splits"), "", nil},
		row{"", "seed", "random seed", &of.Seed, "", nil},
		row{"", "predictor", "write the predictor that the first algorithm learns from all objects to `FILE`, in the form of the file's suffix", &of.predictor, "", nil})
}

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
	ran, failed := partial.Run(ctx, cells.Scaled(), cells.Len(), of.Question, nil)
	if ran == nil {
		return failed
	}
	var learned []partial.Lesson
	if failed == nil {
		learned, failed = learnFromAll(ctx, p, cells, ran, ds, f, of)
	}
	r := partialReport(cells, ran, learned, of)
	r.Field("warnings", worded(ds.Warnings, cells.Warnings()))
	return errors.Join(failed, p.print(context.WithoutCancel(ctx), f, r))
}

// openCells opens the data, with the prices and attributes that the flags ask
// for.
func openCells(ctx context.Context, p *program, paths []string, f *flags) (*partial.Cells, *model.Dataset, error) {
	study, settings, err := opened(ctx, p, paths, f)
	if err != nil {
		return nil, nil, err
	}
	ds := study.Data()
	tellReading(p, ds, f)
	label := &ds.Labels[0]
	if name := f.read.Label; name != "" {
		label = ds.Label(name)
	}
	priced := *ds
	priced.Prices = pricesUnder(ds, settings)
	cells, err := partial.NewCells(&priced, label, func(a int) bool { return settings.Excluded(ds.Attributes[a]) })
	if err != nil {
		return nil, nil, err
	}
	p.warn(cells.Warnings()...)
	return cells, ds, nil
}

// learnFromAll returns what each algorithm learns from all objects, as far as it comes, and writes the
// first one's predictor where that was asked for.
func learnFromAll(ctx context.Context, p *program, c *partial.Cells, ran *partial.Report, ds *model.Dataset, f *flags, of *partialFlags) (all []partial.Lesson, err error) {
	var first []float64
	learned := p.pieces("learning from all objects")
	for i := range ran.Outcomes {
		scaled, tuned, err := partial.Fit(ctx, c.Scaled(), c.Len(), of.Question, ran.Outcomes[i].Algorithm)
		learned(i+1, len(ran.Outcomes))
		if err != nil {
			return all, err
		}
		if i == 0 {
			first = scaled
		}
		w, intercept := c.Weights(scaled)
		weights := map[string]number{}
		for a, x := range w {
			if x != 0 {
				weights[c.Names[a]] = number(x)
			}
		}
		all = append(all, partial.Lesson{Norm: tuned.Norm, Lambda: tuned.Lambda, Intercept: intercept, Weights: weights})
	}
	if of.predictor == "" {
		return all, nil
	}
	return all, writeLearned(ctx, p, c, &ran.Outcomes[0], first, ds, f, of)
}

func writeLearned(ctx context.Context, p *program, c *partial.Cells, o *partial.Outcome, scaled []float64, ds *model.Dataset, f *flags, of *partialFlags) error {
	if !slices.ContainsFunc(scaled, func(x float64) bool { return x != 0 }) {
		return fmt.Errorf("%s learned that no attribute has a weight: there is no predictor to write", o.Algorithm)
	}
	predictor, err := c.Predictor(ctx, string(o.Algorithm), scaled)
	if err != nil {
		return err
	}
	loss, se := o.Last().Loss, o.Last().SE
	predictor.HonestLoss = &loss
	if !math.IsNaN(se) {
		predictor.HonestLossSE = &se
	}
	predictor.Warnings = append(predictor.Warnings, c.Warnings()...)
	stamp(p, ds, &predictor, f)
	if err := p.write(ctx, of.predictor, func(w io.Writer) error { return of.form.Write(w, predictor) }); err != nil {
		return err
	}
	p.note("wrote the predictor of %s for %s to %s: budget %s, %s, typical error honest %s", o.Algorithm, c.LabelName(), of.predictor,
		predictor.Budget, figure.CountOf(len(predictor.Attributes), "attribute"), figure.TypicalError(math.Sqrt(loss)))
	return nil
}

func partialReport(c *partial.Cells, ran *partial.Report, learned []partial.Lesson, of *partialFlags) *report.Report {
	r := &report.Report{}
	r.Field("version", 1, "label", c.LabelName(), "label_variance", c.LabelVariance(), "objects", c.Len(), "attributes", c.Attributes(),
		"judgments", c.Judgments(), "k", of.K, "seed", of.Seed, "folds", of.Folds, "splits", ran.Splits, "train_objects", ran.Train, "test_objects", ran.Test)
	r.Head("%s learned from %s an object: %s, %s; Var = %s", c.LabelName(), figure.CountOf(of.K, "judgment"),
		figure.CountOf(c.Len(), "object"), figure.CountOf(c.Attributes(), "attribute"), figure.Loss(c.LabelVariance()))
	r.Head("%s: %s to learn from and %s to test on", figure.CountOf(ran.Splits, "random split"), figure.CountOf(ran.Train, "object"), figure.Count(ran.Test))
	r.Add(ran.Table(c.LabelVariance(), func(i int) partial.Lesson {
		if i < len(learned) {
			return learned[i]
		}
		return partial.Lesson{Norm: math.NaN(), Lambda: math.NaN(), Intercept: math.NaN(), Weights: map[string]number(nil)}
	}))
	if ran.Splits < of.Splits {
		r.Head("interrupted after %d of %d splits", ran.Splits, of.Splits)
	}
	return r
}
