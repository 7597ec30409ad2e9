package screen

// budgetView is Plan with its tracks: the attributes, the chart of losses, and what is
// bought at B.
type budgetView struct{ base }

func newBudgetView(a *Analysis) *budgetView {
	v := &budgetView{base{Analysis: a}}
	v.kind = About{
		Tab: planTab, Help: planHelp, Panes: []*Pane{a.TablePane, a.ChartPane, a.RepeatsPane}, Losses: true, Turns: "Map",
	}
	return v
}

// tableMost is the width beyond which the table has nothing more to show.
const tableMost = 110

// Place gives the table the larger part on the left, as far as its columns can use
// it, and the chart the larger part of the right:
//
//	┌──────┬─────┐
//	│table │chart│
//	│      ├─────┤
//	│      │rep. │
//	└──────┴─────┘
func (v *budgetView) Place(b *Body) {
	table := b.Area
	switch b.Mode {
	case modeColumns:
		left, right := cutLeft(b.Area, min(b.Area.Dx()*11/20, tableMost))
		chart, repeats := cutTop(right, b.Area.Dy()*11/20)
		b.put(v.ChartPane, chart)
		b.put(v.RepeatsPane, repeats)
		table = left
	case modeStacked:
		chart, rest := cutTop(b.Area, stackedChart)
		b.put(v.ChartPane, chart)
		table = rest
	}
	b.put(v.TablePane, table)
}

func (v *budgetView) Sentence() string { return v.budgetSentence() }

func (v *budgetView) Table(t *Tsv) string { return v.attributeTable(t) }
