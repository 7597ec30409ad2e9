package screen

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
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// CompareView is the first half of Trust: every algorithm at B, and how sure that is.
type CompareView struct {
	*Session
	Pane     *Pane
	Selected selection.Algorithm // "" is the active one
	Rows     []CompareRow
	Sheet    panel.Sheet
	by       int // the column that the rows are sorted by
	reverse  bool
	order    []int // of the selections, as they are shown
}

// CompareRow is what one algorithm chooses at B and what it is worth, written
// as it is shown.
type CompareRow struct {
	Algorithm  string
	Refused    string // why it cannot be run on these data; the rest is then empty
	Spent      string
	Projected  string     // loss
	Honest     string     // loss ± standard error
	Difference string     // to the active algorithm's honest loss ± standard error
	from       [3]float64 // the same in the scale shown, and two standard errors below and above
	Verdict    string     // it in words, "" where it is not known
	Gap        string     // optimality gap in R² points
	chosen     string     // number of attributes
	Repeats    string     // all of them
}

// The columns of the table, in their order; with interval and verdict rows are sorted by the
// difference.
const (
	compareName = iota
	compareSpent
	compareProjected
	compareHonest
	compareInterval
	compareDifference
	compareVerdict
	compareGap
	compareChosen
	compareRepeats
)

// sortedBy are the columns that rows are sorted by, one after the other.
var sortedBy = []int{compareName, compareSpent, compareProjected, compareHonest, compareDifference, compareGap, compareChosen}

// differenceWidth is how wide differences are drawn, and repeatsLeast the least width of a
// list of repeats.
const differenceWidth, repeatsLeast = 20, 16

// table is the rows in columns.
func (v *CompareView) table() tables.Table {
	t := tableOf([]tables.Column{
		{Head: "algorithm"},
		{Head: "spent", Align: tables.Right, Priority: 3},
		{Head: "projected", Align: tables.Right, Priority: 4},
		{Head: "honest ± se", Align: tables.Right},
		{Head: tables.NoHead, Priority: 5},
		{Head: "difference from " + string(v.State.Algorithm), Align: tables.Right, Priority: 1},
		{Head: tables.NoHead, Priority: 1},
		{Head: "gap", Align: tables.Right, Priority: 2},
		{Head: "attr", Align: tables.Right, Priority: 6},
		{Head: "repeats", Priority: 7, Least: repeatsLeast},
	}, nil)
	low, high := 0., 0.
	for i := range v.Rows {
		if r := &v.Rows[i]; r.Difference != "" {
			low, high = min(low, r.from[1]), max(high, r.from[2])
		}
	}
	for i := range v.Rows {
		r := &v.Rows[i]
		pen, across := panel.AlgorithmPen(r.Algorithm), ""
		if r.Difference != "" {
			across = panel.Interval(r.from, low, high, differenceWidth)
		}
		cells := []tables.Value{
			panel.Cell{Text: r.Algorithm, Pen: pen},
			r.Spent, r.Projected, r.Honest,
			panel.Cell{Text: across, Pen: pen},
			r.Difference,
			panel.Cell{Text: r.Verdict, Pen: panel.VerdictPen(r.Verdict)},
			r.Gap, r.chosen,
			panel.Cell{Text: r.Repeats, Pen: theme.Muted},
		}
		if r.Refused != "" {
			cells[compareSpent] = tables.Spill(r.Refused)
		}
		t.Row(cells...)
	}
	return *t
}

func newCompareView(a *Session) *CompareView {
	v := &CompareView{Session: a}
	v.Pane = &Pane{
		Panel: func(focus bool) panel.Panel { v.Sheet.Focus = focus; return &v.Sheet },
		Lists: ListsAlgorithms,
		Rows:  func(n int) { v.selectCompared(v.Sheet.Cursor + n) },
		Page:  func(int) int { return len(v.Rows) },
		Enter: v.activateCompared, EnterOff: v.comparedOff, Press: v.pressCompare,
	}
	return v
}

// The lines that the table takes besides its rows: frame, heads and two that write the
// repeats of the selected row out; and more where lines are short.
const compareFrame, compareWrapped = 5, 9

// height is how high the table is on a body.
func (v *CompareView) height(area image.Rectangle) int {
	h := len(v.Rows) + compareFrame + len(v.Sheet.Below)
	if area.Dy() > area.Dx() { // lines below the table are wrapped
		h += compareWrapped
	}
	return h
}

// refresh makes the table of algorithms, and the chart.
func (v *CompareView) refresh(b *Body) {
	l := &v.Look
	t := &v.Sheet
	t.Title = fmt.Sprintf("All algorithms at B=%s: %s", v.Shown.State.Budget, v.measure().title())
	v.sort()
	v.Rows = v.Rows[:0]
	for _, i := range v.order {
		v.Rows = append(v.Rows, v.compareRow(i))
	}
	active := slices.Index(v.order, l.Active)
	t.Sorted, t.Marked = v.by, []int{active}
	v.projected()
	for _, alg := range selection.AllAlgorithms() {
		if err := v.Shown.Result.Refused(alg); err != nil {
			v.Rows = append(v.Rows, CompareRow{Algorithm: string(alg), Refused: err.Error()})
		}
	}
	t.Cursor = max(0, slices.IndexFunc(v.Rows, func(r CompareRow) bool { return r.Algorithm == string(v.Selected) }))
	if v.Selected == "" {
		t.Cursor = active
	}
	l.Beside = []int{l.Active}
	if t.Cursor < len(v.order) && t.Cursor != active {
		l.Beside = append(l.Beside, v.order[t.Cursor])
	}
	t.Table = v.table()
	row := &v.Rows[t.Cursor]
	t.List = chart.Wrap(fmt.Sprintf("%s buys %s", row.Algorithm, cmp.Or(row.Repeats, "nothing")), max(b.At(v.Pane).Dx()-2*compareEdge, 20))
	if t.Below = nil; v.measure().Classes() {
		t.Below = []string{v.measure().means()}
	}
	v.honestCurves(v.Shown.Honest)
	l.pick = v.pick
}

// pick selects an algorithm by its name.
func (v *CompareView) pick(alg selection.Algorithm) tea.Cmd {
	v.Selected = alg
	v.Change()
	return nil
}

// compareSelected compares the active algorithm with the selected one.
func (v *CompareView) compareSelected() tea.Cmd {
	row := &v.Rows[v.Sheet.Cursor]
	switch {
	case row.Refused != "":
		return v.Say(row.Refused)
	case row.Algorithm == string(v.State.Algorithm):
		return v.Say(row.Algorithm + " is the active algorithm: select another one to compare it with")
	}
	return v.compareWith(selection.Algorithm(row.Algorithm))
}

// compareEdge is the width of the box and the marks beside the list.
const compareEdge = 2

// compareRow is what one selection is worth, without the figures that a column
// rounds alike.
func (v *CompareView) compareRow(i int) CompareRow {
	l, r := &v.Look, v.Shown.Result
	s := &l.Selections[i]
	row := CompareRow{Algorithm: string(s.Algorithm), Spent: s.Spent.String()}
	m, worth := v.measure(), v.worth(i)
	row.Honest = m.withError(worth)
	if x := v.uniformRefit(i); x != nil && !m.Classes() {
		row.Honest = m.withError(m.estimate(x.Honest)) + " refit"
	} else if math.IsNaN(worth.Loss) {
		row.Honest = "…"
		if v.unknowable() != "" || m.Classes() && v.uncallable(i) {
			row.Honest = "n/a"
		}
	} else if wrong := Doubt(l.Estimates[i], l.Raw[i]); wrong != "" {
		row.Honest += " " + wrong
	}
	d, words := v.difference(i)
	if row.Verdict = words; words != "" {
		row.Difference, row.from = m.signed(d), interval(d)
	}
	if i == l.Active {
		row.Verdict = "active"
	}
	gap := v.certificate(i)
	switch {
	case gap.Optimal:
		row.Gap = "optimal"
	case !math.IsNaN(gap.Gap):
		row.Gap = figure.Significant(m.gap(s.Loss, gap.Gap), 2)
	}
	order := v.mostBought(s.Repeats)
	var repeats []string
	for _, at := range order {
		repeats = append(repeats, fmt.Sprintf("%s %d", r.Attributes[at].Name, s.Repeats[at]))
	}
	row.chosen, row.Repeats = strconv.Itoa(len(order)), strings.Join(repeats, ", ")
	return row
}

// sort orders the algorithms by a column, lowest first; equal ones, and all of them
// by name, in their usual order.
func (v *CompareView) sort() {
	l := &v.Look
	v.order = v.order[:0]
	for i := range l.Selections {
		v.order = append(v.order, i)
	}
	value := func(i int) float64 {
		switch v.by {
		case compareSpent:
			return l.Selections[i].Spent.Float()
		case compareProjected:
			return l.Selections[i].Loss
		case compareHonest, compareDifference:
			if m := v.measure(); m.Classes() {
				return m.lowestFirst(v.worth(i).Loss)
			}
			return l.Estimates[i].Loss
		case compareGap:
			return v.certificate(i).Gap
		case compareChosen:
			return float64(len(v.mostBought(l.Selections[i].Repeats)))
		}
		return 0
	}
	slices.SortStableFunc(v.order, func(i, j int) int {
		x, y := value(i), value(j)
		switch {
		case math.IsNaN(y) && !math.IsNaN(x):
			return -1
		case math.IsNaN(x) && !math.IsNaN(y):
			return 1
		}
		if v.reverse {
			x, y = y, x
		}
		return cmp.Compare(x, y)
	})
	if v.reverse && v.by == compareName {
		slices.Reverse(v.order)
	}
}

// sortNext sorts by the next column.
func (v *CompareView) sortNext() tea.Cmd {
	return v.sortBy(sortedBy[(slices.Index(sortedBy, v.by)+1)%len(sortedBy)])
}

// sortReverse turns the order round.
func (v *CompareView) sortReverse() tea.Cmd {
	v.reverse = !v.reverse
	v.Change()
	return nil
}

// sortBy sorts by a column; by the same one again, the other way round.
func (v *CompareView) sortBy(c int) tea.Cmd {
	v.reverse = c == v.by && !v.reverse
	v.by = c
	v.Change()
	return nil
}

// certificate is how far a selection is at most from the best possible.
func (v *CompareView) certificate(i int) core.Certificate {
	if i == v.Look.Active {
		return v.Look.certificate
	}
	return v.Shown.Result.CertificateFrom(&v.Look.Selections[i], v.Look.certificate.Bound)
}

// uniformRefit is the regression of uniform's judgments where it is better than the
// weights of moments; nil for other algorithms and while it is not known. Uniform
// stands for what people do without fms-tui, and they fit by regression.
func (v *CompareView) uniformRefit(i int) *core.RidgeRefit {
	if l := &v.Look; l.Selections[i].Algorithm == selection.Uniform && l.Seen != nil && l.Seen.Uniform != nil && l.Seen.Uniform.Taken {
		return l.Seen.Uniform
	}
	return nil
}

// Words for a difference, besides those of core.
const (
	tooEarly   = "too early"
	tooClose   = "too close to call"
	sameChoice = "the same choice"
)

// clearFrom is how many standard errors make a difference clear.
const clearFrom = 4

// difference is the honest figure of a selection minus the active selection's, on the same
// objects, and how sure the one is worse, in words; "" where it is not known.
func (v *CompareView) difference(i int) (d core.Estimate, words string) {
	l, h, m := &v.Look, v.Shown.Honest, v.measure()
	alg, active, b := l.Selections[i].Algorithm, v.Shown.State.Algorithm, v.Shown.State.Budget
	if d = core.UnknownEstimate(); i == l.Active || h == nil || math.IsNaN(l.Estimates[i].Loss) {
		return d, ""
	}
	if x := v.uniformRefit(i); x != nil && !m.Classes() {
		d = h.DifferenceOf(x, active, b)
	} else if !m.Classes() {
		d = h.Difference(alg, active, b)
	} else if c, from := v.classesOf(alg, b), v.classesOf(active, b); c != nil && from != nil && c.Why == "" && from.Why == "" {
		d = lessOf(c, from, m.Scale)
	}
	if math.IsNaN(d.Loss) {
		return d, ""
	}
	worse := d
	if m.Classes() {
		worse.Loss = m.lowestFirst(d.Loss)
	} else {
		d = m.difference(d, l.Estimates[i].Loss, l.Estimates[l.Active].Loss)
	}
	switch words = h.Verdict(worse); {
	case slices.Equal(l.Selections[i].Repeats, l.Selections[l.Active].Repeats) && v.uniformRefit(i) == nil:
		words = sameChoice
	case words == "":
		words = tooClose
	case words != tooEarly && math.Abs(worse.Loss) > clearFrom*worse.SE:
		words = "clearly " + words
	}
	return d, words
}

// uncallable tells whether the i-th selection's calls cannot be measured.
func (v *CompareView) uncallable(i int) bool {
	c := v.classesOf(v.Look.Selections[i].Algorithm, v.Shown.State.Budget)
	return c != nil && c.Why != ""
}

// projected writes the projected losses alike.
func (v *CompareView) projected() {
	l, m := &v.Look, v.measure()
	loss := make([]float64, len(l.Selections))
	for k, i := range v.order {
		loss[k] = m.of(l.Selections[i].Loss)
	}
	for i, text := range figure.Column(loss, 3) {
		v.Rows[i].Projected = text
		if l.Selections[v.order[i]].Optimistic() {
			v.Rows[i].Projected += "!"
		}
	}
}

// honestCurves puts the honest losses of all algorithms on the chart, the
// selected one's with its band.
func (v *CompareView) honestCurves(h *core.Honest) {
	l := &v.Look
	if h == nil || h.Why != "" {
		return
	}
	l.Loss.Title, l.Loss.Bound, l.Loss.Honest, l.Loss.Lit = "Honest (cross-validated) "+l.drawn.Words()+" against budget", panel.Curve{}, panel.Honest{}, true
	l.Loss.Curves = nil
	lit := selection.Algorithm(v.Rows[v.Sheet.Cursor].Algorithm)
	var all []selection.Algorithm
	for i := range l.Selections {
		if _, known := l.drawn.honest[l.Selections[i].Algorithm]; known {
			all = append(all, l.Selections[i].Algorithm)
		}
	}
	for _, alg := range charted(all, lit, v.Shown.State.Algorithm) {
		c := l.drawn.honest[alg]
		c.Label = string(alg) + " " + l.drawn.Text(c.Y[len(c.Y)-1])
		c.Brief = string(alg)
		if alg == lit {
			l.Loss.Curves = append([]panel.Curve{c.Curve}, l.Loss.Curves...)
			l.Loss.Honest = panel.Honest{Curve: panel.Curve{X: c.X}, Low: c.Low, High: c.High, Recommended: math.NaN()}
			continue
		}
		l.Loss.Curves = append(l.Loss.Curves, c.Curve)
	}
}

// activateCompared makes the selected algorithm the active one.
func (v *CompareView) activateCompared() tea.Cmd {
	if i := v.Sheet.Cursor; i < len(v.order) {
		return v.activate(v.order[i])
	}
	return v.Say(v.Rows[v.Sheet.Cursor].Refused)
}

// selectCompared selects an algorithm.
func (v *CompareView) selectCompared(i int) {
	rows := v.Rows
	v.Selected = selection.Algorithm(rows[max(0, min(i, len(rows)-1))].Algorithm)
	v.Change()
}

func (v *CompareView) pressCompare(q, size image.Point) tea.Cmd {
	if c := v.Sheet.HeadAt(q, size.X); c >= 0 {
		switch c {
		case compareInterval, compareVerdict:
			c = compareDifference
		case compareRepeats:
			c = compareChosen
		}
		return v.sortBy(c)
	} else if i := v.Sheet.RowAt(q.Y, size.Y); i >= 0 {
		v.selectCompared(i)
	}
	return nil
}

func (v *CompareView) comparedOff() string {
	if i := v.Sheet.Cursor; i < len(v.Rows) {
		return v.Rows[i].Refused
	}
	return ""
}

// copied lists the algorithms. An algorithm that the data do not allow has the reason.
func (v *CompareView) copied(t *Tsv) string {
	l, r, h := &v.Look, v.Shown.Result, v.Shown.Honest
	t.head("algorithm", "budget", "spent", "ridge", "projected_loss", "rmse", "r2", "honest_loss", "honest_loss_se",
		"less_active", "less_active_se", "lower_bound", "optimality_gap", "optimal", "repeats", "note")
	for i := range l.Selections {
		s, e := &l.Selections[i], l.Estimates[i]
		less := core.UnknownEstimate()
		if i != l.Active && h != nil && !math.IsNaN(e.Loss) {
			less = h.Difference(s.Algorithm, v.Shown.State.Algorithm, s.Budget)
		}
		c := v.certificate(i)
		rmse := s.RMSE()
		if s.Optimistic() {
			rmse = math.NaN()
		}
		t.Row(string(s.Algorithm), s.Budget, s.Spent, r.Settings.Ridge, s.Loss, rmse, s.R2(), e.Loss, e.SE,
			less.Loss, less.SE, c.Bound, c.Gap, c.Optimal, v.Rows[slices.Index(v.order, i)].Repeats, "")
	}
	for i := len(l.Selections); i < len(v.Rows); i++ {
		row := &v.Rows[i]
		t.Row(row.Algorithm, v.Shown.State.Budget, "", "", "", "", "", "", "", "", "", "", "", "", "", row.Refused)
	}
	return t.counted("algorithm")
}
