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
