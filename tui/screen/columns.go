package screen

import (
	"cmp"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

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
	panel.ColumnNoise:       {name: "noise", value: func(_ *look, r *core.Result, i int) float64 { return 1 - r.Attributes[i].Reliability() }},
	panel.ColumnReliability: {name: "reliability", value: func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Reliability() }},
	panel.ColumnTracks:      {name: "asked"}, // see look.sortKey
	panel.ColumnActive:      {name: "full", value: func(l *look, _ *core.Result, i int) float64 { return float64(l.Selections[l.Active].Repeats[i]) }},
	panel.ColumnCompared:    {name: "scoring", value: func(l *look, _ *core.Result, i int) float64 { return float64(l.Selections[l.Compared].Repeats[i]) }},
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
		"gain", func(l *look, r *core.Result, i int) float64 { return l.Gains(r)[i] },
		func(l *look, r *core.Result, i int, row *panel.Row) {
			if l.topGain > 0 {
				row.Gain = l.Gains(r)[i] / l.topGain
			}
		},
	},
}

// sortKey orders two attributes by the column of the state.
func (l *look) sortKey(r *core.Result, s State) func(i, j int) int {
	value := columns[s.Sort].value
	switch {
	case s.Sort == panel.ColumnTracks:
		return l.earlier(r, s)
	case value == nil:
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
	key := l.sortKey(r, s)
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

// usualColumns are shown unless the user chose otherwise.
var usualColumns = []panel.Column{
	panel.ColumnName, panel.ColumnCorr, panel.ColumnV, panel.ColumnSigma2, panel.ColumnNoise,
	panel.ColumnTracks, panel.ColumnActive, panel.ColumnCompared,
}

// columnSet is a set of columns, a bit each.
type columnSet uint32

func (c columnSet) has(column panel.Column) bool { return c>>column&1 == 1 }

// showing are the columns to show: the usual ones and those that the user chose
// otherwise, the price where prices differ, and always the one that is sorted by.
func (l *look) showing(s State) (shown [panel.AllColumns]bool) {
	for _, c := range usualColumns {
		shown[c] = true
	}
	shown[panel.ColumnCost] = l.priced
	for c := range shown {
		if s.Columns.has(panel.Column(c)) {
			shown[c] = !shown[c]
		}
	}
	shown[s.Sort] = true
	return shown
}

// chosenColumns are the columns that can be chosen, in words.
var chosenColumns = []struct {
	column panel.Column
	words  string
}{
	{panel.ColumnCost, "cost of a judgment"},
	{panel.ColumnCorr, "corr, with the label"},
	{panel.ColumnV, "v, variance between judgments of one object"},
	{panel.ColumnSigma2, "σ², variance between objects"},
	{panel.ColumnNoise, "noise, v/(v+σ²)"},
	{panel.ColumnReliability, "rel, reliability of one judgment"},
	{panel.ColumnFrequency, "freq, share of resamples that choose it"},
	{panel.ColumnMedian, "med, median repeats in resamples"},
	{panel.ColumnGain, "gain by the next judgment"},
	{panel.ColumnCompared, "repeats of the algorithm compared"},
}

// ChooseColumns lists the columns of the table, to show or hide one.
func (a *Analysis) ChooseColumns() tea.Cmd {
	shown := a.Look.showing(a.State)
	var items []string
	for _, c := range chosenColumns {
		mark := "  "
		if shown[c.column] {
			mark = "✓ "
		}
		items = append(items, mark+c.words)
	}
	a.desk.Choose("Columns", items, 0, "o", func(i int) tea.Cmd {
		s := a.State
		s.Columns ^= 1 << chosenColumns[i].column
		return a.Set(s, ChangeSetting)
	})
	return nil
}

// Names are the columns as they are kept. Names that there are not are left out when
// they come back.
func (c columnSet) Names() []string {
	var names []string
	for i := range columns {
		if c.has(panel.Column(i)) {
			names = append(names, columns[i].name)
		}
	}
	return names
}

func columnsNamed(names []string) (c columnSet) {
	for i := range columns {
		if slices.Contains(names, columns[i].name) {
			c |= 1 << i
		}
	}
	return c
}

// pricesDiffer tells whether the prices of attributes say anything.
func pricesDiffer(r *core.Result) bool {
	return slices.ContainsFunc(r.Attributes, func(a core.Attribute) bool { return a.Price != r.Attributes[0].Price })
}

// leastPrefix is the length from which a prefix of all names is worth folding, and
// wordEnds are what a word of a name ends with.
const (
	leastPrefix = 3
	wordEnds    = "-_ .:/"
)

// sharedPrefix is what all names begin with, up to the end of a word; "" for nothing.
func sharedPrefix(r *core.Result) string {
	if len(r.Attributes) < 2 {
		return ""
	}
	prefix := r.Attributes[0].Name
	for i := range r.Attributes {
		for name := r.Attributes[i].Name; prefix != "" && (!strings.HasPrefix(name, prefix) || name == prefix); {
			prefix = prefix[:strings.LastIndexAny(prefix[:len(prefix)-1], wordEnds)+1]
		}
	}
	if len(prefix) < leastPrefix {
		return ""
	}
	return prefix
}

// ColumnName is a column as it is kept.
func ColumnName(c panel.Column) string { return columns[c].name }
