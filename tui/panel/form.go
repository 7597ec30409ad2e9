package panel

import (
	"cmp"
	"fmt"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// FormRow is the line over attributes that are asked together: how often their form is
// filled.
type FormRow struct {
	At     int    // the row that it stands over
	Name   string // of the form; "" for the attributes on none
	Price  string // of one filled form; "" where each answer is paid
	Filled int    // times it is filled by the active algorithm
	Shared bool   // all its rows have the same rolls: it shows them
	Track  int    // and the rolls are this attribute's
	Fold   string // the line over the rows never asked, in words; "" for a form
}

// Bought says how often a form is filled; "" for the attributes on none.
func (f *FormRow) Bought() string {
	switch {
	case f.Name == "":
		return ""
	case f.Filled == 0:
		return "·"
	}
	return fmt.Sprintf("×%d", f.Filled)
}

// draw writes the line from column x up to column limit.
func (f *FormRow) draw(c *chart.Canvas, y, x, limit int, active theme.Pen) {
	if f.Fold != "" {
		c.TextMax(x, y, f.Fold, limit-x, theme.Muted)
		return
	}
	spans := []Span{{"┌ ", theme.Border}, {cmp.Or(f.Name, "bought singly"), theme.Title}, {" " + f.Bought(), active}}
	if f.Price != "" {
		spans = append(spans, Span{" at " + f.Price, theme.Muted})
	}
	drawSpans(c, x, y, limit, spans)
}
