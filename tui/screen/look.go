package screen

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
)

// defaultSort is the column that tells what to ask first.
const defaultSort = panel.ColumnRolls

// Pick is the active algorithm's choice, as far as it is known.
func (a *Scene) Pick() *core.Pick {
	for i := range a.Look.Picks {
		if a.Look.Picks[i].Selection.Algorithm == a.Shown.State.Algorithm {
			return &a.Look.Picks[i]
		}
	}
	panic("tui: the active algorithm has no selection")
}

// Active is the active algorithm's selection.
func (a *Scene) Active() *core.Selection { return &a.Pick().Selection }

// picked is an algorithm's choice at B with the weights that are taken for it and what is seen of
// it, as far as these are known; without the honest loss while that is not known there.
func (a *Scene) picked(alg selection.Algorithm) core.Pick {
	r, h, b := a.Shown.Result, a.Shown.Honest, a.Shown.State.Budget
	p := core.Pick{Answer: core.Answer{Result: r}, Selection: r.At(alg, b)}
	if a.Wide {
		p.RidgeRefit = a.refitting.now()[alg]
	}
	if seen := a.Looking.now(); alg == a.Shown.State.Algorithm && seen != nil {
		p.Seen, p.RidgeRefit = seen, seen.Refit
	}
	if h != nil && (h.Known(alg, b) || p.RidgeRefit != nil && p.RidgeRefit.Taken) {
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

// look is what the panels draw, made from what is shown. The part that belongs
// to a Result alone is made when it arrives; the rest for each frame.
type look struct {
	rows        []panel.Row // in data order, without what depends on B
	axis        chart.Budgets
	AxisColumns [2]int // of the slider, where the axis is shared
	paths       map[selection.Algorithm]*path
	never       map[[2]selection.Algorithm]int // see neverAskedCount
	drawn       curves
	prefix      string           // of all names
	longest     int              // columns of the longest name
	priced      bool             // prices differ
	Order       []int            // rows in the order shown
	On          []int            // by attribute: its form, len(forms) for none; nil where there are no forms
	Picks       []core.Pick      // of the algorithms shown
	Active      int              // index of the active algorithm's selection
	Compared    int              // and of the one that rolls and chart compare with it
	Beside      []int            // selections shown side by side and in the readout
	certificate core.Certificate // of the active algorithm's selection
	stable      *core.Stability  // of the active algorithm's selection; nil while not known
	progress    string           // of the bootstrap
	gained      gained
	shares      sharesAt                          // of each of several labels
	topGain     float64                           // the largest that an attribute has that can be chosen, where gains are shown
	fold        *fold                             // nil where none are folded
	pick        func(selection.Algorithm) tea.Cmd // what a click on its name does; nil: make it active
	kept        []bool                            // attributes that the filter keeps; nil is all
	filtered    string                            // what the filter keeps, for titles
	Flat        bool                              // the terminal shows no grounds
	Digits      bool                              // and writes blocks as digits

	Table panel.Table
	Loss  panel.Loss
	Notes noting
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
		a.Look.attributes(s.Result, len(a.Opt.Study.Data().Warnings))
	}
}

// attributes makes what depends on the Result alone.
func (l *look) attributes(r *core.Result, dataNotes int) {
	l.rows, l.longest = rowsOf(r.Attributes), 0
	for i := range l.rows {
		l.longest = max(l.longest, chart.Width(l.rows[i].Name))
		if currency(r) != "" {
			l.rows[i].Cells[panel.ColumnCost].Text = Money(r, r.Attributes[i].Price)
		}
		l.rows[i].Limit = r.Settings.OwnLimit(l.rows[i].Name).String()
	}
	l.axis = axisOf(r)
	l.paths, l.drawn = make(map[selection.Algorithm]*path), curves{}
	l.never = make(map[[2]selection.Algorithm]int)
	l.prefix, l.priced = sharedPrefix(r), pricesDiffer(r)
	// The line for notes exists for all budgets or for none, so that nothing moves
	// while B is dragged.
	l.Notes = noting{ever: len(r.Warnings)+dataNotes > 0}
	for _, alg := range r.Algorithms() {
		_, loss := r.Curve(alg)
		l.Notes.ever = l.Notes.ever || slices.Min(loss) < 0
	}
}

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

// RefreshLook updates the look to the shown Result, for every screen. The screen then
// refreshes its own parts, and finishLook the parts that depend on them.
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
	l.On = formOf(r)
	if !a.Dragging || len(l.Order) != len(l.rows) {
		l.sort(r, s) // rows that jump about under a drag could not be followed
	}
	l.stable, l.progress = a.Stability(), a.resampled()
	a.Filter.apply(l, &a.Shown)
	l.kept, l.filtered = a.Filter.kept, a.Filter.label()
	l.lookFolds(r, s, a.Cursor, a.Unfolded)
	l.lookTable(r, s)
	l.formRows(r)
	l.lookFold(r)
	l.Table.None = a.Filter.None()
	l.Table.Cursor = a.cursorRow()
	a.lookLoss()
	a.lookReadout()
	l.lookNoted(a.Shown.Honest, s)
}

// FinishLook makes what depends on the algorithms that the screen shows side by
// side.
func (a *Scene) FinishLook() {
	l := &a.Look
	l.Table.Explain = a.explanation()
	n := &l.Notes
	n.note = a.noteOf()
	n.ever, n.longest = n.ever || n.note.text != "", max(n.longest, n.note.width())
}

func (l *look) lookTable(r *core.Result, s State) {
	active, compared := &l.Picks[l.Active].Selection, &l.Picks[l.Compared].Selection
	t := &l.Table
	t.Sort, t.Reverse, t.Show, t.Prefix, t.Digits, t.Flat = s.Sort, s.Reverse, l.showing(s), l.prefix, l.Digits, l.Flat
	t.ActiveName, t.ComparedName = string(active.Algorithm), string(compared.Algorithm)
	t.Active, t.Compared, t.Axis = panel.AlgorithmPen(t.ActiveName), panel.AlgorithmPen(t.ComparedName), l.axis
	t.Rows, t.Hidden = t.Rows[:0], 0
	l.topGain = 0
	if t.Show[panel.ColumnGain] {
		for i, g := range l.Gains(r) {
			if l.rows[i].Unusable == "" {
				l.topGain = max(l.topGain, g)
			}
		}
	}
	for _, i := range l.Order {
		if !l.keeps(i) || l.folds(r, s, i) {
			continue
		}
		t.Rows = append(t.Rows, l.rows[i])
		row := &t.Rows[len(t.Rows)-1]
		if l.fold != nil && l.fold.speaks != nil && !l.fold.open {
			row.Limit = strings.TrimSpace(fmt.Sprintf("%s +%d", row.Limit, len(r.Design.Forms[l.On[i]].Attributes)-1))
		}
		row.Active, row.Compared = active.Repeats[i], compared.Repeats[i]
		row.Cells[panel.ColumnActive] = panel.Figure("×"+strconv.Itoa(row.Active), row.Active == 0, t.Active.Strong())
		row.Cells[panel.ColumnCompared] = panel.Figure("×"+strconv.Itoa(row.Compared), row.Compared == 0, t.Compared.Strong())
		for c := range columns {
			if fill := columns[c].fill; fill != nil {
				fill(l, r, i, row)
			}
		}
	}
}

// gained keeps the gains of a choice.
type gained struct {
	chosenAt
	gains []float64
}

// Gains are the gains of the active algorithm's choice. They take as long as all else
// that a frame of many attributes needs, so they are found where somebody asks.
func (l *look) Gains(r *core.Result) []float64 {
	s := &l.Picks[l.Active].Selection
	if of := (chosenAt{r, nil, s.Algorithm, s.Budget}); l.gained.gains == nil || l.gained.chosenAt != of {
		l.gained = gained{of, r.Gains(s)}
	}
	return l.gained.gains
}

// keeps tells whether the filter keeps an attribute.
func (l *look) keeps(i int) bool { return l.kept == nil || l.kept[i] }

// Visible lists the algorithms that the screen shows, the active one among
// them; Full and Scoring come first.
func (a *Scene) Visible() []selection.Algorithm {
	if a.Wide {
		return a.Shown.Result.Algorithms()
	}
	return append(selection.Algorithms(), a.Shown.State.extra()...)
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
