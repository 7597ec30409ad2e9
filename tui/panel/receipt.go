package panel

import (
	"fmt"
	"image"

	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Item is a line of the receipt: parts from its left edge, and parts that end at its right edge, which are whole.
type Item struct {
	Left, Right []Span
	Count       int // judgments on it
}

// Receipt is what a budget buys of one object.
type Receipt struct {
	Head  Item
	Under Item   // below it, where there is room
	Items []Item // what is bought
	Foot  []Item // the total first; the rest where there is room
	Fixed bool   // the items are the same at every budget: the foot stands below them, and not at the end
	More  []Item // other budgets under their head, where there is room
	Now   int    // the one of them that stays in sight, and the next; 0 for none
	Brief []Span // all of it in one line
}

// Heights from which the receipt has a blank line below its head, and more than the total
// at its foot; and the fewest lines that are worth a list of other budgets.
const (
	receiptLoose, receiptFooted = 13, 11
	leastMore                   = 4
)

// lines are the lines of a receipt h high; nil for a rule.
func (r *Receipt) lines(h int) []*Item {
	if h < 2 {
		return []*Item{{Left: r.Brief}}
	}
	var lines []*Item
	put := func(items ...Item) {
		for i := range items {
			lines = append(lines, &items[i])
		}
	}
	put(r.Head)
	if h >= receiptLoose {
		put(r.Under)
	}
	foot := r.Foot
	if h < receiptFooted {
		foot = foot[:min(1, len(foot))]
	}
	room := h - len(lines) - len(foot) - 1
	if room < 1 {
		foot, room = nil, h-len(lines)
	}
	items := r.Items
	if n := max(room-1, 0); len(items) > room {
		count := 0
		for _, item := range items[n:] {
			count += item.Count
		}
		others := fmt.Sprintf("%3d × %s", count, figure.CountOf(len(items)-n, "other"))
		items = append(items[:n:n], Item{Left: []Span{{Text: others, Pen: theme.Muted}}})
	}
	put(items...)
	free, rule := room-len(items), len(lines)
	if len(r.More) > 2 && free >= leastMore {
		n := min(len(r.More), free-1)
		put(Item{})
		from := min(max(r.Now+2-n, 0), len(r.More)-n)
		put(r.More[0])
		put(r.More[from+1:][:n-1]...)
		free -= n + 1
	}
	put(make([]Item, free)...)
	if !r.Fixed {
		rule = len(lines)
	}
	if len(foot) > 0 {
		below := lines[rule:len(lines):len(lines)]
		lines = append(lines[:rule:rule], nil)
		put(foot...)
		lines = append(lines, below...)
	}
	return lines
}

func (r *Receipt) Draw(c *chart.Canvas) {
	w, h := c.Size()
	for y, item := range r.lines(h) {
		if item == nil {
			c.Fill(image.Rect(1, y, w-1, y+1), '╌', theme.Faint)
			continue
		}
		right := w
		if len(item.Right) > 0 {
			right -= 1 + Width(item.Right)
		}
		drawSpans(c, 1, y, right-1, item.Left)
		drawSpans(c, max(right, 1), y, w-1, item.Right)
	}
	c.Restyle(c.Bounds(), theme.Pen.Raised)
}
