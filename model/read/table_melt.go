package read

import "slices"

// melted are columns of a table that become rows: each belongs to somebody or something, as a rater, an
// object, a turn of a loop or a key of a dict, and to an attribute.
type melted struct {
	names           []string // of the table
	stays           []bool   // by column: it becomes none
	who, attributes []string
	at              map[[2]string]int // the column of who and attribute
	twice           []string          // two columns of one attribute and who, and these; nil for none
	spoke           map[string]bool   // who judged anything so far

	// How the names of columns that say so are read (bycolumn.go).
	header     string // of the column of who
	as, judged role   // of this column, and of the attributes
	layout     string
	counts     bool   // a row without judgments counts all the same: its object and its labels do
	found      string // what stood in the names, to be told; "" for nothing
}

// melt begins with all columns staying.
func melt(names []string) *melted {
	m := &melted{names: names, stays: make([]bool, len(names)), at: make(map[[2]string]int), spoke: make(map[string]bool)}
	for i := range m.stays {
		m.stays[i] = true
	}
	return m
}

// take says whose a column is, and of what.
func (m *melted) take(column int, who, attribute string) {
	enter := func(list []string, name string) []string {
		if slices.Contains(list, name) {
			return list
		}
		return append(list, name)
	}
	m.who, m.attributes = enter(m.who, who), enter(m.attributes, attribute)
	cell := [2]string{who, attribute}
	if other, taken := m.at[cell]; taken {
		m.twice = []string{m.names[other], m.names[column], attribute, who}
	}
	m.at[cell], m.stays[column] = column, false
}

// isFull tells whether everybody has a column of every attribute.
func (m *melted) isFull() bool { return m.twice == nil && len(m.at) == len(m.who)*len(m.attributes) }

// plain are the columns that stay, of a list by column.
func (m *melted) plain(list []string) (kept []string) {
	for i, text := range list {
		if m.stays[i] {
			kept = append(kept, text)
		}
	}
	return kept
}

// columns are the names of the rows' columns: those that stay, who, and the attributes.
func (m *melted) columns() []string {
	names := m.plain(m.names)
	for _, name := range append([]string{m.header}, m.attributes...) {
		names = append(names, freshName(name, names, nil))
	}
	return names
}

// rows are what becomes of a row: one for each who of a judgment, or itself where nothing is melted.
func (m *melted) rows(cells []string) (rows [][]string) {
	if m == nil {
		return [][]string{cells}
	}
	for n, who := range m.who {
		judged, some := make([]string, len(m.attributes)), false
		for a, attribute := range m.attributes {
			if column, has := m.at[[2]string{who, attribute}]; has {
				judged[a] = cells[column]
				some = some || !isMissing(trim(judged[a]))
			}
		}
		m.spoke[who] = m.spoke[who] || some
		if some || m.counts && rows == nil && n == len(m.who)-1 {
			rows = append(rows, slices.Concat(m.plain(cells), []string{who}, judged))
		}
	}
	return rows
}
