package export

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
	"fms-tui/model/plan"
)

// CSV writes what prediction needs and nothing else: the header
// attribute,repeats,weight,cost,mean, a first row for the intercept, and a row
// for each attribute. In place of the column weight several scores have one each, such as
// "weight of high". Numbers carry all their digits. Like JSON it refuses
// numbers that are not finite.
func CSV(w io.Writer, p model.Predictor) error {
	o, err := newProgram(p, false)
	if err != nil {
		return err
	}
	rows := [][]string{
		slices.Concat([]string{"attribute", "repeats"}, o.Heads(), []string{"cost", "mean"}),
		slices.Concat([]string{"(intercept)", ""}, each(o.Intercepts, number), []string{"", ""}),
	}
	for i, a := range p.Attributes {
		rows = append(rows, slices.Concat([]string{a.Name, strconv.Itoa(a.Repeats)}, each(o.WeightsOf[i], number), []string{a.Cost.String(), number(a.Mean)}))
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// StoppingCSV writes the rule as a table for people and spreadsheets, a row for each
// stage. Its columns are the number k, the question, the cost so far, the projected
// loss, the bounds and the threshold, the intercept, and the weight of the mean of each
// attribute's first judgments.
func StoppingCSV(w io.Writer, p model.Predictor) error {
	s := p.Stopping
	if s == nil {
		return errNoRule
	}
	if err := s.Check(); err != nil {
		return err
	}
	rows := [][]string{{"k", "form", "attribute", "repeat", "spent", "loss", "below", "above", "threshold", "intercept"}}
	last := s.Stages[len(s.Stages)-1].Weights
	for _, x := range last {
		rows[0] = append(rows[0], model.WeightOf+x.Attribute)
	}
	for _, g := range s.Stages {
		row := []string{
			strconv.Itoa(g.K), g.Form, strings.Join(g.Attributes, "; "), strconv.Itoa(g.Repeat), g.Spent.String(),
			number(g.Loss), number(g.Below), number(g.Above), number(s.Threshold), number(g.Intercept),
		}
		for _, x := range last {
			weight := ""
			if at := slices.IndexFunc(g.Weights, func(own model.StoppingWeight) bool { return own.Attribute == x.Attribute }); at >= 0 {
				weight = number(g.Weights[at].Weight)
			}
			row = append(row, weight)
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// Tasks writes judgments to be collected as CSV, a cell a row under the header
// object,attribute,judgments,cost. Names that spreadsheets would take for formulas
// are made harmless (model.Harmless).
//
// With forms a column form follows the object, and each object has a row for each form, without an
// attribute: the number of forms to fill, and their cost as forms. Behind it follows a
// row for each attribute of the form, with the number of forms that ask it and the cost
// of the answers. Judgments bought singly are on no form, and last. The costs add up to the
// total.
func Tasks(w io.Writer, t plan.Training, forms bool) error {
	rows := [][]string{{"object", "form", "attribute", "judgments", "cost"}}
	row := func(k plan.Task) {
		rows = append(rows, []string{model.Harmless(k.Object), model.Harmless(k.Form), model.Harmless(k.Attribute), strconv.Itoa(k.Judgments), k.Cost.String()})
	}
	toFill := t.Forms
	for tasks := t.Tasks; len(tasks) > 0; {
		object, n := tasks[0].Object, 1
		for n < len(tasks) && tasks[n].Object == object {
			n++
		}
		on := func(form string) {
			for _, k := range tasks[:n] {
				if !forms || k.Form == form {
					row(k)
				}
			}
		}
		for ; forms && len(toFill) > 0 && toFill[0].Object == object; toFill = toFill[1:] {
			f := toFill[0]
			row(plan.Task{Object: f.Object, Form: f.Form, Judgments: f.Filled, Cost: f.Cost})
			on(f.Form)
		}
		on("")
		tasks = tasks[n:]
	}
	if !forms {
		for i := range rows {
			rows[i] = slices.Delete(rows[i], 1, 2)
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// Labels writes labels from votes as CSV, an object a row under the header
// object,label,probability: what --labels of every command reads.
func Labels(w io.Writer, labels []model.ObjectLabel) error {
	rows := [][]string{{"object", "label", "probability"}}
	for _, l := range labels {
		class := "0"
		if l.Class {
			class = "1"
		}
		rows = append(rows, []string{l.Object, class, number(l.Probability)})
	}
	return csv.NewWriter(w).WriteAll(rows)
}
