package order

import (
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"strings"
)

const turkHow = `For each batch create a project of its own, of the kind "Other":
1. Design Layout: paste the batch's .html in place of everything, and reword the questions.
2. Properties: set the number of assignments per task to the batch's raters, and the reward.
3. Publish Batch: upload the batch's .csv.
4. Results: download the CSV of every batch. fms-tui reads them together:
   fms-tui predict PREDICTOR Batch_1.csv Batch_2.csv
`

// turk are the input and the layout of a project of Mechanical Turk. The column object
// comes back in the results as it is. Texts for raters are escaped in the file, because
// the page includes them as HTML.
func (o *Order) turk(b *Batch) ([]File, error) {
	input := func(w io.Writer) error {
		rows := [][]string{append([]string{"object"}, o.turkFields()...)}
		for _, x := range b.Objects {
			row := []string{x.ID}
			for _, cell := range o.shown(&x) {
				row = append(row, inHTML(cell))
			}
			rows = append(rows, row)
		}
		return csv.NewWriter(w).WriteAll(rows)
	}
	return []File{{b.Name + ".csv", input}, {b.Name + ".html", o.turkLayout(b)}}, nil
}

// turkFields are the columns that raters see: what the objects have, or else their ids.
func (o *Order) turkFields() []string {
	if len(o.Columns) == 0 {
		return []string{"show_object"}
	}
	return o.fields()
}

// shown are the cells of an object that raters see: its id where there are no others.
func (o *Order) shown(x *Object) []string {
	if len(o.Columns) == 0 {
		return []string{x.ID}
	}
	return x.Cells
}

func (o *Order) turkLayout(b *Batch) func(io.Writer) error {
	return func(w io.Writer) error {
		var s strings.Builder
		s.WriteString("<script src=\"https://assets.crowd.aws/crowd-html-elements.js\"></script>\n<crowd-form answer-format=\"flatten-objects\">\n")
		names := o.Columns
		if len(names) == 0 {
			names = []string{"object"}
		}
		for i, f := range o.turkFields() {
			fmt.Fprintf(&s, "  <p><b>%s</b> ${%s}</p>\n", inHTML(line(names[i])), f)
		}
		for _, a := range b.Attributes {
			limits := ` step="any"`
			if options := o.question(a).options(); options != nil {
				limits = fmt.Sprintf(` min="%d" max="%d" step="1"`, options[0], options[len(options)-1])
			}
			fmt.Fprintf(&s, "  <p><label>%s <input type=\"number\" name=\"%s\"%s required></label></p>\n", inHTML(line(a)), o.id(a), limits)
		}
		s.WriteString("</crowd-form>\n")
		_, err := io.WriteString(w, s.String())
		return err
	}
}

// inHTML is a text that stands for itself in a page of Mechanical Turk, which replaces
// ${name} in it.
func inHTML(s string) string { return strings.ReplaceAll(html.EscapeString(s), "$", "&#36;") }
