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

// The columns of the table that are found by their number.
const (
	compareName, compareSpent, compareProjected, compareHonest = 0, 1, 2, 3
	compareDifference, compareVerdict                          = 5, 6
)

// sortedBy are the columns that rows are sorted by, one after the other.
var sortedBy = []int{compareName, compareSpent, compareProjected, compareHonest, compareDifference, 7, 8}

// sortValues are what rows are sorted by, by column: lowest first.
var sortValues = []func(v *CompareView, i int) float64{
	compareName:      func(*CompareView, int) float64 { return 0 }, // in their usual order
	compareSpent:     func(v *CompareView, i int) float64 { return v.Look.Picks[i].Selection.Spent.Float() },
	compareProjected: func(v *CompareView, i int) float64 { return v.Look.Picks[i].Selection.Loss },
	compareHonest:    (*CompareView).leastFirst, 4: (*CompareView).leastFirst, compareDifference: (*CompareView).leastFirst, compareVerdict: (*CompareView).leastFirst,
	7: func(v *CompareView, i int) float64 { return v.certificate(i).Gap },
	8: (*CompareView).chosen, 9: (*CompareView).chosen,
}

// leastFirst is the honest figure of a selection such that a smaller one is better.
func (v *CompareView) leastFirst(i int) float64 {
	if m := v.measure(); m.Classes() {
		return m.lowestFirst(v.worth(i).Loss)
	}
	return v.Look.Picks[i].Estimate().Loss
}

// chosen counts the attributes that a selection buys.
func (v *CompareView) chosen(i int) float64 {
	return float64(len(v.mostBought(v.Look.Picks[i].Selection.Repeats)))
}

// differenceWidth is how wide differences are drawn, and repeatsLeast the least width of a
// list of repeats.
const differenceWidth, repeatsLeast = 20, 16

// table is the algorithms in their order, and below the ones that the data do not allow: what
// people see of each, and behind that what programs find.
func (v *CompareView) table() tables.Table {
	right := tables.Right
	t := tables.Table{Columns: append([]tables.Column{
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
	}, named("budget", "spent", "ridge", "projected_loss", "rmse", "r2", "honest_loss", "honest_loss_se",
		"less_active", "less_active_se", "lower_bound", "optimality_gap", "optimal", "repeats", "note").Columns...)}
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
	honest, worth := "…", v.worth(i)
	switch c := v.classesOf(s.Algorithm, v.Shown.State.Budget); {
	case !math.IsNaN(worth.Loss):
		honest = strings.TrimSpace(m.withError(worth) + " " + doubt(&l.Picks[i]))
	case v.unknowable() != "" || m.Classes() && c != nil && c.Why != "":
		honest = "n/a"
	}
	return []tables.Value{
		panel.Cell{Text: string(s.Algorithm), Pen: pen},
		s.Spent, projected, honest,
		panel.Cell{Text: across, Pen: pen},
		difference,
		panel.Cell{Text: verdict, Pen: panel.VerdictPen(verdict)},
		text, len(v.mostBought(s.Repeats)),
		panel.Cell{Text: v.repeats(i), Pen: theme.Muted},
	}
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
	l := &v.Look
	s, e, less, c := &l.Picks[i].Selection, l.Picks[i].Estimate(), core.UnknownEstimate(), v.certificate(i)
	if i != l.Active && v.Shown.Honest != nil && !math.IsNaN(e.Loss) {
		less = l.Picks[i].Less(v.Pick())
	}
	rmse := s.RMSE()
	if s.Optimistic() {
		rmse = math.NaN()
	}
	return []tables.Value{s.Budget, s.Spent, v.Shown.Result.Settings.Ridge, s.Loss, rmse, s.R2(), e.Loss, e.SE, less.Loss, less.SE, c.Bound, c.Gap, c.Optimal, v.repeats(i), ""}
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

func newCompareView(a *Session) *CompareView {
	v := &CompareView{Session: a}
	v.Pane = &Pane{
		Panel: func(focus bool) panel.Panel { v.Sheet.Focus = focus; return &v.Sheet },
		Lists: ListsAlgorithms,
		Rows:  func(n int) { v.selectRow(v.Sheet.Cursor + n) },
		Page:  func(int) int { return len(v.Sheet.Table.Rows) },
		Enter: func() tea.Cmd {
			if why := v.selectedOff(); why != "" {
				return v.Say(why)
			}
			return v.Alter(func(s *State) { s.Algorithm = v.selected() })
		},
		EnterOff: v.selectedOff,
		Press: func(is any) tea.Cmd {
			switch is := is.(type) {
			case panel.Head:
				return v.sortBy(int(is))
			case panel.At:
				v.selectRow(is.Row)
			}
			return nil
		},
	}
	return v
}

// The lines that the table takes besides its rows: frame, heads and two that write the
// repeats of the selected row out; and more where lines are short. compareEdge is the width of the
// box and the marks beside the list.
const compareFrame, compareWrapped, compareEdge = 5, 9, 2

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
	l, t, m := &v.Look, &v.Sheet, v.measure()
	t.Title = fmt.Sprintf("All algorithms at B=%s: %s", v.Shown.State.Budget, m.title())
	v.sort()
	v.refused = slices.DeleteFunc(selection.AllAlgorithms(), func(alg selection.Algorithm) bool { return v.Shown.Result.Refused(alg) == nil })
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
	if t.Below = nil; m.Classes() {
		t.Below = []string{m.Words() + ": " + m.means()}
	}
	v.honestCurves()
	l.pick = v.pick
}

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

// selectRow selects the algorithm of a row.
func (v *CompareView) selectRow(i int) {
	v.Sheet.Cursor = max(0, min(i, len(v.Sheet.Table.Rows)-1))
	v.pick(v.selected())
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
// by name, in their usual order. What is not known comes last.
func (v *CompareView) sort() {
	v.order = v.order[:0]
	for i := range v.Look.Picks {
		v.order = append(v.order, i)
	}
	if v.reverse && v.by == compareName {
		slices.Reverse(v.order)
	}
	slices.SortStableFunc(v.order, func(i, j int) int {
		x, y := sortValues[v.by](v, i), sortValues[v.by](v, j)
		if v.reverse {
			x, y = -x, -y
		}
		if math.IsNaN(x) || math.IsNaN(y) {
			return -cmp.Compare(x, y) // NaN is the least
		}
		return cmp.Compare(x, y)
	})
}

// sortBy sorts by a column; by the same one again, the other way round.
func (v *CompareView) sortBy(c int) tea.Cmd {
	v.reverse = c == v.by && !v.reverse
	v.by = c
	v.Change()
	return nil
}

// honestCurves puts the honest losses of all algorithms on the chart, the
// selected one's with its band.
func (v *CompareView) honestCurves() {
	l, lit := &v.Look, v.selected()
	if at := v.Shown.held(); !at.hasHonest() {
		return
	}
	l.Loss.Title, l.Loss.Bound, l.Loss.Honest, l.Loss.Lit = "Honest (cross-validated) "+l.drawn.Words()+" against budget", chart.Series{}, panel.Honest{}, true
	l.Loss.Curves = nil
	var all []selection.Algorithm
	for i := range l.Picks {
		if _, known := l.drawn.honest[l.Picks[i].Selection.Algorithm]; known {
			all = append(all, l.Picks[i].Selection.Algorithm)
		}
	}
	for _, alg := range charted(all, lit, v.Shown.State.Algorithm) {
		c := l.drawn.honest[alg]
		c.Name, c.Brief = string(alg)+" "+l.drawn.Text(c.Y[len(c.Y)-1]), string(alg)
		if alg == lit {
			l.Loss.Curves = slices.Insert(l.Loss.Curves, 0, c.Series)
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
