package report

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shown are the columns that people see, by number.
func (t *Table) shown() (columns []int) {
	for i := range t.Columns {
		if t.Columns[i].Head != "" {
			columns = append(columns, i)
		}
	}
	return columns
}

// heads are the headings of columns.
func (t *Table) heads(columns []int) []string {
	var heads []string
	for _, i := range columns {
		heads = append(heads, t.Columns[i].head())
	}
	return heads
}

// lines are the rows as people see them in the given columns.
func (t *Table) lines(columns []int) (all [][]string, err error) {
	above := make(map[int]string)
	if t.Shown != nil {
		shown := &Table{Name: t.Name, Columns: t.Columns}
		for _, i := range t.Shown {
			shown.Rows = append(shown.Rows, t.Rows[i])
		}
		t = shown
	}
	err = t.each(func(row []Value) error {
		if a, ok := aside(row); ok {
			all = append(all, append(make([]string, min(a.Column, len(columns)-1)), a.Text))
			return nil
		}
		var l []string
		differs := false
		for _, i := range columns {
			c := &t.Columns[i]
			if s, ok := row[i].(Spill); ok {
				l = append(l, string(s))
				break
			}
			text := c.text(row[i])
			if c.Merge {
				before, known := above[i]
				differs = differs || !known || before != text
				if above[i] = text; !differs {
					text = ""
				}
			}
			l = append(l, text)
		}
		all = append(all, l)
		return nil
	})
	return all, err
}

// Clean makes a name from data safe to show: control characters and invisible characters, also
// bidirectional marks, are removed, line breaks and tabs become a blank, and broken UTF-8
// becomes U+FFFD.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= ' ' && r <= '~':
			return r
		case strings.ContainsRune("\t\n\v\f\r\u0085", r), unicode.In(r, unicode.Zl, unicode.Zp):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// measure and cut take every character for one column.
func measure(s string) int { return utf8.RuneCountInString(Clean(s)) }

func cut(s string, width int) string {
	r := []rune(Clean(s))
	switch {
	case len(r) <= width:
		return string(r)
	case width <= 0:
		return ""
	}
	return string(r[:width-1]) + "…"
}

// title is the title of a page: the first sentence where the report has none.
func (r *Report) title() string {
	title := r.Title
	_ = r.walk(func(item Item) error {
		first := ""
		switch item := item.(type) {
		case Sentence:
			first = string(item)
		case Findings:
			first = strings.Join(item[:min(1, len(item))], "")
		case Line:
			first = string(item)
		}
		title = cmp.Or(title, first)
		return nil
	})
	return title
}

// visible is the table as people see it: its columns by number, and its rows; no rows where it has
// no columns.
func (t *Table) visible() (columns []int, lines [][]string, err error) {
	if columns = t.shown(); len(columns) > 0 {
		lines, err = t.lines(columns)
	}
	return columns, lines, err
}
