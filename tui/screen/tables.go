package screen

import (
	"math"

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

// attributeTable lists the attributes in the order of the screen, with the
// figures of `select --json` under its names and what each algorithm buys.
func (a *Scene) attributeTable(to *tables.Report) string {
	l, r := &a.Look, a.Shown.Result
	heads := []string{
		"attribute", "cost", "objects", "judgments", "mean", "label_covariance", "correlation", "internal_variance", "external_variance",
		"normalized_correlation", "noise_ratio", "reliability", "noise", "selectable", "gain",
	}
	for i := range l.Picks {
		heads = append(heads, "repeats_"+string(l.Picks[i].Selection.Algorithm))
	}
	t := named(append(heads, "selection_frequency", "median_repeats")...)
	for _, i := range l.Order {
		if !l.keeps(i) {
			continue
		}
		at := &r.Attributes[i]
		cells := []tables.Value{
			at.Name, at.Price, at.Objects, at.Judgments, at.Mean, at.B, at.Corr, at.V, at.Sigma2,
			at.NormalizedCorrelation(), at.NoiseRatio(), at.Reliability(), at.Noise(), at.Selectable(), l.Gains(r)[i],
		}
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
