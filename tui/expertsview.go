package tui

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/experts"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// expertsScreen is the Experts screen in the table of screens.
func expertsScreen() screenKind {
	return screenKind{
		tab: "7 Experts", help: "the Experts: labels from votes, none of which need be right",
		panes: []pane{paneRisk, paneCoefficients, paneExperts, paneDoubt}, place: (*layout).consenting,
		look: (*app).lookExperts, work: (*app).askExperts, sentence: (*app).expertsSentence, table: (*app).expertsTable, command: (*app).askVotes,
		noteless: true, // notes are about the choice at B
		dial: &dial{
			hint: "λ", slider: (*app).lambdaSlider, readout: (*app).riskReadout, step: (*app).stepLambda, to: (*app).lambdaTo, off: (*app).lambdaOff,
		},
		instead: map[string]instead{
			"a": {"model", nil, (*app).nextModel},
			"l": {"votes", nil, (*app).chooseVotes},
			"e": {"export", nil, (*app).promptLabels},
		},
	}
}

// expertPanes are those of the Experts screen that are no text.
func expertPanes() map[pane]paneKind {
	return map[pane]paneKind{
		paneRisk: {
			panel: func(k *look, focus bool) panel.Panel { k.risk.Focus = focus; return &k.risk },
			drag:  (*app).dragRisk, wheel: (*app).wheelDial,
		},
	}
}

// featureless tells whether the votes shown come without features.
func (a *app) featureless() bool {
	votes := a.consensus.search.Value.votes
	return votes != nil && len(votes.Features) == 0
}

// consenting puts the risk above the coefficients, and experts and objects beside
// them where there is room. Without features experts take the place of
// coefficients.
func (l *layout) consenting(body image.Rectangle, of *content) {
	main := paneCoefficients
	if of.bare {
		main = paneExperts
	}
	switch l.mode {
	case modeColumns:
		left, right := cutLeft(body, body.Dx()/2)
		l.panes[paneRisk], l.panes[paneCoefficients] = cutTop(left, body.Dy()/2)
		l.panes[paneExperts], l.panes[paneDoubt] = cutTop(right, body.Dy()/2)
	case modeStacked:
		l.panes[paneRisk], l.panes[main] = cutTop(body, body.Dy()/2)
	default:
		l.panes[main] = body
	}
}

// lookExperts makes the screen of what there is so far.
func (a *app) lookExperts() {
	l, k, f := a.layout(), &a.look, &a.consensus.search.Value
	p := a.point()
	k.risk = panel.Errors{Title: "Surrogate risk Ŝ ± se against log₁₀ λ", Level: math.NaN(), Boxed: true, Empty: a.unfitted()}
	for _, q := range []pane{paneCoefficients, paneExperts, paneDoubt} {
		o := &page{width: l.panes[q].Dx() - documentEdge}
		o.say(theme.Muted, "%s", a.unfitted())
		k.documents[q] = panel.Document{Lines: o.lines}
	}
	k.documents[paneCoefficients].Title, k.documents[paneExperts].Title, k.documents[paneDoubt].Title = "Coefficients", "Experts", "Objects by doubt"
	if p != nil {
		a.lookRisk(p)
		title := fmt.Sprintf("%s by %s%s", f.votes.Label, p.Model, atLambda(p))
		if !a.consensus.search.Done {
			title += " · fitting"
		}
		coefficients := &page{ds: a.opt.Study.Data(), width: l.panes[paneCoefficients].Dx() - documentEdge}
		coefficients.coefficients(a, p)
		k.documents[paneCoefficients] = panel.Document{Title: title, Lines: coefficients.lines}
	}
	if t := a.told(); t != nil {
		who := &page{width: l.panes[paneExperts].Dx() - documentEdge}
		who.experts(f.votes, t)
		k.documents[paneExperts].Lines = who.lines
		objects := &page{width: l.panes[paneDoubt].Dx() - documentEdge}
		objects.doubt(f.votes, t)
		k.documents[paneDoubt].Lines = objects.lines
	}
	for _, q := range []pane{paneCoefficients, paneExperts, paneDoubt} {
		a.setDocument(q, &l)
	}
}

// lookRisk draws the surrogate risk of the models: that of EM, which has no λ,
// as a level line.
func (a *app) lookRisk(p *experts.Point) {
	s, c := a.consensus.search.Value.study, &a.look.risk
	for _, m := range experts.Models() {
		curve := panel.ErrorCurve{Name: string(m), Pen: modelPen(m), Style: modelStyle(m)}
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
			c.Level, c.Named = curve.Y[0], "EM"
		case len(curve.Y) > 0:
			c.Curves = append(c.Curves, curve)
		}
	}
	if len(c.Curves) == 0 {
		c.Empty = "without features there is nothing to penalise, and nothing for the surrogate risk to compare: labels come from the votes alone; fms-tui experts --features brings features from files"
	}
	if p.Penalty.Beta > 0 {
		c.Cursor, c.Marked = math.Log10(p.Penalty.Beta), true
	}
}

func modelStyle(m experts.Model) chart.Style {
	if m == experts.EMSparse {
		return chart.Solid
	}
	return chart.Dashed
}

// dragRisk sets λ to where the pointer is on the chart.
func (a *app) dragRisk(q, size image.Point) tea.Cmd {
	x, ok := a.look.risk.XAt(q.X, size.X, size.Y)
	all, _ := a.lambdas()
	if !ok || len(all) == 0 {
		return nil
	}
	best := 0
	for i, l := range all {
		if math.Abs(math.Log10(l)-x) < math.Abs(math.Log10(all[best])-x) {
			best = i
		}
	}
	return a.setLambda(best)
}

// coefficients lists the features that count, the most telling first: for the
// label, and for how easily experts tell it, each by its standard deviation.
func (o *page) coefficients(a *app, p *experts.Point) {
	f, votes := p.Fit, a.consensus.search.Value.votes
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
	for _, j := range order {
		label, ease := f.Beta[j]*f.Spread[j], f.Gamma[j]*f.Spread[j]
		rows = append(rows, []panel.Cell{
			{Text: chart.Clean(votes.Features[j])},
			{Text: figure.Fixed(label, 2)},
			{Text: strip(label, widest), Pen: modelPen(p.Model)},
			{Text: figure.Fixed(ease, 2)},
			{Text: strip(ease, widest), Pen: theme.Accent},
		})
	}
	columns := []panel.GridColumn{
		{Head: "feature, by its sd", Most: nameWidth}, {Head: "label", Right: true}, {Head: "", Leave: 1}, {Head: "ease", Right: true, Leave: 2}, {Head: "", Leave: 2},
	}
	if p.Model == experts.Majority { // it says nothing of how hard objects are
		columns = columns[:3]
		for i := range rows {
			rows[i] = rows[i][:3]
		}
	}
	if len(rows) > 0 {
		o.lines = append(o.lines, panel.Grid(columns, rows, o.width)...)
	}
	if len(votes.Features) > 0 {
		o.say(theme.Muted, "%s with coefficients of 0; label: log odds of a label of 1, ease: of a right vote", figure.CountOf(len(votes.Features)-len(order), "feature"))
	}
	if len(votes.Features) == 0 {
		o.say(theme.Muted, "no features: labels come from the votes alone")
	}
	for _, w := range votes.Warnings {
		o.say(theme.Warning, "%s", chart.Clean(adviseKeys(w.Message, w.Remedies...)))
	}
}

// experts lists the experts, the most accurate first.
func (o *page) experts(votes *experts.Named, t *told) {
	var rows [][]panel.Cell
	for _, k := range t.best[:min(len(t.best), mostListed)] {
		e := &t.experts[k]
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
			{Text: chart.BarText(shown, relBar), Pen: theme.Accent},
			{Text: figure.Share(e.Agreement)},
		})
	}
	o.lines = append(o.lines, panel.Grid([]panel.GridColumn{
		{Head: "expert", Most: nameWidth},
		{Head: "votes", Right: true},
		{Head: "accuracy", Right: true},
		{Head: "95 %", Leave: 2},
		{Head: "", Leave: 3},
		{Head: "agreement", Right: true, Leave: 1},
	}, rows, o.width)...)
	if more := len(t.best) - mostListed; more > 0 {
		o.say(theme.Muted, "and %s", figure.CountOf(more, "more expert"))
	}
	o.say(theme.Muted, "accuracy: estimated share of right votes, of majority n/a; agreement: with most of the other experts")
}

// mostListed is how many experts or objects a list on screen holds.
const mostListed = 500

// doubt lists the objects, those in the most doubt first.
func (o *page) doubt(votes *experts.Named, t *told) {
	var rows [][]panel.Cell
	for _, i := range t.doubt {
		if votes.Blank[i] {
			continue
		}
		if len(rows) == mostListed {
			break
		}
		l, yes := t.labels[i], 0
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
			{Text: chart.BarText(l.Probability, relBar), Pen: theme.Accent},
			{Text: strings.TrimSpace(fmt.Sprintf("%d of %d", yes, votes.Of(i)))},
		})
	}
	o.lines = append(o.lines, panel.Grid([]panel.GridColumn{
		{Head: "object", Most: nameWidth}, {Head: "label", Right: true}, {Head: "P(1)", Right: true}, {Head: "", Leave: 2}, {Head: "votes for", Leave: 1},
	}, rows, o.width)...)
	if more := len(t.doubt) - mostListed; more > 0 {
		o.say(theme.Muted, "and %s", figure.CountOf(more, "more object"))
	}
}
