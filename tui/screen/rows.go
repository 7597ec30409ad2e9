package screen

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// rowsOf are the rows of attributes, in data order, with what their moments say.
func rowsOf(attributes []core.Attribute) []panel.Row {
	n := len(attributes)
	v, sigma2 := make([]float64, n), make([]float64, n)
	for i := range attributes {
		v[i], sigma2[i] = attributes[i].V, attributes[i].Sigma2
	}
	vs, sigmas := figure.Points(v, 3, 3), figure.Points(sigma2, 3, 3)
	rows := make([]panel.Row, n)
	for i := range attributes {
		a := &attributes[i]
		rows[i] = panel.Row{Index: i, Name: a.Name, Corr: a.Corr, Unusable: a.Unusable()}
		write := func(c panel.Column, text string) { rows[i].Cells[c].Text = text }
		write(panel.ColumnName, chart.Clean(a.Name))
		write(panel.ColumnCost, a.Price.String())
		write(panel.ColumnCorr, figure.Corr(a.Corr))
		write(panel.ColumnReliability, a.Mark(figure.Share(a.Reliability())))
		if a.Usable() || a.Noise() != "unknown" {
			write(panel.ColumnNoise, a.Mark(figure.Percent(1-a.Reliability())))
		}
		if a.Once {
			vs[i], sigmas[i] = a.Mark(""), a.Mark("")
		}
		write(panel.ColumnV, vs[i])
		write(panel.ColumnSigma2, sigmas[i])
	}
	return rows
}

// Described are the rows of a table of attributes before anything is chosen: those that go
// most with the label come first.
func Described(attributes []core.Attribute) []panel.Row {
	rows := rowsOf(attributes)
	strength := func(r panel.Row) float64 {
		if math.IsNaN(r.Corr) {
			return -1
		}
		return math.Abs(r.Corr)
	}
	sort.SliceStable(rows, func(i, j int) bool { return strength(rows[i]) > strength(rows[j]) })
	return rows
}

// formOf returns the number of each attribute's form, the number of forms for
// attributes on none; nil if every judgment is bought by itself.
func formOf(r *core.Result) []int {
	forms := r.Design.Forms
	if r.Design.Singles() || len(forms) == 0 {
		return nil
	}
	on := slices.Repeat([]int{len(forms)}, len(r.Attributes))
	for g := range forms {
		for _, a := range forms[g].Attributes {
			on[a] = g
		}
	}
	return on
}

// bundled tells whether calls are bought whole: several forms, each at a price.
func bundled(forms []core.Form) bool {
	return len(forms) > 1 && !slices.ContainsFunc(forms, func(f core.Form) bool { return f.Price == 0 })
}

// fold is a line over the attributes that are never asked, or in place of the criteria of calls that
// are bought whole.
type fold struct {
	open   bool
	n      int         // attributes below it
	speaks map[int]int // by call: the criterion that stands for it; nil where none does
}

// lookFolds decides what is folded: calls while no filter hides their criteria, or what is never
// asked where rows are in the order of the purchase.
func (l *look) lookFolds(r *core.Result, s State, cursor string, open bool) {
	l.fold = nil
	if l.filter.On() {
		return
	}
	forms := len(r.Design.Forms)
	if speaks := l.foldCalls(r, cursor); speaks != nil {
		l.fold = &fold{open: open, speaks: speaks}
	} else if s.Sort == defaultSort && !s.Reverse && forms < 2 && !slices.Contains(l.on, forms) && l.folded(r, s) > 0 {
		l.fold = &fold{open: open}
	}
}

// foldCalls leaves of each call that is bought whole one criterion: the selected one, or the
// one that goes most with the label.
func (l *look) foldCalls(r *core.Result, cursor string) (speaks map[int]int) {
	if !bundled(r.Design.Forms) {
		return nil
	}
	speaks = make(map[int]int)
	for g, f := range r.Design.Forms {
		if _, ok := l.alike(r, g); !ok || len(f.Attributes) < 2 {
			return nil
		}
		for _, i := range f.Attributes {
			best, is := speaks[g]
			if at := &r.Attributes[i]; at.Selectable() && (!is || at.Name == cursor || r.Attributes[best].Name != cursor && math.Abs(at.Corr) > math.Abs(r.Attributes[best].Corr)) {
				speaks[g] = i
			}
		}
	}
	return speaks
}

// alike tells whether a form's line can show the rolls of all its attributes, and of
// which one it does.
func (l *look) alike(r *core.Result, form int) (attribute int, ok bool) {
	if form >= len(r.Design.Forms) {
		return 0, false
	}
	for _, k := range []int{l.Active, l.Compared} {
		if !l.pathOf(r, l.Picks[k].Selection.Algorithm).alike[form] {
			return 0, false
		}
	}
	on := r.Design.Forms[form].Attributes
	return on[slices.IndexFunc(on, func(i int) bool { return r.Attributes[i].Selectable() })], true
}

// folded is how many attributes one line may stand for: those that are never asked, but none
// where nothing is asked at all.
func (l *look) folded(r *core.Result, s State) int {
	if n := l.neverAskedCount(r, s); n < len(r.Attributes) {
		return n
	}
	return 0
}

// folds counts an attribute that is folded, and tells whether it is left out.
func (l *look) folds(r *core.Result, s State, i int) bool {
	f := l.fold
	if f == nil || f.speaks != nil && f.speaks[l.on[i]] == i || f.speaks == nil && !l.neverAsked(r, s, i) {
		return false
	}
	f.n++
	return !f.open
}

// lookRows writes the rows that the filter keeps, with a line over those of each form, and one over
// what is folded or in its place.
func (l *look) lookRows(r *core.Result, s State) {
	active, compared := &l.Picks[l.Active].Selection, &l.Picks[l.Compared].Selection
	t, f, forms, last, shared := &l.Table, l.fold, r.Design.Forms, -1, false
	t.Rows, t.Hidden = t.Rows[:0], 0
	calls := f != nil && f.speaks != nil && !f.open // a row each
	grouped := l.on != nil && !calls && !(len(forms) == 1 && forms[0].Price == 0 && len(forms[0].Attributes) == len(r.Attributes))
	for _, i := range l.Order {
		if !l.filter.keeps(i) || l.folds(r, s, i) {
			continue
		}
		if grouped && l.on[i] != last {
			last = l.on[i]
			over := l.overForm(r, last)
			t.Rows, shared = append(t.Rows, over), over.Index >= 0
		}
		row := l.rows[i]
		if calls {
			row.Limit = strings.TrimSpace(fmt.Sprintf("%s +%d", row.Limit, len(forms[l.on[i]].Attributes)-1))
		}
		row.Shared = shared && r.Attributes[i].Selectable()
		row.Active, row.Compared = active.Repeats[i], compared.Repeats[i]
		row.Cells[panel.ColumnActive], row.Cells[panel.ColumnCompared] = times(row.Active, t.Active), times(row.Compared, t.Compared)
		t.Rows = append(t.Rows, row)
	}
	if f != nil && f.n > 0 {
		l.overFolded(r)
	}
}

// times are repeats in the hue of an algorithm: a faint dot for none.
func times(n int, pen theme.Pen) panel.Cell {
	if n == 0 {
		return panel.Cell{Text: "·", Pen: theme.Faint}
	}
	return panel.Cell{Text: "×" + strconv.Itoa(n), Pen: pen.Strong()}
}

// overForm is the line over the rows of a form that come next: what the active algorithm buys of it,
// and its roll where all its rows share one.
func (l *look) overForm(r *core.Result, form int) panel.Row {
	name, bought, price := "bought singly", "", ""
	if form < len(r.Design.Forms) {
		f := &r.Design.Forms[form]
		name, bought = chart.Clean(f.Name), times(f.Filled(l.Picks[l.Active].Selection.Repeats), l.Table.Active).Text
		if f.Price > 0 {
			price = " at " + Money(r, f.Price)
		}
	}
	row := panel.Row{Index: -1, Over: []panel.Span{
		{Text: "┌ ", Pen: theme.Border}, {Text: name, Pen: theme.Title}, {Text: " " + bought, Pen: l.Table.Active}, {Text: price, Pen: theme.Muted},
	}}
	if i, ok := l.alike(r, form); ok {
		row.Index = i
	}
	return row
}

// overFolded puts a line over the attributes that are folded, or in their place.
func (l *look) overFolded(r *core.Result) {
	f, t := l.fold, &l.Table
	at, what := len(t.Rows), figure.Count(f.n)+" more are"
	if f.n == 1 {
		what = "1 more is"
	}
	what = fmt.Sprintf("%s not asked up to B = %s", what, Money(r, r.Max))
	switch {
	case f.speaks != nil && f.open:
		at, what = 0, "▾ calls and their criteria"
	case f.speaks != nil:
		what = fmt.Sprintf("▸ more criteria of these calls: %d", f.n)
	case f.open:
		at, what = at-f.n, "▾ "+what
	default:
		t.Hidden, what = f.n, "▸ "+what
	}
	t.Rows = slices.Insert(t.Rows, at, panel.Row{Index: -1, Folds: true, Over: []panel.Span{{Text: what, Pen: theme.Muted}}})
}

// Unfold shows the attributes that are never asked, or hides them.
func (a *Focus) Unfold(open bool) {
	a.Unfolded = open
	a.Reveal()
	a.RefreshLook()
	a.Change()
}
