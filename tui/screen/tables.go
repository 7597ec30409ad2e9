package screen

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
)

// Tsv is a table as spreadsheets take it from the clipboard: a tab between
// cells, a line for each row. Figures carry all their digits, and what is not
// known or not finite is an empty cell.
type Tsv struct {
	strings.Builder
	rows int // without heads
}

// Row writes a line of strings, numbers, and what has a String method.
func (t *Tsv) Row(cells ...any) {
	for i, c := range cells {
		if i > 0 {
			t.WriteByte('\t')
		}
		switch c := c.(type) {
		case float64:
			if !math.IsNaN(c) && !math.IsInf(c, 0) {
				t.WriteString(strconv.FormatFloat(c, 'g', -1, 64))
			}
		case string:
			t.WriteString(chart.Clean(c))
		default:
			fmt.Fprint(&t.Builder, c)
		}
	}
	t.WriteByte('\n')
	t.rows++
}

func (t *Tsv) head(names ...any) {
	t.Row(names...)
	t.rows--
}

// counted is how many rows there are, in words.
func (t *Tsv) counted(noun string) string { return figure.CountOf(t.rows, noun) }

// attributeTable lists the attributes in the order of the screen, with the
// figures of `select --json` under its names and what each algorithm buys.
func (a *Analysis) attributeTable(t *Tsv) string {
	l, r := &a.Look, a.Shown.Result
	heads := []any{
		"attribute", "cost", "objects", "judgments", "mean", "label_covariance", "correlation", "internal_variance", "external_variance",
		"normalized_correlation", "noise_ratio", "reliability", "selectable", "gain",
	}
	for i := range l.Selections {
		heads = append(heads, "repeats_"+string(l.Selections[i].Algorithm))
	}
	t.head(append(heads, "selection_frequency", "median_repeats")...)
	index := make(map[string]int)
	for i := range r.Attributes {
		index[r.Attributes[i].Name] = i
	}
	for k := range l.Table.Rows {
		row := &l.Table.Rows[k]
		i := index[row.Name]
		at := &r.Attributes[i]
		cells := []any{
			at.Name, at.Price, at.Objects, at.Judgments, at.Mean, at.B, at.Corr, at.V, at.Sigma2,
			at.NormalizedCorrelation(), at.NoiseRatio(), at.Reliability(), at.Selectable(), l.Gains[i],
		}
		for j := range l.Selections {
			cells = append(cells, l.Selections[j].Repeats[i])
		}
		t.Row(append(cells, row.Frequency, row.Median)...)
	}
	return t.counted("attribute")
}
