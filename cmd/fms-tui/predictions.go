package main

import (
	"context"
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"fms-tui/core"
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
}

// predictionJSON is one object.
type predictionJSON struct {
	Object     string `json:"object"`
	Prediction number `json:"prediction"`
	Label      number `json:"label"`
	Residual   number `json:"residual"` // label less prediction
	SE         number `json:"prediction_se"`
}

// each predicts the objects in the order of the data.
func (t *predictions) each(ctx context.Context, use func(predictionJSON) error) error {
	for i, object := range t.data.Objects {
		if err := ctx.Err(); err != nil {
			return err
		}
		one := t.run.Object(i)
		y := math.NaN()
		if t.label != nil {
			y = t.label.Values[i]
		}
		t.summary.Add(one, y)
		if err := use(predictionJSON{object, number(one.Value), number(y), number(y - one.Value), number(one.SE)}); err != nil {
			return err
		}
	}
	return nil
}

func (t *predictions) write(ctx context.Context, w io.Writer, asJSON bool) error {
	if asJSON {
		return t.writeJSON(ctx, w)
	}
	return t.writeCSV(ctx, w)
}

func (t *predictions) writeCSV(ctx context.Context, w io.Writer) error {
	rows := csv.NewWriter(w)
	header := []string{"object", "prediction", "prediction_se"}
	if t.label != nil {
		header = []string{"object", "prediction", "label", "residual", "prediction_se"}
	}
	if err := rows.Write(header); err != nil {
		return err
	}
	err := t.each(ctx, func(one predictionJSON) error {
		row := []string{one.Object, one.Prediction.cell(), one.SE.cell()}
		if t.label != nil {
			row = []string{one.Object, one.Prediction.cell(), one.Label.cell(), one.Residual.cell(), one.SE.cell()}
		}
		return rows.Write(row)
	})
	if err != nil {
		return err
	}
	rows.Flush()
	return rows.Error()
}

// cell is a number with all its digits, or nothing where it is not finite.
func (n number) cell() string {
	if x := float64(n); !math.IsNaN(x) && !math.IsInf(x, 0) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return ""
}

// writeJSON writes a document whose figures about all objects come last.
func (t *predictions) writeJSON(ctx context.Context, w io.Writer) error {
	out := &document{w: w}
	out.field("version", 1)
	out.field("predictor", struct {
		File      string `json:"file"`
		Label     string `json:"label"`
		Algorithm string `json:"algorithm"`
	}{t.path, t.predictor.Label, t.predictor.Algorithm})
	out.begin("predictions")
	comma := ""
	err := t.each(ctx, func(one predictionJSON) error {
		out.write(comma + "\n    ")
		out.write(string(out.text(one, "    ")))
		comma = ","
		return out.err
	})
	if err != nil {
		return err
	}
	out.end()
	out.field("summary", t.summaryJSON())
	warnings := t.data.Warnings
	if warnings == nil {
		warnings = []model.Finding{}
	}
	out.field("warnings", warnings)
	out.write("\n}\n")
	return out.err
}

// summaryJSON is what was found over all objects.
func (t *predictions) summaryJSON() any {
	s := &t.summary
	var label *string
	if t.label != nil {
		label = &t.label.Name
	}
	return struct {
		Objects   int     `json:"objects"`
		Empty     int     `json:"without_prediction"`
		Partial   int     `json:"without_all_attributes"`
		Short     int     `json:"with_fewer_judgments"`
		Halo      int     `json:"with_raters_of_several_attributes"`
		Unknown   int     `json:"judgments_by_unknown_raters"`
		Label     *string `json:"label"`
		Labels    int     `json:"labelled"`
		Loss      number  `json:"mean_squared_error"`
		R2        number  `json:"r2"`
		Honest    *number `json:"honest_loss"`
		HonestSE  *number `json:"honest_loss_se"`
		Projected *number `json:"projected_loss"`
	}{
		s.Objects, s.Empty, s.Partial, s.Short, s.Halo, s.Unknown, label, s.Labels, number(s.Loss()), number(s.R2()),
		(*number)(t.predictor.HonestLoss), (*number)(t.predictor.HonestLossSE), t.projected(),
	}
}

// projected is the predictor's projected loss, nil where it has none.
func (t *predictions) projected() *number {
	if !t.predictor.HasMoments() {
		return nil
	}
	n := number(t.predictor.ProjectedLoss)
	return &n
}
