package screen

import (
	"math"

	"fms-tui/core"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
)

// counted adds a table to a report, and says how many rows it has.
func counted(r *tables.Report, t *tables.Table, noun string) string {
	r.Add(t)
	return figure.CountOf(len(t.Rows), noun)
}

// named is a table for programs, with these columns.
func named(names ...string) *tables.Table {
	t := &tables.Table{}
	for _, name := range names {
		t.Columns = append(t.Columns, tables.Column{Name: name})
	}
	return t
}

// attributeTable lists the attributes in the order of the screen, with the figures of
// `select --json`, their gains, and what each algorithm buys.
func (a *Scene) attributeTable(to *tables.Report) string {
	l, t := &a.Look, core.AttributeTable(a.Shown.Result)
	all, heads := t.Rows, []string{"gain"}
	for i := range l.Picks {
		heads = append(heads, "repeats_"+string(l.Picks[i].Selection.Algorithm))
	}
	t.Columns[0].Name, t.Rows = "attribute", nil
	t.Columns = append(t.Columns, named(append(heads, "selection_frequency", "median_repeats")...).Columns...)
	for _, i := range l.Order {
		if !l.filter.keeps(i) {
			continue
		}
		cells := append(all[i], l.Gains(a.Shown.Result)[i])
		for j := range l.Picks {
			cells = append(cells, l.Picks[j].Selection.Repeats[i])
		}
		frequency, median := math.NaN(), math.NaN()
		if l.stable != nil {
			frequency, median = l.stable.Frequency[i], l.stable.Median[i]
		}
		t.Row(append(cells, frequency, median)...)
	}
	return counted(to, t, "attribute")
}
