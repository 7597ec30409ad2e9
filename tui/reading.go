package tui

import (
	"fmt"
	"math"
	"strings"

	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// readingLines say how data were read: what came in, what was left out, and
// what each column was taken for.
func readingLines(ds *model.Dataset, width int) []panel.Line {
	o := &page{ds: ds, width: width}
	for _, s := range ds.Sources {
		o.fact("file", chart.Clean(s.File))
	}
	o.fact("layout", ds.Reading.Layout)
	o.fact("rows", figure.Count(ds.Reading.Rows))
	for _, d := range ds.Reading.Dropped {
		o.fact("left out", fmt.Sprintf("%s: %s", figure.Count(d.Count), d.Reason))
	}
	o.fact("objects", figure.Count(len(ds.Objects)))
	o.fact("attributes", figure.Count(len(ds.Attributes)))
	o.fact("judgments", figure.Count(len(ds.Value)))
	if all := len(ds.Objects) * len(ds.Attributes); all > 0 {
		o.fact("empty cells", fmt.Sprintf("%s of %s", figure.Count(all-filledCells(ds)), figure.Count(all)))
	}
	raters := "none known"
	if n := len(ds.Raters); n > 0 {
		raters = figure.Count(n)
	}
	o.fact("raters", raters)
	for _, l := range ds.Labels {
		have := 0
		for _, y := range l.Values {
			if !math.IsNaN(y) {
				have++
			}
		}
		o.fact("label", fmt.Sprintf("%s, of %s", chart.Clean(l.Name), figure.CountOf(have, "object")))
	}
	if len(ds.Labels) == 0 {
		o.fact("label", "none")
	}
	o.columns()
	return o.lines
}

// mostColumns is how many columns of the files are listed.
const mostColumns = 300

func (o *page) columns() {
	all := o.ds.Reading.Columns
	var rows [][]panel.Cell
	for _, c := range all[:min(len(all), mostColumns)] {
		pen := theme.Text
		if c.Role == "not used" {
			pen = theme.Muted
		}
		rows = append(rows, []panel.Cell{{Text: chart.Clean(c.Column), Pen: pen}, {Text: c.Role, Pen: pen}, {Text: chart.Clean(c.Reason), Pen: theme.Muted}})
	}
	if len(rows) == 0 {
		return
	}
	o.heading("Columns")
	o.lines = append(o.lines, panel.Grid([]panel.GridColumn{{Head: "column", Most: nameWidth}, {Head: "taken for"}, {Head: "why", Leave: 1}}, rows, o.width)...)
	if more := len(all) - mostColumns; more > 0 {
		o.line(theme.Muted, "and %s", figure.CountOf(more, "more column"))
	}
}

// filledCells counts the cells that hold a judgment.
func filledCells(ds *model.Dataset) int {
	n := 0
	for i := range ds.Objects {
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if j == ds.Start[i] || ds.Attr[j] != ds.Attr[j-1] {
				n++
			}
		}
	}
	return n
}

// oddLines are the findings, each with what to do about it.
func oddLines(warnings []model.Warning, width int) []panel.Line {
	o := &page{width: width}
	o.heading("What is odd")
	for _, w := range warnings {
		for i, l := range chart.Wrap(w.Message, max(width-2, 20)) {
			mark := panel.Span{Text: "! ", Pen: theme.Warning.Strong()}
			if i > 0 {
				mark.Text = "  "
			}
			o.lines = append(o.lines, panel.Line{Spans: []panel.Span{mark, {Text: strings.TrimSpace(l), Pen: theme.Warning}}})
		}
	}
	if len(warnings) == 0 {
		o.line(theme.Good, "nothing")
	}
	return o.lines
}
