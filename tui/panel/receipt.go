package panel

import (
	"fmt"
	"image"

	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Part is a piece of text of the receipt. Does is what a press on it is about, nil for nothing.
type Part struct {
	Text string
	Pen  theme.Pen
	Does any
}

// Item is a line of the receipt: parts from its left edge, and parts that end at its right
// edge.
type Item struct {
	Left, Right []Part
	Count       int // judgments on it
}

// Receipt is what a budget buys of one object.
type Receipt struct {
	Head  Item
	Items []Item // what is bought
	Foot  []Item // the total first; the rest where there is room
	More  []Item // other budgets under their head, where there is room
	Brief []Part // all of it in one line
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
	blank := new(Item)
	lines := []*Item{&r.Head}
	if h >= receiptLoose {
		lines = append(lines, blank)
	}
	foot := r.Foot[:min(1, len(r.Foot))]
	if h >= receiptFooted {
		foot = r.Foot
	}
	room := h - len(lines) - len(foot) - 1
	items := r.Items
	if room < 1 {
		foot, room = nil, h-len(lines)
	}
	if len(items) > room {
		items = append(items[:max(room-1, 0):max(room-1, 0)], rest(items[max(room-1, 0):]))
	}
	for i := range items {
		lines = append(lines, &items[i])
	}
	free := room - len(items)
	if len(r.More) > 2 && free >= leastMore {
		lines, free = append(lines, blank), free-1
		n := min(len(r.More), free)
		for i := range n {
			lines = append(lines, &r.More[i])
		}
		free -= n
	}
	for range free {
		lines = append(lines, blank)
	}
	if len(foot) > 0 {
		lines = append(lines, nil)
	}
	for i := range foot {
		lines = append(lines, &foot[i])
	}
	return lines
}

// rest counts the items that have no line.
func rest(items []Item) Item {
	n := 0
	for i := range items {
		n += items[i].Count
	}
	return Item{Left: []Part{{Text: fmt.Sprintf("%3d × %s", n, figure.CountOf(len(items), "other")), Pen: theme.Muted}}}
}

// Draw draws the receipt.
func (r *Receipt) Draw(c *chart.Canvas) {
	w, h := c.Size()
	for y, item := range r.lines(h) {
		switch {
		case y >= h:
		case item == nil:
			for x := 1; x < w-1; x++ {
				c.Set(x, y, '╌', theme.Faint)
			}
		default:
			item.each(w, func(x, room int, p *Part) {
				c.TextMax(x, y, p.Text, room, p.Pen)
				if p.Does != nil {
					c.Target(image.Rect(x, y, x+room, y+1), p.Does)
				}
			})
		}
	}
	c.Restyle(c.Bounds(), theme.Pen.Raised)
}

// each goes through the parts of a line w wide, with where they begin and the room that
// they have. What stands on the right is whole.
func (i *Item) each(w int, do func(x, room int, p *Part)) {
	right := w
	if len(i.Right) > 0 {
		right--
	}
	for k := range i.Right {
		right -= chart.Width(i.Right[k].Text)
	}
	x := 1
	for k := range i.Left {
		if room := right - 1 - x; room > 0 {
			do(x, min(room, chart.Width(i.Left[k].Text)), &i.Left[k])
		}
		x += chart.Width(i.Left[k].Text)
	}
	x = max(right, 1)
	for k := range i.Right {
		n := chart.Width(i.Right[k].Text)
		do(x, max(min(n, w-1-x), 0), &i.Right[k])
		x += n
	}
}
