package report

// Laid is a table as people see it in the columns that a page has room for.
type Laid struct {
	Columns []int // by number, in their order
	Widths  []int // of each; the last column is as wide as its widest text
	Heads   []string
	// Rows are the texts by column. A row with fewer texts than columns ends in one that
	// runs over the others.
	Rows [][]string
	Gap  int // between columns
}

// gap is between columns.
const gap = 2

// Lay lays a table out on a page of a width: columns are as wide as their widest text,
// but for the last one and those with a Least at most a third of the page. Where they do not
// fit, columns with a Least give way down to it, and columns with a priority are left out until
// the others fit.
// measure is the number of columns that a text takes. The only error is that of a table
// that is made while it is written.
func (t *Table) Lay(width int, measure func(string) int) (*Laid, error) {
	columns := t.shown()
	rows, err := t.lines(columns)
	if err != nil {
		return nil, err
	}
	l := &Laid{Columns: columns, Heads: t.heads(columns), Rows: rows, Gap: gap}
	natural := t.natural(l, width, measure)
	for i := len(natural) - 1; i >= 0; i-- { // nothing stands in it
		if natural[i] == 0 && len(natural) > 1 {
			l.leaveOut(i)
			natural = without(natural, i)
		}
	}
	for {
		l.Widths = t.least(l.Columns, natural)
		spare := width - l.taken()
		out := t.leaving(l.Columns)
		if spare >= 0 || out < 0 {
			l.widen(natural, spare)
			return l, nil
		}
		l.leaveOut(out)
		natural = without(natural, out)
	}
}

// natural are the widths of columns on a page with room for all. A text that runs over
// other columns does not count.
func (t *Table) natural(l *Laid, width int, measure func(string) int) []int {
	widths, last := make([]int, len(l.Columns)), len(l.Columns)-1
	for i := range widths {
		widths[i] = measure(l.Heads[i])
	}
	for _, row := range l.Rows {
		for i, text := range row {
			if i < len(row)-1 || len(row) == len(l.Columns) {
				widths[i] = max(widths[i], measure(text))
			}
		}
	}
	for i := range widths[:max(last, 0)] {
		if t.Columns[l.Columns[i]].Least == 0 {
			widths[i] = min(widths[i], width/3)
		}
	}
	return widths
}

// least are the widths down to which columns may be cut.
func (t *Table) least(columns, natural []int) []int {
	widths := make([]int, len(columns))
	for i, c := range columns {
		if widths[i] = natural[i]; t.Columns[c].Least > 0 {
			widths[i] = min(natural[i], t.Columns[c].Least)
		}
	}
	return widths
}

// taken is the width of a line.
func (l *Laid) taken() int {
	sum := l.Gap * (len(l.Widths) - 1)
	for _, w := range l.Widths {
		sum += w
	}
	return sum
}

// widen gives back what columns were cut by, as far as there is room.
func (l *Laid) widen(natural []int, spare int) {
	for i := range l.Widths {
		more := min(natural[i]-l.Widths[i], max(spare, 0))
		l.Widths[i] += more
		spare -= more
	}
}

// leaving is the place of the column with the highest priority number, the last of
// several; -1 where all are needed.
func (t *Table) leaving(columns []int) int {
	place, highest := -1, 1
	for i, c := range columns {
		if p := t.Columns[c].Priority; p >= highest {
			place, highest = i, p
		}
	}
	return place
}

// leaveOut leaves out the column at a place.
func (l *Laid) leaveOut(i int) {
	l.Columns, l.Heads = without(l.Columns, i), without(l.Heads, i)
	for k, row := range l.Rows {
		if len(row) > i+1 || len(row) == i+1 && len(row) > len(l.Columns) {
			l.Rows[k] = without(row, i)
		}
	}
}

func without[T any](s []T, i int) []T { return append(append([]T{}, s[:i]...), s[i+1:]...) }

// At is the place among Columns of the column at x of a line, -1 where there is none.
func (l *Laid) At(x int) int {
	for i, w := range l.Widths {
		if x >= 0 && x < w {
			return i
		}
		x -= w + l.Gap
	}
	return -1
}
