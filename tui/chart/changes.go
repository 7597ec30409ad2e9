package chart

import (
	"bytes"
	"strconv"

	"github.com/charmbracelet/x/ansi"

	"fms-tui/tui/theme"
)

// Changes appends to buf what turns a terminal that shows the canvas before into one that
// shows c: the cells that differ, each run of them after a move of the cursor. Where before
// is nil or of another size, the terminal is erased first. Its style must be the plain one,
// and is left so; where the cursor is left is not said.
func (c *Canvas) Changes(buf []byte, before *Canvas, th *theme.Theme) []byte {
	g := c.grid
	if before == nil || before.grid.w != g.w || before.grid.h != g.h {
		before = New(g.w, g.h)
		buf = append(buf, ansi.EraseEntireScreen...)
	}
	was := before.grid
	for y := range g.h {
		switch {
		case g.exotic(y) || was.exotic(y):
			buf = g.changeExotic(buf, was, th, y)
		default:
			buf = g.changeRow(buf, was, th, y)
		}
	}
	return buf
}

// near is how many cells that are alike lie at least between two runs of cells that differ:
// to write fewer again takes fewer bytes than to move the cursor.
const near = 6

// changeRow appends the changes of a row whose characters stand for themselves.
func (g *grid) changeRow(buf []byte, was *grid, th *theme.Theme, y int) []byte {
	row := g.cells[y*g.w : (y+1)*g.w]
	differs := func(x int) bool { return row[x] != was.cells[y*g.w+x] }
	for x := 0; x < g.w; x++ {
		if !differs(x) {
			continue
		}
		from, to := x, x+1
		for x = to; x < g.w && x < to+near; x++ {
			if differs(x) {
				to = x + 1
			}
		}
		buf = appendMove(buf, from, y)
		buf, _ = g.paintCells(buf, th, y, from, to, exoticAsIs)
		x = to - 1
	}
	return buf
}

// changeExotic appends a whole row if it differs. Terminals disagree about the widths of
// its characters: the row is erased before, and the cursor is put into the next column
// after each of them.
func (g *grid) changeExotic(buf []byte, was *grid, th *theme.Theme, y int) []byte {
	now := g.measuredRow(nil, th, y, exoticAnchored)
	if bytes.Equal(now, was.measuredRow(nil, th, y, exoticAnchored)) {
		return buf
	}
	buf = append(appendMove(buf, 0, y), ansi.EraseEntireLine...)
	return append(buf, now...)
}

// exotic tells whether a row holds characters that may join with their neighbours or take
// two columns.
func (g *grid) exotic(y int) bool {
	for _, cl := range g.cells[y*g.w : (y+1)*g.w] {
		if cl.r != 0 && !joinsNothing(cl.r) {
			return true
		}
	}
	return false
}

// appendMove moves the cursor to a cell; terminals count from 1.
func appendMove(buf []byte, x, y int) []byte {
	buf = strconv.AppendInt(append(buf, "\x1b["...), int64(y+1), 10)
	buf = strconv.AppendInt(append(buf, ';'), int64(x+1), 10)
	return append(buf, 'H')
}

// appendColumnBehind moves the cursor to the column behind a character, if there is one.
func (g *grid) appendColumnBehind(buf []byte, x, y int) []byte {
	next := x + 1
	if g.wide(x, y) {
		next++
	}
	if next >= g.w {
		return buf
	}
	buf = strconv.AppendInt(append(buf, "\x1b["...), int64(next+1), 10)
	return append(buf, 'G')
}

// measuredRow appends row y as wide as it must be: characters of some scripts join with a
// neighbour's cell when written side by side, and a row that then measures wrong loses them.
func (g *grid) measuredRow(buf []byte, th *theme.Theme, y int, how exoticness) []byte {
	start := len(buf)
	buf, exotic := g.paintCells(buf, th, y, 0, g.w, how)
	if exotic && ansi.StringWidth(string(buf[start:])) != g.w {
		buf, _ = g.paintCells(buf[:start], th, y, 0, g.w, exoticReplaced)
	}
	return buf
}
