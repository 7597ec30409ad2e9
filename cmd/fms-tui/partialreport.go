package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"fms-tui/core/partial"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// What `partial --json` prints, version 1. What is not known is null.
type (
	partialReport struct {
		Version    int           `json:"version"`
		Label      string        `json:"label"`
		LabelVar   number        `json:"label_variance"`
		Objects    int           `json:"objects"`
		Attributes int           `json:"attributes"`
		Judgments  int           `json:"judgments"`
		K          int           `json:"k"`
		Seed       uint64        `json:"seed"`
		Folds      int           `json:"folds"`
		Splits     int           `json:"splits"` // done
		Train      int           `json:"train_objects"`
		Test       int           `json:"test_objects"`
		Learned    []learnedJSON `json:"algorithms"`
		Warnings   findings      `json:"warnings"`
	}

	// learnedJSON is an algorithm: what it lost on test objects, and what it
	// learned from all objects.
	learnedJSON struct {
		Algorithm partial.Algorithm  `json:"algorithm"`
		Seen      number             `json:"judgments_seen"` // of the training objects of a split
		Loss      number             `json:"loss"`
		LossSE    number             `json:"loss_se"`
		R2        number             `json:"r2"`
		Norm      number             `json:"norm"`
		Lambda    number             `json:"lambda"`
		Weights   map[string]number  `json:"weights"` // null when interrupted before
		Intercept number             `json:"intercept"`
		Curve     []learningStepJSON `json:"curve"`
	}

	learningStepJSON struct {
		Objects int    `json:"objects"`
		Seen    number `json:"judgments_seen"`
		Loss    number `json:"loss"`
		LossSE  number `json:"loss_se"`
	}
)

func newPartialReport(c *partial.Cells, r *partial.Report, of *partialFlags, warnings []model.Finding) *partialReport {
	t := &partialReport{
		Version: 1, Label: c.LabelName(), LabelVar: number(c.LabelVariance()),
		Objects: c.Len(), Attributes: c.Attributes(), Judgments: c.Judgments(),
		K: of.K, Seed: of.Seed, Folds: of.Folds, Splits: r.Splits, Train: r.Train, Test: r.Test,
		Learned: []learnedJSON{}, Warnings: append([]model.Finding{}, warnings...),
	}
	unknown := number(math.NaN())
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		last := o.Last()
		l := learnedJSON{
			Algorithm: o.Algorithm, Seen: number(last.Seen), Loss: number(last.Loss), LossSE: number(last.SE),
			R2: number(1 - last.Loss/c.LabelVariance()), Norm: unknown, Lambda: unknown, Intercept: unknown,
			Curve: []learningStepJSON{},
		}
		for _, p := range o.Curve {
			l.Curve = append(l.Curve, learningStepJSON{p.Examples, number(p.Seen), number(p.Loss), number(p.SE)})
		}
		t.Learned = append(t.Learned, l)
	}
	return t
}

// learnFromAll fills what each algorithm learns from all objects, and writes the
// first one's predictor where that was asked for.
func (p *program) learnFromAll(ctx context.Context, t *partialReport, c *partial.Cells, ds *model.Dataset, f *flags, of *partialFlags) error {
	var first []float64
	for i := range t.Learned {
		l := &t.Learned[i]
		p.progress(fmt.Sprintf("%s learns from all objects", l.Algorithm), f)
		learned, tuned, err := partial.Fit(ctx, c.Scaled(), c.Len(), of.Question, l.Algorithm)
		p.progress("", f)
		if err != nil {
			return err
		}
		if i == 0 {
			first = learned
		}
		l.Norm, l.Lambda = number(tuned.Norm), number(tuned.Lambda)
		w, intercept := c.Weights(learned)
		l.Intercept, l.Weights = number(intercept), map[string]number{}
		for a, x := range w {
			if x != 0 {
				l.Weights[c.Names[a]] = number(x)
			}
		}
	}
	if of.predictor == "" {
		return nil
	}
	return p.writeLearned(ctx, &t.Learned[0], first, c, ds, f, of)
}

// writeLearned writes the predictor of one algorithm.
func (p *program) writeLearned(ctx context.Context, l *learnedJSON, learned []float64, c *partial.Cells, ds *model.Dataset, f *flags, of *partialFlags) error {
	if len(l.Weights) == 0 {
		return fmt.Errorf("%s learned that no attribute has a weight: there is no predictor to write", l.Algorithm)
	}
	predictor := c.Predictor(string(l.Algorithm), learned)
	loss, se := float64(l.Loss), float64(l.LossSE)
	predictor.HonestLoss = &loss
	if !math.IsNaN(se) {
		predictor.HonestLossSE = &se
	}
	predictor.Warnings = append(predictor.Warnings, cellWarnings(c)...)
	p.finish(ds)(&predictor)
	if f.noProvenance {
		predictor.Data.File, predictor.Data.SHA256 = nil, nil
	}
	if err := p.write(ctx, of.predictor, func(w io.Writer) error { return of.form.Write(w, predictor) }); err != nil {
		return err
	}
	if !f.quiet {
		p.tell(fmt.Sprintf("wrote the predictor of %s for %s to %s: budget %s, %s, typical error honest %s", l.Algorithm, c.LabelName(), of.predictor,
			predictor.Budget, figure.CountOf(len(predictor.Attributes), "attribute"), figure.PlusMinus(math.Sqrt(loss))))
	}
	return nil
}

// table writes the report for people.
func (t *partialReport) table(of *partialFlags, width int, th *theme.Theme) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s learned from %s an object: %s, %s; Var = %s\n", t.Label, figure.CountOf(t.K, "judgment"),
		figure.CountOf(t.Objects, "object"), figure.CountOf(t.Attributes, "attribute"), figure.Loss(float64(t.LabelVar)))
	fmt.Fprintf(&b, "%s: %s to learn from and %s to test on\n\n",
		figure.CountOf(t.Splits, "random split"), figure.CountOf(t.Train, "object"), figure.Count(t.Test))
	rows := [][]string{{"algorithm", "judgments seen", "loss ± se", "R²", "norm", "λ"}}
	for _, l := range t.Learned {
		rows = append(rows, []string{
			string(l.Algorithm), figure.Count(int(math.Round(float64(l.Seen)))), figure.WithError(float64(l.Loss), float64(l.LossSE)),
			figure.Share(float64(l.R2)), unlessNone(l.Norm), unlessNone(l.Lambda),
		})
	}
	writeTable(&b, rows, width)
	if t.Splits < of.Splits {
		fmt.Fprintf(&b, "interrupted after %d of %d splits\n", t.Splits, of.Splits)
	}
	for _, against := range []panel.LearningAxis{panel.LearningObjects, panel.LearningJudgments} {
		b.WriteByte('\n')
		writeLearning(&b, &panel.Learning{Curves: t.curves(), Against: against, LabelVar: float64(t.LabelVar)}, width, th)
	}
	return b.String()
}

// curves are the learning curves as they are drawn.
func (t *partialReport) curves() []panel.LearningCurve {
	var all []panel.LearningCurve
	for _, l := range t.Learned {
		c := panel.LearningCurve{Name: string(l.Algorithm), Whole: !l.Algorithm.Partial()}
		for _, p := range l.Curve {
			c.Objects = append(c.Objects, float64(p.Objects))
			c.Seen = append(c.Seen, float64(p.Seen))
			c.Loss = append(c.Loss, float64(p.Loss))
		}
		all = append(all, c)
	}
	return all
}

// unlessNone is a parameter, and nothing where there is none.
func unlessNone(n number) string {
	if math.IsNaN(float64(n)) {
		return ""
	}
	return figure.Significant(float64(n), 3)
}

// Rows and columns of a learning curve in a report.
const (
	learningRows = 14
	learningMost = 100
)

func writeLearning(b *strings.Builder, l *panel.Learning, width int, th *theme.Theme) {
	painted := panel.Render(l, min(width, learningMost), learningRows, themeOr(th))
	if th == nil {
		painted = chart.Strip(painted)
	}
	for line := range strings.Lines(painted) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
}

func themeOr(th *theme.Theme) *theme.Theme {
	if th == nil {
		return theme.Mono()
	}
	return th
}
