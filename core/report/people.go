package report

import (
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

// sentences are the texts of a report, without empty lines.
func (s *Section) sentences() (all []string) {
	for _, item := range s.Items {
		switch item := item.(type) {
		case Sentence:
			if item != "" {
				all = append(all, string(item))
			}
		case Findings:
			all = append(all, item...)
		case Line:
			all = append(all, string(item))
		case *Section:
			all = append(all, item.sentences()...)
		}
	}
	return all
}

// title is the title of a page.
func (r *Report) title() string {
	if all := r.sentences(); r.Title == "" && len(all) > 0 {
		return all[0]
	}
	return r.Title
}
