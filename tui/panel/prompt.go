package panel

import (
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Prompt is the line in which the user types.
type Prompt struct {
	Name  string
	Value []rune
	At    int    // position of the cursor in Value
	Hint  string // what would be accepted, or what is wrong
	Bad   bool
	Fresh bool // the value is replaced by what is typed
}

// layout returns where the value begins, how many runes of it are cut off on
// the left so that the cursor shows, and the cursor's column. It looks at what is shown: a
// pasted text may be long.
func (p *Prompt) layout(w int) (from, skip, cursor int) {
	from = chart.Width(p.Name) + 2
	cursor, skip = from, p.At
	for skip > 0 {
		x := from + chart.Width(string(p.Value[skip-1:p.At]))
		if x >= w-1 {
			break
		}
		skip, cursor = skip-1, x
	}
	return from, skip, cursor
}

// Draw draws the line.
func (p *Prompt) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	from, skip, cursor := p.layout(w)
	c.PutCursor(min(cursor, max(w-1, 0)), 0)
	c.TextMax(1, 0, p.Name, w-1, theme.Accent)
	value := theme.Text.Strong()
	if p.Fresh {
		value = value.Selected()
	}
	x := from + c.Text(from, 0, string(p.Value[skip:min(len(p.Value), p.At+w)]), value)
	pen := theme.Faint
	if p.Bad {
		pen = theme.Bad
	}
	c.TextMax(x+2, 0, p.Hint, w-x-2, pen)
}
