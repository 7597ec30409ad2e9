package panel

import (
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Explanation is what stands below the rows of a table: what the filter keeps, and the
// focused figure in words. Each clause is whole; the last ones give way first.
type Explanation struct {
	Lead    string // what the filter keeps, "" for everything
	Clauses []string
}

// lines returns the explanation in at most n lines of w columns; the last line keeps
// some columns free. It cuts only a single clause that has no room.
func (e *Explanation) lines(w, rows, free int) []string {
	var last []string
	for n := len(e.Clauses); n >= min(1, len(e.Clauses)); n-- {
		text := strings.Join(e.Clauses[:n], "; ")
		if e.Lead != "" {
			text = strings.TrimSuffix(e.Lead+" · "+text, " · ")
		}
		last = chart.Wrap(text, w)
		if len(last) < rows || len(last) == rows && chart.Width(last[rows-1]) <= w-free {
			return last
		}
		if n == 0 {
			break
		}
	}
	for text := chart.Shorter(strings.Join(last, " ")); text != "" && rows == 1; text = chart.Shorter(text) {
		if chart.Width(text) <= w-free {
			return []string{text}
		}
	}
	rest := chart.Wrap(strings.Join(last[rows-1:], " "), 1<<30)[0]
	return append(last[:rows-1:rows-1], chart.Truncate(rest, w-free))
}

// draw writes the explanation from row y on.
func (e *Explanation) draw(c *chart.Canvas, y, rows, free int) {
	w, _ := c.Size()
	for i, line := range e.lines(w-2, rows, free) {
		n := c.Text(1, y+i, line, theme.Muted)
		if i == 0 && e.Lead != "" {
			c.TextMax(1, y, e.Lead, n, theme.Accent)
		}
	}
}
