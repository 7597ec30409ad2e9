package screen

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
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
	Sheet    panel.Sheet
	by       int // the column that the rows are sorted by
	reverse  bool
	order    []int                 // of the selections, as they are shown
	refused  []selection.Algorithm // rows below: they cannot be run on these data
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

// columns are what people see of an algorithm, and behind that what programs find.
func (v *CompareView) columns() []tables.Column {
	right := tables.Right
	all := []tables.Column{
		{Name: "algorithm", Head: "algorithm"},
		{Head: "spent", Align: right, Priority: 3},
		{Head: "projected", Align: right, Priority: 4},
		{Head: "honest ± se", Align: right},
		{Head: tables.NoHead, Priority: 5},
		{Head: "difference from " + string(v.State.Algorithm), Align: right, Priority: 1},
		{Head: tables.NoHead, Priority: 1},
		{Head: "gap", Align: right, Priority: 2},
		{Head: "attr", Align: right, Priority: 6},
		{Head: "repeats", Priority: 7, Least: repeatsLeast},
	}
	for _, name := range []string{
		"budget", "spent", "ridge", "projected_loss", "rmse", "r2", "honest_loss", "honest_loss_se",
		"less_active", "less_active_se", "lower_bound", "optimality_gap", "optimal", "repeats", "note",
	} {
		all = append(all, tables.Column{Name: name})
	}
	return all
}

// table is the algorithms in their order, and below the ones that the data do not allow.
func (v *CompareView) table() tables.Table {
	t := tables.Table{Columns: v.columns()}
	l, m := &v.Look, v.measure()
	loss, low, high := make([]float64, len(v.order)), 0., 0.
	for k, i := range v.order {
		loss[k] = m.of(l.Picks[i].Selection.Loss)
		if d, words := v.difference(i); words != "" {
			span := interval(d)
			low, high = min(low, span[1]), max(high, span[2])
		}
	}
	for k, text := range figure.Column(loss, 3) {
		i := v.order[k]
		t.Row(append(v.seen(i, text, low, high), v.found(i)...)...)
	}
	for _, alg := range v.refused {
		row := make([]tables.Value, len(t.Columns))
		why := v.Shown.Result.Refused(alg).Error()
		row[compareName], row[compareSpent], row[len(row)-1] = panel.Cell{Text: string(alg), Pen: panel.AlgorithmPen(string(alg))}, tables.Spill(why), why
		t.Row(row...)
	}
	return t
}

// seen is what one selection is worth for people: its projected loss as the column writes it, and
// its difference on a scale from low to high.
func (v *CompareView) seen(i int, projected string, low, high float64) []tables.Value {
	l, m, s := &v.Look, v.measure(), &v.Look.Picks[i].Selection
	pen := panel.AlgorithmPen(string(s.Algorithm))
	if s.Optimistic() {
		projected += "!"
	}
	d, verdict := v.difference(i)
	across, difference := "", ""
	if verdict != "" {
		across, difference = panel.Interval(interval(d), low, high, differenceWidth), m.signed(d)
	}
	if i == l.Active {
		verdict = "active"
	}
	gap, text := v.certificate(i), ""
	switch {
	case gap.Optimal:
		text = "optimal"
	case !math.IsNaN(gap.Gap):
		text = figure.Significant(m.gap(s.Loss, gap.Gap), 2)
	}
	return []tables.Value{
		panel.Cell{Text: string(s.Algorithm), Pen: pen},
		s.Spent, projected, v.honest(i),
		panel.Cell{Text: across, Pen: pen},
		difference,
		panel.Cell{Text: verdict, Pen: panel.VerdictPen(verdict)},
		text, len(v.mostBought(s.Repeats)),
		panel.Cell{Text: v.repeats(i), Pen: theme.Muted},
	}
}

// honest is the honest figure of a selection, or why there is none.
func (v *CompareView) honest(i int) string {
	m, worth := v.measure(), v.worth(i)
	switch {
	case math.IsNaN(worth.Loss) && (v.unknowable() != "" || m.Classes() && v.uncallable(i)):
		return "n/a"
	case math.IsNaN(worth.Loss):
		return "…"
	}
	return strings.TrimSpace(m.withError(worth) + " " + doubt(&v.Look.Picks[i]))
}

// repeats are all that a selection buys, the most judged attribute first.
func (v *CompareView) repeats(i int) string {
	s := &v.Look.Picks[i].Selection
	var all []string
	for _, at := range v.mostBought(s.Repeats) {
		all = append(all, fmt.Sprintf("%s %d", v.Shown.Result.Attributes[at].Name, s.Repeats[at]))
	}
	return strings.Join(all, ", ")
}

// found is what one selection is worth for programs.
func (v *CompareView) found(i int) []tables.Value {
	l, r, h := &v.Look, v.Shown.Result, v.Shown.Honest
	s, e, less, c := &l.Picks[i].Selection, l.Picks[i].Estimate(), core.UnknownEstimate(), v.certificate(i)
	if i != l.Active && h != nil && !math.IsNaN(e.Loss) {
		less = l.Picks[i].Less(v.Pick())
	}
	rmse := s.RMSE()
	if s.Optimistic() {
		rmse = math.NaN()
	}
	return []tables.Value{s.Budget, s.Spent, r.Settings.Ridge, s.Loss, rmse, s.R2(), e.Loss, e.SE, less.Loss, less.SE, c.Bound, c.Gap, c.Optimal, v.repeats(i), ""}
}

func newCompareView(a *Session) *CompareView {
	v := &CompareView{Session: a}
	v.Pane = &Pane{
		Panel: func(focus bool) panel.Panel { v.Sheet.Focus = focus; return &v.Sheet },
		Lists: ListsAlgorithms,
		Rows:  func(n int) { v.selectRow(v.Sheet.Cursor + n) },
		Page:  func(int) int { return len(v.Sheet.Table.Rows) },
		Enter: v.activateSelected, EnterOff: v.selectedOff, Press: v.press,
	}
	return v
}

// The lines that the table takes besides its rows: frame, heads and two that write the
// repeats of the selected row out; and more where lines are short.
const compareFrame, compareWrapped = 5, 9

// height is how high the table is on a body.
func (v *CompareView) height(area image.Rectangle) int {
	h := len(v.Sheet.Table.Rows) + compareFrame + len(v.Sheet.Below)
	if area.Dy() > area.Dx() { // lines below the table are wrapped
		h += compareWrapped
	}
	return h
}

// refresh makes the table of algorithms, and the chart.
func (v *CompareView) refresh(b *Body) {
	l, t := &v.Look, &v.Sheet
	t.Title = fmt.Sprintf("All algorithms at B=%s: %s", v.Shown.State.Budget, v.measure().title())
	v.sort()
	v.refused = v.refused[:0]
	for _, alg := range selection.AllAlgorithms() {
		if v.Shown.Result.Refused(alg) != nil {
			v.refused = append(v.refused, alg)
		}
	}
	t.Table = v.table()
	active := slices.Index(v.order, l.Active)
	t.Sorted, t.Marked, t.Cursor = v.by, []int{active}, active
	if v.Selected != "" {
		t.Cursor = max(0, slices.IndexFunc(t.Table.Rows, func(row []tables.Value) bool { return row[compareName].(panel.Cell).Text == string(v.Selected) }))
	}
	l.Beside = []int{l.Active}
	bought := "nothing"
	if t.Cursor < len(v.order) {
		if bought = cmp.Or(v.repeats(v.order[t.Cursor]), bought); t.Cursor != active {
			l.Beside = append(l.Beside, v.order[t.Cursor])
		}
	}
	t.List = chart.Wrap(fmt.Sprintf("%s buys %s", v.selected(), bought), max(b.At(v.Pane).Dx()-2*compareEdge, 20))
	if t.Below = nil; v.measure().Classes() {
		t.Below = []string{v.measure().Words() + ": " + v.measure().means()}
	}
	v.honestCurves(v.Shown.Honest)
	l.pick = v.pick
}

// compareEdge is the width of the box and the marks beside the list.
const compareEdge = 2

// selected is the algorithm of the selected row.
func (v *CompareView) selected() selection.Algorithm {
	if i := v.Sheet.Cursor; i >= len(v.order) {
		return v.refused[i-len(v.order)]
	}
	return v.Look.Picks[v.order[v.Sheet.Cursor]].Selection.Algorithm
}

// pick selects an algorithm by its name.
func (v *CompareView) pick(alg selection.Algorithm) tea.Cmd {
	v.Selected = alg
	v.Change()
	return nil
}

// selectedOff says why the selected algorithm cannot be run; "" where it can.
func (v *CompareView) selectedOff() string {
	if err := v.Shown.Result.Refused(v.selected()); err != nil {
		return err.Error()
	}
	return ""
}

// compareSelected compares the active algorithm with the selected one.
func (v *CompareView) compareSelected() tea.Cmd {
	switch alg := v.selected(); {
	case v.selectedOff() != "":
		return v.Say(v.selectedOff())
	case alg == v.State.Algorithm:
		return v.Say(string(alg) + " is the active algorithm: select another one to compare it with")
	default:
		return v.compareWith(alg)
	}
}

// activateSelected makes the selected algorithm the active one.
func (v *CompareView) activateSelected() tea.Cmd {
	if why := v.selectedOff(); why != "" {
		return v.Say(why)
	}
	return v.Alter(func(s *State) { s.Algorithm = v.selected() })
}

// selectRow selects the algorithm of a row.
func (v *CompareView) selectRow(i int) {
	v.Sheet.Cursor = max(0, min(i, len(v.Sheet.Table.Rows)-1))
	v.pick(v.selected())
}

func (v *CompareView) press(is any) tea.Cmd {
	switch is := is.(type) {
	case panel.Head:
		switch is {
		case compareInterval, compareVerdict:
			is = compareDifference
		case compareRepeats:
			is = compareChosen
		}
		return v.sortBy(int(is))
	case panel.At:
		v.selectRow(is.Row)
	}
	return nil
}

// Said are the rows in sentences.
func (v *CompareView) Said() (all []string) {
	for _, row := range v.Sheet.Table.Rows {
		text := fmt.Sprint(row[compareName], ": spends ", row[compareSpent], ", projected ", row[compareProjected], ", honest ", row[compareHonest])
		if why, refused := row[compareSpent].(tables.Spill); refused {
			text = fmt.Sprintf("%v: %s", row[compareName], why)
		} else if difference := row[compareDifference]; difference != "" {
			text += fmt.Sprintf(", difference from %s %v %v", v.State.Algorithm, difference, row[compareVerdict])
		}
		all = append(all, text+".")
	}
	return all
}

// sort orders the algorithms by a column, lowest first; equal ones, and all of them
// by name, in their usual order.
func (v *CompareView) sort() {
	l := &v.Look
	v.order = v.order[:0]
	for i := range l.Picks {
		v.order = append(v.order, i)
	}
	value := func(i int) float64 {
		switch v.by {
		case compareSpent:
			return l.Picks[i].Selection.Spent.Float()
		case compareProjected:
			return l.Picks[i].Selection.Loss
		case compareHonest, compareDifference:
			if m := v.measure(); m.Classes() {
				return m.lowestFirst(v.worth(i).Loss)
			}
			return l.Picks[i].Estimate().Loss
		case compareGap:
			return v.certificate(i).Gap
		case compareChosen:
			return float64(len(v.mostBought(l.Picks[i].Selection.Repeats)))
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

// sortBy sorts by a column; by the same one again, the other way round.
func (v *CompareView) sortBy(c int) tea.Cmd {
	v.reverse = c == v.by && !v.reverse
	v.by = c
	v.Change()
	return nil
}

// certificate is how far a selection is at most from the best possible: from the active one where
// that is optimal, else from its bound.
func (v *CompareView) certificate(i int) core.Certificate {
	c := v.Look.certificate
	switch {
	case i == v.Look.Active:
		return c
	case c.Optimal:
		c.Bound = v.Active().Loss
	}
	return v.Shown.Result.CertificateFrom(&v.Look.Picks[i].Selection, c.Bound)
}

// uncallable tells whether the i-th selection's calls cannot be measured.
func (v *CompareView) uncallable(i int) bool {
	c := v.classesOf(v.Look.Picks[i].Selection.Algorithm, v.Shown.State.Budget)
	return c != nil && c.Why != ""
}

// honestCurves puts the honest losses of all algorithms on the chart, the
// selected one's with its band.
func (v *CompareView) honestCurves(h *core.Honest) {
	l := &v.Look
	if h == nil || h.Why != "" {
		return
	}
	l.Loss.Title, l.Loss.Bound, l.Loss.Honest, l.Loss.Lit = "Honest (cross-validated) "+l.drawn.Words()+" against budget", chart.Series{}, panel.Honest{}, true
	l.Loss.Curves = nil
	lit := v.selected()
	var all []selection.Algorithm
	for i := range l.Picks {
		if _, known := l.drawn.honest[l.Picks[i].Selection.Algorithm]; known {
			all = append(all, l.Picks[i].Selection.Algorithm)
		}
	}
	for _, alg := range charted(all, lit, v.Shown.State.Algorithm) {
		c := l.drawn.honest[alg]
		c.Name = string(alg) + " " + l.drawn.Text(c.Y[len(c.Y)-1])
		c.Brief = string(alg)
		if alg == lit {
			l.Loss.Curves = append([]chart.Series{c.Series}, l.Loss.Curves...)
			l.Loss.Honest = panel.Honest{Series: chart.Series{X: c.X}, Low: c.Low, High: c.High, Recommended: math.NaN()}
			continue
		}
		l.Loss.Curves = append(l.Loss.Curves, c.Series)
	}
}

// copied lists the algorithms for programs. An algorithm that the data do not allow has the reason.
func (v *CompareView) copied(to *tables.Report) string {
	return counted(to, &v.Sheet.Table, "algorithm")
}
