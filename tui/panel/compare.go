package panel

import (
	"image"
	"slices"
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// CompareRow is what one algorithm chooses at B and what it is worth, written
// as it is shown.
type CompareRow struct {
	Algorithm  string
	Refused    string // why it cannot be run on these data; the rest is then empty
	Spent      string
	Projected  string // loss
	Honest     string // loss ± standard error
	Difference string // to the active algorithm's honest loss ± standard error
	Verdict    string // "better", "worse" or ""
	Gap        string // optimality gap in R² points
	Chosen     string // number of attributes
	Repeats    string // all of them
}

// Compare is the table of all algorithms at B.
type Compare struct {
	Budget string
	Scale  string // what the figures are, in words
	Rows   []CompareRow
	Active int // index of the active algorithm's row
	Cursor int
	Sort   CompareColumn
	Focus  bool
	// Optimum says what the best possible choice is worth, below the rows; "" for
	// nothing.
	Optimum string
	// Paper says what the same algorithm is worth by the paper's label covariances,
	// below that; "" for nothing.
	Paper string
	// Seen says what is seen in the data of the active algorithm's loss, below that,
	// and Refuted that it contradicts the honest loss; "" for nothing.
	Seen string
	// Means says what the figures are, below that; "" for nothing.
	Means   string
	Refuted bool
	List    []string // what the selected row buys, in lines
}

// CompareColumn is a column of the table, to sort by.
type CompareColumn int

// The columns that rows are sorted by.
const (
	CompareName CompareColumn = iota
	CompareSpent
	CompareProjected
	CompareHonest
	CompareDifference
	CompareGap
	CompareChosen
	CompareColumns // how many there are
)

// compareColumn is a column of the table.
type compareColumn struct {
	head  string
	cell  func(*CompareRow) string
	left  bool
	leave int           // columns with a higher number leave first where there is no room
	by    CompareColumn // what a click on the head sorts by
}

func (t *Compare) columns() []compareColumn {
	active := ""
	if t.Active < len(t.Rows) {
		active = t.Rows[t.Active].Algorithm
	}
	return []compareColumn{
		{"algorithm", func(r *CompareRow) string { return r.Algorithm }, true, 0, CompareName},
		{"spent", func(r *CompareRow) string { return r.Spent }, false, 2, CompareSpent},
		{"projected", func(r *CompareRow) string { return r.Projected }, false, 4, CompareProjected},
		{"honest ± se", func(r *CompareRow) string { return r.Honest }, false, 0, CompareHonest},
		{"difference from " + active, func(r *CompareRow) string { return r.Difference }, false, 1, CompareDifference},
		{"", func(r *CompareRow) string { return r.Verdict }, true, 1, CompareDifference},
		{"gap", func(r *CompareRow) string { return r.Gap }, false, 3, CompareGap},
		{"attr", func(r *CompareRow) string { return r.Chosen }, false, 5, CompareChosen},
		{"repeats", func(r *CompareRow) string { return r.Repeats }, true, 6, CompareChosen},
	}
}

const (
	compareGap   = 2
	repeatsLeast = 16
)

// widths lays the columns out over an inner width: 0 for a column that is left out. The
// last takes the remaining width.
func (t *Compare) widths(columns []compareColumn, room int) []int {
	w := make([]int, len(columns))
	last := len(columns) - 1
	for i, c := range columns {
		w[i] = chart.Width(c.head)
		for k := range t.Rows {
			w[i] = max(w[i], chart.Width(c.cell(&t.Rows[k])))
		}
	}
	w[last] = min(w[last], repeatsLeast)
	total := func() int {
		sum := markWidth - compareGap
		for _, n := range w {
			if n > 0 {
				sum += n + compareGap
			}
		}
		return sum
	}
	for leave := columns[last].leave; leave > 0 && total() > room; leave-- {
		for i, c := range columns {
			if c.leave == leave {
				w[i] = 0
			}
		}
	}
	if w[last] > 0 {
		w[last] += max(room-total(), 0)
	}
	return w
}

// listLines is the number of lines below the table that write the repeats of
// the selected row out.
const listLines = 2

// Height is the height of the panel for the given number of rows.
func (t *Compare) Height() int { return len(t.Rows) + 3 + listLines + t.extra() }

// extra is the number of lines between the rows and the list.
func (t *Compare) extra() int {
	return len(t.below())
}

// below are the lines between the rows and the list.
func (t *Compare) below() []string {
	return slices.DeleteFunc([]string{t.Optimum, t.Paper, t.Seen, t.Means}, func(line string) bool { return line == "" })
}

// RowAt returns the row at line y, or -1.
func (t *Compare) RowAt(y int) int {
	if i := y - 2; i >= 0 && i < len(t.Rows) {
		return i
	}
	return -1
}

// HeadAt returns the column whose head is at a point of a panel w wide.
func (t *Compare) HeadAt(q image.Point, w int) (CompareColumn, bool) {
	if q.Y != 1 {
		return 0, false
	}
	columns := t.columns()
	x := 1 + markWidth
	for i, n := range t.widths(columns, w-2) {
		if n > 0 && q.X >= x && q.X < x+n {
			return columns[i].by, true
		}
		if n > 0 {
			x += n + compareGap
		}
	}
	return 0, false
}

// Draw draws the panel in a box.
func (t *Compare) Draw(c *chart.Canvas) {
	w, h := c.Size()
	inner := c.Box(c.Bounds(), "All algorithms at B="+t.Budget+": "+t.Scale, border(t.Focus), theme.Title)
	if inner.Dx() < 12 || inner.Dy() < 2 {
		return
	}
	columns := t.columns()
	widths := t.widths(columns, inner.Dx())
	x := inner.Min.X + markWidth
	for i, col := range columns {
		t.column(c, x, i, col, widths[i])
		if widths[i] > 0 {
			x += widths[i] + compareGap
		}
	}
	for k := range t.Rows {
		y := inner.Min.Y + 1 + k
		if r := &t.Rows[k]; r.Refused != "" {
			from := inner.Min.X + markWidth + widths[0] + compareGap
			c.Fill(image.Rect(from, y, inner.Max.X, y+1), ' ', theme.Faint)
			c.Text(from, y, chart.Clauses(r.Refused, inner.Max.X-from), theme.Excluded)
		}
		if k == t.Active {
			c.Text(inner.Min.X, y, "▸", AlgorithmPen(t.Rows[k].Algorithm))
		}
		if k == t.Cursor {
			c.Restyle(image.Rect(1, y, w-1, y+1), theme.Pen.Selected)
		}
	}
	below := inner.Min.Y + 1 + len(t.Rows)
	for _, line := range t.below() {
		pen := theme.Text
		if line == t.Seen && t.Refuted {
			pen = theme.Warning
		}
		lines := chart.Wrap(line, inner.Dx()-markWidth)
		if below+len(lines)+len(t.List) > inner.Max.Y { // cut short where there is no room
			lines = []string{chart.Clauses(line, inner.Dx()-markWidth)}
		}
		for _, part := range lines {
			if below < inner.Max.Y {
				c.TextMax(inner.Min.X+markWidth, below, part, inner.Dx()-markWidth, pen)
				below++
			}
		}
	}
	t.list(c, image.Rect(inner.Min.X+markWidth, below, inner.Max.X, min(inner.Max.Y, h-1)))
}

func (t *Compare) column(c *chart.Canvas, x, i int, col compareColumn, width int) {
	if width == 0 {
		return
	}
	put := func(y int, text string, pen theme.Pen) {
		if col.left {
			c.TextMax(x, y, text, width, pen)
		} else {
			c.TextRight(x+width, y, text, pen)
		}
	}
	head := theme.Muted
	if col.by == t.Sort && col.head != "" {
		head = theme.Accent
	}
	put(1, col.head, head)
	for k := range t.Rows {
		pen := theme.Text
		switch text := col.cell(&t.Rows[k]); {
		case i == 0:
			pen = AlgorithmPen(t.Rows[k].Algorithm)
		case text == "better":
			pen = theme.Good
		case text == "worse":
			pen = theme.Bad
		case col.left:
			pen = theme.Muted
		}
		put(2+k, col.cell(&t.Rows[k]), pen)
	}
}

// list writes the repeats of the selected row out, the last line cut short if
// need be.
func (t *Compare) list(c *chart.Canvas, r image.Rectangle) {
	for i, line := range t.List {
		if i >= r.Dy() {
			return
		}
		if i == r.Dy()-1 {
			line = strings.Join(t.List[i:], " ")
		}
		c.TextMax(r.Min.X, r.Min.Y+i, line, r.Dx(), theme.Muted)
	}
}
