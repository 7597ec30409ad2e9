package panel

import (
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Document is a box of lines, more of them than fit: it scrolls.
type Document struct {
	Title  string
	Lines  []Line
	Offset int    // the first line shown
	Hint   string // said where there is more than fits; "" for what scrolls
	Over   bool   // it lies over the screen
	Focus  bool
}

// Clamp keeps the offset such that a box h high is full as far as there are lines.
func (d *Document) Clamp(h int) { d.Offset = max(0, min(d.Offset, len(d.Lines)-max(h-2, 0))) }

func (d *Document) Draw(c *chart.Canvas) {
	inner := c.Box(d.Title, d.Focus, d.Over)
	if inner.Empty() {
		return
	}
	h := inner.Dy()
	DrawLines(c.Sub(inner), d.Lines[d.Offset:])
	if more := len(d.Lines) - d.Offset - h; more > 0 || d.Offset > 0 {
		hint := " ↑↓ scroll "
		switch {
		case d.Hint != "":
			hint = " " + d.Hint + " "
		case d.Offset == 0:
			hint = " ↓ more "
		case more <= 0:
			hint = " ↑ more "
		}
		c.TextRight(inner.Max.X-1, inner.Max.Y, hint, theme.Muted)
	}
}

type Prompt struct {
	Name  string
	Value []rune
	At    int    // position of the cursor in Value
	Hint  string // what would be accepted, or what is wrong
	Bad   bool
	Fresh bool // the value is replaced by what is typed
}

// valueLeast is the room for the value, below which the name stands over it.
const valueLeast = 16

// parts are the lines above the value and below it, and the column where it begins: a name that leaves
// too little room stands above, and a hint that has none behind the value below.
func (p *Prompt) parts(w int) (above, below []string, from int) {
	if from = chart.Width(p.Name) + 2; from > w-valueLeast {
		above, from = chart.Wrap(p.Name, max(w-2, 1)), 1
	}
	if p.Hint != "" && from+chart.Width(string(p.Value))+2+chart.Width(p.Hint) >= w {
		below = chart.Wrap(p.Hint, max(w-2, 1))
	}
	return above, below, from
}

// Lines is how many lines of w columns it takes.
func (p *Prompt) Lines(w int) int {
	above, below, _ := p.parts(w)
	return len(above) + 1 + len(below)
}

// Draw implements Panel. As much of the value is cut off on the left as lets the cursor show; it
// looks at what is shown, for a pasted text may be long.
func (p *Prompt) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	above, below, from := p.parts(w)
	y, cursor, skip := len(above), from, p.At
	for ; skip > 0; skip-- {
		x := from + chart.Width(string(p.Value[skip-1:p.At]))
		if x >= w-1 {
			break
		}
		cursor = x
	}
	c.PutCursor(min(cursor, max(w-1, 0)), y)
	if y == 0 {
		above = []string{p.Name}
	}
	c.Lines(1, 0, above, w-1, theme.Accent)
	value, pen := theme.Text.Strong(), theme.Faint
	if p.Fresh {
		value = value.Selected()
	}
	if p.Bad {
		pen = theme.Bad
	}
	x := from + c.Text(from, y, string(p.Value[skip:min(len(p.Value), p.At+w)]), value)
	if below == nil {
		c.TextMax(x+2, y, p.Hint, w-x-2, pen)
	}
	c.Lines(1, y+1, below, w-1, pen)
}
