package main

import (
	"math"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report"
)

// prepare makes a run for each score of a predictor of several.
func (t *predictions) prepare(partial bool) error {
	for k := range t.predictor.Scores {
		one := t.predictor.Score(k)
		run, err := core.Predict(&one, t.data, partial)
		if err != nil {
			return err
		}
		t.scores = append(t.scores, run)
	}
	return nil
}

// callColumns are the class and the probability of each of three or more.
func (t *predictions) callColumns() []report.Column {
	k := t.predictor.Multiclass
	if k == nil {
		return nil
	}
	columns := []report.Column{{Name: "class", Head: "class"}}
	for _, name := range k.Names {
		columns = append(columns, report.Column{Name: "probability_" + name, Head: "P(" + name + ")", Align: report.Right, Format: digits(2)})
	}
	return columns
}

// calls are the cells of callColumns for scores of an object, NaN without a prediction.
func (t *predictions) calls(object int, scores []float64) []report.Value {
	k := t.predictor.Multiclass
	if k == nil {
		return nil
	}
	p, class := make([]float64, len(k.Names)), any(nil)
	if math.IsNaN(scores[0]) {
		for i := range p {
			p[i] = math.NaN()
		}
	} else {
		classes.Lines{Intercept: k.LogitIntercepts, Slope: k.LogitSlopes, Ordered: k.Ordered}.Probabilities(scores, p)
		calling := classes.Calling{Classes: len(k.Names), Ordered: k.Ordered}
		called := calling.Call(p)
		class = k.Names[called]
		if t.label != nil && !math.IsNaN(t.label.Values[object]) {
			t.named++
			if int(t.label.Values[object]) == called {
				t.right++
			}
		}
	}
	row := []report.Value{class}
	for _, x := range p {
		row = append(row, x)
	}
	return row
}

// scoreColumns are the columns of a predictor of several scores: of classes the label and
// the call, of labels each with its prediction.
func (t *predictions) scoreColumns() []report.Column {
	columns := []report.Column{{Name: "object", Head: "object"}}
	if t.predictor.Multiclass != nil {
		return append(append(columns, report.Column{Name: "label", Head: "label"}), t.callColumns()...)
	}
	for _, s := range t.predictor.Scores {
		name := s.Name
		if s.Label != s.Name {
			name = s.Label + "_" + s.Name
		}
		columns = append(columns,
			report.Column{Name: "prediction_" + name, Head: name, Align: report.Right, Format: report.Float(shown)},
			report.Column{Name: "prediction_se_" + name, Head: "se", Align: report.Right, Format: digits(2)})
	}
	return columns
}

// scoreRow is the row of an object.
func (t *predictions) scoreRow(i int, object string) []report.Value {
	var values []float64
	row := []report.Value{object}
	for _, run := range t.scores {
		one := run.Object(i)
		values = append(values, one.Value)
		if t.predictor.Multiclass == nil {
			row = append(row, one.Value, one.SE)
		}
	}
	if t.predictor.Multiclass == nil {
		return row
	}
	label := any(nil)
	if t.label != nil && !math.IsNaN(t.label.Values[i]) {
		label = t.predictor.Multiclass.Names[int(t.label.Values[i])]
	}
	return append(append(row, label), t.calls(i, values)...)
}
