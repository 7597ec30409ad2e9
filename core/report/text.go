package report

import (
	"bufio"
	"io"
	"strings"

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
	// Draw returns the whole lines of a chart; nil leaves charts out.
	Draw func(c *Chart, width int) string
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
	if err := o.section(b, &r.Section); err != nil {
		return err
	}
	return b.Flush()
}

func (o *Options) section(b *bufio.Writer, s *Section) error {
	for _, item := range s.Items {
		var err error
		switch item := item.(type) {
		case Sentence:
			for _, l := range o.wrap(string(item)) {
				b.WriteString(l + "\n")
			}
		case Findings:
			for _, f := range item {
				b.WriteString("- " + strings.Join(o.wrapAt(f, max(o.Width-2, 1)), "\n") + "\n")
			}
		case Line:
			b.WriteString(o.Cut(string(item), o.Measure(string(item))) + "\n")
		case *Table:
			err = o.table(b, item)
		case *Section:
			err = o.section(b, item)
		case Drawing:
			err = item(b, o.Width)
		case *Chart:
			if o.Draw != nil {
				b.WriteString(o.Draw(item, o.Width))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// wrap breaks a sentence at its blanks where it is too wide; lines after the first
// are indented.
func (o *Options) wrap(s string) []string { return o.wrapAt(s, max(o.Width, leastWrapped)) }

func (o *Options) wrapAt(s string, width int) []string {
	if w := o.Measure(s); w <= width {
		return []string{strings.TrimRight(o.Cut(s, width), " ")}
	}
	return figure.Wrap(o.Cut(s, o.Measure(s)), width, o.Measure)
}

func (o *Options) table(b *bufio.Writer, t *Table) error {
	columns := t.shown()
	if len(columns) == 0 || t.Drawn {
		return nil
	}
	lines, err := t.lines(columns)
	if err != nil {
		return err
	}
	if heads := t.heads(columns); strings.Join(heads, "") != "" {
		lines = append([]line{heads}, lines...)
	}
	align := make([]Align, len(columns))
	for i, c := range columns {
		align[i] = t.Columns[c].Align
	}
	for {
		i := t.least(columns)
		if i < 0 || o.natural(lines) <= o.Width {
			break
		}
		columns, align = without(columns, i), without(align, i)
		for k, l := range lines {
			if len(l) > i+1 || len(l) == i+1 && len(l) > len(columns) {
				lines[k] = without(l, i)
			}
		}
	}
	o.rows(b, lines, align)
	return nil
}

// least is the place of the column with the highest priority number, the last of
// several; -1 where all are needed.
func (t *Table) least(columns []int) int {
	place, highest := -1, 1
	for i, c := range columns {
		if p := t.Columns[c].Priority; p >= highest {
			place, highest = i, p
		}
	}
	return place
}

func without[T any](s []T, i int) []T { return append(append([]T{}, s[:i]...), s[i+1:]...) }

// gap is between columns.
const gap = 2

// widths returns the widths of all columns but the last; texts that run over others do
// not count.
func (o *Options) widths(lines []line) (widths []int) {
	for _, l := range lines {
		for i, cell := range l[:len(l)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], min(o.Measure(cell), o.Width/3))
		}
	}
	return widths
}

// natural is how wide lines would be.
func (o *Options) natural(lines []line) (widest int) {
	before := 0
	for _, w := range o.widths(lines) {
		before += w + gap
	}
	for _, l := range lines {
		if len(l) == len(lines[0]) {
			widest = max(widest, before+o.Measure(l[len(l)-1]))
		}
	}
	return widest
}

func (o *Options) rows(b *bufio.Writer, lines []line, align []Align) {
	widths := o.widths(lines)
	for _, l := range lines {
		var text strings.Builder
		last := len(l) - 1
		for i, cell := range l[:last] {
			cell = o.Cut(cell, widths[i])
			blank := strings.Repeat(" ", widths[i]-o.Measure(cell))
			if align[i] == Right {
				cell, blank = blank+cell, ""
			}
			text.WriteString(cell + blank + strings.Repeat(" ", gap))
		}
		text.WriteString(l[last])
		b.WriteString(strings.TrimRight(o.Cut(text.String(), o.Width), " ") + "\n")
	}
}
