package tui

import (
	"fmt"
	"io"
	"strings"

	"fms-tui/core"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Report writes the plain-text report of selections, drawn with the panels of
// the screen: what the data are, the attributes, and for each budget the
// repeats and losses of every algorithm side by side. selections is indexed by
// budget, then algorithm, and holds the same algorithms at each budget. width
// is in columns.
func Report(w io.Writer, r *core.Result, selections [][]core.Selection, width int) error {
	width = max(width, compactWidth)
	var out strings.Builder
	ds := r.Data()
	fmt.Fprintf(&out, "%s · %s · label %s\n", chart.Clean(displayName(ds)), strings.Join(facts(r), " · "), chart.Clean(r.Label))
	fmt.Fprintf(&out, "Var(%s) = %s · raters %s: %s\n", chart.Clean(r.Label), figure.Loss(r.LabelVar), r.Raters, chart.Clean(r.RatersReason))
	for i, at := range selections {
		if i == 0 {
			out.WriteByte('\n')
			reportAttributes(&out, r, &at[0], width)
		}
		out.WriteByte('\n')
		reportBudget(&out, r, at, width)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// reportAttributes writes the attribute table, ordered by gain at a selection.
func reportAttributes(out *strings.Builder, r *core.Result, s *core.Selection, width int) {
	var l look
	l.attributes(r, nil, 0)
	l.selections = []core.Selection{*s, *s}
	l.gains = r.Gains(s)
	state := State{Settings: r.Settings, Budget: s.Budget, Algorithm: s.Algorithm, Sort: defaultSort}
	l.sort(r, state)
	l.lookTable(state)
	l.table.Cursor = -1
	l.table.Title = fmt.Sprintf("Attributes (gain: next judgment of %s at B=%s)", s.Algorithm, s.Budget)
	writePanel(out, &l.table, min(width, tableMost), len(l.table.Rows)+3)
}

// reportBudget writes what the algorithms choose at one budget.
func reportBudget(out *strings.Builder, r *core.Result, at []core.Selection, width int) {
	var l look
	l.selections = at
	budget := at[0].Budget
	l.lookRepeats(r, State{Budget: budget}, "")
	l.repeats.Active = -1
	writePanel(out, &l.repeats, min(width, tableMost), max(len(l.repeats.Rows), 1)+3)
	fmt.Fprintf(out, "B = %s  %s\n", budget, panel.Plain(readout(at, -1, fullReadout)))
}

// writePanel draws a panel without colour and without blanks at line ends.
func writePanel(out *strings.Builder, p panel.Panel, w, h int) {
	for line := range strings.Lines(chart.Strip(panel.Render(p, w, h, theme.Mono()))) {
		out.WriteString(strings.TrimRight(line, " \n"))
		out.WriteByte('\n')
	}
}
