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
	refused  []selection.Algorithm // rows below: they cannot be run on these data
}

// differenceWidth is how wide differences are drawn, and repeatsLeast the least width of a
// list of repeats.
const differenceWidth, repeatsLeast = 20, 16

// table is the algorithms, and below the ones that the data do not allow.
func (v *CompareView) table() tables.Table {
	right := tables.Right
	t := tables.Table{Columns: []tables.Column{
		{Name: "algorithm", Head: "algorithm"},
		{Name: "budget"},
		{Name: "spent", Head: "spent", Align: right, Priority: 3},
		{Name: "ridge"},
		{Head: "projected", Align: right, Priority: 4},
		{Name: "projected_loss"},
		{Name: "rmse"},
		{Name: "r2"},
		{Head: "honest ± se", Align: right},
		{Name: "honest_loss", Estimate: true},
		{Head: tables.NoHead, Priority: 5},
		{Head: "difference from " + string(v.State.Algorithm), Align: right, Priority: 1},
		{Head: tables.NoHead, Priority: 1},
		{Name: "less_active", Estimate: true},
		{Name: "lower_bound"},
		{Head: "gap", Align: right, Priority: 2},
		{Name: "optimality_gap"},
		{Name: "optimal"},
		{Head: "attr", Align: right, Priority: 6},
		{Name: "repeats", Head: "repeats", Priority: 7, Least: repeatsLeast},
		{Name: "note"},
	}}
	l, m := &v.Look, v.measure()
	loss, low, high := make([]float64, len(l.Picks)), 0., 0.
	for i := range l.Picks {
		loss[i] = m.of(l.Picks[i].Selection.Loss)
		if d, words := v.difference(i); words != "" {
			span := interval(d)
			low, high = min(low, span[1]), max(high, span[2])
		}
	}
	for i, projected := range figure.Column(loss, 3) {
		t.Row(v.row(i, projected, low, high)...)
	}
	for _, alg := range v.refused {
		row := make([]tables.Value, len(t.Columns))
		why := v.Shown.Result.Refused(alg).Error()
		row[0], row[2], row[len(row)-1] = panel.Cell{Text: string(alg), Pen: panel.AlgorithmPen(string(alg))}, tables.Spill(why), why
		t.Row(row...)
	}
	return t
}

// row is what one selection is worth: its projected loss as the column writes it, and its difference
// on a scale from low to high.
func (v *CompareView) row(i int, projected string, low, high float64) []tables.Value {
	l, m, s, e := &v.Look, v.measure(), &v.Look.Picks[i].Selection, v.Look.Picks[i].Estimate()
	pen, rmse := panel.AlgorithmPen(string(s.Algorithm)), s.RMSE()
	if s.Optimistic() {
		projected, rmse = projected+"!", math.NaN()
	}
	d, verdict := v.difference(i)
	across, difference, less := "", "", core.UnknownEstimate()
	if verdict != "" {
		across, difference = panel.Interval(interval(d), low, high, differenceWidth), m.signed(d)
	}
	if i == l.Active {
		verdict = "active"
	} else if v.Shown.Honest != nil && !math.IsNaN(e.Loss) {
		less = l.Picks[i].Less(v.Pick())
	}
	c, gap := v.certificate(i), ""
	switch {
	case c.Optimal:
		gap = "optimal"
	case !math.IsNaN(c.Gap):
		gap = figure.Significant(m.gap(s.Loss, c.Gap), 2)
	}
	honest, worth := "…", v.worth(i)
	switch x := v.classesOf(s.Algorithm, v.Shown.State.Budget); {
	case !math.IsNaN(worth.Loss):
		honest = strings.TrimSpace(m.withError(worth) + " " + doubt(&l.Picks[i]))
	case v.unknowable() != "" || m.Classes() && x != nil && x.Why != "":
		honest = "n/a"
	}
	return []tables.Value{
		panel.Cell{Text: string(s.Algorithm), Pen: pen},
		s.Budget, s.Spent, v.Shown.Result.Settings.Ridge,
		projected, s.Loss, rmse, s.R2(), honest,
		tables.Estimate{X: e.Loss, SE: e.SE},
		panel.Cell{Text: across, Pen: pen},
		difference,
		panel.Cell{Text: verdict, Pen: panel.VerdictPen(verdict)},
		tables.Estimate{X: less.Loss, SE: less.SE},
		c.Bound, gap, c.Gap, c.Optimal,
		len(v.mostBought(s.Repeats)),
		panel.Cell{Text: v.repeats(i), Pen: theme.Muted},
		"",
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
			if at, row := is.(panel.At); row {
				v.selectRow(at.Row)
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
	v.refused = slices.DeleteFunc(selection.AllAlgorithms(), func(alg selection.Algorithm) bool { return v.Shown.Result.Refused(alg) == nil })
	t.Table = v.table()
	t.Marked, t.Cursor = []int{l.Active}, l.Active
	if v.Selected != "" {
		t.Cursor = max(0, slices.IndexFunc(t.Table.Rows, func(row []tables.Value) bool { return row[0].(panel.Cell).Text == string(v.Selected) }))
	}
	l.Beside = []int{l.Active}
	bought := "nothing"
	if t.Cursor < len(l.Picks) {
		if bought = cmp.Or(v.repeats(t.Cursor), bought); t.Cursor != l.Active {
			l.Beside = append(l.Beside, t.Cursor)
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
	i, n := v.Sheet.Cursor, len(v.Look.Picks)
	if i >= n {
		return v.refused[i-n]
	}
	return v.Look.Picks[i].Selection.Algorithm
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
	m := v.measure()
	for i, row := range v.Sheet.Table.Rows {
		if i >= len(v.Look.Picks) {
			all = append(all, fmt.Sprintf("%v: %v.", row[0], row[len(row)-1]))
			continue
		}
		text := fmt.Sprint(row[0], ": spends ", row[2], ", projected ", row[4], ", honest ", row[8])
		if d, words := v.difference(i); words != "" {
			text += fmt.Sprintf(", difference from %s %s %s", v.State.Algorithm, m.signed(d), words)
		}
		all = append(all, text+".")
	}
	return all
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
