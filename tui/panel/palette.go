package panel

import (
	"image"
	"slices"
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Command is an action that the palette offers.
type Command struct {
	Text, Key string
	Also      string // other words that find it
	Marks     []int  // bytes of Searched that match what is typed
	Off       string // why it cannot be run now; "" where it can
}

// commandGap separates a command's text and key in what is searched.
const commandGap = "  "

// Searched is the text that is searched for a command.
func (c *Command) Searched() string { return c.Text + commandGap + c.Key + commandGap + c.Also }

// Palette lists commands below the line in which they are searched.
type Palette struct {
	Prompt   Prompt
	Commands []Command // the found entries
	Of       int       // how many there are
	Cursor   int
	Offset   int // first command shown
}

const (
	paletteMost = 88
	paletteHead = 2 // rows above the commands: frame and prompt
	keyWide     = 13
)

// Box is where the palette lies on a screen of w×h cells. It does not change
// with what is found.
func (p *Palette) Box(w, h int) image.Rectangle {
	bw, bh := min(w, paletteMost), min(h, p.Of+paletteHead+1)
	x := (w - bw) / 2
	y := min((h-bh)/2, 2)
	return image.Rect(x, y, x+bw, y+bh)
}

// room is the number of commands that a box h high shows.
func room(h int) int { return max(h-paletteHead-1, 1) }

// Move moves the cursor by n commands in a box h high; the view follows.
func (p *Palette) Move(n, h int) {
	p.Cursor = max(0, min(p.Cursor+n, len(p.Commands)-1))
	p.Offset = max(min(p.Offset, p.Cursor), p.Cursor-room(h)+1)
	p.Offset = max(0, min(p.Offset, len(p.Commands)-room(h)))
}

// CommandAt returns the command at line y of a box h high, or -1.
func (p *Palette) CommandAt(y, h int) int {
	i := p.Offset + y - paletteHead
	if y < paletteHead || y >= h-1 || i >= len(p.Commands) {
		return -1
	}
	return i
}

// PromptLine is where the prompt lies in a box.
func (p *Palette) PromptLine(box image.Rectangle) image.Rectangle {
	return image.Rect(box.Min.X+1, box.Min.Y+1, box.Max.X-1, box.Min.Y+2)
}

// Draw draws the palette in a box over the screen.
func (p *Palette) Draw(c *chart.Canvas) {
	w, h := c.Size()
	c.Fill(c.Bounds(), ' ', theme.Text)
	c.Box(c.Bounds(), "Commands", theme.BorderFocus, theme.Title)
	p.Prompt.Draw(c.Sub(p.PromptLine(c.Bounds())))
	if len(p.Commands) == 0 {
		c.TextMax(3, paletteHead, "no command matches", w-4, theme.Muted)
	}
	for y := paletteHead; y < h-1; y++ {
		i := p.CommandAt(y, h)
		if i < 0 {
			break
		}
		p.Commands[i].draw(c, y)
		if i == p.Cursor {
			c.Restyle(image.Rect(1, y, w-1, y+1), theme.Pen.Selected)
		}
	}
	if len(p.Commands) > room(h) {
		c.TextRight(w-2, h-1, " ↑↓ more ", theme.Muted)
	}
}

func (m *Command) draw(c *chart.Canvas, y int) {
	w, _ := c.Size()
	text, key := theme.Text, theme.Key
	if m.Off != "" {
		text, key = theme.Faint, theme.Faint
	}
	at := len(m.Text)
	x := drawSpans(c, 3, y, w-keyWide-2, marked(m.Text, 0, m.Marks, text))
	if m.Off != "" {
		c.TextMax(x+2, y, m.Off, w-keyWide-2-x-2, theme.Warning)
	}
	drawSpans(c, w-keyWide-1, y, w-1, marked(m.Key, at+len(commandGap), m.Marks, key))
}

// marked is a text that begins at a byte of what was searched, the matched
// letters set off.
func marked(text string, from int, marks []int, pen theme.Pen) []Span {
	var spans []Span
	var run strings.Builder
	on := false
	flush := func() {
		p := pen
		if on {
			p = theme.Accent.Strong()
		}
		if run.Len() > 0 {
			spans = append(spans, Span{run.String(), p})
		}
		run.Reset()
	}
	for i, r := range text {
		if hit := slices.Contains(marks, from+i); hit != on {
			flush()
			on = hit
		}
		run.WriteRune(r)
	}
	flush()
	return spans
}
