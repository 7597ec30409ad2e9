package screen

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/tui/panel"
)

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

func (l *look) sortKey(r *core.Result, column panel.Column) func(i, j int) int {
	falling := func(value func(i int) float64) func(i, j int) int {
		return func(i, j int) int { return cmp.Compare(value(j), value(i)) }
	}
	switch column {
	case panel.ColumnCost:
		return falling(func(i int) float64 { return r.Attributes[i].Price.Float() })
	case panel.ColumnCorr:
		return falling(func(i int) float64 { return math.Abs(r.Attributes[i].Corr) })
	case panel.ColumnV:
		return falling(func(i int) float64 { return r.Attributes[i].V })
	case panel.ColumnSigma2:
		return falling(func(i int) float64 { return r.Attributes[i].Sigma2 })
	case panel.ColumnReliability:
		return falling(func(i int) float64 { return r.Attributes[i].Reliability() })
	case panel.ColumnGain:
		return falling(func(i int) float64 { return l.Gains[i] })
	case panel.ColumnFull, panel.ColumnScoring:
		alg := int(column - panel.ColumnFull)
		return falling(func(i int) float64 { return float64(l.Selections[alg].Repeats[i]) })
	}
	return func(i, j int) int { return strings.Compare(l.rows[i].Name, l.rows[j].Name) }
}
