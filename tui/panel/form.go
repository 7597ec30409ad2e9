package panel

import (
	"fmt"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// FormRow is the line over attributes that are asked together: what is bought of
// their form.
type FormRow struct {
	At     int    // the row that it stands over
	Name   string // of the form; "" for the attributes on none
	Price  string // of one filled form; "" where each answer is paid
	Filled int    // times it is filled by the active algorithm
	Cost   string // of that price, with all answers
	Shared bool   // all its rows have the same rolls: it shows them
	Track  int    // and the rolls are this attribute's
	Fold   string // the line over the rows never asked, in words; "" for a form
}

// Bought says how often a form is filled and what that costs.
func (f *FormRow) Bought() string {
	switch {
	case f.Cost == "0":
		return "nothing"
	case f.Name == "":
		return "cost " + f.Cost
	case f.Filled == 1:
		return "filled once, cost " + f.Cost
	}
	return fmt.Sprintf("filled %d times, cost %s", f.Filled, f.Cost)
}

// boughtIn is Bought in at most w columns.
func (f *FormRow) boughtIn(w int) string {
	text := f.Bought()
	if chart.Width(text) <= w || f.Name == "" || f.Cost == "0" {
		return text
	}
	if text = fmt.Sprintf("×%d, cost %s", f.Filled, f.Cost); chart.Width(text) <= w {
		return text
	}
	return fmt.Sprintf("×%d", f.Filled)
}

// Title names the form.
func (f *FormRow) Title() string {
	if f.Name == "" {
		return "bought singly"
	}
	return f.Name
}

// Paid says how the form is paid.
func (f *FormRow) Paid() string {
	switch {
	case f.Name == "":
		return "each judgment paid"
	case f.Price == "":
		return "each answer paid"
	}
	return f.Price + " a form"
}

// draw writes the line from column x up to column limit. How it is paid gives way
// first.
func (f *FormRow) draw(c *chart.Canvas, y, x, limit int, active theme.Pen) {
	if f.Fold != "" {
		c.TextMax(x, y, f.Fold, limit-x, theme.Muted)
		return
	}
	spans := []Span{
		{"┌ ", theme.Border},
		{f.Title(), theme.Title},
		{" · ", theme.Faint},
		{f.Bought(), active},
		{" · ", theme.Faint},
		{f.Paid(), theme.Muted},
	}
	if x+spansWidth(spans) > limit {
		rest := spansWidth(spans) - spansWidth(spans[3:4])
		if spans[3].Text = f.boughtIn(limit - x - rest); rest+chart.Width(spans[3].Text) > limit-x {
			spans = spans[:4]
			spans[3].Text = f.boughtIn(limit - x - spansWidth(spans[:3]))
		}
	}
	drawSpans(c, x, y, limit, spans)
}
