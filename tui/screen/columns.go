package screen

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// column is what a column of the attribute table is about; how it looks says
// tui/panel/columns.go.
type column struct {
	// name is the column as it is kept: it stays when columns are moved or renamed on
	// screen.
	name   string
	usual  bool   // it is shown unless the user chose otherwise
	words  string // what the user chooses it by; "" where it cannot be chosen
	filter string // what the filter calls it
	// value of attribute i is what the table is sorted by, largest first, and what the filter
	// compares; nil for names, first to last.
	value func(l *look, r *core.Result, i int) float64
	// fill puts it into a row; nil where look.attributes does, once for a Result.
	fill func(l *look, r *core.Result, i int, row *panel.Row)
}

// columns are the columns of the attribute table.
var columns = []column{
	panel.ColumnName: {name: "attribute", usual: true},
	panel.ColumnCost: {name: "cost", words: "cost of a judgment", filter: "cost", value: func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Price.Float() }},
	panel.ColumnCorr: {name: "correlation", usual: true, words: "corr, with the label", filter: "corr", value: func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Corr }},
	panel.ColumnV:    {name: "internal_variance", usual: true, words: "v, variance between judgments of one object", filter: "v", value: func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].V }},
	panel.ColumnSigma2: {
		name: "external_variance", usual: true, words: "σ², variance between objects", filter: "σ²", value: func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Sigma2 },
	},
	panel.ColumnNoise: {
		name: "noise", usual: true, words: "noise, v/(v+σ²)", filter: "noise", value: func(_ *look, r *core.Result, i int) float64 { return 100 * (1 - r.Attributes[i].Reliability()) },
	},
	panel.ColumnReliability: {
		name: "reliability", words: "rel, reliability of one judgment", filter: "rel", value: func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Reliability() },
	},
	panel.ColumnRolls:    {name: "asked", usual: true}, // see look.sortKey
	panel.ColumnActive:   {name: "full", usual: true, value: func(l *look, _ *core.Result, i int) float64 { return float64(l.Picks[l.Active].Selection.Repeats[i]) }},
	panel.ColumnCompared: {name: "scoring", usual: true, words: "repeats of the algorithm compared", value: func(l *look, _ *core.Result, i int) float64 { return float64(l.Picks[l.Compared].Selection.Repeats[i]) }},
	panel.ColumnFrequency: {name: "selection_frequency", words: "freq, share of resamples that choose it", fill: func(l *look, _ *core.Result, i int, row *panel.Row) {
		row.Cells[panel.ColumnFrequency] = l.resampled(i, func(s *core.Stability) []float64 { return s.Frequency }, figure.Share)
	}},
	panel.ColumnMedian: {name: "median_repeats", words: "med, median repeats in resamples", fill: func(l *look, _ *core.Result, i int, row *panel.Row) {
		row.Cells[panel.ColumnMedian] = l.resampled(i, func(s *core.Stability) []float64 { return s.Median }, plainNumber)
	}},
	panel.ColumnGain: {
		name: "gain", words: "gain by the next judgment", filter: "gain", value: func(l *look, r *core.Result, i int) float64 { return l.Gains(r)[i] },
		fill: func(l *look, r *core.Result, i int, row *panel.Row) {
			if l.topGain > 0 {
				row.Gain = l.Gains(r)[i] / l.topGain
			}
		},
	},
}

func plainNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// resampled is a figure of the bootstrap; no more than the place of it while it is not known.
func (l *look) resampled(i int, of func(*core.Stability) []float64, write func(float64) string) panel.Cell {
	if l.stable == nil {
		return panel.Cell{Text: "…", Pen: theme.Faint}
	}
	v := of(l.stable)[i]
	return panel.Figure(write(v), v == 0, theme.Text)
}

// sortKey orders two attributes by the column of the state.
func (l *look) sortKey(r *core.Result, s State) func(i, j int) int {
	value := columns[s.Sort].value
	switch {
	case s.Sort == panel.ColumnRolls:
		return l.earlier(r, s)
	case value == nil:
		return func(i, j int) int { return strings.Compare(l.rows[i].Name, l.rows[j].Name) }
	}
	size := func(x float64) float64 { return x }
	if s.Sort == panel.ColumnCorr {
		size = math.Abs
	}
	return func(i, j int) int { return cmp.Compare(size(value(l, r, j)), size(value(l, r, i))) }
}

// sort orders the rows by the column of the state: largest first, names first to last;
// attributes that cannot be used come last either way. Excluded attributes keep their
// place, so that the selection stays when they are toggled. Attributes of one form stay
// together.
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
	if l.on != nil {
		first := make(map[int]int, len(r.Design.Forms)) // by form: where its first attribute stands
		for at, i := range slices.Backward(l.Order) {
			first[l.on[i]] = at
		}
		slices.SortStableFunc(l.Order, func(i, j int) int { return first[l.on[i]] - first[l.on[j]] })
	}
}

// columnSet is a set of columns, a bit each.
type columnSet uint32

func (c columnSet) has(column panel.Column) bool { return c>>column&1 == 1 }

// showing are the columns to show: the usual columns as changed by the user, the price
// if prices differ, and always the sorted column.
func (l *look) showing(s State) (shown [panel.AllColumns]bool) {
	for c := range columns {
		shown[c] = columns[c].usual
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

// ChooseColumns lists the columns of the table, to show or hide one.
func (a *Panes) ChooseColumns() tea.Cmd {
	shown := a.Look.showing(a.State)
	var items []string
	var of []int
	for c := range columns {
		mark := "  "
		if shown[c] {
			mark = "✓ "
		}
		if words := columns[c].words; words != "" {
			items, of = append(items, mark+words), append(of, c)
		}
	}
	a.desk.Choose("Columns", items, 0, "o", func(i int) tea.Cmd {
		return a.Alter(func(s *State) { s.Columns ^= 1 << of[i] })
	})
	return nil
}

// Names are the columns' names in kept settings. Unknown names are left out when
// settings are read.
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
