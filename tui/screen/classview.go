package screen

import (
	"fmt"
	"math"

	"fms-tui/core"
	"fms-tui/core/classes"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// ClassesView is what Predictor shows of a label with classes in place of a scatter of numbers:
// whether probabilities are right, and which classes are taken for which.
type ClassesView struct {
	Calibration panel.Chart
	Bins        []classes.Bin // of the class, that are drawn
	name        string        // of the class
	class       int           // whose calibration it is, by what the user looked at
}

// step looks at another class.
func (v *ClassesView) step(n, of int) {
	if of > 0 {
		v.class = ((v.class+n)%of + of) % of
	}
}

// refresh takes what was measured; nil is nothing yet, for which empty says why.
func (v *ClassesView) refresh(c *core.Classes, empty string) {
	v.Calibration, v.Bins, v.name = panel.Chart{Title: "Calibration", Empty: empty}, nil, ""
	if c == nil || c.Why != "" {
		return
	}
	bins, names := c.Calibration, cleaned(c.Names)
	if len(names) == 2 {
		v.class = 1 // the other class's curve is its mirror image
	}
	v.class = min(v.class, len(bins)-1)
	v.Bins, v.name = bins[v.class], names[v.class]
	v.Calibration.Title = fmt.Sprintf("Calibration: are the probabilities of %s right?", v.name)
	v.Calibration.Legend = "share ↑  probability →  ○ held out; right on ╌╌, within ▒"
	if len(names) > 2 {
		v.Calibration.Legend = "↑/↓ other class  " + v.Calibration.Legend
	}
	if len(v.Bins) > 0 {
		v.Calibration.Plot = calibrationPlot(v.Bins)
	}
}

// calibrationPlot compares the probability of a class with its share, over bins of objects
// that a predictor has not seen. Bins lie on the diagonal where probabilities are right,
// and 19 of 20 within the band.
func calibrationPlot(bins []classes.Bin) chart.Plot {
	unit := chart.Range{Min: 0, Max: 1}
	share := chart.Series{Pen: theme.Honest, Style: chart.Marks}
	band := chart.Band{}
	for _, b := range bins {
		share.X, share.Y = append(share.X, b.Mean), append(share.Y, b.Share)
		if n := len(band.X); n == 0 || b.Mean > band.X[n-1] {
			band.X = append(band.X, b.Mean)
			band.Lo, band.Hi = append(band.Lo, max(b.Mean-2*b.SE, 0)), append(band.Hi, min(b.Mean+2*b.SE, 1))
		}
	}
	p := chart.Plot{X: unit, Y: unit, Series: []chart.Series{share, {X: []float64{0, 1}, Y: []float64{0, 1}, Pen: theme.Guide, Style: chart.Dashed}}}
	if len(band.X) > 1 {
		p.Bands = []chart.Band{band}
	}
	return p
}

// confusion is a table of objects by class and call.
func (v *PredictorView) confusion(o *Page) {
	c, why := v.measuredCalls()
	if c == nil {
		o.say(theme.Muted, "%s", why)
		return
	}
	o.say(theme.Muted, "%s held out: class in rows, call in columns", figure.CountOf(c.Objects, "object"))
	o.reported(c.Confused(cleaned(c.Names)))
}

// bins is the calibration as a table, for where the chart has no place.
func (v *PredictorView) bins(o *Page) {
	c, _ := v.measuredCalls()
	if c == nil {
		return
	}
	o.heading("Calibration of " + v.Classes.name)
	if said := c.Calibrated(); said != "" {
		o.say(theme.Muted, "%s", said)
	}
	o.reported(c.Probabilities(cleaned(c.Names), v.Classes.class))
}

// allMetrics lists every metric of classes at B with what it means.
func (v *PredictorView) allMetrics(o *Page) {
	m := v.measure()
	c, why := v.measuredCalls()
	if c == nil {
		o.fact("calls", why)
		return
	}
	for _, s := range metricScales() {
		m.Scale = s
		o.fact(s.Words(), m.withError(m.called(c))+": "+m.means())
	}
}

// labelTable says what each of several labels gets.
func (v *PredictorView) labelTable(o *Page) {
	if len(v.Shown.Result.Labels()) < 2 {
		return
	}
	o.say(theme.Title, "Labels: what each gets from the same judgments")
	var rows [][]tables.Value
	for _, l := range v.labelShares() {
		honest, typical := "…", "n/a"
		if !math.IsNaN(l.SE) {
			honest = figure.WithError(l.R2, l.SE)
		}
		if !math.IsNaN(l.Loss) {
			typical = figure.TypicalError(math.Sqrt(max(l.Loss, 0)))
		}
		rows = append(rows, []tables.Value{cleaned([]string{l.Name})[0], panel.Cell{Text: honest, Pen: theme.Honest}, figure.Share(l.Projected), typical})
	}
	o.table([]tables.Column{
		{Head: "label"}, {Head: "honest R²", Align: tables.Right}, {Head: "projected R²", Align: tables.Right}, {Head: "typical error", Align: tables.Right, Priority: 1},
	}, rows)
}

// asksClasses says what is predicted, with the classes and their shares.
func (o *Page) asksClasses(r *core.Result) {
	if names := cleaned(classNames(r)); len(names) > 0 {
		o.say(theme.Muted, "%s", core.NameClasses(names, r.ClassShares(), classes.Calling{Classes: len(names), Ordered: classesOfLabel(r) == orderedClasses}))
	}
}

// cleaned are names of the data as a terminal may show them.
func cleaned(names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, chart.Clean(n))
	}
	return out
}
