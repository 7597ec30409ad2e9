package screen

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// TrustView is Trust: every algorithm at B, how sure that is, and what is seen on these data. Behind
// v are the paper's test errors, see [ExperimentsView].
type TrustView struct {
	*Session
	kind     Screen
	Pane     *Pane // of the algorithms
	Sheet    panel.Table
	Selected selection.Algorithm   // "" is the active one
	refused  []selection.Algorithm // rows below: they cannot be run on these data
	Sure     *Document
}

func newTrustView(a *Session) *TrustView {
	v := &TrustView{Session: a, Sure: newDocument(0)}
	v.Pane = &Pane{
		Panel: &v.Sheet, Focus: &v.Sheet.Focus,
		Lists: ListsAlgorithms,
		Rows:  func(n int) { v.selectRow(v.Sheet.Cursor + n) },
		Page:  func(int) int { return len(v.Sheet.Rows) },
		Enter: func() {
			if why := v.selectedOff(); why != "" {
				v.Say(why)
			} else {
				v.Alter(func(s *State) { s.Algorithm = v.selected() })
			}
		},
		EnterOff: v.selectedOff,
		Press: func(is any) {
			if at, row := is.(panel.At); row {
				v.selectRow(at.Row)
			}
		},
	}
	v.kind = Screen{
		Tab: "2 Trust", Help: "compare the algorithms on Trust: how sure, seen on your data", Saved: "trust", Turns: "test errors",
		Panes: []*Pane{v.Pane, &v.Sure.Pane},
		Keys: map[string]instead{"A": {"compare", func() {
			switch alg := v.selected(); {
			case v.selectedOff() != "":
				v.Say(v.selectedOff())
			case alg == v.State.Algorithm:
				v.Say(string(alg) + " is the active algorithm: select another one to compare it with")
			default:
				v.compareWith(alg)
			}
		}}},
		Wide: true, Losses: true, Answer: v.answer, Place: v.place, Refresh: v.refresh,
		Table: func(to *tables.Report) string { return counted(to, &v.Sheet.Table, "algorithm") }, // those that are refused have the reason
	}
	return v
}

// place puts the table of algorithms above how sure that is and what other budgets give.
func (v *TrustView) place(b *Body) {
	table, rest := b.Area, image.Rectangle{}
	if b.Mode != modeCompact {
		h := len(v.Sheet.Rows) + compareFrame
		if v.Measure().Classes() { // what the metric means
			h++
		}
		if b.Area.Dy() > b.Area.Dx() { // lines below the table are wrapped
			h += compareWrapped
		}
		table, rest = cutTop(b.Area, min(h, b.Area.Dy()-besideTable))
	}
	b.put(v.Pane, table)
	b.put(&v.Sure.Pane, rest)
}

func (v *TrustView) refresh(b *Body) {
	v.refreshTable(b)
	m, s := v.Measure(), v.Active()
	v.Sure.write(b, fmt.Sprintf("How sure: %s of %s at B = %s", m.Words(), s.Algorithm, v.money(s.Budget)), "", func(o *Page) {
		o.ways(v.Verdicts)
		v.writeGrounds(o)
		o.Heading("At other budgets: honest " + m.Words())
		v.writeBudgets(o)
	})
}

// answer says whether the active algorithm is the one to take at B, and what the data's own judgments show of it.
// Where Plan says that nothing is to be bought, or no honest loss is known, that is the answer.
func (v *TrustView) answer() []said {
	all, at := v.verdict(), v.Shown.held()
	if v.Active().Spent == 0 || !at.hasHonest() || math.IsNaN(v.worth(v.Look.Active).Loss) ||
		v.Pick().Refutation() != "" || v.advice().State == core.AdviceHopeless {
		return all
	}
	if at.honest.LabelRaters() == "" {
		all = nil
	}
	return append(all[:min(len(all), 1)], v.best(), v.ranks(), v.seenToo(), v.askingTwice(), v.remarks())
}

func (v *TrustView) best() said {
	l, m, better, known, lowest := &v.Look, v.Measure(), []string(nil), true, true
	worth := v.worth(l.Active).Loss
	for i := range l.Picks {
		_, words := v.difference(i)
		if strings.HasSuffix(words, "better") {
			better = append(better, string(l.Picks[i].Selection.Algorithm))
		}
		known = known && (i == l.Active || words != "" && words != core.TooEarly)
		lowest = lowest && !(m.lowestFirst(v.worth(i).Loss) < m.lowestFirst(worth))
	}
	active := in(panel.AlgorithmPen(string(v.State.Algorithm)).Strong(), "%s", v.Shown.State.Algorithm)
	yes, no, early := in(theme.Good.Strong(), "Yes"), in(theme.Bad.Strong(), "No"), in(theme.Warning.Strong(), "Too early to say")
	has, value, at := m.article()+m.Words(), in(theme.Honest.Strong(), "%s", m.Text(worth)), v.money(v.Shown.State.Budget)
	var is []panel.Span
	switch {
	case len(better) == 1:
		is = say("%v: %v is better than %v", no, better[0], active)
	case len(better) > 1:
		is = say("%v: %v are better than %v", no, figure.List(better, "and"), active)
	case !known:
		return said{say("%v which algorithm is best: %v has %v of %v%v.", early, active, has, value, v.explains())}
	case lowest:
		is = say("%v: %v is the best of %v", yes, active, figure.CountOf(len(l.Picks), "algorithm"))
	default:
		is = say("%v: no algorithm is clearly better than %v", yes, active)
	}
	return said{append(is, say(" at B = %v, with %v of %v%v.", at, has, value, v.explains())...)}
}

func (v *TrustView) ranks() said {
	of := make(map[string][]string)
	for i := range v.Look.Picks {
		_, words := v.difference(i)
		of[words] = append(of[words], string(v.Look.Picks[i].Selection.Algorithm))
	}
	var parts []string
	for _, words := range []string{"clearly worse", "worse", core.TooClose, sameChoice} {
		if names := of[words]; len(names) > 0 {
			parts = append(parts, fmt.Sprintf("%s: %s", words, figure.List(names, "and")))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return said{{in(theme.Muted, "%s.", Capital(strings.Join(parts, "; ")))}}
}

// ways are the ways to the same figure: projected, held out, and seen.
func (o *Page) ways(v *Verdicts) {
	m, s, seen := v.Measure(), v.Active(), v.Pick().Seen
	type way struct {
		name  string
		pen   theme.Pen
		worth core.Estimate
	}
	var ways []way
	add := func(name string, pen theme.Pen, worth core.Estimate) {
		if !math.IsNaN(worth.Loss) {
			ways = append(ways, way{name, pen, worth})
		}
	}
	unsure := func(x float64) core.Estimate { return core.Estimate{Loss: x, SE: math.NaN()} }
	if !m.Classes() {
		add("projected", panel.AlgorithmPen(string(s.Algorithm)), unsure(m.of(s.Loss)))
	}
	add("honest, held out", theme.Honest, v.worth(v.Look.Active))
	if !m.Classes() && seen != nil && seen.Why == "" {
		add("seen on "+figure.CountOf(seen.Objects, "object"), theme.Text, m.estimate(seen.Estimate))
	}
	if advice := v.advice(); advice.At > 0 && advice.At != s.Budget {
		add("honest at B = "+v.money(advice.At), theme.Muted, v.worthAt(advice.At))
	}
	if !m.Classes() {
		add("asking nothing", theme.Muted, unsure(m.of(m.variance)))
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, w := range ways {
		span := interval(w.worth)
		low, high = min(low, span[1]), max(high, span[2])
	}
	var rows [][]any
	for _, w := range ways {
		drawn := panel.Interval(interval(w.worth), low, high, o.Width-waysWidth)
		rows = append(rows, []any{panel.Cell{Text: w.name, Pen: w.pen}, panel.Cell{Text: m.withError(w.worth), Pen: w.pen}, panel.Cell{Text: drawn, Pen: w.pen}})
	}
	lines := panel.Grid(&tables.Table{Columns: []tables.Column{{Head: tables.NoHead}, {Head: tables.NoHead, Align: tables.Right}, {Head: tables.NoHead, Priority: 1}}, Rows: rows}, o.Width)
	o.Lines = append(o.Lines, lines[1:]...)
	switch h := v.Shown.Honest; {
	case h != nil && h.Why != "":
		o.Say(theme.Muted, "Not held out, nor seen: %s.", h.Why)
	case seen != nil && seen.Why != "":
		o.Say(theme.Muted, "Not seen in the data: %s.", seen.Why)
	}
}

// waysWidth are the columns of a way's name and figure.
const waysWidth = 42

// interval is an estimate, and two standard errors below and above it where its error is known.
func interval(e core.Estimate) [3]float64 {
	if math.IsNaN(e.SE) {
		e.SE = 0
	}
	return [3]float64{e.Loss, e.Loss - 2*e.SE, e.Loss + 2*e.SE}
}

func (v *TrustView) writeGrounds(o *Page) {
	r, s, at := v.Shown.Result, v.Active(), v.Shown.held()
	marks := map[bool]panel.Span{true: {Text: "✓ ", Pen: theme.Good}, false: {Text: "! ", Pen: theme.Warning}}
	ground := func(good bool, format string, args ...any) {
		o.Marked(marks[good], fmt.Sprintf(format, args...), theme.Text)
	}
	o.Heading("What it rests on")
	if i := r.BeyondCells(s); i >= 0 {
		ground(false, "asks %s, cells hold %s: nothing in the data checks these repeats", figure.Count(s.Repeats[i]), figure.Count(r.Attributes[i].Most))
	} else {
		ground(true, "seen, not extrapolated: objects hold as many judgments as are asked")
	}
	if text := at.honest.LabelRaters(); text != "" {
		ground(false, "%s", text)
	}
	ground(r.Objects >= core.LeastSeen, "%s have the label", figure.CountOf(r.Objects, "object"))
	if at.hasHonest() {
		advice := v.advice()
		lead, rest := v.adviceWords(advice)
		ground(advice.State == core.AdviceEnough || advice.State == core.AdviceLess, "%s%s", lead, rest)
	}
	if n := r.Attributes.OncePerObject(); n > 0 {
		ground(false, "noise unknown: no object has two judgments of %s", figure.CountOf(n, "attribute"))
	}
}

// writeBudgets writes what round budgets give: projected of the active algorithm, and honest of
// each, the best of a row strong.
func (v *TrustView) writeBudgets(o *Page) {
	l, m, right := &v.Look, v.Measure(), tables.Right
	shown := l.Picks
	if h := v.honestSoFar(); h == nil || h.Why != "" {
		shown = nil
	}
	columns := []tables.Column{{Head: "B", Align: right}, {Head: "projected", Align: right, Priority: len(shown) + 1}}
	for i := range shown {
		column := tables.Column{Head: string(shown[i].Selection.Algorithm), Align: right, Priority: i + 1}
		if i == l.Active {
			column.Priority = 0
		}
		columns = append(columns, column)
	}
	columns = append(columns, tables.Column{Head: "next best, compared", Align: right, Priority: 2})
	var rows [][]any
	for _, b := range v.Shown.held().rounds() {
		if b == 0 && v.Shown.State.Budget > 0 { // that is asking nothing
			continue
		}
		budget := panel.Cell{Text: v.money(b)}
		if b == v.Shown.State.Budget {
			budget.Pen = theme.Accent
		}
		row, best, at := []any{budget, m.TextOf(v.Shown.Result.At(v.Shown.State.Algorithm, b).Loss)}, math.Inf(1), -1
		for i := range shown {
			cell, x := panel.Cell{Pen: theme.Muted}, v.worthOf(shown[i].Selection.Algorithm, b).Loss
			if !math.IsNaN(x) {
				cell.Text = m.Text(x)
			}
			if row = append(row, cell); m.lowestFirst(x) < best {
				best, at = m.lowestFirst(x), i
			}
		}
		if at >= 0 {
			cell := row[2+at].(panel.Cell)
			cell.Pen = theme.Text.Strong()
			row[2+at] = cell
		}
		rows = append(rows, append(row, v.nextBest(b)))
	}
	o.reported(&tables.Table{Columns: columns, Rows: rows})
}

// nextBest compares the best other choice at a budget with the active algorithm's; it is empty where that
// is not known.
func (v *TrustView) nextBest(b model.Amount) (best panel.Cell) {
	at, m, lowest := v.Shown.held(), v.Measure(), math.Inf(1)
	if at.budget = b; !at.hasHonest() || m.Classes() {
		return best
	}
	active := at.pick()
	for i := range v.Look.Picks {
		at.algorithm = v.Look.Picks[i].Selection.Algorithm
		other := at.pick()
		d := other.Less(&active)
		if e := other.Estimate(); !(e.Loss < lowest) || math.IsNaN(d.Loss) || slices.Equal(other.Selection.Repeats, active.Selection.Repeats) {
			continue
		}
		lowest = other.Estimate().Loss
		_, words := at.honest.Verdict(d)
		d = m.difference(d, lowest, active.Estimate().Loss)
		best = panel.Cell{Text: fmt.Sprintf("%s %s, %s", at.algorithm, m.signed(d), words), Pen: map[bool]theme.Pen{true: theme.Muted}[words == core.TooClose]}
	}
	return best
}

// does says in a few words what an algorithm does.
var does = map[selection.Algorithm]string{
	selection.Full: "weighs all jointly", selection.Exchange: "full, then swaps", selection.Scoring: "each on its own",
	selection.Averages: "means of cells", selection.Copies: "copies of cells", selection.Uniform: "all in turn",
}

// differenceWidth is how wide differences are drawn, and repeatsLeast the least width of a list of repeats.
const differenceWidth, repeatsLeast = 20, 16

// table is the algorithms, and below the ones that the data do not allow.
func (v *TrustView) table() tables.Table {
	right := tables.Right
	t := tables.Table{Columns: []tables.Column{
		{Name: "algorithm", Head: "algorithm"},
		{Name: "budget"},
		{Name: "spent", Head: "spent", Align: right, Priority: 7},
		{Name: "ridge"},
		{Head: tables.NoHead, Priority: 4},
		{Head: "projected", Align: right, Priority: 6},
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
		{Head: "gap", Align: right, Priority: 3},
		{Name: "optimality_gap"},
		{Name: "optimal"},
		{Head: "attr", Align: right, Priority: 8},
		{Name: "repeats", Head: "repeats", Priority: 9, Least: repeatsLeast},
		{Name: "note"},
	}}
	l, m := &v.Look, v.Measure()
	loss, low, high := make([]float64, len(l.Picks)), 0., 0.
	for i := range l.Picks {
		loss[i] = m.of(l.Picks[i].Selection.Loss)
		if d, words := v.difference(i); words != "" {
			span := interval(d)
			low, high = min(low, span[1]), max(high, span[2])
		}
	}
	for i, projected := range figure.Points(loss, 3, 3) {
		t.Row(v.row(i, projected, low, high)...)
	}
	for _, alg := range v.refused {
		row := make([]any, len(t.Columns))
		why := v.Shown.Result.Refused(alg).Error()
		row[0], row[2], row[len(row)-1] = panel.Cell{Text: string(alg), Pen: panel.AlgorithmPen(string(alg))}, tables.Spill(why), why
		t.Row(row...)
	}
	return t
}

// row is what one selection is worth: its projected loss as the column writes it, and its difference
// on a scale from low to high.
func (v *TrustView) row(i int, projected string, low, high float64) []any {
	l, m, s, e := &v.Look, v.Measure(), &v.Look.Picks[i].Selection, v.Look.Picks[i].Estimate()
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
	// How far it is at most from the best possible: from the active one where that is optimal, else from its bound.
	c, gap := l.certificate, ""
	if i != l.Active {
		if c.Optimal {
			c.Bound = v.Active().Loss
		}
		c = v.Shown.Result.CertificateFrom(s, c.Bound)
	}
	switch {
	case c.Optimal:
		gap = "optimal"
	case !math.IsNaN(c.Gap):
		gap = figure.Significant(math.Abs(m.of(s.Loss)-m.of(s.Loss-c.Gap*m.variance)), 2)
	}
	honest, worth := "…", v.worth(i)
	switch x := v.classesOf(s.Algorithm, v.Shown.State.Budget); {
	case !math.IsNaN(worth.Loss):
		honest = strings.TrimSpace(m.withError(worth) + " " + doubt(&l.Picks[i]))
	case v.unknowable() != "" || m.Classes() && x != nil && x.Why != "":
		honest = "n/a"
	}
	return []any{
		panel.Cell{Text: string(s.Algorithm), Pen: pen},
		s.Budget, s.Spent, v.Shown.Result.Settings.Ridge,
		panel.Cell{Text: cmp.Or(does[s.Algorithm], "one attribute only"), Pen: theme.Muted},
		projected, s.Loss, rmse, s.R2(), honest,
		tables.Estimate{X: e.Loss, SE: e.SE},
		panel.Cell{Text: across, Pen: pen},
		difference,
		panel.Cell{Text: verdict, Pen: panel.VerdictPen(verdict)},
		tables.Estimate{X: less.Loss, SE: less.SE},
		c.Bound, gap, c.Gap, c.Optimal,
		len(v.bySize(v.singly(s.Repeats))),
		panel.Cell{Text: v.repeats(i), Pen: theme.Muted},
		"",
	}
}

func (v *TrustView) repeats(i int) string {
	s := &v.Look.Picks[i].Selection
	var all []string
	for _, i := range v.bySize(v.singly(s.Repeats)) {
		all = append(all, fmt.Sprintf("%s %d", v.Shown.Result.Attributes[i.attribute].Name, i.n))
	}
	return strings.Join(all, ", ")
}

// The lines that the table takes besides its rows: frame, heads and two that write the repeats of the selected row
// out; and more where lines are short. compareEdge is the width of the box and the marks beside the list.
const compareFrame, compareWrapped, compareEdge = 5, 9, 2

func (v *TrustView) refreshTable(b *Body) {
	l, t, m := &v.Look, &v.Sheet, v.Measure()
	t.Title = fmt.Sprintf("All algorithms at B=%s: %s, %s", v.Shown.State.Budget, m.Words(), m.direction())
	v.refused = slices.DeleteFunc(selection.AllAlgorithms(), func(alg selection.Algorithm) bool { return v.Shown.Result.Refused(alg) == nil })
	t.Table = v.table()
	t.Marked, t.Cursor = []int{l.Active}, l.Active
	if v.Selected != "" {
		t.Cursor = max(0, slices.IndexFunc(t.Rows, func(row []any) bool { return row[0].(panel.Cell).Text == string(v.Selected) }))
	}
	l.Beside = []int{l.Active}
	bought := "nothing"
	if t.Cursor < len(l.Picks) {
		if bought = cmp.Or(v.repeats(t.Cursor), bought); t.Cursor != l.Active {
			l.Beside = append(l.Beside, t.Cursor)
		}
	}
	w := max(b.At(v.Pane).Dx()-2*compareEdge, 20)
	if t.Below = nil; m.Classes() {
		t.Below = chart.Fit(m.Words()+": "+m.means(), w, 1, 0)
	}
	t.Below = append(t.Below, chart.Wrap(fmt.Sprintf("%s buys %s", v.selected(), bought), w)...)
}

func (v *TrustView) selected() selection.Algorithm {
	i, n := v.Sheet.Cursor, len(v.Look.Picks)
	if i >= n {
		return v.refused[i-n]
	}
	return v.Look.Picks[i].Selection.Algorithm
}

func (v *TrustView) selectRow(i int) {
	v.Sheet.Cursor = max(0, min(i, len(v.Sheet.Rows)-1))
	v.Selected = v.selected()
}

func (v *TrustView) selectedOff() string {
	if err := v.Shown.Result.Refused(v.selected()); err != nil {
		return err.Error()
	}
	return ""
}

func (v *TrustView) Said(say func(string, ...any)) {
	m := v.Measure()
	for i, row := range v.Sheet.Rows {
		if i >= len(v.Look.Picks) {
			say("%v: %v.", row[0], row[len(row)-1])
			continue
		}
		difference := ""
		if d, words := v.difference(i); words != "" {
			difference = fmt.Sprintf(", difference from %s %s %s", v.State.Algorithm, m.signed(d), words)
		}
		say("%v: spends %v, projected %v, honest %v%s.", row[0], row[2], row[5], row[9], difference)
	}
}
