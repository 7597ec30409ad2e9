package screen

import (
	"math"

	"fms-tui/core"
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

// readout says what the algorithms' choices are worth; raw are the honest losses
// as they were estimated, nil where that is not to be said.
func readout(sel []core.Selection, honest, raw []core.Estimate, active int, d detail) []panel.Span {
	var spans []panel.Span
	add := func(pen theme.Pen, text string) { spans = append(spans, panel.Span{Text: text, Pen: pen}) }
	if d >= shortReadout {
		add(theme.Muted, "typical error projected: ")
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
		add(theme.Text.Strong(), figure.TypicalError(s.RMSE())+mark)
		if known := i < len(honest) && !math.IsNaN(honest[i].Loss); known && (i == active || d >= fullReadout) {
			add(theme.Muted, " (")
			wrong := ""
			if i < len(raw) {
				wrong = Doubt(honest[i], raw[i])
			}
			add(theme.Honest, "honest "+HonestError(honest[i]))
			if d >= mediumReadout && honest[i].Loss >= 0 && wrong == "" {
				add(theme.Muted, ", R² "+honestR2(s, honest[i]))
			}
			if wrong != "" {
				add(theme.Warning, ", "+wrong)
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
