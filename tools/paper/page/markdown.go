package page

import "strings"

// Markdown is a table in the making; columns but the first are aligned to the
// right.
type Markdown struct{ strings.Builder }

// Head writes the first row.
func (m *Markdown) Head(cells ...string) {
	m.Row(cells...)
	m.WriteString("|---" + strings.Repeat("|--:", len(cells)-1) + "|\n")
}

// Row writes another.
func (m *Markdown) Row(cells ...string) {
	m.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}
