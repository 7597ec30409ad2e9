package screen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
)

// defaultSort is the column that tells what to ask first.
const defaultSort = panel.ColumnRolls

// look is what the panels draw, made from what is shown. The part that belongs
// to a Result alone is made when it arrives; the rest for each frame.
type look struct {
	rows        []panel.Row // in data order, without what depends on B
	axis        chart.Budgets
	AxisColumns [2]int // of the slider, where the axis is shared
	paths       map[selection.Algorithm]*path
	never       map[[2]selection.Algorithm]int // see neverAskedCount
	drawn       curves
	prefix      string                            // of all names
	Order       []int                             // rows in the order shown
	on          []int                             // by attribute: its form, len(forms) for none; nil where there are no forms
	Picks       []core.Pick                       // of the algorithms shown
	Active      int                               // index of the active algorithm's selection
	Compared    int                               // and of the one that rolls and chart compare with it
	Beside      []int                             // selections shown side by side and in the readout
	certificate core.Certificate                  // of the active algorithm's selection
	shares      sharesAt                          // of each of several labels
	fold        *fold                             // nil where none are folded
	pick        func(selection.Algorithm) tea.Cmd // what a click on its name does; nil: make it active
	filter      *filter
	Flat        bool // the terminal shows no grounds
	Digits      bool // and writes blocks as digits

	Table panel.Table
	Loss  panel.Loss
}

// Pick is the active algorithm's choice, as far as it is known.
func (a *Scene) Pick() *core.Pick {
	is := func(p core.Pick) bool { return p.Selection.Algorithm == a.Shown.State.Algorithm }
	return &a.Look.Picks[slices.IndexFunc(a.Look.Picks, is)]
}

// Active is the active algorithm's selection.
func (a *Scene) Active() *core.Selection { return &a.Pick().Selection }

// picked is an algorithm's choice at B with the weights that are taken for it and what is seen of
// it, as far as these are known; without the honest loss while that is not known there.
func (a *Scene) picked(alg selection.Algorithm) core.Pick {
	at, h := a.Shown.choice(), a.Shown.Honest
	at.algorithm = alg
	p := at.pick()
	if a.Wide {
		p.RidgeRefit = a.refitting.now()[alg]
	}
	if seen := a.Looking.now(); alg == a.Shown.State.Algorithm && seen != nil {
		p.Seen, p.RidgeRefit = seen, seen.Refit
	}
	if h != nil && (h.Known(alg, at.budget) || p.RidgeRefit != nil && p.RidgeRefit.Taken) {
		p.Honest = h
	}
	return p
}

// Notes are what the user should know about the data and the settings. What cells hold says the
// sentence.
func (a *Scene) Notes() (notes []model.Finding) {
	if len(a.Look.Picks) > 0 {
		notes = slices.DeleteFunc(a.Pick().Warnings(), func(f model.Finding) bool {
			return f.Code == model.CodeWithinCells || f.Code == model.CodeBeyondCells
		})
	}
	if h := a.Shown.Honest; h != nil && (len(a.Look.Picks) == 0 || a.Pick().Honest == nil) {
		notes = append(notes, h.Warnings()...)
	}
	return slices.Concat(notes, a.Shown.Result.Warnings, a.Opt.Study.Data().Warnings)
}

// Visible lists the algorithms that the screen shows, the active one among
// them; Full and Scoring come first.
func (a *Scene) Visible() []selection.Algorithm {
	if a.Wide {
		return a.Shown.Result.Algorithms()
	}
	return append(selection.Algorithms(), a.Shown.State.extra()...)
}

// tune switches to the answer at the λ that is best at B, where λ is to be
// chosen.
func (a *Scene) tune() {
	s := &a.Shown
	if s.Tuning == nil {
		return
	}
	best := s.Tuning.At(s.State.Algorithm, s.State.Budget)
	if best.Result != s.Result {
		s.Result, s.Honest = best.Result, best.Honest
		a.Look.attributes(s.Result)
	}
}

// attributes makes what depends on the Result alone.
func (l *look) attributes(r *core.Result) {
	l.rows, l.Table.Priced = rowsOf(r.Attributes), false
	for i := range l.rows {
		row, price := &l.rows[i], r.Attributes[i].Price
		l.Table.Priced = l.Table.Priced || price != r.Attributes[0].Price
		if currency(r) != "" {
			row.Cells[panel.ColumnCost].Text = Money(r, price)
		}
		row.Limit = r.Settings.OwnLimit(row.Name).String()
	}
	l.axis, l.on, l.prefix = axisOf(r), formOf(r), sharedPrefix(r)
	l.paths, l.drawn = make(map[selection.Algorithm]*path), curves{}
	l.never = make(map[[2]selection.Algorithm]int)
}

// RefreshLook updates the look to the shown Result, for every screen. The screen then
// refreshes its own parts, and FinishLook the parts that depend on them.
func (a *Scene) RefreshLook() {
	a.tune()
	a.Card = ""
	l, r, s := &a.Look, a.Shown.Result, a.Shown.State
	l.Picks, l.Beside = l.Picks[:0], l.Beside[:0]
	for i, alg := range a.Visible() {
		l.Picks, l.Beside = append(l.Picks, a.picked(alg)), append(l.Beside, i)
		if alg == s.Algorithm {
			l.Active = i
		}
	}
	l.Compared = slices.IndexFunc(l.Picks, func(x core.Pick) bool { return x.Selection.Algorithm == s.comparedWith() })
	if a.Wide { // no other screen shows it
		l.certificate = r.CertifyQuickly(&l.Picks[l.Active].Selection)
	}
	if !a.Dragging || len(l.Order) != len(l.rows) {
		l.sort(r, s) // rows that jump about under a drag could not be followed
	}
	l.filter = &a.Filter
	l.filter.apply(l, &a.Shown)
	l.lookFolds(r, s, a.Cursor, a.Unfolded)
	l.lookTable(s)
	l.lookRows(r, s)
	l.Table.Cursor = a.cursorRow()
	a.lookLoss()
	a.lookReadout()
}

// FinishLook makes what depends on the algorithms that the screen shows side by
// side.
func (a *Scene) FinishLook() { a.Look.Table.Explain = a.explanation() }

// lookTable is the table but for its rows.
func (l *look) lookTable(s State) {
	t := &l.Table
	t.Sort, t.Reverse, t.Prefix, t.Digits, t.Flat, t.None = s.Sort, s.Reverse, l.prefix, l.Digits, l.Flat, l.filter.None()
	t.ActiveName, t.ComparedName = string(l.Picks[l.Active].Selection.Algorithm), string(l.Picks[l.Compared].Selection.Algorithm)
	t.Active, t.Compared, t.Axis = panel.AlgorithmPen(t.ActiveName), panel.AlgorithmPen(t.ComparedName), l.axis
}

// DisplayName is how the data are called wherever they are shown.
func DisplayName(ds *model.Dataset) string {
	if ds.Simulated && !strings.Contains(ds.Name, "simulated") {
		return ds.Name + " (simulated)"
	}
	return ds.Name
}

// CellsFact is how many judgments cells hold.
func CellsFact(r *core.Result) string {
	if r.Most != r.Fewest {
		return fmt.Sprintf("k=%d–%d", r.Fewest, r.Most)
	}
	return fmt.Sprintf("k=%d", r.Fewest)
}

// RidgeFact is λ, "" where it is 0 and was not chosen.
func RidgeFact(r *core.Result) string {
	ridge := strconv.FormatFloat(r.Settings.Ridge, 'g', -1, 64)
	switch {
	case r.Settings.AutoRidge:
		return "ridge " + ridge + " (auto)"
	case r.Settings.Ridge > 0:
		return "ridge " + ridge
	}
	return ""
}
