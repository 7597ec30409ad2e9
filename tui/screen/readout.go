package screen

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

// ReadoutReserve is the room kept beside the slider for the readout, so that
// the track does not change its length while B moves.
const ReadoutReserve = 88

// Readout is the most detailed readout that fits in w columns. What makes its
// figures less than they seem comes before details.
func (l *look) Readout(w int) []panel.Span {
	if l.Refuted() {
		return l.refutedReadout(w)
	}
	return l.figures(w)
}

func (l *look) figures(w int) []panel.Span {
	for d := completeReadout; d > briefReadout; d-- {
		for _, notes := range l.remarks(d) {
			spans := append(l.pairs(d), notes...)
			if d == completeReadout {
				spans = append(spans, distance(l.certificate)...)
			}
			if chart.Width(panel.Plain(spans)) <= w {
				return spans
			}
		}
	}
	return l.pairs(briefReadout)
}

// remarks are what stands behind the figures: what is seen, what differs from the
// reference and what cells do not hold, in fewer and fewer words.
func (l *look) remarks(d detail) (all [][]panel.Span) {
	beyond := l.beyondSpans()
	short := beyond[len(beyond)-1]
	if d == shortReadout {
		return append(beyond, nil)
	}
	for _, note := range beyond {
		all = append(all, slices.Concat(l.seenSpans(), l.changes(), note))
	}
	if d == mediumReadout { // R² says more than these
		all = append(all, slices.Concat(l.changes(), short), l.changes())
	}
	return all
}

// refutedReadout says first that the honest loss is refuted, then the figures as
// far as there is room for them.
func (l *look) refutedReadout(w int) []panel.Span {
	first := []panel.Span{{Text: "Refuted: ", Pen: theme.Warning.Strong()}, {Text: l.Refutation(), Pen: theme.Warning}}
	rest := l.figures(w - chart.Width(panel.Plain(first)) - len(" · "))
	all := append(append(first, panel.Span{Text: " · ", Pen: theme.Faint}), rest...)
	if chart.Width(panel.Plain(all)) <= w {
		return all
	}
	return first
}

// pairs is the readout of the selections shown side by side.
func (l *look) pairs(d detail) []panel.Span {
	var sel []core.Selection
	var honest, raw []core.Estimate
	for _, i := range l.Beside {
		sel, honest, raw = append(sel, l.Selections[i]), append(honest, l.Estimates[i]), append(raw, l.Raw[i])
	}
	return readout(sel, honest, raw, slices.Index(l.Beside, l.Active), d)
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

// readout says what the algorithms' choices are worth; raw are the honest losses
// as they were estimated, nil where that is not to be said.
func readout(sel []core.Selection, honest, raw []core.Estimate, active int, d detail) []panel.Span {
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
