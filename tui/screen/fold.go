package screen

import (
	"fmt"
	"math"
	"slices"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/panel"
)

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
