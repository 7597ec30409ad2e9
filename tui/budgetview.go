package tui

// budgetView is the Budget screen: the attributes, the chart of losses, and what is
// bought at B.
type budgetView struct{ base }

func newBudgetView(a *Analysis) *budgetView {
	v := &budgetView{base{Analysis: a}}
	v.kind = about{
		tab: "1 Budget", help: "the Budget screen", panes: []*pane{a.tablePane, a.chartPane, a.repeatsPane}, losses: true,
	}
	return v
}

// tableMost is the width beyond which the table has nothing more to show.
const tableMost = 110

// place gives the table the larger part on the left, as far as its columns can use
// it, and the chart the larger part of the right:
//
//	┌──────┬─────┐
//	│table │chart│
//	│      ├─────┤
//	│      │rep. │
//	└──────┴─────┘
func (v *budgetView) place(b *body) {
	table := b.area
	switch b.mode {
	case modeColumns:
		left, right := cutLeft(b.area, min(b.area.Dx()*11/20, tableMost))
		chart, repeats := cutTop(right, b.area.Dy()*11/20)
		b.put(v.chartPane, chart)
		b.put(v.repeatsPane, repeats)
		table = left
	case modeStacked:
		chart, rest := cutTop(b.area, stackedChart)
		b.put(v.chartPane, chart)
		table = rest
	}
	b.put(v.tablePane, table)
}

func (v *budgetView) sentence() string { return v.budgetSentence() }

func (v *budgetView) table(t *tsv) string { return v.attributeTable(t) }
