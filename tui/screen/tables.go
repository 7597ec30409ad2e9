package screen

import (
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
// `select --json`, and what each algorithm buys.
func (a *Scene) attributeTable(to *tables.Report) string {
	l, t := &a.Look, core.AttributeTable(a.Shown.Result)
	all, heads := t.Rows, []string(nil)
	for i := range l.Picks {
		heads = append(heads, "repeats_"+string(l.Picks[i].Selection.Algorithm))
	}
	t.Columns[0].Name, t.Rows = "attribute", nil
	t.Columns = append(t.Columns, named(heads...).Columns...)
	for _, i := range l.Order {
		if !l.filter.keeps(i) {
			continue
		}
		cells := all[i]
		for j := range l.Picks {
			cells = append(cells, l.Picks[j].Selection.Repeats[i])
		}
		t.Row(cells...)
	}
	return counted(to, t, "attribute")
}
