package tui

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
)

// visible lists the algorithms that the screen shows, the active one among
// them; Full and Scoring come first.
func (a *app) visible() []selection.Algorithm {
	if a.screen == screenCompare {
		return a.shown.result.Algorithms()
	}
	return append(algorithms(), a.shown.state.extra()...)
}

// lookCompare makes the Compare screen's table and chart.
func (a *app) lookCompare() {
	l := &a.look
	t := &l.compare
	t.Budget, t.Active, t.Rows = a.shown.state.Budget.String(), l.active, t.Rows[:0]
	for i := range l.selections {
		t.Rows = append(t.Rows, a.compareRow(i))
	}
	l.projected()
	for _, alg := range selection.AllAlgorithms() {
		if err := a.shown.result.Refused(alg); err != nil {
			t.Rows = append(t.Rows, panel.CompareRow{Algorithm: string(alg), Refused: err.Error()})
		}
	}
	t.Cursor = max(0, slices.IndexFunc(t.Rows, func(r panel.CompareRow) bool { return r.Algorithm == string(a.compared) }))
	if a.compared == "" {
		t.Cursor = t.Active
	}
	l.beside = []int{l.active}
	if t.Cursor < len(l.selections) && t.Cursor != l.active {
		l.beside = append(l.beside, t.Cursor)
	}
	row := &t.Rows[t.Cursor]
	t.List = chart.Wrap(fmt.Sprintf("%s buys %s", row.Algorithm, cmp.Or(row.Repeats, "nothing")), max(a.w-2*compareEdge, 20))
	t.Optimum, t.Paper, t.Seen, t.Refuted = a.bestPossible(), a.paperLine(), a.compareSeen(), l.refuted()
	l.honestCurves(a.shown.honest)
}

// compareEdge is the width of the box and the marks beside the list.
const compareEdge = 2

// compareRow is what one selection is worth, without the figures that a column
// rounds alike.
func (a *app) compareRow(i int) panel.CompareRow {
	l, r := &a.look, a.shown.result
	s := &l.selections[i]
	row := panel.CompareRow{Algorithm: string(s.Algorithm), Spent: s.Spent.String()}
	row.Honest = figure.WithError(l.estimates[i].Loss, l.estimates[i].SE)
	if math.IsNaN(l.estimates[i].Loss) {
		row.Honest = "…"
	} else if wrong := doubt(l.estimates[i], l.raw[i]); wrong != "" {
		row.Honest += " " + wrong
	}
	row.Difference, row.Verdict = a.difference(i)
	gap := l.certificate
	if i != l.active {
		gap = r.CertificateFrom(s, l.certificate.Bound)
	}
	switch {
	case gap.Optimal:
		row.Gap = "optimal"
	case !math.IsNaN(gap.Gap):
		row.Gap = figure.Significant(gap.Gap, 2)
	}
	order := support(s)
	var repeats []string
	for _, at := range order {
		repeats = append(repeats, fmt.Sprintf("%s %d", r.Attributes[at].Name, s.Repeats[at]))
	}
	row.Chosen, row.Repeats = strconv.Itoa(len(order)), strings.Join(repeats, ", ")
	return row
}

// compareSeen is the line about the seen loss of the active algorithm, "" where
// nothing can be seen.
func (a *app) compareSeen() string {
	words := a.seenWords()
	if words == "" {
		return ""
	}
	line := string(a.shown.state.Algorithm)
	if a.look.beyond != "" {
		line += " " + a.look.beyond + " ·"
	}
	if rest, not := strings.CutPrefix(words, "not seen: "); not {
		return line + " not seen in the data: " + rest
	}
	if a.look.refuted() {
		line = "Refuted: " + line
	}
	return line + " seen in the data: " + words
}

// difference is the honest loss of a selection less that of the active one, and
// which of the two is better where that is beyond two standard errors.
func (a *app) difference(i int) (text, verdict string) {
	l, h := &a.look, a.shown.honest
	alg, active := l.selections[i].Algorithm, a.shown.state.Algorithm
	if i == l.active || h == nil || math.IsNaN(l.estimates[i].Loss) {
		return "", ""
	}
	d := h.Difference(alg, active, a.shown.state.Budget)
	if math.IsNaN(d.Loss) {
		return "", ""
	}
	text = figure.WithError(d.Loss, d.SE)
	if d.Loss > 0 {
		text = "+" + text
	}
	return text, d.Verdict()
}

// projected writes the projected losses with one scale.
func (l *look) projected() {
	loss := make([]float64, len(l.selections))
	for i := range loss {
		loss[i] = l.selections[i].Loss
	}
	for i, text := range figure.Column(loss, 3) {
		l.compare.Rows[i].Projected = text
		if l.selections[i].Optimistic() {
			l.compare.Rows[i].Projected += "!"
		}
	}
}

// honestCurves puts the honest losses of all algorithms on the chart, the
// selected one's with its band.
func (l *look) honestCurves(h *core.Honest) {
	if h == nil || h.Why != "" {
		return
	}
	l.loss.Title, l.loss.Bound = "Honest (cross-validated) loss against budget", panel.Curve{}
	l.loss.Curves, l.loss.Honest.Curve.Name = nil, ""
	for i := range l.selections {
		alg := l.selections[i].Algorithm
		if !h.Has(alg) {
			continue
		}
		c := honestCurve(h, alg, string(alg))
		if alg == selection.Algorithm(l.compare.Rows[l.compare.Cursor].Algorithm) {
			l.loss.Curves = append([]panel.Curve{c.Curve}, l.loss.Curves...)
			l.loss.Honest = panel.Honest{Curve: panel.Curve{Budgets: c.Budgets}, Low: c.Low, High: c.High, Recommended: math.NaN()}
			continue
		}
		l.loss.Curves = append(l.loss.Curves, c.Curve)
	}
}
