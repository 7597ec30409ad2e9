package screen

import (
	"errors"
	"fmt"
	"strings"

	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// ReadingLines say how data were read: what came in, what was left out, and
// what each column was taken for.
func ReadingLines(ds *model.Dataset, width int) []panel.Line {
	o := &Page{ds: ds, Width: width}
	if ds.Origin != "" {
		o.fact("real data", ds.Origin)
	}
	for _, s := range ds.Sources {
		o.fact("file", chart.Clean(s.File))
	}
	if ds.Reading.Form != "" {
		o.fact("form", ds.Reading.Form)
	}
	o.fact("layout", ds.Reading.Layout)
	o.rows()
	s := ds.Summary()
	o.fact("objects", figure.Count(s.Objects))
	o.fact("attributes", figure.Count(len(ds.Attributes)))
	o.fact("judgments", figure.Count(s.Judgments))
	if all := s.Objects * len(ds.Attributes); all > 0 {
		o.fact("empty cells", fmt.Sprintf("%s of %s", figure.Count(all-s.Cells), figure.Count(all)))
	}
	raters := "none known"
	if n := s.Raters - len(ds.Raters) + ds.NamedRaters(); n > 0 { // of moments the summary alone knows any
		raters = figure.Count(n)
	}
	o.fact("raters", raters)
	for i, l := range ds.Labels {
		o.fact("label", fmt.Sprintf("%s, of %s", chart.Clean(l.Name), figure.CountOf(s.Labelled[i], "object")))
	}
	if len(ds.Labels) == 0 {
		o.fact("label", "none")
	}
	o.columns()
	return o.Lines
}

// rows say what became of the rows of the files.
func (o *Page) rows() {
	r := &o.ds.Reading
	if o.ds.MomentsOf != nil {
		return
	}
	text := figure.Count(r.Rows)
	if r.Kept != r.Rows {
		text += fmt.Sprintf(", %s kept", figure.Count(r.Kept))
	}
	o.fact("rows", text)
	for _, d := range r.Dropped {
		o.fact("left out", fmt.Sprintf("%s: %s", figure.Count(d.Count), d.Reason))
	}
}

// mostColumns is how many columns of the files are listed.
const mostColumns = 300

func (o *Page) columns() {
	all := o.ds.Reading.Columns
	var rows [][]panel.Cell
	for _, c := range all[:min(len(all), mostColumns)] {
		pen := theme.Text
		if c.Role == model.RoleUnused {
			pen = theme.Muted
		}
		rows = append(rows, []panel.Cell{{Text: chart.Clean(c.Column), Pen: pen}, {Text: string(c.Role), Pen: pen}, {Text: chart.Clean(AdviseKeys(c.Reason, c.Remedy)), Pen: theme.Muted}})
	}
	if len(rows) == 0 {
		return
	}
	o.heading("Columns")
	o.table([]tables.Column{{Head: "column"}, {Head: "taken for"}, {Head: "why", Priority: 1}}, rows)
	if more := len(all) - mostColumns; more > 0 {
		o.line(theme.Muted, "and %s", figure.CountOf(more, "more column"))
	}
}

// OddLines are the findings, each with what to do about it.
func OddLines(warnings []model.Finding, width int) []panel.Line {
	o := &Page{Width: width}
	o.heading("Findings")
	for _, w := range warnings {
		for i, l := range chart.Wrap(AdviseKeys(w.Message, w.Remedies...), max(width-2, 20)) {
			mark := panel.Span{Text: "! ", Pen: theme.Warning.Strong()}
			if i > 0 {
				mark.Text = "  "
			}
			o.Lines = append(o.Lines, panel.Line{Spans: []panel.Span{mark, {Text: strings.TrimSpace(l), Pen: theme.Warning}}})
		}
	}
	if len(warnings) == 0 {
		o.line(theme.Good, "none")
	}
	return o.Lines
}

// remedyKeys are the keys that make choices.
var remedyKeys = map[model.Option]string{
	model.OptionRaters: "R", model.OptionDesign: "R", model.OptionSheet: "R", model.OptionShrink: "h", model.OptionLabelBy: "L", model.OptionRidge: "r",
	model.OptionExclude: "space", model.OptionLabel: "l", model.OptionOrdered: "l", model.OptionCost: "c", model.OptionReliability: "i",
}

// AdviseKeys joins the problem and its remedies, each remedy with its key. Remedies
// that only the command line offers are named by their flags.
func AdviseKeys(message string, remedies ...model.Remedy) string {
	var parts []string
	for _, r := range remedies {
		if r == (model.Remedy{}) {
			continue
		}
		choice := strings.TrimSpace(string(r.Option) + " " + r.Value)
		if key, ok := remedyKeys[r.Option]; ok {
			choice += " (" + key + ")"
		} else {
			choice = "--" + choice
		}
		parts = append(parts, strings.TrimSpace(choice+" "+r.Does))
	}
	switch {
	case len(parts) == 0:
		return message
	case message == "" || strings.HasSuffix(message, "?"):
		return strings.TrimSpace(message + " " + strings.Join(parts, "; "))
	}
	return message + "; " + strings.Join(parts, "; ")
}

// adviseError says what is wrong, and with keys what helps.
func adviseError(err error) string {
	var advised *model.AdvisedError
	if !errors.As(err, &advised) {
		return err.Error()
	}
	return AdviseKeys(err.Error(), advised.Remedies...)
}
