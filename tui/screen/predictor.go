package screen

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/plan"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// PredictorView is the Predictor screen: the active algorithm's predictor in words
// and figures, what it says of the objects at hand, and what is still to be
// collected for it.
type PredictorView struct {
	*Session
	kind                Screen
	Equation, Residuals *Document
	ScatterPane         *Pane
	Scatter             panel.Chart
	Classes             ClassesView // in place of the scatter, where the label has classes
	Stop                *Document   // what stopping early saves
	Planning            asked[chosenAt, *plan.Plan]
}

func newPredictorView(a *Session) *PredictorView {
	v := &PredictorView{Session: a, Equation: newDocument(0, a.Change), Residuals: newDocument(0, a.Change), Stop: newDocument(0, a.Change)}
	v.ScatterPane = &Pane{Panel: func(focus bool) panel.Panel {
		if v.calls() {
			v.Classes.Calibration.Focus = focus
			return &v.Classes.Calibration
		}
		v.Scatter.Focus = focus
		return &v.Scatter
	}, Rows: v.stepClass, Lists: ListsText}
	a.rulePane = &v.Stop.Pane
	v.Planning = asks(0, func() (chosenAt, bool) { return v.Shown.choice(), true }, func(_ context.Context, key chosenAt) (*plan.Plan, error) {
		pick := key.pick()
		p, err := key.result.Plan(&pick.Selection, collected)
		return &p, err
	})
	v.kind = Screen{
		Tab: "3 Predictor", Help: "show Predictor: its equation, weights, predictions, and what is still to be collected", Saved: "predictor",
		Panes: []*Pane{&v.Equation.Pane, v.ScatterPane, &v.Residuals.Pane, &v.Stop.Pane}, Losses: true,
		Place: v.place, Refresh: v.refresh, Asks: []question{&a.Stopping, &v.Planning}, Table: v.table, Command: v.command,
	}
	return v
}

// calls tells whether the label has classes, so that calls are shown in place of numbers.
func (v *PredictorView) calls() bool { return classesOfLabel(v.Shown.Result) != noClasses }

// stepClass looks at the calibration of another class; without classes it scrolls.
func (v *PredictorView) stepClass(n int) {
	if v.calls() {
		v.Classes.step(n, len(classNames(v.Shown.Result)))
	} else {
		v.Equation.Rows(n)
	}
}

// residualRows is the height of the panel of residuals. confusionFrame is the height of the
// table of calls without its rows.
const residualRows, confusionFrame = 8, 4

// below is the height of the panel below the scatter.
func (v *PredictorView) below() int {
	if v.calls() {
		return confusionFrame + len(classNames(v.Shown.Result))
	}
	return residualRows
}

// place puts the predictor beside what it predicts where there is room, or below
// it.
func (v *PredictorView) place(b *Body) {
	words := b.Area
	switch b.Mode {
	case modeColumns:
		left, right := cutLeft(b.Area, b.Area.Dx()/2)
		if stop := v.stopRows(b.Area.Dy()); stop > 0 {
			var below image.Rectangle
			right, below = cutBottom(right, stop)
			b.put(&v.Stop.Pane, below)
		}
		scatter, residuals := cutTop(right, right.Dy()-min(v.below(), right.Dy()/2))
		b.put(v.ScatterPane, scatter)
		b.put(&v.Residuals.Pane, residuals)
		words = left
	case modeStacked:
		words = b.share(v.ScatterPane, b.Area, 50)
	}
	b.put(&v.Equation.Pane, words)
}

// stopRows is the height of the panel about stopping early on a body so high: a hint, or
// nearly half where a decision is named; 0 where there is no room.
func (v *PredictorView) stopRows(h int) int {
	switch {
	case v.Shown.State.Decision.text != "" && h >= leastDecided:
		return h * 9 / 20
	case h >= leastHinted:
		return hintRows
	}
	return 0
}

// The least bodies that show what stopping early saves, and the hint about it.
const leastDecided, leastHinted, hintRows = 30, 30, 7

// command is plan with the decision, where one is named.
func (v *PredictorView) command(q *Asked) bool {
	d := v.Shown.State.Decision
	if d.text == "" || v.DecideOff() != "" {
		return false
	}
	q.Command = "plan"
	q.Flags = []string{"--budget", q.Budget.String(), "--algorithm", string(v.Shown.State.Algorithm), "--decide", d.text}
	if d.confidence != usualConfidence {
		q.Flags = append(q.Flags, "--confidence", strconv.FormatFloat(d.confidence, 'g', -1, 64))
	}
	return true
}

// refresh writes the predictor, and predicts.
func (v *PredictorView) refresh(b *Body) {
	sel := v.Active()
	pick := v.Pick()
	stop := &Page{Width: v.Stop.width(b)}
	v.stopped(stop)
	v.Stop.show(b, stopTitle, stop.Lines)
	pen := panel.AlgorithmPen(string(sel.Algorithm))
	title := fmt.Sprintf("Predictor of %s at B=%s", sel.Algorithm, v.money(sel.Budget))
	v.Scatter = panel.Chart{Title: predictedTitle(pick.Result), Legend: "predicted ↑   true →   ╌╌ predicted = true", Empty: "nothing is chosen at this budget"}
	o := &Page{ds: v.Opt.Study.Data(), Width: v.Equation.width(b)}
	if sel.Spent == 0 {
		o.say(theme.Muted, "nothing is chosen at B = %s: the prediction is the mean label, %s", v.money(sel.Budget), figure.Significant(v.Shown.Result.LabelMean, 4))
		v.Equation.show(b, title, o.Lines)
		v.Residuals.Text = panel.Document{Title: "Residuals"}
		v.Classes.refresh(nil, v.Scatter.Empty)
		return
	}
	p := pick.Predictions(predictedMost)
	v.write(o, b, pick, pen)
	name, write := "Residuals", func(o *Page) { o.Residuals(p) }
	if v.calls() {
		name, write = "Confusion: classes and how they are called", func(o *Page) { v.confusion(o) }
		calls, why := v.measuredCalls()
		v.Classes.refresh(calls, why)
	}
	if b.At(&v.Residuals.Pane).Empty() {
		o.heading(name)
		write(o)
	}
	if v.calls() && b.At(v.ScatterPane).Empty() {
		v.bins(o)
	}
	v.Equation.show(b, title, o.Lines)
	v.Scatter.Plot = panel.Scatter(p.Predicted, p.True, pen)
	v.Scatter.Empty = nothingPredicted(o.ds)
	r := &Page{ds: o.ds, Width: v.Residuals.width(b)}
	write(r)
	v.Residuals.show(b, name, r.Lines)
}

// write writes the predictor, and what has no panel of its own.
func (v *PredictorView) write(o *Page, b *Body, pick *core.Pick, pen theme.Pen) {
	own, decided := !b.At(&v.Stop.Pane).Empty(), v.Shown.State.Decision.text != ""
	if decided && !own { // what was asked for last comes first
		o.say(theme.Title, stopTitle)
		v.stopped(o)
		o.heading("Equation")
	}
	o.asksClasses(pick.Result)
	v.labelTable(o)
	o.equation(pick)
	o.heading("Weights; lines: how much each moves the prediction")
	o.reported(weightTable(pick, pen))
	v.worthOf(o, pick)
	v.toCollect(o)
	if !decided && !own {
		o.heading(stopTitle)
		v.stopped(o)
	}
}

// stopTitle heads what stopping early saves.
const stopTitle = "Stop early: ask on only while an object is undecided"

// predictedTitle says which label the points are of, where there are several.
func predictedTitle(r *core.Result) string {
	if len(r.Labels()) > 1 {
		return "Predicted against true: " + chart.Clean(r.Label)
	}
	return "Predicted against true"
}

// predictedMost is how many objects are predicted for a frame.
const predictedMost = 2000

// equation says the predictor in words.
func (o *Page) equation(p *core.Pick) {
	for _, e := range p.Scores() {
		o.equationOf(p, &e)
	}
}

// Equation is how the active algorithm predicts at B, a line each.
func (a *Predicting) Equation() []string {
	o := &Page{Width: 1 << 20}
	o.equation(a.Pick())
	var lines []string
	for _, l := range o.Lines {
		lines = append(lines, strings.TrimSpace(panel.Plain(l.Spans)))
	}
	return lines
}

// MeasureWords names the scale shown.
func (a *Measures) MeasureWords() string { return a.measure().Words() }

// equationOf says how one score is predicted.
func (o *Page) equationOf(p *core.Pick, e *core.Score) {
	r, s, w := p.Result, &p.Selection, e.W
	o.say(theme.Text, "%s ≈ %s", e.Title(), figure.Significant(e.Intercept, 4))
	for _, i := range bySize(s.Repeats, w) {
		sign := "+"
		if w[i] < 0 {
			sign = "−"
		}
		what := fmt.Sprintf("the mean of %s of %s", figure.CountOf(s.Repeats[i], "judgment"), r.Attributes[i].Name)
		if s.Repeats[i] == 1 {
			what = fmt.Sprintf("one judgment of %s", r.Attributes[i].Name)
		}
		o.say(theme.Text, "  %s %s × %s", sign, figure.Significant(math.Abs(w[i]), 3), what)
	}
}

// bySize orders the support by repeats, then by the size of weights.
func bySize(repeats []int, w []float64) []int {
	var support []int
	for i, n := range repeats {
		if n > 0 {
			support = append(support, i)
		}
	}
	slices.SortStableFunc(support, func(i, j int) int {
		return cmp.Or(repeats[j]-repeats[i], cmp.Compare(math.Abs(w[j]), math.Abs(w[i])))
	})
	return support
}

// weightTable is the support, for people after the intercept. A bar is the part of the
// prediction's spread that the attribute makes: |w|·t against the largest.
func weightTable(p *core.Pick, pen theme.Pen) *tables.Table {
	r, s := p.Result, &p.Selection
	w, intercept := p.Weights()
	support := bySize(s.Repeats, w)
	top := 0.0
	values := make([]float64, len(support))
	for k, i := range support {
		values[k], top = w[i], max(top, math.Abs(w[i])*r.Attributes[i].T)
	}
	t := &tables.Table{Columns: []tables.Column{
		{Name: "attribute", Head: "attribute"},
		{Name: "repeats", Head: "repeats", Align: tables.Right},
		{Head: "cost", Align: tables.Right, Priority: 2},
		{Head: "weight", Align: tables.Right},
		{Head: tables.NoHead, Priority: 1},
		{Name: "weight"},
		{Name: "cost"},
		{Name: "mean"},
	}}
	t.Row("(intercept)", nil, nil, nil, nil, intercept, nil, nil)
	for k, text := range figure.Column(values, 3) {
		i := support[k]
		at := &r.Attributes[i]
		cost, _ := at.Price.Times(s.Repeats[i])
		bar := panel.Cell{Pen: pen}
		if top > 0 {
			bar.Text = chart.BarText(math.Abs(w[i])*at.T/top, weightBar)
		}
		t.Row(at.Name, s.Repeats[i], cost, text, bar, w[i], at.Price, at.Mean)
		t.Shown = append(t.Shown, k+1)
	}
	return t
}

const weightBar = 12

// worthOf says what the predictor is worth.
func (v *PredictorView) worthOf(o *Page, p *core.Pick) {
	o.ways(v.Verdicts)
	o.fact("spent", fmt.Sprintf("%s an object", p.Selection.Spent))
	if v.measure().Classes() {
		v.allMetrics(o)
	}
	for _, text := range p.Remarks() {
		o.fact("remark", text)
	}
}

// collected is for how many new objects the plan is shown.
const collected = 100

// toCollect says what judgments are still to be bought.
func (v *PredictorView) toCollect(o *Page) {
	o.heading("Still to be collected")
	p := v.Planning.now()
	switch err := v.Planning.Err; {
	case err != nil && v.Planning.For(v.Shown.choice()):
		o.say(theme.Warning, "%s", err)
		return
	case p == nil:
		o.say(theme.Muted, "being computed…")
		return
	}
	judgments, t := 0, p.Training
	for _, at := range p.Attributes {
		judgments += at.Total
	}
	training := fmt.Sprintf("%s for %s, if weights are to be refitted: %d of %s have them all (fms-tui plan lists them)",
		figure.CountOf(t.Judgments, "judgment"), t.Cost, t.Complete, figure.CountOf(t.Objects, "object"))
	switch {
	case o.ds.MomentsOf != nil:
		training = "not known: moments hold no judgments"
	case t.Judgments == 0:
		training = "nothing: every object has the judgments that a refit needs"
	}
	o.fact(fmt.Sprintf("%d new", collected), fmt.Sprintf("%s for %s", figure.CountOf(judgments, "judgment"), p.Cost))
	o.fact("training", training)
}

// nothingPredicted says why no object can be predicted; nil are data with judgments.
func nothingPredicted(ds *model.Dataset) string {
	if ds != nil && ds.MomentsOf != nil {
		return "moments hold no judgments to predict from"
	}
	return "no object has a judgment of every attribute in it"
}

// Residuals says how far off the predictions are.
func (o *Page) Residuals(p core.Predictions) {
	if len(p.True) == 0 {
		o.say(theme.Muted, "%s", nothingPredicted(o.ds))
		return
	}
	residual := make([]float64, len(p.True))
	var square, mean float64
	for i := range residual {
		residual[i] = p.True[i] - p.Predicted[i]
		mean += residual[i] / float64(len(residual))
		square += residual[i] * residual[i] / float64(len(residual))
	}
	if math.Abs(mean) < negligible*math.Sqrt(square) {
		mean = 0 // but for rounding
	}
	low, high := slices.Min(residual), slices.Max(residual)
	o.say(theme.Text, "%s  %s  %s", figure.Significant(low, 3), panel.Histogram(residual, max(min(o.Width-20, 40), 8)), figure.Significant(high, 3))
	o.say(theme.Text, "mean %s, root mean square %s, of %s", figure.Significant(mean, 2), figure.Significant(math.Sqrt(square), 3), figure.CountOf(len(residual), "object"))
	note := "true minus predicted, from the judgments in the data: the predictor was learned from these objects, and cells may hold more or fewer judgments than it asks for"
	if p.Lacking > 0 {
		note += fmt.Sprintf("; %s without a judgment that it needs", figure.CountOf(p.Lacking, "object"))
	}
	if p.Of > len(p.True)+p.Lacking {
		note += fmt.Sprintf("; every %dth object is shown", (p.Of+len(p.True)+p.Lacking-1)/(len(p.True)+p.Lacking))
	}
	o.say(theme.Muted, "%s", note)
}

// table lists the intercept and the weights.
func (v *PredictorView) table(to *tables.Report) string {
	return counted(to, weightTable(v.Pick(), theme.Text), "weight")
}
