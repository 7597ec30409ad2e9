package screen

import (
	"cmp"
	"errors"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// ReadingLines say how data were read: what came in, and what was left out.
func ReadingLines(ds *model.Dataset, width int) []panel.Line {
	o, names := &Page{Width: width}, []string(nil)
	if ds.Origin != "" {
		o.say(theme.Text, "Real data: %s", ds.Origin)
	}
	for _, s := range ds.Sources {
		names = append(names, s.File)
	}
	o.say(theme.Text, "%s", chart.Clean(core.ReadingWords(ds, cmp.Or(strings.Join(names, " "), ds.Name))))
	for _, d := range ds.Reading.Dropped {
		o.say(theme.Muted, "Left out %s: %s", figure.Count(d.Count), d.Reason)
	}
	if n := len(ds.Reading.Columns); n > 0 {
		o.say(theme.Muted, "%s: D shows their roles", figure.CountOf(n, "column"))
	}
	return o.Lines
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
