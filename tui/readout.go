package tui

import (
	"fms-tui/core"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// detail is how much a readout says.
type detail int

const (
	briefReadout  detail = iota // typical errors alone
	shortReadout                // and that they are projected
	mediumReadout               // and R²
	fullReadout                 // and what is spent where that is not B
)

// fitReadout is the most detailed readout that fits in w columns.
func fitReadout(sel []core.Selection, active, w int) []panel.Span {
	for d := fullReadout; d > briefReadout; d-- {
		if spans := readout(sel, active, d); chart.Width(panel.Plain(spans)) <= w {
			return spans
		}
	}
	return readout(sel, active, briefReadout)
}

// readout says what the algorithms' choices are worth.
func readout(sel []core.Selection, active int, d detail) []panel.Span {
	var spans []panel.Span
	add := func(pen theme.Pen, text string) { spans = append(spans, panel.Span{Text: text, Pen: pen}) }
	if d >= shortReadout {
		add(theme.Muted, "projected  ")
	}
	for i := range sel {
		s := &sel[i]
		if i > 0 {
			add(theme.Faint, " · ")
		}
		name := string(s.Algorithm)
		if i == active {
			name = "▸" + name
		}
		add(panel.AlgorithmPen(string(s.Algorithm)), name+" ")
		mark := ""
		if s.Optimistic() {
			mark = "!" // not to be believed, as the note says
		}
		add(theme.Text.Strong(), figure.PlusMinus(s.RMSE())+mark)
		if d >= mediumReadout {
			add(theme.Muted, " R² "+figure.Share(min(max(s.R2(), 0), 1)))
		}
		if d >= fullReadout && s.Spent != s.Budget {
			add(theme.Muted, " spends "+s.Spent.String())
		}
	}
	return spans
}
