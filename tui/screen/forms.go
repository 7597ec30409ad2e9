package screen

import (
	"fmt"
	"math"
	"slices"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
)

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

// formsBought are what a selection buys of each form, and last of the attributes
// on none.
func formsBought(r *core.Result, s *core.Selection) (rows []panel.FormRow) {
	for g := range r.Design.Forms {
		f := &r.Design.Forms[g]
		row := panel.FormRow{Name: chart.Clean(f.Name), Filled: f.Filled(s.Repeats)}
		if f.Price > 0 {
			row.Price = money(r, f.Price)
		}
		rows = append(rows, row)
	}
	return append(rows, panel.FormRow{})
}

// formRows puts a line over the rows of each form, as far as the filter keeps any
// of them.
func (l *look) formRows(r *core.Result) {
	l.Table.Forms = nil
	if forms := r.Design.Forms; l.On == nil || l.fold != nil && l.fold.criteria && !l.fold.open || len(forms) == 1 && forms[0].Price == 0 && len(forms[0].Attributes) == len(r.Attributes) {
		return
	}
	bought := formsBought(r, &l.Selections[l.Active])
	last, at := -1, 0
	for _, i := range l.Order {
		if !l.keeps(i) {
			continue
		}
		g := l.On[i]
		if g != last {
			row := bought[g]
			row.At, last = at, g
			row.Track, row.Shared = l.alike(r, g)
			l.Table.Forms = append(l.Table.Forms, row)
		}
		if at < len(l.Table.Rows) {
			_, shared := l.alike(r, g)
			l.Table.Rows[at].Shared = shared && r.Attributes[i].Selectable()
		}
		at++
	}
}

// alike tells whether a form's line can show the rolls of all its attributes, and of
// which one it does.
func (l *look) alike(r *core.Result, form int) (attribute int, ok bool) {
	if form >= len(r.Design.Forms) {
		return 0, false
	}
	for _, k := range []int{l.Active, l.Compared} {
		if !l.pathOf(r, l.Selections[k].Algorithm).alike[form] {
			return 0, false
		}
	}
	on := r.Design.Forms[form].Attributes
	return on[slices.IndexFunc(on, func(i int) bool { return r.Attributes[i].Selectable() })], true
}

// callsAsked lists the calls that repeats take, the most frequent first; nil where
// calls are not bought whole.
func (a *Scene) callsAsked(repeats []int) (parts []string) {
	forms := a.Shown.Result.Design.Forms
	if !bundled(forms) {
		return nil
	}
	order := make([]int, len(forms))
	for g := range forms {
		order[g] = g
	}
	slices.SortStableFunc(order, func(i, j int) int { return forms[j].Filled(repeats) - forms[i].Filled(repeats) })
	for _, g := range order {
		if n := forms[g].Filled(repeats); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, chart.Clean(forms[g].Name)))
		}
	}
	return parts
}

// bundled tells whether calls are bought whole: several forms, each at a price.
func bundled(forms []core.Form) bool {
	return len(forms) > 1 && !slices.ContainsFunc(forms, func(f core.Form) bool { return f.Price == 0 })
}

// callsIn counts the calls of repeats.
func callsIn(forms []core.Form, repeats []int) (n int) {
	for i := range forms {
		n += forms[i].Filled(repeats)
	}
	return n
}

// foldRow is the line over the attributes that are never asked, or in place of the criteria
// of calls that are bought whole.
type foldRow struct {
	open     bool
	n        int  // attributes below it
	criteria bool // it is about calls
}

// foldCalls leaves of each call that is bought whole one criterion: the selected one, or the
// one that goes most with the label.
func (l *look) foldCalls(r *core.Result, cursor string) {
	l.speaks = nil
	if !bundled(r.Design.Forms) || l.filtered != "" {
		return
	}
	l.speaks = make(map[int]int)
	for g, f := range r.Design.Forms {
		if _, ok := l.alike(r, g); !ok || len(f.Attributes) < 2 {
			l.speaks = nil
			return
		}
		for _, i := range f.Attributes {
			best, is := l.speaks[g]
			if at := &r.Attributes[i]; at.Selectable() && (!is || at.Name == cursor || r.Attributes[best].Name != cursor && math.Abs(at.Corr) > math.Abs(r.Attributes[best].Corr)) {
				l.speaks[g] = i
			}
		}
	}
}

// folded is how many attributes one line may stand for: those that are never asked, but none
// where nothing is asked at all.
func (l *look) folded(r *core.Result, s State) int {
	if n := l.neverAskedCount(r, s); n < len(r.Attributes) {
		return n
	}
	return 0
}

// folds counts an attribute that is never asked, and tells whether it is left out.
func (l *look) folds(r *core.Result, s State, i int) bool {
	if l.fold != nil && l.fold.criteria {
		if l.speaks[l.On[i]] == i {
			return false
		}
		l.fold.n++
		return !l.fold.open
	}
	if l.fold == nil || !l.neverAsked(r, s, i) {
		return false
	}
	l.fold.n++
	return !l.fold.open
}

// lookFold puts a line over the attributes that are never asked, or in their place.
func (l *look) lookFold(r *core.Result) {
	f := l.fold
	if f == nil || f.n == 0 {
		return
	}
	if f.criteria {
		row := panel.FormRow{At: len(l.Table.Rows), Fold: fmt.Sprintf("▸ more criteria of these calls: %d", f.n)}
		if f.open {
			row = panel.FormRow{Fold: "▾ calls and their criteria"}
			l.Table.Forms = slices.Insert(l.Table.Forms, 0, row)
			return
		}
		l.Table.Forms = append(l.Table.Forms, row)
		return
	}
	at, mark := len(l.Table.Rows), "▸"
	if l.Table.Hidden = f.n; f.open {
		at, mark, l.Table.Hidden = at-f.n, "▾", 0
	}
	what := figure.Count(f.n) + " more are"
	if f.n == 1 {
		what = "1 more is"
	}
	l.Table.Forms = append(l.Table.Forms, panel.FormRow{At: at, Fold: fmt.Sprintf("%s %s not asked up to B = %s", mark, what, money(r, r.Max))})
}

// Unfold shows the attributes that are never asked, or hides them.
func (a *Focus) Unfold(open bool) {
	a.Unfolded = open
	a.Reveal()
	a.RefreshLook()
	a.Change()
}
