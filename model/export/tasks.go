package export

import (
	"encoding/csv"
	"io"
	"strconv"

	"fms-tui/model"
	"fms-tui/model/plan"
)

// Tasks writes judgments to be collected as CSV, a cell a row under the header
// object,attribute,judgments,cost. Names that spreadsheets would take for formulas
// are made harmless (model.Harmless), here and in FormTasks.
func Tasks(w io.Writer, tasks []plan.Task) error {
	rows := [][]string{{"object", "attribute", "judgments", "cost"}}
	for _, t := range tasks {
		rows = append(rows, []string{model.Harmless(t.Object), model.Harmless(t.Attribute), strconv.Itoa(t.Judgments), t.Cost.String()})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// FormTasks writes forms and judgments to be collected as CSV under the header
// object,form,attribute,judgments,cost: each object has a row for each form, without an
// attribute: the number of forms to fill, and their cost as forms. Behind it follows a
// row for each attribute of the form, with the number of forms that ask it and the cost
// of the answers. Judgments bought singly are on no form. The costs add up to the
// total.
func FormTasks(w io.Writer, t plan.Training) error {
	rows := [][]string{{"object", "form", "attribute", "judgments", "cost"}}
	row := func(k plan.Task) {
		rows = append(rows, []string{model.Harmless(k.Object), model.Harmless(k.Form), model.Harmless(k.Attribute), strconv.Itoa(k.Judgments), k.Cost.String()})
	}
	forms := t.Forms
	for tasks := t.Tasks; len(tasks) > 0; {
		n := 1
		for n < len(tasks) && tasks[n].Object == tasks[0].Object {
			n++
		}
		own := tasks[:n]
		tasks = tasks[n:]
		for len(forms) > 0 && forms[0].Object == own[0].Object {
			f := forms[0]
			forms = forms[1:]
			rows = append(rows, []string{model.Harmless(f.Object), model.Harmless(f.Form), "", strconv.Itoa(f.Filled), f.Cost.String()})
			for _, k := range own {
				if k.Form == f.Form {
					row(k)
				}
			}
		}
		for _, k := range own {
			if k.Form == "" {
				row(k)
			}
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}
