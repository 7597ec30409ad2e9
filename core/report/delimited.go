package report

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"fms-tui/model"
)

// CSV writes the tables whose columns have names, as encoding/csv reads them, an
// empty line between two. Figures have all their digits.
func CSV(w io.Writer, r *Report, _ Options) error {
	rows := csv.NewWriter(w)
	between := func() error {
		rows.Flush()
		_, err := io.WriteString(w, "\n")
		return err
	}
	if err := r.delimited(rows.Write, between); err != nil {
		return err
	}
	rows.Flush()
	return rows.Error()
}

// TSV writes the same tables as CSV with tabs between the cells, as spreadsheets
// take them from the clipboard. Control characters, tabs and line breaks in names
// are left out.
func TSV(w io.Writer, r *Report, _ Options) error {
	b := bufio.NewWriter(w)
	row := func(cells []string) error {
		for i, c := range cells {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(Clean(c))
		}
		return b.WriteByte('\n')
	}
	if err := r.delimited(row, func() error { return b.WriteByte('\n') }); err != nil {
		return err
	}
	return b.Flush()
}

func (r *Report) delimited(row func([]string) error, between func() error) error {
	first := true
	return r.walk(func(item Item) error {
		t, ok := item.(*Table)
		if !ok || len(t.names()) == 0 {
			return nil
		}
		if !first {
			if err := between(); err != nil {
				return err
			}
		}
		first = false
		if err := row(t.names()); err != nil {
			return err
		}
		return t.each(func(values []Value) error {
			if forPeople(values) {
				return nil
			}
			cells := t.exact(values)
			for i, c := range cells {
				cells[i] = model.Harmless(c)
			}
			return row(cells)
		})
	})
}

// errorSuffix ends the name of the column of a standard error.
const errorSuffix = "_se"

// names are the headings for programs.
func (t *Table) names() (names []string) {
	for _, c := range t.Columns {
		switch {
		case c.Name == "" || c.Only == OnlyJSON:
		case c.Estimate:
			names = append(names, c.Name, c.Name+errorSuffix)
		default:
			names = append(names, c.Name)
		}
	}
	return names
}

// exact are the cells of a row for programs.
func (t *Table) exact(values []Value) (cells []string) {
	digits := t.Digits
	if digits == nil {
		digits = shortest
	}
	for i, c := range t.Columns {
		switch {
		case c.Name == "" || c.Only == OnlyJSON:
		case c.Estimate:
			e, known := values[i].(Estimate)
			if !known {
				e = Estimate{math.NaN(), math.NaN()}
			}
			cells = append(cells, exact(e.X, digits), exact(e.SE, digits))
		default:
			cells = append(cells, exact(values[i], digits))
		}
	}
	return cells
}

func shortest(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// exact is a value in a cell: numbers with all their digits, lists and objects as
// JSON.
func exact(v Value, digits func(float64) string) string {
	v = settled(v)
	switch v := v.(type) {
	case nil, Spill:
		return ""
	case string:
		return v
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return ""
		}
		return digits(v)
	case fmt.Stringer:
		return v.String()
	}
	switch reflect.ValueOf(v).Kind() {
	case reflect.Map, reflect.Slice, reflect.Array, reflect.Struct:
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(v); err != nil {
			return ""
		}
		return strings.TrimSuffix(b.String(), "\n")
	}
	return fmt.Sprint(v)
}
