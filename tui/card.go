package tui

import (
	"fmt"
	"math"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// openCard shows the figures of the selected attribute.
func (a *app) openCard() tea.Cmd {
	for i := range a.shown.result.Attributes {
		if a.shown.result.Attributes[i].Name == a.selected() {
			a.release()
			a.overlay = &helpView{panel.Help{Title: a.selected(), Lines: a.cardLines(i)}}
		}
	}
	return nil
}

// cardLines are an attribute's figures, with their bands once they are
// resampled.
func (a *app) cardLines(i int) []panel.HelpLine {
	r := a.shown.result
	at := &r.Attributes[i]
	var lines []panel.HelpLine
	add := func(key, format string, args ...any) {
		lines = append(lines, panel.HelpLine{Key: key, Text: fmt.Sprintf(format, args...)})
	}
	if why := at.Unusable(); why != "" {
		lines = append(lines, panel.HelpLine{Text: why, Pen: theme.Warning})
	}
	bands := a.bandsOf(i)
	add("judgments", "%s of %s; mean %s, price %s", figure.Count(at.Judgments), figure.CountOf(at.Objects, "object"),
		figure.Significant(at.Mean, 3), at.Price)
	add("corr", "%s with %s", figure.Corr(at.Corr), r.Label)
	if corr, clipped := r.Disattenuated(at); !math.IsNaN(corr) {
		mark := ""
		if clipped {
			mark = " (beyond 1, clipped: too few objects to tell)"
		}
		add("  no noise", "%s with judgments without end%s", figure.Corr(corr), mark)
	}
	add("b", "%s%s   label covariance", figure.Significant(at.B, 3), within(bands.B))
	add("v", "%s%s   internal variance: judgments of one object", figure.Significant(at.V, 3), within(bands.V))
	add("σ²", "%s%s   external variance: objects, noise taken off", figure.Significant(at.Sigma2, 3), within(bands.Sigma2))
	add("reliability", "%s%s of one judgment", figure.Share(at.Reliability()), within(bands.Reliability))
	add("  of a mean", "%s of 2, %s of 5, %s of 10 judgments",
		figure.Share(at.ReliabilityOf(2)), figure.Share(at.ReliabilityOf(5)), figure.Share(at.ReliabilityOf(10)))
	add("for .80", "%s", needed(at.JudgmentsFor(.8)))
	for _, k := range a.look.beside {
		s := &a.look.selections[k]
		add(string(s.Algorithm), "%s at B = %s", figure.CountOf(s.Repeats[i], "judgment"), s.Budget)
	}
	if st := a.look.stable; st != nil {
		add("resampled", "chosen in %s of the resamples, median %s", figure.Percent(st.Frequency[i]), strconv.FormatFloat(st.Median[i], 'f', -1, 64))
	} else if a.look.table.Stable {
		lines = append(lines, panel.HelpLine{Text: "intervals come with the resampling", Pen: theme.Muted})
	}
	return lines
}

// bandsOf are an attribute's intervals, NaN while they are not known.
func (a *app) bandsOf(i int) core.Bands {
	if b := a.resampling.boot; b != nil && a.resampling.result == a.shown.result && b.Why == "" {
		return b.Bands[i]
	}
	none := core.Band{Low: math.NaN(), High: math.NaN()}
	return core.Bands{B: none, V: none, Sigma2: none, Reliability: none}
}

// within writes a band behind its figure.
func within(b core.Band) string {
	if math.IsNaN(b.Low) {
		return ""
	}
	return fmt.Sprintf(" (%s to %s)", figure.Significant(b.Low, 2), figure.Significant(b.High, 2))
}

// needed says how many judgments an object needs.
func needed(n float64) string {
	switch {
	case math.IsNaN(n):
		return "not known how many judgments"
	case math.IsInf(n, 1) || n > core.MostJudgments:
		return "no number of judgments is enough"
	}
	return figure.CountOf(int(n), "judgment") + " of an object"
}
