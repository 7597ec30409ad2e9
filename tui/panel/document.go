package panel

import (
	"image"

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

// Clamp keeps the offset such that a box h high is full as far as there are
// lines.
func (d *Document) Clamp(h int) { d.Offset = max(0, min(d.Offset, len(d.Lines)-max(h-2, 0))) }

func (d *Document) Draw(c *chart.Canvas) {
	if d.Over {
		c.Fill(c.Bounds(), ' ', theme.Text)
	}
	inner := c.Box(c.Bounds(), d.Title, border(d.Focus), theme.Title)
	if inner.Empty() {
		return
	}
	h := inner.Dy()
	for i := range min(h, len(d.Lines)-d.Offset) {
		d.Lines[d.Offset+i].Draw(c.Sub(image.Rect(inner.Min.X, inner.Min.Y+i, inner.Max.X, inner.Min.Y+i+1)))
	}
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

// Draw implements Panel. As much of the value is cut off on the left as lets the cursor show; it
// looks at what is shown, for a pasted text may be long.
func (p *Prompt) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	from := chart.Width(p.Name) + 2
	cursor, skip := from, p.At
	for ; skip > 0; skip-- {
		x := from + chart.Width(string(p.Value[skip-1:p.At]))
		if x >= w-1 {
			break
		}
		cursor = x
	}
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
