package report

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"fms-tui/core/report/figure"
)

// Table is a list of rows, each with a value for every column. In JSON it is a list
// of objects under its name. A table without a name is in no JSON, and one none of
// whose columns has a name is for people alone.
type Table struct {
	Name    string
	Columns []Column
	// Rows are of cells: nil, a bool, a string, a number, an [Estimate], a *Table, a value with a String
	// method, or any value that encoding/json writes, or a pointer to such a value. nil and numbers that
	// are not finite are null in JSON and empty elsewhere.
	Rows   [][]any
	Shown  []int // the rows that people see, by number and in their order; nil is all
	Unseen bool  // in text, where sentences say what it holds
	Close  bool  // its columns are one blank apart, else two
	// Each makes the rows while they are written, in place of Rows, for results that
	// are too large to be kept; it stops at the first error of yield.
	Each func(yield func(...any) error) error
}

// Column is a column of a table. People see it if it has a heading ([NoHead] is an
// empty one), programs if it has a name.
type Column struct {
	Name     string           // the key in JSON, the heading in CSV and TSV
	Head     string           // the heading for people
	Format   func(any) string // for people; see [Plain] for nil
	Priority int              // from 1 on: left out where the width is scarce, the highest first
	Align    align
	Least    int  // where the width is scarce, it is cut down to this; 0 is never
	Estimate bool // its values are of type Estimate; nil is an unknown value
	Only     only // programs that find it
	Merge    bool // people see a value of the first columns if it, or a value before it, differs from the row above
}

// only limits a column to some forms for programs.
type only int

// The forms: lists, objects and tables within a row are for JSON.
const (
	OnlyJSON  only = iota + 1
	OnlyCells      // CSV and TSV
)

// NoHead is the heading of a column that people see without one.
const NoHead = " "

// align is the side on which a column's values stand below each other.
type align int

// The sides: Left for words, Right for figures.
const (
	Left align = iota
	Right
)

// Estimate is a figure with its standard error: NaN where either is not known.
// Programs find two columns, the second one's name ending in _se.
type Estimate struct{ X, SE float64 }

// String is the estimate as people read it: 7.93 ± 0.41.
func (e Estimate) String() string { return figure.WithError(e.X, e.SE) }

type (
	spill string
	sum   string
	aside struct {
		column int // among the columns that people see, from 0
		text   string
	}
)

// Spill is a text for people in place of its cell and of all later cells of the row.
// Programs find the other cells as usual.
func Spill(text string) any { return spill(text) }

// Sum is the first cell of a row of totals, which only people see.
func Sum(text string) any { return sum(text) }

// Row appends a row. It panics unless there is a value for each column.
func (t *Table) Row(cells ...any) {
	t.check(cells)
	t.Rows = append(t.Rows, cells)
}

func (t *Table) check(cells []any) {
	if len(cells) != len(t.Columns) {
		panic(fmt.Sprintf("table %q: %d values for %d columns", t.Name, len(cells), len(t.Columns)))
	}
}

// Aside appends a text that begins in a column, for people alone.
func (t *Table) Aside(column int, text string) { t.Rows = append(t.Rows, []any{aside{column, text}}) }

// each calls use for every row.
func (t *Table) each(use func([]any) error) error {
	if t.Each != nil {
		return t.Each(func(cells ...any) error {
			t.check(cells)
			return use(cells)
		})
	}
	for _, row := range t.Rows {
		if err := use(row); err != nil {
			return err
		}
	}
	return nil
}

// programs calls use for every row that programs find.
func (t *Table) programs(use func([]any) error) error {
	return t.each(func(row []any) error {
		switch row[0].(type) {
		case aside, sum:
			return nil
		}
		return use(row)
	})
}

// shown are the columns that people see, by number.
func (t *Table) shown() (columns []int) {
	for i := range t.Columns {
		if t.Columns[i].Head != "" {
			columns = append(columns, i)
		}
	}
	return columns
}

// seen are the rows that people see.
func (t *Table) seen() [][]any {
	if t.Shown == nil {
		return t.Rows
	}
	return pick(t.Rows, t.Shown)
}

// heads are the headings of columns for people.
func (t *Table) heads(columns []int) (heads []string) {
	for _, i := range columns {
		heads = append(heads, strings.TrimSpace(t.Columns[i].Head))
	}
	return heads
}

// lines are the rows as people see them, and the numbers of their columns; none where there are no
// columns.
func (t *Table) lines() (columns []int, all [][]string, err error) {
	if columns = t.shown(); len(columns) == 0 {
		return nil, nil, nil
	}
	if t.Shown != nil {
		t = &Table{Name: t.Name, Columns: t.Columns, Rows: t.seen()}
	}
	above := make(map[int]string)
	err = t.each(func(row []any) error {
		if a, ok := row[0].(aside); ok {
			all = append(all, append(make([]string, min(a.column, len(columns)-1)), a.text))
			return nil
		}
		l, differs := make([]string, 0, len(columns)), false
		for _, i := range columns {
			c := &t.Columns[i]
			if s, ok := row[i].(spill); ok {
				l = append(l, string(s))
				break
			}
			format := c.Format
			if format == nil {
				format = Plain
			}
			text := format(row[i])
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
	return columns, all, err
}

// Plain is the format of a column without one. It writes floats with three significant
// digits, nil as nothing, and the unknown figures of an [Estimate] as n/a.
func Plain(v any) string {
	switch v := settled(v).(type) {
	case nil, *Table:
		return ""
	case float64:
		return figure.Significant(v, 3)
	case fmt.Stringer:
		return v.String()
	default:
		return fmt.Sprint(v)
	}
}

// Float returns the format of a column of floats: f writes a known figure, and NaN and nil
// leave the cell empty.
func Float(f func(float64) string) func(any) string {
	return Always(func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return f(x)
	})
}

// Digits is the format of known figures in so many significant digits.
func Digits(n int) func(any) string {
	return Float(func(x float64) string { return figure.Significant(x, n) })
}

// Counts is the format of whole numbers.
func Counts(v any) string { return figure.Count(v.(int)) }

// Always is [Float] for figures that people must see to be unknown: f gets NaN too.
func Always(f func(float64) string) func(any) string {
	return func(v any) string {
		if x, ok := settled(v).(float64); ok {
			return f(x)
		}
		return Plain(v)
	}
}

// Known is the format of an [Estimate] that leaves the cell empty if the figure is unknown.
func Known(v any) string {
	if e, ok := v.(Estimate); ok && math.IsNaN(e.X) {
		return ""
	}
	return Plain(v)
}

// settled is a value without its pointer, nil for a nil one, and a float64 for any
// float.
func settled(v any) any {
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Pointer && r.IsNil() {
		return nil
	}
	switch v.(type) {
	case nil, *Table, fmt.Stringer:
		return v
	}
	switch r.Kind() {
	case reflect.Pointer:
		return settled(r.Elem().Interface())
	case reflect.Float64, reflect.Float32:
		return r.Float()
	}
	return v
}
