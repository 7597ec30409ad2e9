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
)

// defaultSort is the column that tells what to buy next.
const defaultSort = panel.ColumnGain

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
	hints       []*action        // those of the footer

	header   panel.Header
	table    panel.Table
	loss     panel.Loss
	repeats  panel.Repeats
	slider   panel.Slider
	compare  panel.Compare
	attrMap  panel.Map
	scatter  panel.Scatter
	errors   panel.Errors
	tradeoff panel.Errors
	risk     panel.Errors
	learning [2]panel.Learning // against objects, against judgments
	note     panel.Line
	footer   panel.Footer

	documents [paneCount]panel.Document // of the panes that are text
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

// refresh brings the look up to what is shown.
func (a *app) refresh() {
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
	if !a.drag.on() || len(l.order) != len(l.rows) {
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
	if look := a.kind().look; look != nil {
		look(a)
	}
	a.lookReference()
	l.lookRepeats(r, s, a.selected())
	l.lookSteps(a.selected(), &a.shown, &a.steps)
	a.lookSlider()
	l.lookHeader(a)
	l.note = a.noteLine()
	l.noted = l.noted || len(l.note.Spans) > 0 // and stays, so that nothing moves while B is dragged
	a.lookHints()
	a.fit()
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

func (a *app) lookSlider() {
	l, r, s := &a.look, a.shown.result, a.shown.state
	if d := a.kind().dial; d != nil {
		l.slider = d.slider(a)
		l.slider.Readout, l.slider.Reserve = d.readout(a, readoutReserve), readoutReserve
		return
	}
	l.slider = panel.Slider{
		Name: "Budget", Symbol: "B", Value: s.Budget.String(), Fraction: math.NaN(), Readout: l.readout(readoutReserve),
		Longest: max(chart.Width(r.Max.String()), chart.Width(s.Budget.String())),
		Reserve: readoutReserve,
	}
	for _, b := range []model.Amount{r.Max - r.Step, r.Step} {
		l.slider.Longest = max(l.slider.Longest, chart.Width(b.String()))
	}
	if r.Max > 0 {
		l.slider.Fraction = min(s.Budget.Float()/r.Max.Float(), 1)
	}
	a.lookMarks()
}

func (l *look) lookHeader(a *app) {
	ds, r := a.opt.Study.Data(), a.shown.result
	l.header = panel.Header{
		Name: displayName(ds), Facts: headerFacts(r), Label: r.Label, Choose: len(ds.Labels) > 1,
		Doing: a.doing(), Screens: a.tabs, Screen: int(a.screen),
	}
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

// selected is the name of the selected attribute, or "" where there is none.
func (a *app) selected() string {
	if len(a.look.table.Rows) == 0 {
		return ""
	}
	return a.look.table.Rows[a.cursorRow()].Name
}

// cursorRow is the row of the selected attribute, or 0.
func (a *app) cursorRow() int {
	for i := range a.look.table.Rows {
		if a.look.table.Rows[i].Name == a.cursor {
			return i
		}
	}
	return 0
}
