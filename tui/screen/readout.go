package screen

import (
	"math"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

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

// readout says what a choice is worth, and what is spent where that is not B.
func readout(s *core.Selection, honest core.Estimate) []panel.Span {
	var spans []panel.Span
	add := func(pen theme.Pen, text string) { spans = append(spans, panel.Span{Text: text, Pen: pen}) }
	add(theme.Muted, "typical error projected: ")
	add(panel.AlgorithmPen(string(s.Algorithm)), string(s.Algorithm)+" ")
	mark := ""
	if s.Optimistic() {
		mark = "!" // not to be believed, as the note says
	}
	add(theme.Text.Strong(), figure.TypicalError(s.RMSE())+mark)
	if !math.IsNaN(honest.Loss) {
		add(theme.Honest, " (honest "+HonestError(honest))
		if honest.Loss >= 0 {
			add(theme.Muted, ", R² "+honestR2(s, honest))
		}
		add(theme.Muted, ")")
	} else {
		add(theme.Muted, " R² "+figure.Share(min(max(s.R2(), 0), 1)))
	}
	if s.Spent != s.Budget {
		add(theme.Muted, " spends "+s.Spent.String())
	}
	return spans
}

// honestR2 is the honest R² of a selection, clipped for display.
func honestR2(s *core.Selection, e core.Estimate) string {
	return figure.Share(min(max(s.R2At(e.Loss), 0), 1))
}
