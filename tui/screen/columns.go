package screen

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/tui/panel"
)

// columns are what the columns of the attribute table are about; how they look says
// tui/panel/table.go.
var columns = [panel.AllColumns]struct {
	name   string // as it is kept: it stays when columns are moved or renamed on screen
	filter string // what the filter calls it
	// value of attribute i is what the table is sorted by, largest first, and what the filter
	// compares; nil for names, first to last, and for the rolls: see look.earlier.
	value func(l *look, r *core.Result, i int) float64
}{
	panel.ColumnName:        {"attribute", "", nil},
	panel.ColumnCost:        {"cost", "cost", func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Price.Float() }},
	panel.ColumnCorr:        {"correlation", "corr", func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Corr }},
	panel.ColumnV:           {"internal_variance", "v", func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].V }},
	panel.ColumnSigma2:      {"external_variance", "σ²", func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Sigma2 }},
	panel.ColumnNoise:       {"noise", "noise", func(_ *look, r *core.Result, i int) float64 { return 100 * (1 - r.Attributes[i].Reliability()) }},
	panel.ColumnReliability: {"reliability", "rel", func(_ *look, r *core.Result, i int) float64 { return r.Attributes[i].Reliability() }},
	panel.ColumnRolls:       {"asked", "", nil},
	panel.ColumnActive:      {"full", "", func(l *look, _ *core.Result, i int) float64 { return float64(l.Picks[l.Active].Selection.Repeats[i]) }},
	panel.ColumnCompared:    {"scoring", "", func(l *look, _ *core.Result, i int) float64 { return float64(l.Picks[l.Compared].Selection.Repeats[i]) }},
}

// ColumnName is a column as it is kept.
func ColumnName(c panel.Column) string { return columns[c].name }

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
		if s.Reverse {
			return key(j, i)
		}
		return key(i, j)
	})
	if l.on != nil {
		first := make(map[int]int, len(r.Design.Forms)) // by form: where its first attribute stands
		for at, i := range slices.Backward(l.Order) {
			first[l.on[i]] = at
		}
		slices.SortStableFunc(l.Order, func(i, j int) int { return first[l.on[i]] - first[l.on[j]] })
	}
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
