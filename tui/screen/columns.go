package screen

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/tui/panel"
)

// column is what a column of the attribute table is about; how it looks says
// tui/panel/columns.go.
type column struct {
	// name is the column as it is kept: it stays when columns are moved or renamed on
	// screen.
	name string
	// value of attribute i is what the table is sorted by, largest first; nil for
	// names, first to last.
	value func(l *look, r *core.Result, i int) float64
	// fill puts it into a row; nil where look.attributes does, once for a Result.
	fill func(l *look, r *core.Result, i int, row *panel.Row)
}

// columns are the columns of the attribute table.
var columns = []column{
	panel.ColumnName:        {name: "attribute"},
	panel.ColumnCost:        {name: "cost", value: func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Price.Float() }},
	panel.ColumnCorr:        {name: "correlation", value: func(_ *look, r *core.Result, i int) float64 { return math.Abs(r.Attributes[i].Corr) }},
	panel.ColumnV:           {name: "internal_variance", value: func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].V }},
	panel.ColumnSigma2:      {name: "external_variance", value: func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Sigma2 }},
	panel.ColumnReliability: {name: "reliability", value: func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Reliability() }},
	panel.ColumnFull:        {"full", repeatsOf(0), func(l *look, _ *core.Result, i int, row *panel.Row) { row.Full = l.Selections[0].Repeats[i] }},
	panel.ColumnScoring:     {"scoring", repeatsOf(1), func(l *look, _ *core.Result, i int, row *panel.Row) { row.Scoring = l.Selections[1].Repeats[i] }},
	panel.ColumnFrequency: {name: "selection_frequency", fill: func(l *look, _ *core.Result, i int, row *panel.Row) {
		row.Frequency = math.NaN()
		if l.stable != nil {
			row.Frequency = l.stable.Frequency[i]
		}
	}},
	panel.ColumnMedian: {name: "median_repeats", fill: func(l *look, _ *core.Result, i int, row *panel.Row) {
		row.Median = math.NaN()
		if l.stable != nil {
			row.Median = l.stable.Median[i]
		}
	}},
	panel.ColumnGain: {
		"gain", func(l *look, _ *core.Result, i int) float64 { return l.Gains[i] },
		func(l *look, _ *core.Result, i int, row *panel.Row) {
			if l.topGain > 0 {
				row.Gain = l.Gains[i] / l.topGain
			}
		},
	},
}

// repeatsOf is what one of the two algorithms that are always shown buys.
func repeatsOf(selection int) func(*look, *core.Result, int) float64 {
	return func(l *look, _ *core.Result, i int) float64 { return float64(l.Selections[selection].Repeats[i]) }
}

// sortKey orders two attributes by a column.
func (l *look) sortKey(r *core.Result, of panel.Column) func(i, j int) int {
	value := columns[of].value
	if value == nil {
		return func(i, j int) int { return strings.Compare(l.rows[i].Name, l.rows[j].Name) }
	}
	return func(i, j int) int { return cmp.Compare(value(l, r, j), value(l, r, i)) }
}

// sort orders the rows by the column of the state: largest first, names first
// to last; attributes that cannot be used come last either way, while excluded
// ones keep their place, so that the selection does when they are toggled. What is
// asked on one form stays together.
func (l *look) sort(r *core.Result, s State) {
	l.Order = l.Order[:0]
	for i := range l.rows {
		l.Order = append(l.Order, i)
	}
	key := l.sortKey(r, s.Sort)
	slices.SortStableFunc(l.Order, func(i, j int) int {
		if u, v := r.Attributes[i].Usable(), r.Attributes[j].Usable(); u != v {
			if v {
				return 1
			}
			return -1
		}
		c := key(i, j)
		if s.Reverse {
			c = -c
		}
		return c
	})
	if l.On != nil {
		slices.SortStableFunc(l.Order, func(i, j int) int { return l.On[i] - l.On[j] })
	}
}

// ColumnName is a column as it is kept.
func ColumnName(c panel.Column) string { return columns[c].name }
