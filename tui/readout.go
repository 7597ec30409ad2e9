package tui

import (
	"math"
	"slices"

	"fms-tui/core"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// detail is how much a readout says.
type detail int

const (
	briefReadout    detail = iota // typical errors alone
	shortReadout                  // and that they are projected
	mediumReadout                 // and R²
	fullReadout                   // and what is spent where that is not B
	completeReadout               // and how far that is from the best possible
)

// readoutReserve is the room kept beside the slider for the readout, so that
// the track does not change its length while B moves.
const readoutReserve = 88

// readout is the most detailed readout that fits in w columns.
func (l *look) readout(w int) []panel.Span {
	for d := completeReadout; d > briefReadout; d-- {
		spans := l.pairs(d)
		if d == fullReadout || d == mediumReadout {
			spans = append(spans, l.changes()...)
		}
		if d == completeReadout {
			spans = append(append(spans, l.changes()...), distance(l.certificate)...)
		}
		if chart.Width(panel.Plain(spans)) <= w {
			return spans
		}
	}
	return l.pairs(briefReadout)
}

// pairs is the readout of the selections shown side by side.
func (l *look) pairs(d detail) []panel.Span {
	var sel []core.Selection
	var honest []core.Estimate
	for _, i := range l.beside {
		sel, honest = append(sel, l.selections[i]), append(honest, l.estimates[i])
	}
	return readout(sel, honest, slices.Index(l.beside, l.active), d)
}

// distance says how far a choice can be from the best possible.
func distance(c core.Certificate) []panel.Span {
	switch {
	case c.Optimal:
		return []panel.Span{{Text: " · ", Pen: theme.Faint}, {Text: "optimal", Pen: theme.Good}}
	case math.IsNaN(c.Gap):
		return []panel.Span{{Text: " · no useful bound", Pen: theme.Faint}}
	}
	return []panel.Span{{Text: " · ", Pen: theme.Faint}, {Text: "at most " + figure.Significant(c.Gap, 2) + " R² from best", Pen: theme.Bound}}
}

// readout says what the algorithms' choices are worth.
func readout(sel []core.Selection, honest []core.Estimate, active int, d detail) []panel.Span {
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
		if known := i < len(honest) && !math.IsNaN(honest[i].Loss); known && (i == active || d >= fullReadout) {
			add(theme.Muted, " (")
			add(theme.Honest, "honest "+honestError(honest[i]))
			if d >= mediumReadout && honest[i].Loss >= 0 {
				add(theme.Muted, ", R² "+honestR2(s, honest[i]))
			}
			add(theme.Muted, ")")
		} else if d >= mediumReadout && !known {
			add(theme.Muted, " R² "+figure.Share(min(max(s.R2(), 0), 1)))
		}
		if d >= fullReadout && s.Spent != s.Budget {
			add(theme.Muted, " spends "+s.Spent.String())
		}
	}
	return spans
}

// honestR2 is the honest R² of a selection, clipped for display.
func honestR2(s *core.Selection, e core.Estimate) string {
	return figure.Share(min(max(s.R2At(e.Loss), 0), 1))
}
