package panel

import (
	"image"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// DesignRow is a way to buy judgments and what it would give, as it is shown; or
// a heading.
type DesignRow struct {
	Name      string
	Heading   bool
	Projected string // R²
	Honest    string // R²
	Why       string // it is impossible: said in place of the figures
	Present   bool   // the one that is set
}

// Designs is a list of ways to buy judgments to take one of, over the screen.
type Designs struct {
	Title  string
	Rows   []DesignRow
	Cursor int
	Text   []string // about the selected row, in lines of DesignText
}

const (
	designsMost   = 78 // widest box
	designBoth    = 60 // least width for both figures
	designFigure  = 10
	designText    = 6 // lines for the text
	designMargins = 4 // frame and margins
)

// DesignText is the width of the text's lines on a screen w wide.
func DesignText(w int) int { return max(min(w, designsMost)-designMargins-2, 10) }

// Box is where the list lies on a screen of w×h cells.
func (p *Designs) Box(w, h int) image.Rectangle {
	bw, bh := min(w, designsMost), min(len(p.Rows)+3+1+designText, h)
	x, y := (w-bw)/2, max(min(1, h-bh), 0)
	return image.Rect(x, y, x+bw, y+bh)
}

// room is how many rows a box h high shows; the text gives way first.
func (p *Designs) room(h int) int { return max(min(len(p.Rows), h-3), 0) }

func (p *Designs) offset(h int) int {
	room := p.room(h)
	return max(0, min(p.Cursor-room/2, len(p.Rows)-room))
}

// RowAt returns the row at line y of a box h high, or -1.
func (p *Designs) RowAt(y, h int) int {
	i := p.offset(h) + y - 2
	if y < 2 || y-2 >= p.room(h) || y >= h-1 || i >= len(p.Rows) {
		return -1
	}
	return i
}

// Step returns the row n rows below the selected one, headings passed over.
func (p *Designs) Step(n int) int {
	at, by := p.Cursor, 1
	if n < 0 {
		n, by = -n, -1
	}
	for i := p.Cursor + by; n > 0 && i >= 0 && i < len(p.Rows); i += by {
		if !p.Rows[i].Heading {
			at = i
			n--
		}
	}
	return at
}

// Draw draws the list in a box over the screen.
func (p *Designs) Draw(c *chart.Canvas) {
	w, h := c.Size()
	c.Fill(c.Bounds(), ' ', theme.Text)
	c.Box(c.Bounds(), p.Title, theme.BorderFocus, theme.Title)
	if w < 16 || h < 4 {
		return
	}
	name := w - designMargins - designFigure
	c.TextRight(w-designMargins+2, 1, "honest", theme.Muted)
	if w >= designBoth {
		name -= designFigure
		c.TextRight(2+name+designFigure, 1, "projected", theme.Muted)
	}
	c.TextMax(3, 1, "design", max(name, 0), theme.Muted)
	off := p.offset(h)
	for i := range p.room(h) {
		p.drawRow(c, 2+i, off+i, name)
	}
	top := 2 + p.room(h) + 1
	for i, line := range p.Text {
		if top+i >= h-1 {
			break
		}
		c.TextMax(3, top+i, line, w-designMargins-1, theme.Muted)
	}
}

func (p *Designs) drawRow(c *chart.Canvas, y, at, name int) {
	w, _ := c.Size()
	r := &p.Rows[at]
	if r.Heading {
		c.TextMax(3, y, r.Name, w-designMargins, theme.Title)
		return
	}
	pen, x, right := theme.Text, 3+name, w-designMargins+2
	switch {
	case r.Why != "":
		pen = theme.Excluded
		c.TextMax(x+1, y, r.Why, right-x-1, pen)
	default:
		c.TextRight(right, y, r.Honest, theme.Honest)
		if w >= designBoth {
			c.TextRight(x+designFigure-1, y, r.Projected, theme.Text)
		}
	}
	c.TextMax(3, y, r.Name, name-1, pen)
	if r.Present {
		c.Text(1, y, "●", theme.Accent)
	}
	if at == p.Cursor {
		if !r.Present {
			c.Text(1, y, "▸", theme.Accent)
		}
		c.Restyle(image.Rect(1, y, w-1, y+1), theme.Pen.Selected)
	}
}
