package screen

import (
	"fmt"
	"math"
	"strings"

	"fms-tui/core"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// TrustView is Trust: which algorithm, how sure, and what is seen on these data. Behind v are
// the paper's test errors, see [ExperimentsView].
type TrustView struct {
	*Session
	kind    Screen
	Compare *CompareView
	Sure    *Document
}

func newTrustView(a *Session) *TrustView {
	v := &TrustView{Session: a, Compare: newCompareView(a), Sure: newDocument(0, a.Change)}
	v.kind = Screen{
		Tab: "2 Trust", Help: "compare the algorithms on Trust: how sure, seen on your data", Saved: "trust", Turns: "test errors",
		Panes: []*Pane{v.Compare.Pane, a.ChartPane, &v.Sure.Pane},
		Keys: map[string]instead{
			"A": {"compare", nil, v.Compare.compareSelected},
		},
		Wide: true, Losses: true, Answer: v.answer,
		Place: v.place, Refresh: v.refresh, Table: v.Compare.copied,
	}
	return v
}

// place puts the table of algorithms above the chart, with how sure it is beside that where
// there is room.
func (v *TrustView) place(b *Body) {
	if b.Mode == modeCompact {
		b.put(v.Compare.Pane, b.Area)
		return
	}
	table, rest := cutTop(b.Area, min(v.Compare.height(b.Area), b.Area.Dy()-stackedChart))
	b.put(v.Compare.Pane, table)
	if b.Mode == modeColumns {
		left, right := cutLeft(rest, rest.Dx()/2)
		b.put(&v.Sure.Pane, right)
		rest = left
	}
	b.put(v.ChartPane, rest)
}

func (v *TrustView) refresh(b *Body) {
	v.Compare.refresh(b)
	v.Sure.write(b, "How sure", "", func(o *Page) {
		o.ways(v.Verdicts)
		v.writeGrounds(o)
		v.writeBudgets(o)
	})
}

// answer says whether the active algorithm is the one to take at B, and what the data's own
// judgments show of it. Where Plan says that nothing is to be bought, or no honest loss is
// known, that is the answer.
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

// best says whether an algorithm is better than the active one.
func (v *TrustView) best() said {
	l, m, better, known, lowest := &v.Look, v.measure(), []string(nil), true, true
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

// ranks lists the other algorithms by how sure they are worse.
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
	return said{{in(theme.Muted, "%s.", capital(strings.Join(parts, "; ")))}}
}

// ways are the ways to the same figure: projected, held out, and seen.
func (o *Page) ways(v *Verdicts) {
	m, s, seen := v.measure(), v.Active(), v.Pick().Seen
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
		add("seen in your data", theme.Text, m.estimate(seen.Estimate))
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
	var rows [][]tables.Value
	for _, w := range ways {
		drawn := panel.Interval(interval(w.worth), low, high, o.Width-waysWidth)
		rows = append(rows, []tables.Value{panel.Cell{Text: w.name, Pen: w.pen}, panel.Cell{Text: m.withError(w.worth), Pen: w.pen}, panel.Cell{Text: drawn, Pen: w.pen}})
	}
	o.heading(fmt.Sprintf("%s of %s at B = %s", capital(m.Words()), v.Shown.State.Algorithm, v.money(s.Budget)))
	o.table([]tables.Column{{Head: tables.NoHead}, {Head: tables.NoHead, Align: tables.Right}, {Head: "± 2 se", Priority: 1}}, rows)
	switch h := v.Shown.Honest; {
	case h != nil && h.Why != "":
		o.say(theme.Muted, "Not held out, nor seen: %s.", h.Why)
	case seen != nil && seen.Why != "":
		o.say(theme.Muted, "Not seen in the data: %s.", seen.Why)
	case seen != nil:
		text := "Seen on " + figure.CountOf(seen.Objects, "object")
		if apart := math.Abs(seen.Off.Loss) / seen.Off.SE; apart < .01 { // where it is the honest loss, rounding is left
			text += ", less than 0.01 standard errors from honest"
		} else if apart < math.Inf(1) {
			text += fmt.Sprintf(", %s standard errors from honest", figure.Significant(apart, 2))
		}
		o.say(theme.Muted, "%s.", text)
	}
}

// waysWidth are the columns of a way's name and figure.
const waysWidth = 36

// interval is an estimate, and two standard errors below and above it where its error is
// known.
func interval(e core.Estimate) [3]float64 {
	if math.IsNaN(e.SE) {
		e.SE = 0
	}
	return [3]float64{e.Loss, e.Loss - 2*e.SE, e.Loss + 2*e.SE}
}

// writeGrounds writes what the figure rests on, and what makes it less sure.
func (v *TrustView) writeGrounds(o *Page) {
	r, s, at := v.Shown.Result, v.Active(), v.Shown.held()
	ground := func(good bool, format string, args ...any) {
		mark := panel.Span{Text: "! ", Pen: theme.Warning}
		if good {
			mark = panel.Span{Text: "✓ ", Pen: theme.Good}
		}
		o.marked(mark, fmt.Sprintf(format, args...), theme.Text)
	}
	o.heading("What it rests on")
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
	if n := r.OncePerObject(); n > 0 {
		ground(false, "noise unknown: no object has two judgments of %s", figure.CountOf(n, "attribute"))
	}
}

// writeBudgets writes what round budgets give: projected of the active algorithm, and honest of
// each, the best of a row strong.
func (v *TrustView) writeBudgets(o *Page) {
	l, m, right := &v.Look, v.measure(), tables.Right
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
	var rows [][]tables.Value
	for _, b := range v.roundBudgets() {
		budget := panel.Cell{Text: v.money(b)}
		if b == v.Shown.State.Budget {
			budget.Pen = theme.Accent
		}
		row, best, at := []tables.Value{budget, m.text(v.Shown.Result.At(v.Shown.State.Algorithm, b).Loss)}, math.Inf(1), -1
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
		rows = append(rows, row)
	}
	o.heading("Other budgets: honest " + m.Words())
	o.table(columns, rows)
}
