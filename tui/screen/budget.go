package screen

import "image"

// budgetView is Plan with its tracks: the chart of losses, the slider, and how often
// each attribute is asked, on one axis of budgets.
type budgetView struct {
	base
	beside
}

func newBudgetView(a *Analysis) *budgetView {
	v := &budgetView{base: base{Analysis: a}, beside: newBeside(a.Change)}
	v.kind = About{
		Tab: planTab, Help: planHelp, Panes: []*Pane{a.TablePane, a.ChartPane, &v.Card.Pane, &v.taken.Pane}, Losses: true, Axis: true, Turns: "Map",
	}
	return v
}

// Rows of the chart and around the table.
const (
	chartStrip  = 3  // on a body of few rows
	chartFrom   = 8  // rows of a body that has room for the strip
	chartUsual  = 14 // and for more of it
	aroundTable = 2  // rows of the table that are no attributes: heads and explanation
)

// Place puts the slider between the chart and the table:
//
//	┌────────────────┐
//	│          chart │
//	│ B = 17  ──●─── │
//	│ table   ▀▀▀▀▀▀ │
//	└────────────────┘
//
// and from cardFrom columns the selected attribute's card on the right, on large terminals
// above the predictor.
func (v *budgetView) Place(b *Body) {
	if b.Full != nil {
		rest, slider := cutBottom(b.Area, 2)
		if b.Full == v.TablePane {
			slider, rest = cutTop(b.Area, 1)
		}
		b.Slider = slider
		b.put(b.Full, rest)
		return
	}
	area := b.Area
	if area.Dx() >= cardFrom {
		var card image.Rectangle
		area, card = cutLeft(area, area.Dx()-min(max(area.Dx()/4, cardLeast), cardMost))
		v.beside.place(b, card)
	}
	chart, rest := cutTop(area, v.chartRows(area))
	if !chart.Empty() {
		b.put(v.ChartPane, chart)
	}
	b.Slider, rest = cutTop(rest, 1)
	b.put(v.TablePane, rest)
}

// The columns of the card, and of a body that has room for it.
const cardFrom, cardLeast, cardMost = 160, 44, 72

// Refresh makes what stands beside chart and table.
func (v *budgetView) Refresh(b *Body) {
	v.refresh(v.Analysis, b)
	if chart := b.At(v.ChartPane); chart.Dy() >= budgetsFrom {
		left, _ := v.Look.Table.AxisAt(chart.Dx())
		o := &Page{Width: left - axisLabels}
		o.otherBudgets(v.Analysis)
		v.Look.Loss.Below = o.Lines
	}
}

// axisLabels are the columns of the chart's own labels, left of its axis.
const axisLabels = 7

// budgetsFrom is from how many rows a chart has room for a table of budgets beside it.
const budgetsFrom = 18

// chartRows is how many rows of the body the chart gets: two fifths, half where that
// is portrait, and more where the table has no use for the rest.
func (v *budgetView) chartRows(area image.Rectangle) int {
	h := area.Dy()
	switch {
	case h < chartFrom:
		return 0
	case h < chartUsual:
		return chartStrip
	case h > area.Dx():
		return h / 2
	}
	usual := h * 2 / 5
	return max(usual, min(h-1-aroundTable-v.askedRows(), h*3/4))
}

// askedRows is how many rows the table needs while what is never asked is folded. It
// does not depend on B, on the filter, on the order or on what is unfolded, so that
// nothing moves.
func (v *budgetView) askedRows() int {
	l, r, s := &v.Look, v.Shown.Result, v.Shown.State
	if l.On != nil {
		return len(r.Attributes) + len(r.Design.Forms)
	}
	folded := l.folded(r, s)
	return len(r.Attributes) - folded + min(folded, 1)
}

func (v *budgetView) Sentence() string { return v.budgetSentence() }

func (v *budgetView) Table(t *Tsv) string { return v.attributeTable(t) }
