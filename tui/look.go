package tui

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// defaultSort is the column that tells what to buy next.
const defaultSort = panel.ColumnGain

// active is the active algorithm's selection.
func (a *Analysis) active() *core.Selection {
	for i := range a.look.selections {
		if a.look.selections[i].Algorithm == a.shown.state.Algorithm {
			return &a.look.selections[i]
		}
	}
	panic("tui: the active algorithm has no selection")
}

// notes are what the user should know about the data and the settings.
func (a *Analysis) notes() []model.Finding {
	r := a.shown.result
	var notes []model.Finding
	if len(a.look.selections) > 0 {
		i := a.look.active
		notes = append(notes, a.findings()...)
		notes = append(notes, r.SelectionWarnings(a.active())...)
		if h, s := a.shown.honest, a.active(); h != nil && !math.IsNaN(a.look.estimates[i].Loss) {
			notes = append(notes, core.HonestWarnings(a.look.raw[i], h.Noise(s.Algorithm, s.Budget))...)
			notes = append(notes, h.Warnings()...)
		}
	}
	if h := a.shown.honest; h != nil {
		notes = append(notes, h.Warnings()...)
	}
	notes = append(notes, r.Warnings...)
	return append(notes, a.opt.Study.Data().Warnings...)
}

// noteLine shows the first note, and how many more the help has.
func (a *Analysis) noteLine() panel.Line {
	notes := a.notes()
	if len(notes) == 0 {
		return panel.Line{}
	}
	spans := []panel.Span{{Text: "! ", Pen: theme.Warning.Strong()}}
	if more := len(notes) - 1; more > 0 {
		spans = append(spans, panel.Span{Text: fmt.Sprintf("(? shows %s) ", figure.CountOf(more, "more note")), Pen: theme.Muted})
	}
	return panel.Line{Spans: append(spans, panel.Span{Text: notes[0].Message, Pen: theme.Warning})}
}

func algorithms() []selection.Algorithm { return selection.Algorithms() }

// look is what the panels draw, made from what is shown. The part that belongs
// to a Result alone is made when it arrives; the rest for each frame.
type look struct {
	rows        []panel.Row // in data order, without what depends on B
	curves      map[selection.Algorithm]panel.Curve
	bound       panel.Curve
	max         float64
	noted       bool  // there is something to note, at some budget at least
	order       []int // rows in the order shown
	on          []int // by attribute: its form, len(forms) for none; nil where there are no forms
	selections  []core.Selection
	active      int              // index of the active algorithm's selection
	estimates   []core.Estimate  // honest losses of the selections; NaN while not known
	raw         []core.Estimate  // the same as they were estimated, however impossible
	seen        *core.Seen       // of the active algorithm's selection; nil while not known
	beyond      string           // says that it asks for more than cells hold; "" where not
	beside      []int            // selections shown side by side and in the readout
	certificate core.Certificate // of the active algorithm's selection
	stable      *core.Stability  // of the active algorithm's selection; nil while not known
	progress    string           // of the bootstrap
	gains       []float64
	parting     model.Amount     // where Full and Scoring first differ; 0 for nowhere
	reference   []core.Selection // at the reference budget, as beside; empty for none
	kept        []bool           // attributes that the filter keeps; nil is all
	filtered    string           // what the filter keeps, for titles

	table   panel.Table
	loss    panel.Loss
	repeats panel.Repeats
	note    panel.Line
}

// attributes makes what depends on the Result alone.
func (l *look) attributes(r *core.Result, dataNotes int) {
	n := len(r.Attributes)
	v, sigma2 := make([]float64, n), make([]float64, n)
	for i := range r.Attributes {
		v[i], sigma2[i] = r.Attributes[i].V, r.Attributes[i].Sigma2
	}
	vs, sigmas := figure.Points(v, 3, 3), figure.Points(sigma2, 3, 3)
	l.rows = make([]panel.Row, n)
	for i := range r.Attributes {
		a := &r.Attributes[i]
		l.rows[i] = panel.Row{
			Name: a.Name, Cost: a.Price.String(), V: vs[i], Sigma2: sigmas[i],
			Corr: a.Corr, Rel: a.Reliability(), Unusable: a.Unusable(), Limit: r.Settings.OwnLimit(a.Name).String(),
		}
	}
	l.max, l.parting = r.Max.Float(), parting(r)
	l.curves = make(map[selection.Algorithm]panel.Curve)
	for _, alg := range r.Algorithms() {
		l.curves[alg] = curveOf(r, alg)
	}
	budgets, bound := r.Bounds()
	l.bound = panel.Curve{}
	if !math.IsNaN(slices.Max(bound)) {
		l.bound = panel.Curve{Name: "lower bound", Budgets: floats(budgets), Loss: bound}
	}
	// The line for notes is there for all budgets or for none, so that nothing
	// moves while B is dragged.
	l.noted = len(r.Warnings)+dataNotes > 0
	for _, c := range l.curves {
		l.noted = l.noted || slices.Min(c.Loss) < 0
	}
}

// refreshLook brings the look up to what is shown, for every screen. The screen
// then refreshes what is its own, and finishLook what depends on that.
func (a *Analysis) refreshLook() {
	a.tune()
	l, r, s := &a.look, a.shown.result, a.shown.state
	l.selections, l.estimates, l.beside = l.selections[:0], l.estimates[:0], l.beside[:0]
	for i, alg := range a.visible() {
		l.selections = append(l.selections, r.At(alg, s.Budget))
		l.estimates = append(l.estimates, a.estimate(alg))
		l.beside = append(l.beside, i)
		if alg == s.Algorithm {
			l.active = i
		}
	}
	l.raw = l.raw[:0]
	for i := range l.selections {
		l.raw = append(l.raw, a.raw(i))
	}
	l.seen, l.beyond = a.seen(), beyondBrief(r, &l.selections[l.active])
	l.gains = r.Gains(&l.selections[l.active])
	l.certificate = r.CertifyQuickly(&l.selections[l.active])
	l.on = formOf(r)
	if !a.dragging || len(l.order) != len(l.rows) {
		l.sort(r, s) // rows that jump about under a drag could not be followed
	}
	l.stable, l.progress = a.stability(), a.resampled()
	l.table.Stable = a.resamples() && (a.resampling.Value == nil || a.resampling.Value.Why == "")
	a.filter.apply(r)
	l.kept, l.filtered = a.filter.kept, a.filter.label()
	l.lookTable(s)
	l.formRows(r)
	l.table.None = a.filter.none()
	l.table.Cursor = a.cursorRow()
	l.lookLoss(s)
	l.lookHonest(a.shown.honest, s)
}

// finishLook makes what depends on the algorithms that the screen shows side by
// side.
func (a *Analysis) finishLook() {
	l := &a.look
	a.lookReference()
	l.lookRepeats(a.shown.result, a.shown.state, a.selected())
	l.lookSteps(a.selected(), &a.shown, &a.steps)
	l.note = a.noteLine()
	l.noted = l.noted || len(l.note.Spans) > 0 // and stays, so that nothing moves while B is dragged
}

func (l *look) lookTable(s State) {
	l.table.Title = "Attributes" + l.filtered + l.progress
	l.table.Sort, l.table.Reverse = s.Sort, s.Reverse
	l.table.Active = panel.AlgorithmPen(string(s.Algorithm))
	l.table.Rows = l.table.Rows[:0]
	top := 0.0
	for i, g := range l.gains {
		if l.rows[i].Unusable == "" {
			top = max(top, g)
		}
	}
	for _, i := range l.order {
		if !l.keeps(i) {
			continue
		}
		row := l.rows[i]
		row.Full, row.Scoring = l.selections[0].Repeats[i], l.selections[1].Repeats[i]
		row.Chosen = l.selections[l.active].Repeats[i] > 0
		row.Frequency, row.Median = math.NaN(), math.NaN()
		if l.stable != nil {
			row.Frequency, row.Median = l.stable.Frequency[i], l.stable.Median[i]
		}
		if top > 0 {
			row.Gain = l.gains[i] / top
		}
		l.table.Rows = append(l.table.Rows, row)
	}
}

// keeps tells whether the filter keeps an attribute.
func (l *look) keeps(i int) bool { return l.kept == nil || l.kept[i] }

func (l *look) lookRepeats(r *core.Result, s State, cursor string) {
	active := slices.Index(l.beside, l.active)
	l.repeats = panel.Repeats{Budget: s.Budget.String(), Active: active, Boxed: true, Rows: l.repeats.Rows[:0], Offset: l.repeats.Offset, None: l.table.None}
	if len(l.reference) > 0 {
		l.repeats.Reference = s.Reference.String()
	}
	for _, i := range l.beside {
		l.repeats.Algorithms = append(l.repeats.Algorithms, string(l.selections[i].Algorithm))
	}
	for i := range r.Attributes {
		row := panel.RepeatRow{Name: r.Attributes[i].Name, Cursor: r.Attributes[i].Name == cursor}
		bought := false
		for _, k := range l.beside {
			row.Repeats = append(row.Repeats, l.selections[k].Repeats[i])
			bought = bought || l.selections[k].Repeats[i] > 0
		}
		for k := range l.reference {
			row.Reference = append(row.Reference, l.reference[k].Repeats[i])
			bought = bought || l.reference[k].Repeats[i] > 0
		}
		if bought && l.keeps(i) {
			l.repeats.Rows = append(l.repeats.Rows, row)
		}
	}
	slices.SortStableFunc(l.repeats.Rows, func(x, y panel.RepeatRow) int {
		if c := cmp.Compare(y.Repeats[active], x.Repeats[active]); c != 0 {
			return c
		}
		return slices.Compare(y.Repeats, x.Repeats)
	})
	l.repeatForms(r)
}

// slider is how B stands.
func (a *Analysis) slider() panel.Slider {
	l, r, s := &a.look, a.shown.result, a.shown.state
	slider := panel.Slider{
		Name: "Budget", Symbol: "B", Value: s.Budget.String(), Fraction: math.NaN(), Readout: l.readout(readoutReserve),
		Longest: max(chart.Width(r.Max.String()), chart.Width(s.Budget.String())),
		Reserve: readoutReserve,
	}
	for _, b := range []model.Amount{r.Max - r.Step, r.Step} {
		slider.Longest = max(slider.Longest, chart.Width(b.String()))
	}
	if r.Max > 0 {
		slider.Fraction = min(s.Budget.Float()/r.Max.Float(), 1)
	}
	if l.max <= 0 {
		return slider
	}
	for _, m := range a.marks() {
		slider.Marks = append(slider.Marks, chart.SliderMark{Fraction: m.budget.Float() / l.max, Rune: m.rune, Pen: m.pen})
	}
	return slider
}

// visible lists the algorithms that the screen shows, the active one among
// them; Full and Scoring come first.
func (a *Analysis) visible() []selection.Algorithm {
	if a.wide {
		return a.shown.result.Algorithms()
	}
	return append(algorithms(), a.shown.state.extra()...)
}

// displayName is how the data are called wherever they are shown.
func displayName(ds *model.Dataset) string {
	if ds.Simulated && !strings.Contains(ds.Name, "simulated") {
		return ds.Name + " (simulated)"
	}
	return ds.Name
}

// facts are the size of what the figures come from.
func facts(r *core.Result) []string {
	all := []string{
		figure.CountOf(r.Objects, "object"),
		figure.CountOf(len(r.Attributes), "attribute"),
		cellsFact(r),
		"raters " + string(r.Raters),
	}
	if text := ridgeFact(r); text != "" {
		all = append(all, text)
	}
	if r.Settings.Shrunk() == model.ShrinkNone {
		all = append(all, "shrink none")
	}
	return all
}

// cellsFact is how many judgments cells hold.
func cellsFact(r *core.Result) string {
	if r.Most != r.Fewest {
		return fmt.Sprintf("k=%d–%d", r.Fewest, r.Most)
	}
	return fmt.Sprintf("k=%d", r.Fewest)
}

// ridgeFact is λ, "" where it is 0 and was not chosen.
func ridgeFact(r *core.Result) string {
	ridge := strconv.FormatFloat(r.Settings.Ridge, 'g', -1, 64)
	switch {
	case r.Settings.AutoRidge:
		return "ridge " + ridge + " (auto)"
	case r.Settings.Ridge > 0:
		return "ridge " + ridge
	}
	return ""
}
