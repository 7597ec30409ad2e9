package tui

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
)

// compareView is the Compare screen: every algorithm at B.
type compareView struct {
	base
	pane     *pane
	selected selection.Algorithm // "" is the active one
	compare  panel.Compare
	optimum  job.Latest[boughtAt, *core.Optimum]
	paper    job.Latest[unshrunkAt, *core.Unshrunk] // what Full at B is worth by the paper's b
}

func newCompareView(a *Analysis) *compareView {
	v := &compareView{base: base{Analysis: a}}
	v.pane = &pane{
		panel: func(focus bool) panel.Panel { v.compare.Focus = focus; return &v.compare },
		lists: listsAlgorithms,
		rows:  func(n int) { v.selectCompared(v.compare.Cursor + n) },
		page:  func(int) int { return len(v.compare.Rows) },
		enter: v.activateCompared, enterOff: v.comparedOff, press: v.pressCompare,
	}
	v.kind = about{
		tab: "3 Compare", help: "the Compare screen: every algorithm at B", panes: []*pane{v.pane, a.chartPane, a.repeatsPane},
		wide: true, losses: true,
	}
	return v
}

// place puts the table of algorithms above the chart, with their repeats beside it
// where there is room.
func (v *compareView) place(b *body) {
	if b.mode == modeCompact {
		b.put(v.pane, b.area)
		return
	}
	table, chart := cutTop(b.area, min(v.compare.Height(), b.area.Dy()-stackedChart))
	b.put(v.pane, table)
	if b.mode == modeColumns {
		var repeats image.Rectangle
		chart, repeats = cutLeft(chart, b.area.Dx()*11/20)
		b.put(v.repeatsPane, repeats)
	}
	b.put(v.chartPane, chart)
}

func (v *compareView) work() tea.Cmd { return tea.Batch(v.seek(), v.weighPaper()) }

// refresh makes the table of algorithms, and the chart.
func (v *compareView) refresh(b *body) {
	l := &v.look
	t := &v.compare
	t.Budget, t.Active, t.Rows = v.shown.state.Budget.String(), l.active, t.Rows[:0]
	for i := range l.selections {
		t.Rows = append(t.Rows, v.compareRow(i))
	}
	v.projected()
	for _, alg := range selection.AllAlgorithms() {
		if err := v.shown.result.Refused(alg); err != nil {
			t.Rows = append(t.Rows, panel.CompareRow{Algorithm: string(alg), Refused: err.Error()})
		}
	}
	t.Cursor = max(0, slices.IndexFunc(t.Rows, func(r panel.CompareRow) bool { return r.Algorithm == string(v.selected) }))
	if v.selected == "" {
		t.Cursor = t.Active
	}
	l.beside = []int{l.active}
	if t.Cursor < len(l.selections) && t.Cursor != l.active {
		l.beside = append(l.beside, t.Cursor)
	}
	row := &t.Rows[t.Cursor]
	t.List = chart.Wrap(fmt.Sprintf("%s buys %s", row.Algorithm, cmp.Or(row.Repeats, "nothing")), max(b.w-2*compareEdge, 20))
	t.Optimum, t.Paper, t.Seen, t.Refuted = v.bestPossible(), v.paperLine(), v.compareSeen(), l.refuted()
	v.honestCurves(v.shown.honest)
}

// compareEdge is the width of the box and the marks beside the list.
const compareEdge = 2

// compareRow is what one selection is worth, without the figures that a column
// rounds alike.
func (v *compareView) compareRow(i int) panel.CompareRow {
	l, r := &v.look, v.shown.result
	s := &l.selections[i]
	row := panel.CompareRow{Algorithm: string(s.Algorithm), Spent: s.Spent.String()}
	row.Honest = figure.WithError(l.estimates[i].Loss, l.estimates[i].SE)
	if math.IsNaN(l.estimates[i].Loss) {
		row.Honest = "…"
	} else if wrong := doubt(l.estimates[i], l.raw[i]); wrong != "" {
		row.Honest += " " + wrong
	}
	row.Difference, row.Verdict = v.difference(i)
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
func (v *compareView) compareSeen() string {
	words := v.seenWords()
	if words == "" {
		return ""
	}
	line := string(v.shown.state.Algorithm)
	if v.look.beyond != "" {
		line += " " + v.look.beyond + " ·"
	}
	if rest, not := strings.CutPrefix(words, "not seen: "); not {
		return line + " not seen in the data: " + rest
	}
	if v.look.refuted() {
		line = "Refuted: " + line
	}
	return line + " seen in the data: " + words
}

// difference is the honest loss of a selection less that of the active one, and
// which of the two is better where that is beyond two standard errors.
func (v *compareView) difference(i int) (text, verdict string) {
	l, h := &v.look, v.shown.honest
	alg, active := l.selections[i].Algorithm, v.shown.state.Algorithm
	if i == l.active || h == nil || math.IsNaN(l.estimates[i].Loss) {
		return "", ""
	}
	d := h.Difference(alg, active, v.shown.state.Budget)
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
func (v *compareView) projected() {
	l := &v.look
	loss := make([]float64, len(l.selections))
	for i := range loss {
		loss[i] = l.selections[i].Loss
	}
	for i, text := range figure.Column(loss, 3) {
		v.compare.Rows[i].Projected = text
		if l.selections[i].Optimistic() {
			v.compare.Rows[i].Projected += "!"
		}
	}
}

// honestCurves puts the honest losses of all algorithms on the chart, the
// selected one's with its band.
func (v *compareView) honestCurves(h *core.Honest) {
	l := &v.look
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
		if alg == selection.Algorithm(v.compare.Rows[v.compare.Cursor].Algorithm) {
			l.loss.Curves = append([]panel.Curve{c.Curve}, l.loss.Curves...)
			l.loss.Honest = panel.Honest{Curve: panel.Curve{Budgets: c.Budgets}, Low: c.Low, High: c.High, Recommended: math.NaN()}
			continue
		}
		l.loss.Curves = append(l.loss.Curves, c.Curve)
	}
}

// activateCompared makes the algorithm selected on Compare the active one.
func (v *compareView) activateCompared() tea.Cmd {
	if i := v.compare.Cursor; i < len(v.look.selections) {
		return v.activate(i)
	}
	return v.say(v.compare.Rows[v.compare.Cursor].Refused)
}

// selectCompared selects a row of Compare.
func (v *compareView) selectCompared(i int) {
	rows := v.compare.Rows
	v.selected = selection.Algorithm(rows[max(0, min(i, len(rows)-1))].Algorithm)
	v.change()
}

func (v *compareView) pressCompare(q, _ image.Point) tea.Cmd {
	if i := v.compare.RowAt(q.Y); i >= 0 {
		v.selectCompared(i)
	}
	return nil
}

func (v *compareView) comparedOff() string {
	if t := &v.compare; t.Cursor < len(t.Rows) {
		return t.Rows[t.Cursor].Refused
	}
	return ""
}

// sentence ranks the algorithms by what they are worth at B.
func (v *compareView) sentence() string {
	l := &v.look
	honest := !slices.ContainsFunc(l.estimates, func(e core.Estimate) bool { return math.IsNaN(e.Loss) })
	loss := func(i int) (float64, string) {
		if honest {
			return l.estimates[i].Loss, figure.WithError(l.estimates[i].Loss, l.estimates[i].SE)
		}
		return l.selections[i].Loss, figure.Loss(l.selections[i].Loss)
	}
	order := make([]int, len(l.selections))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		u, _ := loss(x)
		v, _ := loss(y)
		return cmp.Compare(u, v)
	})
	kind := "projected"
	if honest {
		kind = "honest (cross-validated)"
	}
	var parts []string
	for _, i := range order {
		_, text := loss(i)
		parts = append(parts, fmt.Sprintf("%s %s", l.selections[i].Algorithm, text))
	}
	return fmt.Sprintf("With a budget of %s, the %s losses of %s are, lowest first, %s; the variance is %s",
		v.shown.state.Budget, kind, chart.Clean(v.shown.result.Label), enumerate(parts), figure.Loss(v.shown.result.LabelVar))
}

// table lists the algorithms, those that the data do not allow with the
// reason.
func (v *compareView) table(t *tsv) string {
	l, r, h := &v.look, v.shown.result, v.shown.honest
	t.head("algorithm", "budget", "spent", "ridge", "projected_loss", "rmse", "r2", "honest_loss", "honest_loss_se",
		"less_active", "less_active_se", "lower_bound", "optimality_gap", "optimal", "repeats", "note")
	for i := range l.selections {
		s, e := &l.selections[i], l.estimates[i]
		less := core.UnknownEstimate()
		if i != l.active && h != nil && !math.IsNaN(e.Loss) {
			less = h.Difference(s.Algorithm, v.shown.state.Algorithm, s.Budget)
		}
		c := l.certificate
		if i != l.active {
			c = r.CertificateFrom(s, c.Bound)
		}
		rmse := s.RMSE()
		if s.Optimistic() {
			rmse = math.NaN()
		}
		t.row(string(s.Algorithm), s.Budget, s.Spent, r.Settings.Ridge, s.Loss, rmse, s.R2(), e.Loss, e.SE,
			less.Loss, less.SE, c.Bound, c.Gap, c.Optimal, v.compare.Rows[i].Repeats, "")
	}
	for i := len(l.selections); i < len(v.compare.Rows); i++ {
		row := &v.compare.Rows[i]
		t.row(row.Algorithm, v.shown.state.Budget, "", "", "", "", "", "", "", "", "", "", "", "", "", row.Refused)
	}
	return t.counted("algorithm")
}
