package screen

import (
	"fmt"

	"fms-tui/core"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
)

// foldRow is the line over the attributes that are never asked.
type foldRow struct {
	open bool
	n    int // attributes below it
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
	at, mark := len(l.Table.Rows), "▸"
	if f.open {
		at, mark = at-f.n, "▾"
	}
	what := figure.Count(f.n) + " more are"
	if f.n == 1 {
		what = "1 more is"
	}
	l.Table.Forms = append(l.Table.Forms, panel.FormRow{At: at, Fold: fmt.Sprintf("%s %s not asked up to B = %s", mark, what, r.Max)})
}

// Unfold shows the attributes that are never asked, or hides them.
func (a *Analysis) Unfold(open bool) {
	a.Unfolded = open
	a.Reveal()
	a.RefreshLook()
	a.Change()
}
