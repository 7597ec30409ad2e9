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
const defaultSort = panel.ColumnRolls

// look is what the panels draw, made from what is shown. The part that belongs
// to a Result alone is made when it arrives; the rest for each frame.
type look struct {
	rows        []panel.Row // in data order, without what depends on B
	axis        chart.Budgets
	AxisColumns [2]int // of the slider, where the axis is shared
	paths       map[selection.Algorithm]*path
	drawn       curves
	prefix      string                    // of all names
	Order       []int                     // rows in the order shown
	on          []int                     // by attribute: its form, len(forms) for none; nil where there are no forms
	Picks       []core.Pick               // of the algorithms shown
	Active      int                       // index of the active algorithm's selection
	Compared    int                       // and of the one that rolls and chart compare with it
	Beside      []int                     // selections shown side by side and in the readout
	certificate core.Certificate          // of the active algorithm's selection
	fold        *fold                     // nil where none are folded
	pick        func(selection.Algorithm) // what a click on its name does; nil: make it active
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
	l.filter.apply(l, r)
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

// curves holds what is drawn of a Result in a scale.
type curves struct {
	measure
	projected map[selection.Algorithm]chart.Series
	bound     chart.Series
	bounded   bool // bound is drawn, if there is one
	honest    map[selection.Algorithm]panel.Honest
	honestOf  *core.Honest // honest are of this one
	classes   int          // and of so many calls, where the scale is one of classes
}

// lookLoss draws the active algorithm's losses, projected and honest, and the projected
// losses of the algorithm compared with it.
func (a *Scene) lookLoss() {
	l, r, h, s, m := &a.Look, a.Shown.Result, a.honestSoFar(), a.Shown.State, a.measure()
	l.scaled(r, h, m, a.classes())
	l.Loss = panel.Loss{Axis: l.axis, Share: l.axis.Share(s.Budget.Float()), Bound: l.drawn.bound, Least: math.Inf(-1), Most: math.Inf(1), Plain: l.Flat, Boxed: true}
	l.Loss.Title, l.pick = capital(m.Words())+" against budget", nil
	switch worst := m.of(worstShown * r.LabelVar); {
	case m.Scale == ScaleR2:
		l.Loss.Least = worst
	case !m.Classes():
		l.Loss.Most = worst
	case !m.Metric().Higher:
		l.Loss.Most = worstShown * worst
	}
	for _, i := range []int{l.Active, l.Compared} {
		if c, known := l.drawn.projected[l.Picks[i].Selection.Algorithm]; known {
			l.Loss.Curves = append(l.Loss.Curves, c)
		}
	}
	l.Loss.Words = [2]string{m.Words(), "of " + chart.Clean(r.Predicted())}
	best := m.of(l.Picks[l.Active].Selection.Loss)
	if e := a.worth(l.Active).Loss; !math.IsNaN(e) {
		best = e
	}
	l.Loss.Value = m.Text(best)
	if c, known := l.drawn.honest[s.Algorithm]; known {
		if b, ok := a.recommended(s.Algorithm); ok && l.axis.Max > 0 {
			c.Recommended, c.At = l.axis.Share(b.Float()), a.worthAt(b).Loss
		}
		l.Loss.Honest = c
	}
}

// worstShown is the largest loss that the chart has room for, in units of the label's
// variance.
const worstShown = 1.5

func (l *look) scaled(r *core.Result, h *core.Honest, m measure, called measured) {
	d := &l.drawn
	if d.projected == nil || d.measure != m {
		*d = curves{measure: m, projected: make(map[selection.Algorithm]chart.Series)}
		for _, alg := range r.Algorithms() {
			budgets, loss := r.Curve(alg)
			d.projected[alg] = l.curve(string(alg), string(alg), budgets, loss)
		}
	}
	if !d.bounded && r.HasBounds() {
		d.bounded = true
		if budgets, bound := r.Bounds(); !math.IsNaN(slices.Max(bound)) {
			d.bound = l.curve("bound", "bound", budgets, bound)
			d.bound.Pen, d.bound.Style = theme.Bound, chart.Dotted
		}
	}
	if d.honestOf != h || d.classes != len(called) {
		d.honestOf, d.classes, d.honest = h, len(called), make(map[selection.Algorithm]panel.Honest)
		for _, alg := range r.Algorithms() {
			measured := called.along(alg)
			switch {
			case h == nil || !h.Has(alg):
			case !m.Classes():
				budgets, estimates := h.TakenCurve(alg)
				d.honest[alg] = l.honestCurve(alg, budgets, func(i int) [3]float64 {
					v := interval(estimates[i])
					return [3]float64{m.of(v[0]), m.of(v[1]), m.of(v[2])}
				})
			case len(measured) > fewCalls:
				d.honest[alg] = l.honestCurve(alg, measured, func(i int) [3]float64 { return interval(m.called(called[choice{alg, measured[i]}])) })
			}
		}
	}
}

// curve is a line of losses in the scale, labelled with its last value.
func (l *look) curve(algorithm, name string, budgets []model.Amount, loss []float64) chart.Series {
	c := panel.AlgorithmSeries(algorithm)
	for _, i := range spread(budgets, l.axis) {
		c.X = append(c.X, l.axis.Share(budgets[i].Float()))
		c.Y = append(c.Y, l.drawn.of(loss[i]))
	}
	c.Name = name + " " + l.drawn.Text(c.Y[len(c.Y)-1])
	return c
}

// honestCurve is an algorithm's honest figures at rising budgets, with a band of two standard errors.
func (l *look) honestCurve(alg selection.Algorithm, budgets []model.Amount, at func(i int) [3]float64) panel.Honest {
	c := panel.Honest{Series: panel.AlgorithmSeries(string(alg)), Recommended: math.NaN()}
	for _, i := range spread(budgets, l.axis) {
		v := at(i)
		c.X, c.Y = append(c.X, l.axis.Share(budgets[i].Float())), append(c.Y, v[0])
		c.Low, c.High = append(c.Low, v[1]), append(c.High, v[2])
	}
	c.Name = "honest " + l.drawn.Text(c.Y[len(c.Y)-1])
	return c
}

// classKind says what classes a label has, as far as the screen speaks of them.
type classKind int

const (
	noClasses classKind = iota
	twoClasses
	manyClasses    // three or more
	orderedClasses // three or more, the steps of a scale
)

func classesOfLabel(r *core.Result) classKind {
	switch l := r.ClassLabel(); {
	case l == nil:
		return noClasses
	case l.Classes == nil:
		return twoClasses
	case l.Ordered:
		return orderedClasses
	}
	return manyClasses
}

// classNames are the names of the label's classes, nil where it has none.
func classNames(r *core.Result) []string {
	if l := r.ClassLabel(); l != nil {
		return l.ClassNames()
	}
	return nil
}

// manyCurve are the metrics of three or more classes by how much of the label is explained.
type manyCurve struct {
	explained float64 // at scale 1
	guess     classes.Metrics
	at        []classes.Metrics // at the scales curveStep, 2 curveStep …, up to curveEnd
}

// The scales of a manyCurve: other choices may explain a little more than the richest one.
const curveStep, curveEnd = 1.0 / 16, 1.25

// newManyCurve returns the curve of a Result, nil where its label has no three classes.
func newManyCurve(r *core.Result) *manyCurve {
	n, explained := r.ManyNormal()
	if n == nil {
		return nil
	}
	c := &manyCurve{explained: explained, guess: classes.Guess(n.Shares)}
	for s := curveStep; s <= curveEnd && explained > 0; s += curveStep {
		c.at = append(c.at, n.At(s))
	}
	return c
}

// figure is a metric where so much of the label's variance is explained, between the
// scales that are known.
func (c *manyCurve) figure(s Scale, explained float64) float64 {
	if c == nil {
		return math.NaN()
	}
	get := s.metricOf
	x := min(max(explained/c.explained, 0)/curveStep, float64(len(c.at)))
	if len(c.at) == 0 || !(x > 0) {
		return get(&c.guess)
	}
	i := int(math.Ceil(x)) - 1
	from := &c.guess
	if i > 0 {
		from = &c.at[i-1]
	}
	low, high := get(from), get(&c.at[i])
	return low + (high-low)*(x-float64(i))
}

// manyCurves are the curves of every Result that an answer may show.
func manyCurves(s *Shown) map[*core.Result]*manyCurve {
	if classesOfLabel(s.Result) <= twoClasses {
		return nil
	}
	all := map[*core.Result]*manyCurve{s.Result: newManyCurve(s.Result)}
	if s.Tuning != nil {
		for i := range s.Tuning.Answers {
			r := s.Tuning.Answers[i].Result
			all[r] = newManyCurve(r)
		}
	}
	return all
}

func (s *Shown) manyCurve() *manyCurve { return s.curves[s.Result] }
