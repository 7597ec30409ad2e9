package screen

import (
	"errors"
	"fmt"
	"strings"

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
	if n := len(o.ds.Reading.Columns); n > 0 {
		o.fact("columns", fmt.Sprintf("%s: D shows their roles", figure.Count(n)))
	}
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

// OddLines are the findings, each with what to do about it.
func OddLines(warnings []model.Finding, width int) []panel.Line {
	o := &Page{Width: width}
	o.heading("Findings")
	for _, w := range warnings {
		o.marked(panel.Span{Text: "! ", Pen: theme.Warning.Strong()}, AdviseKeys(w.Message, w.Remedies...), theme.Warning)
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
