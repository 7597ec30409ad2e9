package report

import "slices"

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
	shown := make([]Column, len(columns))
	for i, c := range columns {
		shown[i] = t.Columns[c]
	}
	var kept []int
	kept, l.Widths = Fit(shown, t.natural(l, width, measure), width, gap)
	for i := len(columns) - 1; i >= 0; i-- {
		if !slices.Contains(kept, i) {
			l.leaveOut(i)
		}
	}
	return l, nil
}

// Fit says which columns a page of a width has room for, by number, and how wide they are there.
// natural are their widths on a page with room for all; one of 0 is left out. Columns with a
// Least give way down to it, and columns with a priority leave, until the others fit; what is
// left is given back from the first on.
func Fit(columns []Column, natural []int, width, gap int) (kept, widths []int) {
	for i := range columns {
		if natural[i] > 0 || len(columns) == 1 {
			kept = append(kept, i)
		}
	}
	for {
		widths = make([]int, len(kept))
		spare, out, highest := width-gap*(len(kept)-1), -1, 1
		for k, i := range kept {
			c := &columns[i]
			if widths[k] = natural[i]; c.Least > 0 {
				widths[k] = min(natural[i], c.Least)
			}
			if spare -= widths[k]; c.Priority >= highest {
				out, highest = k, c.Priority
			}
		}
		if spare >= 0 || out < 0 {
			for k, i := range kept {
				more := min(natural[i]-widths[k], max(spare, 0))
				widths[k] += more
				spare -= more
			}
			return kept, widths
		}
		kept = slices.Delete(kept, out, out+1)
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
