package main

import (
	"context"
	"fmt"
	"io"
	"math"

	"fms-tui/core/partial"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// partialAnswer is what each algorithm lost on test objects, and what it learned
// from all objects.
type partialAnswer struct {
	cells    *partial.Cells
	ran      *partial.Report
	of       *partialFlags
	learned  []lesson // by algorithm, as far as it came
	warnings []model.Finding
}

// lesson is what an algorithm learned from all objects.
type lesson struct {
	norm, lambda, intercept float64
	weights                 map[string]number // nil where it was interrupted before
}

// from returns what an algorithm learned, NaN where it did not come so far.
func (t *partialAnswer) from(i int) lesson {
	if i < len(t.learned) {
		return t.learned[i]
	}
	return lesson{math.NaN(), math.NaN(), math.NaN(), nil}
}

// learnFromAll fills what each algorithm learns from all objects, and writes the
// first one's predictor where that was asked for.
func learnFromAll(ctx context.Context, p *program, t *partialAnswer, ds *model.Dataset, f *flags) error {
	c := t.cells
	var first []float64
	learned := p.pieces("learning from all objects", f)
	for i := range t.ran.Outcomes {
		a := t.ran.Outcomes[i].Algorithm
		scaled, tuned, err := partial.Fit(ctx, c.Scaled(), c.Len(), t.of.Question, a)
		learned(i+1, len(t.ran.Outcomes))
		if err != nil {
			return err
		}
		if i == 0 {
			first = scaled
		}
		w, intercept := c.Weights(scaled)
		l := lesson{tuned.Norm, tuned.Lambda, intercept, map[string]number{}}
		for a, x := range w {
			if x != 0 {
				l.weights[c.Names[a]] = number(x)
			}
		}
		t.learned = append(t.learned, l)
	}
	if t.of.predictor == "" {
		return nil
	}
	return writeLearned(ctx, p, t, first, ds, f)
}

// writeLearned writes the predictor of the first algorithm.
func writeLearned(ctx context.Context, p *program, t *partialAnswer, scaled []float64, ds *model.Dataset, f *flags) error {
	o, c, of := &t.ran.Outcomes[0], t.cells, t.of
	if len(t.learned[0].weights) == 0 {
		return fmt.Errorf("%s learned that no attribute has a weight: there is no predictor to write", o.Algorithm)
	}
	predictor := c.Predictor(string(o.Algorithm), scaled)
	loss, se := o.Last().Loss, o.Last().SE
	predictor.HonestLoss = &loss
	if !math.IsNaN(se) {
		predictor.HonestLossSE = &se
	}
	predictor.Warnings = append(predictor.Warnings, cellWarnings(c)...)
	stampPredictor(p, ds)(&predictor)
	if f.noProvenance {
		predictor.Data.File, predictor.Data.SHA256 = nil, nil
	}
	if err := p.write(ctx, of.predictor, func(w io.Writer) error { return of.form.Write(w, predictor) }); err != nil {
		return err
	}
	if !f.quiet {
		p.tell(fmt.Sprintf("wrote the predictor of %s for %s to %s: budget %s, %s, typical error honest %s", o.Algorithm, c.LabelName(), of.predictor,
			predictor.Budget, figure.CountOf(len(predictor.Attributes), "attribute"), figure.TypicalError(math.Sqrt(loss))))
	}
	return nil
}

func (t *partialAnswer) report(th *theme.Theme) *report.Report {
	c, ran, of := t.cells, t.ran, t.of
	r := &report.Report{Metric: report.SquaredLoss()}
	r.Field("version", 1, "label", c.LabelName(), "label_variance", c.LabelVariance(), "objects", c.Len(), "attributes", c.Attributes(),
		"judgments", c.Judgments(), "k", of.K, "seed", of.Seed, "folds", of.Folds, "splits", ran.Splits, "train_objects", ran.Train, "test_objects", ran.Test)
	r.Head("%s learned from %s an object: %s, %s; Var = %s", c.LabelName(), figure.CountOf(of.K, "judgment"),
		figure.CountOf(c.Len(), "object"), figure.CountOf(c.Attributes(), "attribute"), r.Metric.Text(c.LabelVariance()))
	r.Head("%s: %s to learn from and %s to test on", figure.CountOf(ran.Splits, "random split"), figure.CountOf(ran.Train, "object"), figure.Count(ran.Test))
	r.Space()
	r.Add(t.table())
	if ran.Splits < of.Splits {
		r.Head("interrupted after %d of %d splits", ran.Splits, of.Splits)
	}
	for _, l := range panel.Learning(t.curves(), "Loss", c.LabelVariance(), 1.5*c.LabelVariance()) {
		r.Space()
		l.Bare = true
		r.Add(report.Drawing(func(w io.Writer, width int) error {
			_, err := io.WriteString(w, drawn(&l, min(width, learningMost), learningRows, th))
			return err
		}))
	}
	r.Field("warnings", t.warnings)
	return r
}

// table has a row for each algorithm, with its curve in JSON.
func (t *partialAnswer) table() *report.Table {
	table := &report.Table{Name: "algorithms", Columns: []report.Column{
		{Name: "algorithm", Head: "algorithm"},
		{Name: "judgments_seen", Head: "judgments seen", Format: report.Always(func(x float64) string { return figure.Count(int(math.Round(x))) })}, // of the training objects of a split
		{Name: "loss", Head: "loss ± se", Estimate: true},
		{Name: "r2", Head: "R²", Format: asShare},
		{Name: "norm", Head: "norm", Format: digits(3)},
		{Name: "lambda", Head: "λ", Format: digits(3)},
		{Name: "weights"},
		{Name: "intercept"},
		{Name: "curve", Only: report.OnlyJSON},
	}}
	for i := range t.ran.Outcomes {
		o, l := &t.ran.Outcomes[i], t.from(i)
		last := o.Last()
		curve := &report.Table{Columns: []report.Column{{Name: "objects"}, {Name: "judgments_seen"}, {Name: "loss", Estimate: true}}}
		for _, p := range o.Curve {
			curve.Row(p.Examples, p.Seen, report.Estimate{X: p.Loss, SE: p.SE})
		}
		table.Row(o.Algorithm, last.Seen, report.Estimate{X: last.Loss, SE: last.SE}, 1-last.Loss/t.cells.LabelVariance(), l.norm, l.lambda,
			l.weights, l.intercept, curve)
	}
	return table
}

// curves are the learning curves as they are drawn.
func (t *partialAnswer) curves() []panel.LearningCurve {
	var all []panel.LearningCurve
	for i := range t.ran.Outcomes {
		o := &t.ran.Outcomes[i]
		c := panel.LearningCurve{Name: string(o.Algorithm), Whole: !o.Algorithm.Partial()}
		for _, p := range o.Curve {
			c.Objects, c.Seen, c.Loss = append(c.Objects, float64(p.Examples)), append(c.Seen, p.Seen), append(c.Loss, p.Loss)
		}
		all = append(all, c)
	}
	return all
}

// Rows and columns of a learning curve in a report.
const (
	learningRows = 14
	learningMost = 100
)
