package screen

import (
	"cmp"
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
	"fms-tui/tui/theme"
)

// defaultSort is the column that tells what to ask first.
const defaultSort = panel.ColumnRolls

// Active is the active algorithm's selection.
func (a *Scene) Active() *core.Selection {
	for i := range a.Look.Selections {
		if a.Look.Selections[i].Algorithm == a.Shown.State.Algorithm {
			return &a.Look.Selections[i]
		}
	}
	panic("tui: the active algorithm has no selection")
}

// Notes are what the user should know about the data and the settings.
func (a *Scene) Notes() []model.Finding {
	r := a.Shown.Result
	var notes []model.Finding
	if len(a.Look.Selections) > 0 {
		i := a.Look.Active
		notes = append(notes, a.findings()...)
		notes = append(notes, r.SelectionWarnings(a.Active())...)
		if h, s := a.Shown.Honest, a.Active(); h != nil && !math.IsNaN(a.Look.Estimates[i].Loss) {
			notes = append(notes, core.HonestWarnings(a.Look.Raw[i], h.Noise(s.Algorithm, s.Budget))...)
			notes = append(notes, h.Warnings()...)
		}
	}
	if h := a.Shown.Honest; h != nil {
		notes = append(notes, h.Warnings()...)
	}
	notes = append(notes, r.Warnings...)
	return append(notes, a.Opt.Study.Data().Warnings...)
}

func Algorithms() []selection.Algorithm { return selection.Algorithms() }

// look is what the panels draw, made from what is shown. The part that belongs
// to a Result alone is made when it arrives; the rest for each frame.
type look struct {
	rows        []panel.Row // in data order, without what depends on B
	axis        chart.Budgets
	AxisColumns [2]int // of the slider, where the axis is shared
	paths       map[selection.Algorithm]*path
	never       map[[2]selection.Algorithm]int // see neverAskedCount
	drawn       curves
	prefix      string // of all names
	longest     int    // columns of the longest name
	priced      bool   // prices differ
	Order       []int  // rows in the order shown
	On          []int  // by attribute: its form, len(forms) for none; nil where there are no forms
	Selections  []core.Selection
	Active      int              // index of the active algorithm's selection
	Compared    int              // and of the one that rolls and chart compare with it
	Estimates   []core.Estimate  // honest losses of the selections; NaN while not known
	Raw         []core.Estimate  // the same as they were estimated, however impossible
	Seen        *core.Seen       // of the active algorithm's selection; nil while not known
	beyond      string           // says that it asks for more than cells hold; "" where not
	Beside      []int            // selections shown side by side and in the readout
	certificate core.Certificate // of the active algorithm's selection
	stable      *core.Stability  // of the active algorithm's selection; nil while not known
	progress    string           // of the bootstrap
	gained      gained
	shares      sharesAt                          // of each of several labels
	topGain     float64                           // the largest that an attribute has that can be chosen, where gains are shown
	fold        *foldRow                          // nil where none are folded
	speaks      map[int]int                       // by call: the criterion that stands for it; nil where none does
	pick        func(selection.Algorithm) tea.Cmd // what a click on its name does; nil: make it active
	kept        []bool                            // attributes that the filter keeps; nil is all
	filtered    string                            // what the filter keeps, for titles
	Flat        bool                              // the terminal shows no grounds
	Digits      bool                              // and writes blocks as digits

	Table panel.Table
	Loss  panel.Loss
	Notes noting
}

// attributes makes what depends on the Result alone.
func (l *look) attributes(r *core.Result, dataNotes int) {
	l.rows, l.longest = rowsOf(r.Attributes), 0
	for i := range l.rows {
		l.longest = max(l.longest, chart.Width(l.rows[i].Name))
		if currency(r) != "" {
			l.rows[i].Cost = money(r, r.Attributes[i].Price)
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
		rows[i] = panel.Row{
			Index: i, Name: a.Name, Cost: a.Price.String(), V: vs[i], Sigma2: sigmas[i],
			Corr: a.Corr, Rel: a.Reliability(), RelText: a.Mark(figure.Share(a.Reliability())), Unusable: a.Unusable(),
		}
		if a.Usable() || a.Noise() != "unknown" {
			rows[i].Noise = a.Mark(figure.Percent(1 - a.Reliability()))
		}
		if a.Once {
			rows[i].V, rows[i].Sigma2 = a.Mark(""), a.Mark("")
		}
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
	l.Selections, l.Estimates, l.Beside = l.Selections[:0], l.Estimates[:0], l.Beside[:0]
	for i, alg := range a.Visible() {
		l.Selections = append(l.Selections, r.At(alg, s.Budget))
		l.Estimates = append(l.Estimates, a.estimate(alg))
		l.Beside = append(l.Beside, i)
		if alg == s.Algorithm {
			l.Active = i
		}
	}
	l.Compared = slices.IndexFunc(l.Selections, func(x core.Selection) bool { return x.Algorithm == s.comparedWith() })
	l.Raw = l.Raw[:0]
	for i := range l.Selections {
		l.Raw = append(l.Raw, a.raw(i))
	}
	l.Seen, l.beyond = a.seen(), beyondBrief(r, &l.Selections[l.Active])
	for i := range l.Selections {
		if x := a.refitOf(l.Selections[i].Algorithm); x != nil && a.Wide {
			l.Estimates[i] = x.Honest
		}
	}
	if p := a.picked(); p.WeightsFrom() == model.WeightsRefit {
		l.Estimates[l.Active] = p.Estimate() // as the commands and the report say it
	}
	if a.Wide { // no other screen shows it
		l.certificate = r.CertifyQuickly(&l.Selections[l.Active])
	}
	l.On = formOf(r)
	if !a.Dragging || len(l.Order) != len(l.rows) {
		l.sort(r, s) // rows that jump about under a drag could not be followed
	}
	l.stable, l.progress = a.Stability(), a.resampled()
	a.Filter.apply(l, &a.Shown)
	l.kept, l.filtered = a.Filter.kept, a.Filter.label()
	l.fold = nil
	if s.Sort == defaultSort && !s.Reverse && !a.Filter.On() && len(r.Design.Forms) < 2 && !slices.Contains(l.On, len(r.Design.Forms)) && l.folded(r, s) > 0 {
		l.fold = &foldRow{open: a.Unfolded}
	}
	if l.foldCalls(r, a.Cursor); l.speaks != nil {
		l.fold = &foldRow{open: a.Unfolded, criteria: true}
	}
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
	active, compared := &l.Selections[l.Active], &l.Selections[l.Compared]
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
		if l.fold != nil && l.fold.criteria && !l.fold.open {
			row.Limit = strings.TrimSpace(fmt.Sprintf("%s +%d", row.Limit, len(r.Design.Forms[l.On[i]].Attributes)-1))
		}
		row.Active, row.Compared = active.Repeats[i], compared.Repeats[i]
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
	s := &l.Selections[l.Active]
	if of := (chosenAt{r, s.Algorithm, s.Budget}); l.gained.gains == nil || l.gained.chosenAt != of {
		l.gained = gained{of, r.Gains(s)}
	}
	return l.gained.gains
}

// keeps tells whether the filter keeps an attribute.
func (l *look) keeps(i int) bool { return l.kept == nil || l.kept[i] }

// Slider is how B stands.
func (a *Budget) Slider() panel.Slider {
	l, r, s := &a.Look, a.Shown.Result, a.Shown.State
	slider := panel.Slider{
		Name: "Budget", Symbol: "B", Unit: cmp.Or(a.Opt.Study.Data().PriceUnit, "judgments"), Value: a.money(s.Budget), Fraction: math.NaN(), Axis: l.axis,
		Longest: max(chart.Width(r.Max.String()), chart.Width(s.Budget.String())),
	}
	for _, b := range []model.Amount{r.Max - r.Step, r.Step} {
		slider.Longest = max(slider.Longest, chart.Width(b.String()))
	}
	if r.Max > 0 {
		slider.Fraction = l.axis.Share(s.Budget.Float())
	}
	if l.axis.Max <= 0 {
		return slider
	}
	if b, ok := a.recommended(s.Algorithm); ok {
		slider.Marks = []chart.SliderMark{{Fraction: l.axis.Share(b.Float()), Rune: '▲', Pen: theme.Good}}
	}
	return slider
}

// Visible lists the algorithms that the screen shows, the active one among
// them; Full and Scoring come first.
func (a *Scene) Visible() []selection.Algorithm {
	if a.Wide {
		return a.Shown.Result.Algorithms()
	}
	return append(Algorithms(), a.Shown.State.extra()...)
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
