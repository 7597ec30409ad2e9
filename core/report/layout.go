package report

import (
	"slices"
	"strings"
)

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

// Lay lays a table out on a page of a width: columns are as wide as their widest text,
// but for the last one and those with a Least at most a third of the page. Where they do not
// fit, columns with a Least give way down to it, and columns with a priority are left out until
// the others fit.
// measure is the number of columns that a text takes. The only error is that of a table
// that is made while it is written.
func (t *Table) Lay(width int, measure func(string) int) (*Laid, error) {
	columns, rows, err := t.lines()
	if err != nil {
		return nil, err
	}
	heads, shown := t.heads(columns), make([]Column, len(columns))
	widths := make([]int, len(columns)) // on a page with room for all
	for i, c := range columns {
		shown[i], widths[i] = t.Columns[c], measure(heads[i])
	}
	for _, row := range rows {
		for i, text := range row {
			if i < len(row)-1 || len(row) == len(columns) { // else it runs over others
				widths[i] = max(widths[i], measure(text))
			}
		}
	}
	for i := range widths[:max(len(widths)-1, 0)] {
		if shown[i].Least == 0 {
			widths[i] = min(widths[i], width/3)
		}
	}
	gap := 2
	if t.Close {
		gap = 1
	}
	kept, widths := Fit(shown, widths, width, gap)
	l := &Laid{Widths: widths, Heads: pick(heads, kept), Gap: gap}
	l.Columns = pick(columns, kept)
	for _, row := range rows {
		texts := pick(row, kept)
		if last := len(row) - 1; last < len(columns)-1 && len(texts) < len(kept) && (len(texts) == 0 || kept[len(texts)-1] != last) {
			texts = append(texts, row[last]) // what runs over others stays
		}
		l.Rows = append(l.Rows, texts)
	}
	for k, w := range widths[:max(len(widths)-1, 0)] {
		l.shorten(k, w, measure)
	}
	return l, nil
}

// shorten leaves out the words that all texts of a column which are too long for it begin with: cut at
// their ends they would be alike.
func (l *Laid) shorten(column, width int, measure func(string) int) {
	var long []int // rows
	shared := ""
	for i, row := range l.Rows {
		if len(row) <= column || measure(row[column]) <= width {
			continue
		}
		if long = append(long, i); len(long) == 1 {
			shared = row[column]
		}
		for !strings.HasPrefix(row[column], shared) {
			shared = shared[:len(shared)-1]
		}
	}
	shared = shared[:strings.LastIndexAny(shared, " ._-/:")+1]
	if len(long) < 2 || measure(shared) <= len("…") {
		return
	}
	for _, i := range long {
		l.Rows[i][column] = "…" + strings.TrimPrefix(l.Rows[i][column], shared)
	}
}

// pick are the elements at some of the places, as far as there are any.
func pick[T any](of []T, places []int) []T {
	picked := make([]T, 0, len(places))
	for _, i := range places {
		if i < len(of) {
			picked = append(picked, of[i])
		}
	}
	return picked
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
