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
func (d *Document) Clamp(h int) {
	d.Offset = max(0, min(d.Offset, len(d.Lines)-max(h-2, 0)))
}

// Draw draws the panel.
func (d *Document) Draw(c *chart.Canvas) {
	if d.Over {
		c.Fill(c.Bounds(), ' ', theme.Text)
	}
	inner := c.Box(c.Bounds(), d.Title, border(d.Focus), theme.Title)
	if inner.Empty() {
		return
	}
	h := inner.Dy()
	for i := range h {
		if at := d.Offset + i; at < len(d.Lines) {
			d.Lines[at].Draw(c.Sub(image.Rect(inner.Min.X, inner.Min.Y+i, inner.Max.X, inner.Min.Y+i+1)))
		}
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
