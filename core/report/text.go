package report

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"

	"fms-tui/core/report/figure"
)

// Options describe the reader's page. The zero value is a page of 100 columns on which
// every character takes one column.
type Options struct {
	Width int // columns of text; below 1 it is 100
	// Measure is the number of columns that a text takes when shown, and Cut the text
	// as shown in at most that number of columns, without control characters. Both or
	// neither are set; nil takes every character for one column.
	Measure func(s string) int
	Cut     func(s string, width int) string
}

// Widths of a page: that without Options.Width, and the least that sentences are
// wrapped at.
const (
	usualWidth   = 100
	leastWrapped = 20
)

// Text writes a report for a terminal. Columns are as wide as their widest value,
// but for the last one at most a third of the page; columns with a priority are
// left out until the others fit, and lines that are still too long are cut.
func Text(w io.Writer, r *Report, o Options) error {
	if o.Width < 1 {
		o.Width = usualWidth
	}
	if o.Measure == nil || o.Cut == nil {
		o.Measure, o.Cut = measure, cut
	}
	b := bufio.NewWriter(w)
	if err := r.Read(func(part any, isApart bool) error {
		lines, err := o.lines(part)
		if isApart && len(lines) > 0 {
			b.WriteByte('\n')
		}
		for _, line := range lines {
			b.WriteString(line + "\n")
		}
		return err
	}); err != nil {
		return err
	}
	return b.Flush()
}

// Read calls use for each item that people see as text, in the order of reading: a [Line], [Findings] or a
// [*Table]. Blank lines stand above those that are apart: around tables and findings, and above
// headings, but none between a heading and findings.
func (r *Report) Read(use func(part any, isApart bool) error) error {
	above, asked := item(nil), false
	return r.walk(func(part item) error {
		line, isLine := above.(Line)
		isApart := above != nil
		switch part := part.(type) {
		case field:
			return nil
		case Line:
			if part.Text == "" {
				asked = above != nil
				return nil
			}
			isApart = asked || isApart && (!isLine || part.Heading && !line.Heading)
		case Findings:
			isApart = asked || isApart && !line.Heading
		case *Table:
			if part.Unseen || len(part.shown()) == 0 || part.Each == nil && len(part.seen()) == 0 {
				return nil // nor are there headings over nothing
			}
		}
		above, asked = part, false
		return use(part, isApart)
	})
}

func (o *Options) lines(part any) (lines []string, err error) {
	switch item := part.(type) {
	case Line:
		if item.Heading {
			return []string{o.Cut(item.Text, o.Measure(item.Text))}, nil
		}
		return []string{o.wrap(item.Text, max(o.Width, leastWrapped))}, nil
	case Findings:
		for _, f := range item {
			lines = append(lines, "- "+o.wrap(f, max(o.Width-2, 1)))
		}
	case *Table:
		l, err := item.Lay(o.Width, o.Measure)
		if err != nil {
			return nil, err
		}
		if strings.Join(l.Heads, "") != "" {
			lines = append(lines, o.row(item, l, l.Heads))
		}
		for _, row := range l.Rows {
			lines = append(lines, o.row(item, l, row))
		}
	}
	return lines, nil
}

// wrap breaks a sentence at its blanks where it is too wide; lines after the first
// are indented.
func (o *Options) wrap(s string, width int) string {
	n := o.Measure(s)
	if n <= width {
		return strings.TrimRight(o.Cut(s, width), " ")
	}
	return strings.Join(figure.Wrap(o.Cut(s, n), width, o.Measure), "\n")
}

// row is a row in its columns, cut where it is too long.
func (o *Options) row(t *Table, l *Laid, row []string) string {
	var text strings.Builder
	last := len(row) - 1
	for i, cell := range row[:last] {
		cell = o.Cut(cell, l.Widths[i])
		blank := strings.Repeat(" ", l.Widths[i]-o.Measure(cell))
		if t.Columns[l.Columns[i]].Align == Right {
			cell, blank = blank+cell, ""
		}
		text.WriteString(cell + blank + strings.Repeat(" ", l.Gap))
	}
	text.WriteString(row[last])
	return strings.TrimRight(o.Cut(text.String(), o.Width), " ")
}

// Clean makes a name from data safe to show: control characters and invisible characters, also
// bidirectional marks, are removed, line breaks and tabs become a blank, and broken UTF-8
// becomes U+FFFD.
func Clean(s string) string { return figure.Clean(s) }

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
