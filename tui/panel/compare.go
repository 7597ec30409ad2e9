package panel

import (
	"image"
	"math"
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
	Projected  string     // loss
	Honest     string     // loss ± standard error
	Difference string     // to the active algorithm's honest loss ± standard error
	From       [3]float64 // the same in the scale shown, and two standard errors below and above
	Verdict    string     // it in words, "" where it is not known
	Gap        string     // optimality gap in R² points
	Chosen     string     // number of attributes
	Repeats    string     // all of them
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
	// Means says what the figures are, below that; "" for nothing.
	Means string
	List  []string // what the selected row buys, in lines
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

// by is what a click on the head of each column sorts by.
var by = [...]CompareColumn{
	CompareName, CompareSpent, CompareProjected, CompareHonest, CompareDifference, CompareDifference, CompareDifference, CompareGap, CompareChosen, CompareChosen,
}

// grid is the table in columns, and their rows.
func (t *Compare) grid() (columns []GridColumn, rows [][]Cell) {
	active := ""
	if t.Active < len(t.Rows) {
		active = t.Rows[t.Active].Algorithm
	}
	columns = []GridColumn{
		{Head: "algorithm"},
		{Head: "spent", Right: true, Leave: 3},
		{Head: "projected", Right: true, Leave: 4},
		{Head: "honest ± se", Right: true},
		{Leave: 5},
		{Head: "difference from " + active, Right: true, Leave: 1},
		{Leave: 1},
		{Head: "gap", Right: true, Leave: 2},
		{Head: "attr", Right: true, Leave: 6},
		{Head: "repeats", Leave: 7, Most: repeatsLeast, Fills: true},
	}
	for i := range columns {
		columns[i].Sorted = by[i] == t.Sort
	}
	low, high := 0., 0.
	for i := range t.Rows {
		if d := t.Rows[i].From; t.Rows[i].Difference != "" {
			low, high = min(low, d[1]), max(high, d[2])
		}
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		rows = append(rows, []Cell{
			{r.Algorithm, AlgorithmPen(r.Algorithm)},
			{Text: r.Spent},
			{Text: r.Projected},
			{Text: r.Honest},
			{r.interval(low, high), AlgorithmPen(r.Algorithm)},
			{Text: r.Difference},
			{r.Verdict, VerdictPen(r.Verdict)},
			{Text: r.Gap},
			{Text: r.Chosen},
			{r.Repeats, theme.Muted},
		})
	}
	return columns, rows
}

// interval draws a row's difference on a scale from low to high, "" where it is not known.
func (r *CompareRow) interval(low, high float64) string {
	if r.Difference == "" || high <= low {
		return ""
	}
	return Interval(r.From, low, high, differenceWidth)
}

// differenceWidth is how wide differences are drawn.
const differenceWidth = 20

// Interval draws a value and the interval around it, from v[1] to v[2], on a scale from low to
// high that is w columns wide, with a line at 0 where the scale has one.
func Interval(v [3]float64, low, high float64, w int) string {
	if w < 1 || !(high > low) {
		return ""
	}
	col := func(x float64) int { return max(0, min(int(math.Round((x-low)/(high-low)*float64(w-1))), w-1)) }
	line := []rune(strings.Repeat(" ", w))
	for i := col(v[1]); i <= col(v[2]); i++ {
		line[i] = '─'
	}
	if low <= 0 && high >= 0 {
		line[col(0)] = '│'
	}
	line[col(v[0])] = '●'
	return string(line)
}

// VerdictPen is the hue of a verdict.
func VerdictPen(verdict string) theme.Pen {
	switch {
	case strings.HasSuffix(verdict, "better"):
		return theme.Good
	case strings.HasSuffix(verdict, "worse"):
		return theme.Bad
	}
	return theme.Muted
}

// repeatsLeast is the least width of a list of repeats.
const repeatsLeast = 16

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
	return slices.DeleteFunc([]string{t.Optimum, t.Paper, t.Means}, func(line string) bool { return line == "" })
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
	columns, rows := t.grid()
	if i := gridColumnAt(gridWidths(columns, rows, w-2-markWidth), q.X-1-markWidth); i >= 0 {
		return by[i], true
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
	columns, rows := t.grid()
	for i, line := range Grid(columns, rows, inner.Dx()-markWidth) {
		drawSpans(c, inner.Min.X+markWidth, inner.Min.Y+i, inner.Max.X, line.Spans)
	}
	name := gridWidths(columns, rows, inner.Dx()-markWidth)[0]
	for k := range t.Rows {
		y := inner.Min.Y + 1 + k
		if r := &t.Rows[k]; r.Refused != "" {
			from := inner.Min.X + markWidth + name + gridGap
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
		lines := chart.Wrap(line, inner.Dx()-markWidth)
		if below+len(lines)+len(t.List) > inner.Max.Y { // cut short where there is no room
			lines = []string{chart.Clauses(line, inner.Dx()-markWidth)}
		}
		for _, part := range lines {
			if below < inner.Max.Y {
				c.TextMax(inner.Min.X+markWidth, below, part, inner.Dx()-markWidth, theme.Text)
				below++
			}
		}
	}
	t.list(c, image.Rect(inner.Min.X+markWidth, below, inner.Max.X, min(inner.Max.Y, h-1)))
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
