package screen

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model"
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
			row.Price = Money(r, f.Price)
		}
		rows = append(rows, row)
	}
	return append(rows, panel.FormRow{})
}

// formRows puts a line over the rows of each form, as far as the filter keeps any
// of them.
func (l *look) formRows(r *core.Result) {
	l.Table.Forms = nil
	if forms := r.Design.Forms; l.On == nil || l.fold != nil && l.fold.speaks != nil && !l.fold.open || len(forms) == 1 && forms[0].Price == 0 && len(forms[0].Attributes) == len(r.Attributes) {
		return
	}
	bought := formsBought(r, &l.Picks[l.Active].Selection)
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
		if !l.pathOf(r, l.Picks[k].Selection.Algorithm).alike[form] {
			return 0, false
		}
	}
	on := r.Design.Forms[form].Attributes
	return on[slices.IndexFunc(on, func(i int) bool { return r.Attributes[i].Selectable() })], true
}

// item is what is bought of an object: a call with a price, or the judgments of an attribute.
type item struct {
	name      string // without what all names begin with
	n         int    // how often
	attribute int    // it, or the first of the call
	price     model.Amount
}

func (i item) String() string { return fmt.Sprintf("%d %s", i.n, i.name) }

// items are all that can be bought, in the order of the data, as repeats buy it: calls where these
// are bought whole, and attributes otherwise.
func (a *Scene) items(repeats []int) (all []item) {
	r := a.Shown.Result
	if forms := r.Design.Forms; bundled(forms) {
		for g := range forms {
			all = append(all, item{chart.Clean(forms[g].Name), forms[g].Filled(repeats), forms[g].Attributes[0], forms[g].Price})
		}
		return all
	}
	for i := range r.Attributes {
		at := &r.Attributes[i]
		all = append(all, item{chart.Clean(strings.TrimPrefix(at.Name, a.Look.prefix)), repeats[i], i, at.Price})
	}
	return all
}

// buys are the items that repeats buy, the most often first, then as the active algorithm buys
// them first.
func (a *Scene) buys(repeats []int) []item {
	first := a.Look.pathOf(a.Shown.Result, a.Shown.State.Algorithm).first
	all := slices.DeleteFunc(a.items(repeats), func(i item) bool { return i.n == 0 })
	slices.SortStableFunc(all, func(i, j item) int { return cmp.Or(j.n-i.n, first[i.attribute]-first[j.attribute]) })
	return all
}

// bundled tells whether what is shown is bought in whole calls.
func (a *Scene) bundled() bool { return bundled(a.Shown.Result.Design.Forms) }

// unit is what is bought, one of it.
func (a *Scene) unit() string {
	if a.bundled() {
		return "call"
	}
	return "judgment"
}

// bought counts what repeats buy.
func (a *Scene) bought(repeats []int) (n int) {
	for _, i := range a.items(repeats) {
		n += i.n
	}
	return n
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
	forms := len(r.Design.Forms)
	if speaks := l.foldCalls(r, cursor); speaks != nil {
		l.fold = &fold{open: open, speaks: speaks}
	} else if s.Sort == defaultSort && !s.Reverse && l.filtered == "" && forms < 2 && !slices.Contains(l.On, forms) && l.folded(r, s) > 0 {
		l.fold = &fold{open: open}
	}
}

// foldCalls leaves of each call that is bought whole one criterion: the selected one, or the
// one that goes most with the label.
func (l *look) foldCalls(r *core.Result, cursor string) (speaks map[int]int) {
	if !bundled(r.Design.Forms) || l.filtered != "" {
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
	if f == nil || f.speaks != nil && f.speaks[l.On[i]] == i || f.speaks == nil && !l.neverAsked(r, s, i) {
		return false
	}
	f.n++
	return !f.open
}

// lookFold puts a line over the attributes that are never asked, or in their place.
func (l *look) lookFold(r *core.Result) {
	f := l.fold
	if f == nil || f.n == 0 {
		return
	}
	if f.speaks != nil {
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
	l.Table.Forms = append(l.Table.Forms, panel.FormRow{At: at, Fold: fmt.Sprintf("%s %s not asked up to B = %s", mark, what, Money(r, r.Max))})
}

// Unfold shows the attributes that are never asked, or hides them.
func (a *Focus) Unfold(open bool) {
	a.Unfolded = open
	a.Reveal()
	a.RefreshLook()
	a.Change()
}
