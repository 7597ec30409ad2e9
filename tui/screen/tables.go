package screen

import (
	"math"
	"strings"

	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
)

// Tsv is tables as spreadsheets take them from the clipboard, through the same
// writer as --form tsv: figures carry all their digits, and what is not known or
// not finite is an empty cell.
type Tsv struct {
	report tables.Report
	table  *tables.Table // the last
	rows   int           // without heads
}

// head begins a table.
func (t *Tsv) head(names ...string) {
	t.table = &tables.Table{}
	for _, name := range names {
		t.table.Columns = append(t.table.Columns, tables.Column{Name: name})
	}
	t.report.Add(t.table)
}

// Row adds a row of strings, numbers, and what has a String method.
func (t *Tsv) Row(cells ...tables.Value) {
	t.table.Row(cells...)
	t.rows++
}

// String is the text of the tables; "" where there are none.
func (t *Tsv) String() string {
	var b strings.Builder
	_ = tables.TSV(&b, &t.report, tables.Options{}) // a Builder has no errors
	return b.String()
}

// counted is how many rows there are, in words.
func (t *Tsv) counted(noun string) string { return figure.CountOf(t.rows, noun) }

// attributeTable lists the attributes in the order of the screen, with the
// figures of `select --json` under its names and what each algorithm buys.
func (a *Scene) attributeTable(t *Tsv) string {
	l, r := &a.Look, a.Shown.Result
	heads := []string{
		"attribute", "cost", "objects", "judgments", "mean", "label_covariance", "correlation", "internal_variance", "external_variance",
		"normalized_correlation", "noise_ratio", "reliability", "noise", "selectable", "gain",
	}
	for i := range l.Selections {
		heads = append(heads, "repeats_"+string(l.Selections[i].Algorithm))
	}
	t.head(append(heads, "selection_frequency", "median_repeats")...)
	for _, i := range l.Order {
		if !l.keeps(i) {
			continue
		}
		at := &r.Attributes[i]
		cells := []tables.Value{
			at.Name, at.Price, at.Objects, at.Judgments, at.Mean, at.B, at.Corr, at.V, at.Sigma2,
			at.NormalizedCorrelation(), at.NoiseRatio(), at.Reliability(), at.Noise(), at.Selectable(), l.Gains(r)[i],
		}
		for j := range l.Selections {
			cells = append(cells, l.Selections[j].Repeats[i])
		}
		frequency, median := math.NaN(), math.NaN()
		if l.stable != nil {
			frequency, median = l.stable.Frequency[i], l.stable.Median[i]
		}
		t.Row(append(cells, frequency, median)...)
	}
	return t.counted("attribute")
}
