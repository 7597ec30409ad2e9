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

// by is what a click on the head of each column sorts by.
var by = [...]CompareColumn{
	CompareName, CompareSpent, CompareProjected, CompareHonest, CompareDifference, CompareDifference, CompareGap, CompareChosen, CompareChosen,
}

// grid is the table in columns, and their rows.
func (t *Compare) grid() (columns []GridColumn, rows [][]Cell) {
	active := ""
	if t.Active < len(t.Rows) {
		active = t.Rows[t.Active].Algorithm
	}
	columns = []GridColumn{
		{Head: "algorithm"},
		{Head: "spent", Right: true, Leave: 2},
		{Head: "projected", Right: true, Leave: 4},
		{Head: "honest ± se", Right: true},
		{Head: "difference from " + active, Right: true, Leave: 1},
		{Leave: 1},
		{Head: "gap", Right: true, Leave: 3},
		{Head: "attr", Right: true, Leave: 5},
		{Head: "repeats", Leave: 6, Most: repeatsLeast, Fills: true},
	}
	for i := range columns {
		columns[i].Sorted = by[i] == t.Sort
	}
	verdicts := map[string]theme.Pen{"better": theme.Good, "worse": theme.Bad}
	for i := range t.Rows {
		r := &t.Rows[i]
		rows = append(rows, []Cell{
			{r.Algorithm, AlgorithmPen(r.Algorithm)},
			{Text: r.Spent},
			{Text: r.Projected},
			{Text: r.Honest},
			{Text: r.Difference},
			{r.Verdict, verdicts[r.Verdict]},
			{Text: r.Gap},
			{Text: r.Chosen},
			{r.Repeats, theme.Muted},
		})
	}
	return columns, rows
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
