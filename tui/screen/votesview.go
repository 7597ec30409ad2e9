package screen

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/experts"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// VotesView is the Votes screen: labels from votes. Models are shown as they are
// found.
type VotesView struct {
	base
	Search  job.Latest[Voted, Found]
	telling job.Latest[fitOf, told] // of the fit that is shown
	Choices []string                // attributes that are voted on

	RiskPane                      *Pane
	risk                          panel.Chart
	coefficients, experts, doubts *Document
}

func newVotesView(a *Session) *VotesView {
	v := &VotesView{
		base: base{Session: a}, coefficients: newDocument(0, a.Change), experts: newDocument(0, a.Change), doubts: newDocument(0, a.Change),
	}
	v.RiskPane = &Pane{
		Panel: func(focus bool) panel.Panel { v.risk.Focus = focus; return &v.risk },
		Drag:  v.dragRisk, Wheel: v.wheelLambda,
		Grabs: func(q, size image.Point) bool { return v.risk.OnDial(q, size) },
	}
	v.kind = About{
		Tab: "5 Votes", Help: "show Votes: labels from votes, none of which need be right",
		Panes: []*Pane{v.RiskPane, &v.coefficients.Pane, &v.experts.Pane, &v.doubts.Pane}, Noteless: true, Off: a.votesOff, // notes are about the choice at B
		Dial: &dial{Hint: "λ", Slider: v.lambdaSlider, Readout: v.riskReadout, Step: v.stepLambda, To: v.lambdaTo, Off: v.LambdaOff},
		Keys: map[string]instead{
			"a": {"model", nil, v.nextModel},
			"l": {"votes", nil, v.chooseVotes},
			"e": {"export", nil, v.promptLabels},
		},
	}
	return v
}

// featureless tells whether the votes shown come without features.
func (v *VotesView) featureless() bool {
	votes := v.Search.Value.votes
	return votes != nil && len(votes.Features) == 0
}

// Place puts the risk above the coefficients, and experts and objects beside them
// where there is room. Without features experts take the place of coefficients.
func (v *VotesView) Place(b *Body) {
	main := &v.coefficients.Pane
	if v.votesOff() != "" {
		b.put(main, b.Area)
		return
	}
	if v.featureless() {
		main = &v.experts.Pane
	}
	switch b.Mode {
	case modeColumns:
		left, right := cutLeft(b.Area, b.Area.Dx()/2)
		above, below := cutBottom(left, v.rowsOf(v.coefficients, b))
		b.put(v.RiskPane, above)
		b.put(&v.coefficients.Pane, below)
		above, below = cutTop(right, v.rowsOf(v.experts, b))
		b.put(&v.experts.Pane, above)
		b.put(&v.doubts.Pane, below)
	case modeStacked:
		above, below := cutTop(b.Area, b.Area.Dy()/2)
		b.put(v.RiskPane, above)
		b.put(main, below)
	default:
		b.put(main, b.Area)
	}
}

// rowsOf is the height of a list: of all its lines, from a quarter of the body to a half.
func (v *VotesView) rowsOf(d *Document, b *Body) int {
	h := b.Area.Dy()
	return min(max(len(d.Text.Lines)+2, h/4), h/2)
}

// Refresh makes the screen of what there is so far.
func (v *VotesView) Refresh(b *Body) {
	if why := v.votesOff(); why != "" {
		v.coefficients.sayOnly(b, "Votes", why)
		return
	}
	found, p, t := &v.Search.Value, v.Point(), v.Told()
	v.risk = panel.Chart{Title: "Surrogate risk Ŝ ± se against log₁₀ λ", Empty: v.unfitted()}
	title := "Coefficients"
	written := func(d *Document, known bool, write func(o *Page)) []panel.Line {
		o := &Page{ds: v.Opt.Study.Data(), Width: d.width(b)}
		if known {
			write(o)
		} else {
			o.say(theme.Muted, "%s", v.unfitted())
		}
		return o.Lines
	}
	if p != nil {
		v.lookRisk(p)
		title = fmt.Sprintf("%s by %s%s", found.votes.Label, p.Model, atLambda(p))
		if !v.Search.Done {
			title += " · fitting"
		}
	}
	v.coefficients.show(b, title, written(v.coefficients, p != nil, func(o *Page) { v.writeCoefficients(o, p) }))
	v.experts.show(b, "Experts", written(v.experts, t != nil, func(o *Page) { o.experts(found.votes, t) }))
	v.doubts.show(b, "Objects by uncertainty", written(v.doubts, t != nil, func(o *Page) { o.doubt(found.votes, t) }))
}

// wheelLambda moves λ by a step a notch, with ctrl by ten.
func (v *VotesView) wheelLambda(n int, fast bool) tea.Cmd {
	if fast {
		n *= 10
	}
	v.Change()
	return v.stepLambda(n)
}

// lookRisk draws the surrogate risk of the models. EM has no λ, so its risk is a level
// line.
func (v *VotesView) lookRisk(p *experts.Point) {
	s, c := v.Search.Value.Study, &v.risk
	for _, m := range experts.Models() {
		curve := chart.Series{Name: string(m), Pen: modelPen(m), Style: modelStyle(m)}
		for _, q := range slices.Backward(s.Curve(m)) { // λ falls
			se := math.NaN()
			if m == p.Model {
				se = q.SE
			}
			if m != experts.EM && q.Penalty.Beta <= 0 {
				continue // there is nothing to penalise
			}
			curve.X, curve.Y, curve.SE = append(curve.X, math.Log10(q.Penalty.Beta)), append(curve.Y, q.S), append(curve.SE, se)
		}
		switch {
		case m == experts.EM && len(curve.Y) > 0:
			c.Plot.Guides = []chart.Guide{{Y: curve.Y[0], Name: "EM", Pen: theme.Muted}}
		case len(curve.Y) > 0:
			c.Plot.Series = append(c.Plot.Series, curve)
		}
	}
	if len(c.Plot.Series) == 0 {
		c.Empty = "without features there is nothing to penalise, and nothing for the surrogate risk to compare: labels come from the votes alone; fms-tui lab experts --features brings features from files"
	}
	if p.Penalty.Beta > 0 {
		c.Plot.Cursors = []chart.Cursor{{On: true, X: math.Log10(p.Penalty.Beta), Pen: theme.Cursor}}
	}
}

func modelStyle(m experts.Model) chart.Style {
	if m == experts.EMSparse {
		return chart.Solid
	}
	return chart.Dashed
}

// dragRisk sets λ to where the pointer is on the chart.
func (v *VotesView) dragRisk(q, size image.Point) tea.Cmd {
	x, ok := v.risk.XAt(q.X, size)
	all, _ := v.Lambdas()
	if !ok || len(all) == 0 {
		return nil
	}
	best := 0
	for i, l := range all {
		if math.Abs(math.Log10(l)-x) < math.Abs(math.Log10(all[best])-x) {
			best = i
		}
	}
	return v.setLambda(best)
}

// writeCoefficients lists the features that count, the most telling first: for the
// label, and for how easily experts tell it, each by its standard deviation.
func (v *VotesView) writeCoefficients(o *Page, p *experts.Point) {
	f, votes := p.Fit, v.Search.Value.votes
	var order []int
	widest := 0.
	for j := range votes.Features {
		if size := max(math.Abs(f.Beta[j]), math.Abs(f.Gamma[j])) * f.Spread[j]; size > 0 {
			order = append(order, j)
			widest = max(widest, size)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if math.Abs(f.Beta[i]*f.Spread[i]) > math.Abs(f.Beta[j]*f.Spread[j]) {
			return -1
		}
		return 1
	})
	var rows [][]panel.Cell
	half := max(stripHalf, min((o.Width-featuresWidth)/4, 20))
	for _, j := range order {
		label, ease := f.Beta[j]*f.Spread[j], f.Gamma[j]*f.Spread[j]
		rows = append(rows, []panel.Cell{
			{Text: chart.Clean(votes.Features[j])},
			{Text: figure.Fixed(label, 2)},
			{Text: wideStrip(label, widest, half), Pen: modelPen(p.Model)},
			{Text: figure.Fixed(ease, 2)},
			{Text: wideStrip(ease, widest, half), Pen: theme.Accent},
		})
	}
	columns := []tables.Column{
		{Head: "feature, by its sd"}, {Head: "label", Align: tables.Right}, {Head: tables.NoHead, Priority: 1}, {Head: "ease", Align: tables.Right, Priority: 2}, {Head: tables.NoHead, Priority: 2},
	}
	if p.Model == experts.Majority { // it says nothing of how hard objects are
		columns = columns[:3]
		for i := range rows {
			rows[i] = rows[i][:3]
		}
	}
	if len(rows) > 0 {
		o.table(columns, rows)
	}
	if len(votes.Features) > 0 {
		o.say(theme.Muted, "%s with coefficients of 0; label: log odds of a label of 1, ease: of a right vote", figure.CountOf(len(votes.Features)-len(order), "feature"))
	}
	if len(votes.Features) == 0 {
		o.say(theme.Muted, "no features: labels come from the votes alone")
	}
	for _, w := range votes.Warnings {
		o.say(theme.Warning, "%s", chart.Clean(AdviseKeys(w.Message, w.Remedies...)))
	}
}

// experts lists the experts, the most accurate first.
func (o *Page) experts(votes *experts.Named, t *told) {
	var rows [][]panel.Cell
	for _, k := range t.Best[:min(len(t.Best), mostListed)] {
		e := &t.Experts[k]
		within := ""
		switch {
		case e.Saturated:
			within = "no limit"
		case !math.IsNaN(e.Low):
			within = figure.Share(e.Low) + " to " + figure.Share(e.High)
		}
		shown := e.Accuracy
		if math.IsNaN(shown) {
			shown = e.Agreement
		}
		rows = append(rows, []panel.Cell{
			{Text: chart.Clean(votes.Experts[k])},
			{Text: figure.Count(e.Votes)},
			{Text: figure.Share(e.Accuracy)},
			{Text: within},
			{Text: chart.BarText(shown, barRoom(o.Width-expertsWidth)), Pen: theme.Accent},
			{Text: figure.Share(e.Agreement)},
		})
	}
	o.table([]tables.Column{
		{Head: "expert"},
		{Head: "votes", Align: tables.Right},
		{Head: "accuracy", Align: tables.Right},
		{Head: "95 %", Priority: 2},
		{Head: tables.NoHead, Priority: 3},
		{Head: "agreement", Align: tables.Right, Priority: 1},
	}, rows)
	if more := len(t.Best) - mostListed; more > 0 {
		o.say(theme.Muted, "and %s", figure.CountOf(more, "more expert"))
	}
	o.say(theme.Muted, "accuracy: estimated share of right votes, of majority n/a; agreement: with most of the other experts")
}

// Width of the lists' other columns beside their bars.
const featuresWidth, expertsWidth, objectsWidth = 48, 66, 50

// barRoom is the width of bars in a list that has so much room for them.
func barRoom(room int) int { return max(relBar, min(room, 40)) }

// mostListed is how many experts or objects a list on screen holds.
const mostListed = 500

// doubt lists the objects, the most uncertain first.
func (o *Page) doubt(votes *experts.Named, t *told) {
	var rows [][]panel.Cell
	for _, i := range t.Doubt {
		if votes.Blank[i] {
			continue
		}
		if len(rows) == mostListed {
			break
		}
		l, yes := t.Labels[i], 0
		for _, y := range votes.Yes[votes.Start[i]:votes.Start[i+1]] {
			if y {
				yes++
			}
		}
		class := "0"
		if l.Class {
			class = "1"
		}
		rows = append(rows, []panel.Cell{
			{Text: chart.Clean(votes.Objects[i])},
			{Text: class},
			{Text: figure.Share(l.Probability)},
			{Text: chart.BarText(l.Probability, barRoom(o.Width-objectsWidth)), Pen: theme.Accent},
			{Text: strings.TrimSpace(fmt.Sprintf("%d of %d", yes, votes.Of(i)))},
		})
	}
	o.table([]tables.Column{
		{Head: "object"}, {Head: "label", Align: tables.Right}, {Head: "P(1)", Align: tables.Right}, {Head: tables.NoHead, Priority: 2}, {Head: "votes for", Priority: 1},
	}, rows)
	if more := len(t.Doubt) - mostListed; more > 0 {
		o.say(theme.Muted, "and %s", figure.CountOf(more, "more object"))
	}
}
