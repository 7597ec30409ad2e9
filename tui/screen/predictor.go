package screen

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/classes"
	tables "fms-tui/core/report"
	"fms-tui/core/report/answers"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// PredictorView is the Predictor screen: the active algorithm's predictor in words
// and figures, and what it says of the objects at hand.
type PredictorView struct {
	*Session
	kind        Screen
	Equation    *Document
	Calls       *Document // of a label with classes: how objects are called
	ScatterPane *Pane
	Scatter     panel.Chart   // predicted against true; of classes, whether probabilities are right
	Bins        []classes.Bin // that are drawn of a class
	class       int           // by what the user looked at
}

func newPredictorView(a *Session) *PredictorView {
	v := &PredictorView{Session: a, Equation: newDocument(0), Calls: newDocument(0)}
	v.ScatterPane = plotPane(&v.Scatter, nil)
	v.ScatterPane.Rows, v.ScatterPane.Lists = func(n int) {
		if !v.calls() {
			v.Equation.Rows(n)
			return
		}
		of := len(classNames(v.Shown.Result)) // looks at the calibration of another class
		v.class = ((v.class+n)%of + of) % of
	}, ListsText
	v.kind = Screen{
		Tab: "3 Predictor", Help: "show Predictor: its equation, weights and predictions", Saved: "predictor",
		Panes: []*Pane{&v.Equation.Pane, v.ScatterPane, &v.Calls.Pane}, Losses: true,
		Place: v.place, Refresh: v.refresh,
		Table: func(to *tables.Report) string { return counted(to, weightTable(v.Pick(), theme.Text), "weight") },
	}
	return v
}

func (v *PredictorView) calls() bool { return v.Shown.Result.ClassLabel() != nil }

// confusionFrame is the height of the table of calls without its rows.
const confusionFrame = 4

// place puts the predictor beside what it predicts where there is room, or below it.
func (v *PredictorView) place(b *Body) {
	words, right, below := b.Area, image.Rectangle{}, image.Rectangle{}
	switch b.Mode {
	case modeColumns:
		if words, right = cutLeft(b.Area, b.Area.Dx()/2); v.calls() {
			right, below = cutBottom(right, min(confusionFrame+len(classNames(v.Shown.Result)), right.Dy()/2))
		}
	case modeStacked:
		right, words = cutTop(b.Area, b.Area.Dy()/2)
	}
	b.put(&v.Calls.Pane, below)
	b.put(v.ScatterPane, right)
	b.put(&v.Equation.Pane, words)
}

func (v *PredictorView) refresh(b *Body) {
	sel, pick, p, nothing := v.Active(), v.Pick(), core.Predictions{}, ""
	if sel.Spent == 0 {
		nothing = fmt.Sprintf("nothing is chosen at B = %s: the prediction is the mean label, %s", v.money(sel.Budget), figure.Significant(v.Shown.Result.LabelMean, 4))
	} else {
		p = pick.Predictions(predictedMost)
	}
	if v.calls() {
		v.lookCalibration()
	} else {
		v.lookScatter(p)
	}
	v.Equation.write(b, fmt.Sprintf("Predictor of %s at B=%s", sel.Algorithm, v.money(sel.Budget)), nothing, func(o *Page) {
		v.write(o, pick)
		if v.calls() && b.At(&v.Calls.Pane).Empty() {
			o.Heading(callsTitle)
			v.confusion(o)
		}
	})
	v.Calls.write(b, callsTitle, "", v.confusion)
}

const callsTitle = "Confusion: classes and how they are called"

// predictedMost is how many objects are predicted for a frame.
const predictedMost = 2000

// lookScatter draws what is predicted against what is true.
func (v *PredictorView) lookScatter(p core.Predictions) {
	v.Scatter = panel.Chart{Title: "Predicted against true", Legend: legend("predicted ↑   true →   ╌╌ predicted = true; learned from these objects")}
	switch {
	case v.Active().Spent == 0:
		v.Scatter.Empty = "nothing is chosen at this budget"
	case v.Opt.Study.Data().MomentsOf != nil:
		v.Scatter.Empty = "moments hold no judgments to predict from"
	default:
		v.Scatter.Empty = "no object has a judgment of every attribute in it"
	}
	if r := v.Shown.Result; len(r.Labels()) > 1 {
		v.Scatter.Title += ": " + chart.Clean(r.Label)
	}
	if len(p.True) == 0 {
		return
	}
	both := chart.RangeOf(p.Predicted, p.True) // one range for both axes makes equality the diagonal
	v.Scatter.Plot = chart.Plot{X: both, Y: both, Series: []chart.Series{
		{X: p.True, Y: p.Predicted, Pen: panel.AlgorithmPen(string(v.Active().Algorithm)), Style: chart.Points},
		{X: []float64{both.Min, both.Max}, Y: []float64{both.Min, both.Max}, Pen: theme.Guide, Style: chart.Dashed},
	}}
}

// lookCalibration compares the probability of a class with its share.
func (v *PredictorView) lookCalibration() {
	c, why := v.measuredCalls()
	v.Scatter, v.Bins = panel.Chart{Title: "Calibration", Empty: why}, nil
	if c == nil {
		return
	}
	names := cleaned(c.Names)
	if len(names) == 2 {
		v.class = 1 // the other class's curve is its mirror image
	}
	v.class = min(v.class, len(c.Calibration)-1)
	v.Bins = c.Calibration[v.class]
	v.Scatter.Title = fmt.Sprintf("Calibration: are the probabilities of %s right?", names[v.class])
	if v.Scatter.Legend = legend("share ↑  probability →  ○ held out; right on ╌╌, within ▒"); len(names) > 2 {
		v.Scatter.Legend = append(legend("↑/↓ other class  "), v.Scatter.Legend...)
	}
	if len(v.Bins) == 0 {
		return
	}
	// Bins of objects that a predictor has not seen lie on the diagonal where probabilities are right, and
	// 19 of 20 within the band.
	unit, share, band := chart.Range{Min: 0, Max: 1}, chart.Series{Pen: theme.Honest, Style: chart.Marks}, chart.Band{}
	for _, b := range v.Bins {
		share.X, share.Y = append(share.X, b.Mean), append(share.Y, b.Share)
		if n := len(band.X); n == 0 || b.Mean > band.X[n-1] {
			band.X = append(band.X, b.Mean)
			band.Lo, band.Hi = append(band.Lo, max(b.Mean-2*b.SE, 0)), append(band.Hi, min(b.Mean+2*b.SE, 1))
		}
	}
	right := chart.Series{X: []float64{0, 1}, Y: []float64{0, 1}, Pen: theme.Guide, Style: chart.Dashed}
	v.Scatter.Plot = chart.Plot{X: unit, Y: unit, Series: []chart.Series{share, right}}
	if len(band.X) > 1 {
		v.Scatter.Plot.Bands = []chart.Band{band}
	}
}

func legend(text string) []panel.Span { return []panel.Span{in(theme.Muted, "%s", text)} }

func (v *PredictorView) confusion(o *Page) {
	c, why := v.measuredCalls()
	if c == nil {
		o.Say(theme.Muted, "%s", why)
		return
	}
	o.Say(theme.Muted, "%s held out: class in rows, call in columns", figure.CountOf(c.Objects, "object"))
	o.reported(answers.Confused(c, cleaned(c.Names)))
}

func (v *PredictorView) write(o *Page, pick *core.Pick) {
	r := pick.Result
	if k := r.LabelClasses(); k != nil {
		k.Names = cleaned(k.Names)
		o.Say(theme.Muted, "%s", answers.NameClasses(k))
	}
	if len(r.Labels()) > 1 {
		o.Heading("Labels: what each gets from the same judgments")
		o.reported(answers.ScoreTable(*pick))
	}
	o.equation(pick)
	o.Heading("Weights; lines: how much each moves the prediction")
	o.reported(weightTable(pick, panel.AlgorithmPen(string(pick.Selection.Algorithm))))
	o.ways(v.Verdicts)
	o.fact("spent", fmt.Sprintf("%s an object", pick.Selection.Spent))
	for _, text := range pick.Remarks() {
		o.fact("remark", text)
	}
}

func (o *Page) equation(p *core.Pick) {
	r, s := p.Result, &p.Selection
	for _, e := range p.Scores() {
		o.Say(theme.Text, "%s ≈ %s", e.Title(), figure.Significant(e.Intercept, 4))
		for _, i := range bySize(s.Repeats, e.W) {
			sign, what := "+", "one judgment"
			if e.W[i] < 0 {
				sign = "−"
			}
			if n := s.Repeats[i]; n > 1 {
				what = "the mean of " + figure.CountOf(n, "judgment")
			}
			o.Say(theme.Text, "  %s %s × %s of %s", sign, figure.Significant(math.Abs(e.W[i]), 3), what, r.Attributes[i].Name)
		}
	}
}

// Equation is how the active algorithm predicts at B, a line each.
func (a *Scene) Equation() (lines []string) {
	o := &Page{Width: 1 << 20}
	o.equation(a.Pick())
	for _, l := range o.Lines {
		lines = append(lines, strings.TrimSpace(panel.Plain(l.Spans)))
	}
	return lines
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
	for k, text := range figure.Points(values, 3, 3) {
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
