package screen

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
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
			"s": {"sort", nil, func() tea.Cmd {
				return v.Compare.sortBy(sortedBy[(slices.Index(sortedBy, v.Compare.by)+1)%len(sortedBy)])
			}},
			"S": {"", nil, func() tea.Cmd { return v.Compare.sortBy(v.Compare.by) }},
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
	s, h := v.Active(), v.Shown.Honest
	all := v.verdict()
	if v.Shown.Result.Step == 0 || s.Spent == 0 || h == nil || h.Why != "" || math.IsNaN(v.worth(v.Look.Active).Loss) ||
		v.Pick().Refutation() != "" || v.advice().State == core.AdviceHopeless {
		return all
	}
	if text := h.LabelRaters(); text != "" {
		all = all[:1]
	} else {
		all = nil
	}
	return append(all, v.best(), v.ranks(), v.seenToo(), v.askingTwice(), v.remarks())
}

// best says whether an algorithm is better than the active one.
func (v *TrustView) best() said {
	l, m, text := &v.Look, v.measure(), theme.Text
	var better []string
	known, lowest := true, true
	worth := m.lowestFirst(v.worth(l.Active).Loss)
	for i := range l.Picks {
		_, words := v.difference(i)
		if strings.HasSuffix(words, "better") {
			better = append(better, string(l.Picks[i].Selection.Algorithm))
		}
		known = known && (i == l.Active || words != "" && words != core.TooEarly)
		lowest = lowest && !(m.lowestFirst(v.worth(i).Loss) < worth)
	}
	active := in(panel.AlgorithmPen(string(v.State.Algorithm)).Strong(), "%s", v.Shown.State.Algorithm)
	at := in(text, " at B = %s, with %s%s of ", v.money(v.Shown.State.Budget), m.article(), m.Words())
	value := in(theme.Honest.Strong(), "%s", m.Text(v.worth(l.Active).Loss))
	sure := v.explains()
	switch {
	case len(better) > 0:
		return said{{in(theme.Bad.Strong(), "No"), in(text, ": %s better than ", figure.List(better, "and")+map[bool]string{true: " is", false: " are"}[len(better) == 1]), active, at, value, sure, in(text, ".")}}
	case !known:
		return said{{in(theme.Warning.Strong(), "Too early to say"), in(text, " which algorithm is best: "), active, in(text, " has %s%s of ", m.article(), m.Words()), value, sure, in(text, ".")}}
	case lowest:
		return said{{in(theme.Good.Strong(), "Yes"), in(text, ": "), active, in(text, " is the best of %s", figure.CountOf(len(l.Picks), "algorithm")), at, value, sure, in(text, ".")}}
	}
	return said{{in(theme.Good.Strong(), "Yes"), in(text, ": no algorithm is clearly better than "), active, at, value, sure, in(text, ".")}}
}

// ranks lists the other algorithms by how sure they are worse.
func (v *TrustView) ranks() said {
	of := make(map[string][]string)
	for _, i := range v.Compare.order {
		if _, words := v.difference(i); words != "" {
			of[words] = append(of[words], string(v.Look.Picks[i].Selection.Algorithm))
		}
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
	l, m, s := &v.Look, v.measure(), v.Active()
	unsure := func(x float64) core.Estimate { return core.Estimate{Loss: x, SE: math.NaN()} }
	type way struct {
		name  string
		pen   theme.Pen
		worth core.Estimate
	}
	ways := []way{{"honest, held out", theme.Honest, v.worth(l.Active)}, {"asking nothing", theme.Muted, unsure(m.of(m.variance))}}
	if !m.Classes() {
		ways = slices.Insert(ways, 0, way{"projected", panel.AlgorithmPen(string(s.Algorithm)), unsure(m.of(s.Loss))})
		if v.Pick().Seen != nil && v.Pick().Seen.Why == "" {
			ways = slices.Insert(ways, 2, way{"seen in your data", theme.Text, m.estimate(v.Pick().Seen.Estimate)})
		}
	} else {
		ways = ways[:1]
	}
	if advice := v.advice(); advice.At > 0 && advice.At != s.Budget {
		ways = slices.Insert(ways, len(ways)-1, way{"honest at B = " + v.money(advice.At), theme.Muted, v.worthAt(advice.At)})
	}
	low, high := math.Inf(1), math.Inf(-1)
	ways = slices.DeleteFunc(ways, func(w way) bool { return math.IsNaN(w.worth.Loss) })
	for _, w := range ways {
		span := interval(w.worth)
		low, high = min(low, span[1]), max(high, span[2])
	}
	var rows [][]tables.Value
	for _, w := range ways {
		rows = append(rows, []tables.Value{
			panel.Cell{Text: w.name, Pen: w.pen},
			panel.Cell{Text: m.withError(w.worth), Pen: w.pen},
			panel.Cell{Text: panel.Interval(interval(w.worth), low, high, o.Width-waysWidth), Pen: w.pen},
		})
	}
	o.heading(fmt.Sprintf("%s of %s at B = %s", capital(m.Words()), v.Shown.State.Algorithm, v.money(s.Budget)))
	o.table([]tables.Column{{Head: tables.NoHead}, {Head: tables.NoHead, Align: tables.Right}, {Head: "± 2 se", Priority: 1}}, rows)
	switch seen, h := v.Pick().Seen, v.Shown.Honest; {
	case h != nil && h.Why != "":
		o.say(theme.Muted, "Not held out, nor seen: %s.", h.Why)
	case seen != nil && seen.Why != "":
		o.say(theme.Muted, "Not seen in the data: %s.", seen.Why)
	case seen != nil:
		text := "Seen on " + figure.CountOf(seen.Objects, "object")
		if off := seen.Off; !math.IsNaN(off.Loss) && off.SE > 0 {
			text += fmt.Sprintf(", %s standard errors from honest", apart(math.Abs(off.Loss)/off.SE))
		}
		o.say(theme.Muted, "%s.", text)
	}
}

// apart is a distance in standard errors. Where the seen loss is the honest loss, what is left of
// it is rounding.
func apart(errors float64) string {
	if errors < .01 {
		return "less than 0.01"
	}
	return figure.Significant(errors, 2)
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
	r, s := v.Shown.Result, v.Active()
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
	if text := v.Shown.Honest.LabelRaters(); text != "" {
		ground(false, "%s", text)
	}
	ground(r.Objects >= core.LeastSeen, "%s have the label", figure.CountOf(r.Objects, "object"))
	if h := v.Shown.Honest; h != nil && h.Why == "" {
		advice := v.advice()
		lead, rest := advice.Words(v.gives, func(b model.Amount) string { return v.measure().Text(v.worthAt(b).Loss) })
		ground(advice.State == core.AdviceEnough || advice.State == core.AdviceLess, "%s%s", lead, rest)
	}
	if n := r.OncePerObject(); n > 0 {
		ground(false, "noise unknown: no object has two judgments of %s", figure.CountOf(n, "attribute"))
	}
}

// writeBudgets writes what round budgets give: projected of the active algorithm, and honest of
// each, the best of a row strong.
func (v *TrustView) writeBudgets(o *Page) {
	l, m, h := &v.Look, v.measure(), v.honestSoFar()
	columns := []tables.Column{{Head: "B", Align: tables.Right}, {Head: "projected", Align: tables.Right, Priority: len(v.Compare.order) + 1}}
	var algorithms []selection.Algorithm
	for k, i := range v.Compare.order {
		if h == nil || h.Why != "" {
			break
		}
		column := tables.Column{Head: string(l.Picks[i].Selection.Algorithm), Align: tables.Right, Priority: k + 1}
		if i == l.Active {
			column.Priority = 0
		}
		columns, algorithms = append(columns, column), append(algorithms, l.Picks[i].Selection.Algorithm)
	}
	var rows [][]tables.Value
	for _, b := range v.roundBudgets() {
		budget := panel.Cell{Text: v.money(b)}
		if b == v.Shown.State.Budget {
			budget.Pen = theme.Accent
		}
		row, best, worth := []tables.Value{budget, m.text(v.Shown.Result.At(v.Shown.State.Algorithm, b).Loss)}, math.Inf(1), make([]float64, len(algorithms))
		for k, alg := range algorithms {
			if worth[k] = v.worthOf(alg, b).Loss; !math.IsNaN(worth[k]) {
				best = min(best, m.lowestFirst(worth[k]))
			}
		}
		for _, x := range worth {
			cell := panel.Cell{Pen: theme.Muted}
			if !math.IsNaN(x) {
				cell.Text = m.Text(x)
			}
			if m.lowestFirst(x) == best {
				cell.Pen = theme.Text.Strong()
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	o.heading("Other budgets: honest " + m.Words())
	o.table(columns, rows)
}
