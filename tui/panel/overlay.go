package panel

import (
	"image"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Help lists lines of keys and notes over the screen.
type Help struct {
	Title  string
	Lines  []HelpLine
	Offset int
}

// HelpLine is a heading, a key with its meaning, or a paragraph's line.
type HelpLine struct {
	Heading string
	Key     string
	Text    string
	Pen     theme.Pen // of Text
	Off     bool      // the key does nothing now
}

const (
	HelpKeys = 16 // width of the keys
	helpMost = 92 // widest box
)

// HelpBox is where the help lies on a screen of w×h cells.
func HelpBox(w, h, lines int) image.Rectangle {
	bw, bh := min(w, helpMost), min(h, lines+2)
	x, y := (w-bw)/2, (h-bh)/2
	return image.Rect(x, y, x+bw, y+bh)
}

// Draw draws the help in a box over the screen.
func (p *Help) Draw(c *chart.Canvas) {
	c.Fill(c.Bounds(), ' ', theme.Text)
	inner := c.Box(c.Bounds(), p.Title, theme.BorderFocus, theme.Title)
	in := c.Sub(inner)
	w, h := in.Size()
	for i := range h {
		at := p.Offset + i
		if at >= len(p.Lines) {
			break
		}
		l := p.Lines[at]
		switch {
		case l.Heading != "":
			in.TextMax(1, i, l.Heading, w-1, theme.Title)
		case l.Key != "":
			key := theme.Key
			if l.Off {
				key = theme.Faint
			}
			in.TextMax(1, i, l.Key, HelpKeys-2, key)
			in.TextMax(HelpKeys, i, l.Text, w-HelpKeys, l.Pen)
		default:
			in.TextMax(1, i, l.Text, w-1, l.Pen)
		}
	}
	if len(p.Lines) > h {
		hint := " ↑↓ scroll · / search "
		c.TextRight(inner.Max.X-1, inner.Max.Y, hint, theme.Muted)
	}
}

// Chooser is a list to take one of.
type Chooser struct {
	Title  string
	Items  []string
	Cursor int
}

// Box is where the list lies on a screen of w×h cells, below (x, y) if it
// fits there.
func (p *Chooser) Box(x, y, w, h int) image.Rectangle {
	bw := chart.Width(p.Title) + 6
	for _, s := range p.Items {
		bw = max(bw, chart.Width(s)+6)
	}
	bw, bh := min(bw, w), min(len(p.Items)+2, h)
	x = min(max(x, 0), w-bw)
	y = min(max(y, 0), h-bh)
	return image.Rect(x, y, x+bw, y+bh)
}

// offset is the first item shown in a box h high.
func (p *Chooser) offset(h int) int {
	room := max(h-2, 1)
	return max(0, min(p.Cursor-room/2, len(p.Items)-room))
}

// ItemAt returns the item at line y of a box h high, or -1.
func (p *Chooser) ItemAt(y, h int) int {
	i := p.offset(h) + y - 1
	if y < 1 || y >= h-1 || i >= len(p.Items) {
		return -1
	}
	return i
}

// Draw draws the list in a box over the screen.
func (p *Chooser) Draw(c *chart.Canvas) {
	w, h := c.Size()
	c.Fill(c.Bounds(), ' ', theme.Text)
	c.Box(c.Bounds(), p.Title, theme.BorderFocus, theme.Title)
	off := p.offset(h)
	for y := 1; y < h-1 && off+y-1 < len(p.Items); y++ {
		at := off + y - 1
		c.TextMax(3, y, p.Items[at], w-5, theme.Text)
		if at == p.Cursor {
			c.Text(1, y, "▸", theme.Accent)
			c.Restyle(image.Rect(1, y, w-1, y+1), theme.Pen.Selected)
		}
	}
}
