package screen

import (
	"fms-tui/core/agreement"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// agreementLines say how far the judgments of each attribute agree, of those that a
// filter keeps. Intervals take a bootstrap: `agreement` has them.
func agreementLines(x *agreement.Agreement, width int, f *filter) []panel.Line {
	o := &Page{Width: width}
	o.heading("Agreement: 1 is perfect, 0 is chance")
	var rows [][]panel.Cell
	for i := range x.Attributes {
		at := &x.Attributes[i]
		if !f.Keeps(at.Name) {
			continue
		}
		alpha := at.AlphaInterval
		if at.AlphaNominal.Known() && at.Categories == 2 {
			alpha = at.AlphaNominal
		}
		rows = append(rows, []panel.Cell{
			{Text: chart.Clean(at.Name)},
			{Text: figure.Share(at.ICC1.Value)},
			{Text: figure.Share(at.ICCA1.Value)},
			{Text: figure.Share(at.ICCAk.Value)},
			{Text: figure.Share(alpha.Value)},
			{Text: chart.BarText(alpha.Value, relBar), Pen: theme.Accent},
		})
	}
	o.Lines = append(o.Lines, panel.Grid([]panel.GridColumn{
		{Head: "attribute", Most: nameWidth},
		{Head: "ICC(1)", Right: true},
		{Head: "ICC(A,1)", Right: true, Leave: 2},
		{Head: "ICC(A,k)", Right: true, Leave: 3},
		{Head: "alpha", Right: true},
		{Head: "", Leave: 1},
	}, rows, o.Width)...)
	o.say(theme.Muted, "alpha: Krippendorff's; A: raters with their severity; k: of all judgments of a cell. `fms-tui agreement` adds intervals, agreement with the label, and who errs alike")
	return o.Lines
}
