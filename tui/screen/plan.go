package screen

import (
	"image"

	"fms-tui/tui/panel"
)

// budgetView is Plan: the receipt of what B buys beside the chart of losses, the slider, and
// where each judgment is bought, on one axis of budgets.
type budgetView struct {
	*Session
	kind    Screen
	card    card
	receipt *receipt
}

func newBudgetView(a *Session) *budgetView {
	v := &budgetView{Session: a, card: newCard(a.Change), receipt: newReceipt()}
	v.kind = Screen{
		Tab: "1 Plan", Help: "show Plan: what to ask at B, and what that gives", Saved: "plan", Turns: "Map", Losses: true, Axis: true,
		Panes: []*Pane{a.TablePane, a.ChartPane, &v.card.Pane, &v.receipt.Pane},
		Place: v.place, Refresh: v.refresh, Table: a.attributeTable, Asks: []question{&a.Leaving},
	}
	return v
}

// Rows of the chart and around the table.
const (
	chartFrom   = 16 // rows of a body that has room for a chart
	chartLeast  = 8  // and of that chart
	aroundTable = 2  // rows of the table that are no attributes: heads and explanation
	receiptFrom = 5  // rows of a body that has room for one of the receipt
	receiptWide = 34 // columns of a receipt of several rows
)

// place puts the slider between the chart and the table:
//
//	┌───────┬────────┐
//	│receipt│  chart │
//	│       ├──●─────│
//	│ table   ■─■─□─ │
//	└────────────────┘
//
// and from cardFrom columns the selected attribute's card on the right. In portrait the receipt lies over the chart, and where there is no
// chart it is one line.
func (v *budgetView) place(b *Body) {
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
		area, card = cutLeft(area, area.Dx()-max(area.Dx()*cardShare/100, cardLeast))
		b.put(&v.card.Pane, card)
	}
	from, _ := v.Look.Table.AxisAt(area.Dx())
	left := from - panel.AxisLabels
	portrait := area.Dy() > area.Dx() || left < receiptWide
	chart, rest := cutTop(area, v.chartRows(area))
	if portrait && !chart.Empty() {
		var receipt image.Rectangle
		receipt, chart = cutTop(chart, chart.Dy()*2/5)
		b.put(&v.receipt.Pane, receipt)
	}
	b.Slider, rest = cutTop(rest, 1)
	switch {
	case chart.Empty() && area.Dy() >= receiptFrom:
		var receipt image.Rectangle
		receipt, rest = cutTop(rest, 1)
		b.put(&v.receipt.Pane, receipt)
	case !chart.Empty() && !portrait:
		b.put(&v.receipt.Pane, image.Rect(area.Min.X, chart.Min.Y, left, b.Slider.Max.Y))
		b.Slider.Min.X = left
	}
	if !chart.Empty() {
		b.put(v.ChartPane, image.Rect(max(left, area.Min.X), chart.Min.Y, area.Max.X, chart.Max.Y))
	}
	b.put(v.TablePane, rest)
}

// The columns of the terminal from which the card stays open, its share of them in percent,
// and the fewest that it takes.
const cardFrom, cardShare, cardLeast = 160, 18, 32

// refresh makes what stands beside the chart and the table.
func (v *budgetView) refresh(b *Body) {
	v.card.refresh(v.Session, b)
	v.receipt.refresh(v.Session, b.At(&v.receipt.Pane))
}

// chartRows is how many rows of the body the chart gets: two fifths, two thirds where that
// is portrait, and more where the table has no use for the rest.
func (v *budgetView) chartRows(area image.Rectangle) int {
	h := area.Dy()
	switch {
	case h < chartFrom:
		return 0
	case h > area.Dx():
		return h * 2 / 3
	}
	usual := max(h*2/5, chartLeast)
	return max(usual, min(h-1-aroundTable-v.askedRows(), h*3/4))
}

// askedRows is how many rows the table needs while what is never asked is folded. It
// does not depend on B, on the filter, on the order or on what is unfolded, so that
// nothing moves.
func (v *budgetView) askedRows() int {
	l, r, s := &v.Look, v.Shown.Result, v.Shown.State
	if l.fold != nil && l.fold.speaks != nil {
		return len(l.fold.speaks) + 1
	}
	if l.on != nil && len(r.Design.Forms) > 1 {
		return len(r.Attributes) + len(r.Design.Forms)
	}
	folded := l.folded(r, s)
	return len(r.Attributes) - folded + min(folded, 1)
}
