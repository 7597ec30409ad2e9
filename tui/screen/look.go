package screen

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// defaultSort is the column that tells what to ask first.
const defaultSort = ColumnRolls

// look is what the panels draw, made from what is shown. The part that belongs
// to a Result alone is made when it arrives; the rest for each frame.
type look struct {
	rows        [][]any // of Table, in data order, without what depends on B
	axis        chart.Budgets
	AxisColumns [2]int // of the slider, where the axis is shared
	paths       map[selection.Algorithm]*path
	projected   map[selection.Algorithm]chart.Series // in a scale: a metric of classes takes 10 µs a point
	scale       measure
	prefix      string           // of all names
	Order       []int            // rows in the order shown
	on          []int            // by attribute: its form, -1 for none; nil where every judgment is bought by itself
	Picks       []core.Pick      // of the algorithms shown
	Active      int              // index of the active algorithm's selection
	Compared    int              // and of the one that rolls and chart compare with it
	Beside      []int            // selections shown side by side and in the readout
	certificate core.Certificate // of the active algorithm's selection
	fold        fold
	criteria    [][]int  // of each call its attributes, in the order of the criteria; nil where calls ask different ones
	asked       []string // the criteria
	Priced      bool     // prices differ
	filter      *filter
	Flat        bool // the terminal shows no grounds
	Digits      bool // and writes blocks as digits
	Narrow      bool // and has little room for heads

	Table panel.Table
	Loss  panel.Chart
}

// Pick is the active algorithm's choice, as far as it is known.
func (a *Scene) Pick() *core.Pick {
	is := func(p core.Pick) bool { return p.Selection.Algorithm == a.Shown.State.Algorithm }
	return &a.Look.Picks[slices.IndexFunc(a.Look.Picks, is)]
}

func (a *Scene) Active() *core.Selection { return &a.Pick().Selection }

// picked is an algorithm's choice at B with the weights that are taken for it and what is seen of
// it, as far as these are known; without the honest loss while that is not known there.
func (a *Scene) picked(alg selection.Algorithm) core.Pick {
	at, h := a.Shown.held(), a.Shown.Honest
	at.honest, at.algorithm = nil, alg
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

// Notes are what the user should know about the data and the settings. What cells hold says the sentence.
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

// Visible lists the algorithms that the screen shows, the active one among them; Full and Scoring come first.
func (a *Scene) Visible() []selection.Algorithm {
	if a.Wide {
		return a.Shown.Result.Algorithms()
	}
	return append(selection.Algorithms(), a.Shown.State.extra()...)
}

// attributes makes what depends on the Result alone.
func (l *look) attributes(r *core.Result) {
	l.axis, l.on, l.prefix = axisOf(r), nil, sharedPrefix(r)
	if !r.Design.Singles() {
		l.on = r.Design.On(len(r.Attributes))
	}
	l.asked, l.criteria = criteriaOf(r)
	l.rows, l.Priced = l.rowsOf(r), slices.ContainsFunc(r.Attributes, func(at core.Attribute) bool { return at.Price != r.Attributes[0].Price })
	l.paths, l.projected = make(map[selection.Algorithm]*path), nil
}

// RefreshLook updates the look to the shown Result, for every screen. The screen then refreshes its own parts.
func (a *Scene) RefreshLook() {
	if now := &a.Shown; now.Tuning != nil { // the λ that is best at B
		best := now.Tuning.At(now.State.Algorithm, now.State.Budget)
		if best.Result != now.Result {
			now.Result, now.Honest = best.Result, best.Honest
			a.Look.attributes(now.Result)
		}
	}
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
	l.filter.apply(l, r)
	l.lookFolds(r, s, a.Cursor, a.Unfolded)
	active, compared := string(s.Algorithm), string(l.Against().Algorithm)
	by := [2]panel.Buyer{{Head: active, Pen: panel.AlgorithmPen(active)}, {Head: compared, Pen: panel.AlgorithmPen(compared)}}
	if l.Narrow {
		by[1].Head = panel.ShortName(compared)
	}
	if at := s.Sort - ColumnActive; at >= 0 {
		by[at].Head += sorted(s)
	}
	l.Table.Close, l.Table.Empty = true, l.filter.None()
	l.Table.Rolls = &panel.Rolls{
		Column: int(ColumnRolls), Bars: []int{int(ColumnCorr), int(ColumnNoise)}, Shares: int(ColumnNoise), Sort: int(s.Sort), Axis: l.axis, By: by, Digits: l.Digits, Flat: l.Flat,
	}
	l.lookRows(r)
	l.Table.Cursor = a.cursorRow()
	a.lookLoss()
}

func (l *look) Against() *core.Selection { return &l.Picks[l.Compared].Selection }

// sorted is the mark at the head of the column that the table is sorted by.
func sorted(s State) string { return map[bool]string{false: "▾", true: "▴"}[s.Reverse] }

// lookColumns are the heads of the table's columns where it is so wide.
func (l *look) lookColumns(s State, w int) {
	t := &l.Table
	t.Columns = t.Columns[:0]
	for i := range columns {
		c := columns[i].Column
		switch calls := l.tabled() && l.fold.shown && !l.fold.open; {
		case w < columns[i].from, i == int(ColumnCost) && !l.Priced, calls && i > int(ColumnCorr) && i < int(ColumnRolls):
			c.Head = ""
		case calls && i == int(ColumnCorr):
			c.Head, c.Priority = "", 0
			for _, name := range l.asked {
				c.Head += " " + begin(name, figureCell)[:figureCell-1]
			}
		case calls:
			c.Head = map[Column]string{ColumnName: "call", ColumnCost: "a call"}[Column(i)]
		case i == int(ColumnName):
			if c.Least = panel.NameLeast; w >= panel.WideTable {
				c.Least = panel.NameEasy
			}
			if l.prefix != "" { // it stands there alone
				c.Head = chart.Clean(l.prefix) + "…"
			}
		}
		if c.Head != "" && Column(i) == s.Sort {
			c.Head += sorted(s)
		}
		t.Columns = append(t.Columns, c)
	}
}

// DisplayName is how the data are called wherever they are shown.
func DisplayName(ds *model.Dataset) string {
	if ds.Simulated && !strings.Contains(ds.Name, "simulated") {
		return ds.Name + " (simulated)"
	}
	return ds.Name
}

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

// judgmentsInBend is how many of the cheapest judgments the bend K of the axis of
// budgets is at: it is nearly even up to there, and logarithmic beyond.
const judgmentsInBend = 4

func axisOf(r *core.Result) chart.Budgets {
	return chart.Budgets{K: judgmentsInBend * r.Step.Float(), Max: r.Max.Float(), Sign: currency(r)}
}

// lookLoss draws the active algorithm's losses, projected and honest, and the projected
// losses of the algorithm compared with it, and says what each line comes to at B.
func (a *Scene) lookLoss() {
	l, r, s, m := &a.Look, a.Shown.Result, a.Shown.State, a.Measure()
	e, read := a.worth(l.Active), &panel.Readout{Words: [2]string{m.Words(), "of " + chart.Clean(r.Predicted())}, At: a.atB()}
	p := chart.Plot{X: chart.Range{Min: 0, Max: 1}, Axis: l.axis, Plain: l.Flat}
	if l.axis.Max > 0 {
		p.Cursors = []chart.Cursor{{X: l.axis.Share(s.Budget.Float()), Marks: true, Pen: theme.Cursor}}
	}
	if !math.IsNaN(e.Loss) {
		read.Rows = append(read.Rows, panel.ReadoutRow{Mark: "━", Name: "honest, held out", Series: "honest", Value: m.withError(e), Pen: theme.Honest.Strong()})
	}
	if c, band, known := a.honestCurve(s.Algorithm); known { // before the others: it is what to decide by
		c.Of, c.Pen, c.Style, c.Thick = "honest", theme.Honest, chart.Solid, true
		if !math.IsNaN(e.Loss) {
			c.Name, c.Brief = "honest "+m.Text(e.Loss), "honest"
		}
		p.Series, p.Bands = append(p.Series, c), []chart.Band{band}
	}
	for i, k := range []int{l.Active, l.Compared} {
		sel := &l.Picks[k].Selection
		name, value := string(sel.Algorithm), m.TextOf(sel.Loss)
		read.Rows = append(read.Rows, panel.ReadoutRow{Mark: []string{"─", "╌"}[i], Name: name + ", projected", Series: chart.Named(name), Value: value, Pen: panel.AlgorithmPen(name)})
		if !r.Has(sel.Algorithm) {
			continue
		}
		c := l.projectedCurve(r, m, sel.Algorithm)
		c.Name, c.Brief = name+" "+value, panel.ShortName(name)+" "+value
		p.Series = append(p.Series, c)
	}
	read.Rows = append(read.Rows, panel.ReadoutRow{Mark: " ", Name: "asking nothing", Value: m.TextOf(r.LabelVar), Pen: theme.Muted})
	var drawn [][]float64
	for _, s := range p.Series {
		drawn = append(drawn, s.Y)
	}
	for _, b := range p.Bands {
		drawn = append(drawn, b.Lo, b.Hi)
	}
	// Losses beyond, such as honest ones from too few objects, would flatten all else.
	y, worst := chart.RangeOf(drawn...), m.of(worstShown*r.LabelVar)
	switch {
	case m.Scale == ScaleR2:
		y.Min = max(y.Min, min(worst, y.Max))
	case !m.Classes():
		y.Max = min(y.Max, max(worst, y.Min))
	case !m.Higher():
		y.Max = min(y.Max, max(worstShown*worst, y.Min))
	}
	p.Y = y
	l.Loss = panel.Chart{Title: Capital(m.Words()) + " against budget", Plot: p, Readout: read}
}

// worstShown is the largest loss that the chart has room for, in units of the label's variance.
const worstShown = 1.5

// projectedCurve is a line of an algorithm's projected losses in the scale.
func (l *look) projectedCurve(r *core.Result, m measure, alg selection.Algorithm) chart.Series {
	if l.projected == nil || l.scale != m {
		l.projected, l.scale = make(map[selection.Algorithm]chart.Series), m
	}
	c, known := l.projected[alg]
	if !known {
		c = panel.AlgorithmSeries(string(alg))
		budgets, loss := r.Curve(alg)
		for _, i := range spread(budgets, l.axis) {
			c.X, c.Y = append(c.X, l.axis.Share(budgets[i].Float())), append(c.Y, m.of(loss[i]))
		}
		l.projected[alg] = c
	}
	return c
}

// honestCurve is an algorithm's honest figures at rising budgets, with a band of two standard
// errors, as far as they are known.
func (a *Scene) honestCurve(alg selection.Algorithm) (c chart.Series, band chart.Band, known bool) {
	h, m, called := a.honestSoFar(), a.Measure(), a.classes()
	if h == nil || !h.Has(alg) {
		return c, band, false
	}
	var budgets []model.Amount
	var estimates []core.Estimate
	if !m.Classes() {
		budgets, estimates = h.TakenCurve(alg)
	} else {
		for at := range called {
			if at.algorithm == alg {
				budgets = append(budgets, at.budget)
			}
		}
		if slices.Sort(budgets); len(budgets) <= fewCalls {
			return c, band, false
		}
	}
	c = panel.AlgorithmSeries(string(alg))
	for _, i := range spread(budgets, a.Look.axis) {
		var v [3]float64
		if m.Classes() {
			v = interval(m.called(called[choice{alg, budgets[i]}]))
		} else {
			v = interval(estimates[i])
			v = [3]float64{m.of(v[0]), m.of(v[1]), m.of(v[2])}
		}
		c.X, c.Y = append(c.X, a.Look.axis.Share(budgets[i].Float())), append(c.Y, v[0])
		band.Lo, band.Hi = append(band.Lo, v[1]), append(band.Hi, v[2])
	}
	band.X, c.Name = c.X, "honest "+m.Text(c.Y[len(c.Y)-1])
	return c, band, true
}

func classNames(r *core.Result) []string {
	if l := r.ClassLabel(); l != nil {
		return l.ClassNames()
	}
	return nil
}

// classCurve are the metrics of classes by how much of the label is explained.
type classCurve struct {
	explained float64           // at scale 1
	at        []classes.Metrics // where the roots of scales are 0, curveStep, 2 curveStep …, up to curveEnd
}

// The scales of a classCurve: other choices may explain a little more than the richest one. Metrics
// are nearly straight in the root of what is explained.
const curveStep, curveEnd = 1.0 / 16, 18.0 / 16

// newClassCurve returns the curve of a Result, nil where its label has no classes.
func newClassCurve(r *core.Result) *classCurve {
	n, explained := r.NormalClasses()
	if n == nil {
		return nil
	}
	c := &classCurve{explained: explained, at: []classes.Metrics{n.At(0)}}
	for s := curveStep; s <= curveEnd && explained > 0; s += curveStep {
		c.at = append(c.at, n.At(s*s))
	}
	return c
}

// figure is a metric where so much of the label's variance is explained, between the scales that are known.
func (c *classCurve) figure(s Scale, explained float64) float64 {
	if c == nil {
		return math.NaN()
	}
	x := 0.0
	if len(c.at) > 1 {
		x = min(math.Sqrt(max(explained/c.explained, 0))/curveStep, float64(len(c.at)-1))
	}
	i := min(int(x), max(len(c.at)-2, 0))
	low, high := s.metricOf(&c.at[i]), s.metricOf(&c.at[min(i+1, len(c.at)-1)])
	return low + (high-low)*(x-float64(i))
}

// classCurves are the curves of every Result that an answer may show.
func classCurves(s *Shown) map[*core.Result]*classCurve {
	if s.Result.ClassLabel() == nil {
		return nil
	}
	all := map[*core.Result]*classCurve{s.Result: newClassCurve(s.Result)}
	if s.Tuning != nil {
		for i := range s.Tuning.Answers {
			r := s.Tuning.Answers[i].Result
			all[r] = newClassCurve(r)
		}
	}
	return all
}

func (s *Shown) classCurve() *classCurve { return s.curves[s.Result] }
