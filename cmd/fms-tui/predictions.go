package main

import (
	"context"
	"math"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/model"
)

// predictions are what predict prints. They are written as they are made.
type predictions struct {
	path      string
	predictor *model.Predictor
	data      *model.Dataset
	label     *model.Label // nil where there is none to compare with
	run       *core.Prediction
	summary   core.PredictionSummary

	scores []*core.Prediction // by score; nil for one
	right  int                // of named, called as their label says
	named  int                // objects of three or more classes with a label and a call
}

// report makes the predictions while it is written; the summary follows them.
func (t *predictions) report(ctx context.Context) *report.Report {
	r := &report.Report{Title: "predictions of " + t.predictor.Label, Metric: report.SquaredLoss()}
	r.Field("version", 1)
	r.Begin("predictor").Field("file", t.path, "label", t.predictor.Label, "algorithm", t.predictor.Algorithm)
	compared := func(name string) report.Column {
		c := report.Column{Name: name, Head: name, Align: report.Right, Format: report.Float(shown)}
		if t.label == nil {
			c.Head, c.Only = "", report.OnlyJSON
		}
		return c
	}
	columns := []report.Column{
		{Name: "object", Head: "object"},
		{Name: "prediction", Head: "prediction", Align: report.Right, Format: report.Float(shown)},
		compared("label"),
		compared("residual"), // label less prediction
		{Name: "prediction_se", Head: "se", Align: report.Right, Format: digits(2)},
	}
	columns = append(columns, t.callColumns()...)
	if len(t.scores) > 0 {
		columns = t.scoreColumns()
	}
	if k := t.predictor.Classes; k != nil {
		columns = append(columns, report.Column{Name: "class", Head: "class"},
			report.Column{Name: "probability", Head: "P(" + k.Names[1] + ")", Align: report.Right, Format: digits(2)})
	}
	r.Add(&report.Table{
		Name: "predictions", Each: func(yield func(...report.Value) error) error { return t.each(ctx, yield) }, Columns: columns,
	})
	r.Field("summary", func() any { return t.summarized() }, "warnings", warningsOf(t.data.Warnings))
	return r
}

// each predicts the objects in the order of the data.
func (t *predictions) each(ctx context.Context, use func(...report.Value) error) error {
	t.summary, t.right, t.named = core.PredictionSummary{}, 0, 0
	for i, object := range t.data.Objects {
		if err := ctx.Err(); err != nil {
			return err
		}
		one := t.run.Object(i)
		y := math.NaN()
		if t.label != nil {
			y = t.label.Values[i]
		}
		if len(t.scores) > 0 {
			t.summary.Add(one, math.NaN())
			if err := use(t.scoreRow(i, object)...); err != nil {
				return err
			}
			continue
		}
		t.summary.Add(one, y)
		row := append([]report.Value{object, one.Value, y, y - one.Value, one.SE}, t.calls(i, []float64{one.Value})...)
		if k := t.predictor.Classes; k != nil {
			row = append(row, classOf(k, one.P), one.P)
		}
		if err := use(row...); err != nil {
			return err
		}
	}
	return nil
}

// summarized is what was found over all objects.
func (t *predictions) summarized() *report.Section {
	s, label, projected := &t.summary, any(nil), any(nil)
	if t.label != nil {
		label = t.label.Name
	}
	if t.predictor.HasMoments() {
		projected = t.predictor.ProjectedLoss
	}
	out := &report.Section{}
	out.Field("objects", s.Objects, "without_prediction", s.Empty, "without_all_attributes", s.Partial, "with_fewer_judgments", s.Short,
		"with_raters_of_several_attributes", s.Halo, "judgments_by_unknown_raters", s.Unknown, "label", label, "labelled", s.Labels,
		"mean_squared_error", s.Loss(), "r2", s.R2(), "honest_loss", t.predictor.HonestLoss, "honest_loss_se", t.predictor.HonestLossSE,
		"projected_loss", projected)
	if t.named > 0 {
		out.Field("accuracy", float64(t.right)/float64(t.named))
	}
	return out
}
