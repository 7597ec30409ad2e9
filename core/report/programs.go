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

// fields calls use for the columns of a row that a form for programs has, and its values; for an
// estimate, for both of its figures.
func (t *Table) fields(row []any, without only, use func(name string, v any)) {
	for i := range t.Columns {
		switch c := &t.Columns[i]; {
		case c.Name == "" || c.Only == without:
		case c.Estimate:
			e, known := row[i].(Estimate)
			if !known {
				e = Estimate{math.NaN(), math.NaN()}
			}
			use(c.Name, e.X)
			use(c.Name+errorSuffix, e.SE)
		default:
			use(c.Name, row[i])
		}
	}
}

// errorSuffix ends the name of the column of a standard error.
const errorSuffix = "_se"

// CSV writes the tables whose columns have names, as encoding/csv reads them, an
// empty line between two. Figures have all their digits.
func CSV(w io.Writer, r *Report, _ Options) error {
	return r.delimited(w, ',', func(cell string) string { return cell })
}

// TSV writes the same tables as CSV with tabs between the cells, as spreadsheets
// take them from the clipboard. Control characters, tabs and line breaks in names
// are left out.
func TSV(w io.Writer, r *Report, _ Options) error { return r.delimited(w, '\t', Clean) }

func (r *Report) delimited(w io.Writer, comma rune, text func(cell string) string) error {
	rows, first := csv.NewWriter(w), true
	rows.Comma = comma
	if err := r.walk(func(part item) error {
		t, ok := part.(*Table)
		if !ok {
			return nil
		}
		var names []string
		t.fields(make([]any, len(t.Columns)), OnlyJSON, func(name string, _ any) { names = append(names, text(name)) })
		if len(names) == 0 {
			return nil
		}
		if rows.Flush(); !first {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		first = false
		if err := rows.Write(names); err != nil {
			return err
		}
		return t.programs(func(values []any) error {
			cells := make([]string, 0, len(names))
			t.fields(values, OnlyJSON, func(_ string, v any) { cells = append(cells, text(model.Harmless(exact(v)))) })
			return rows.Write(cells)
		})
	}); err != nil {
		return err
	}
	rows.Flush()
	return rows.Error()
}

// exact is a value in a cell: numbers with all their digits, lists and objects as
// JSON.
func exact(v any) string {
	v = settled(v)
	switch v := v.(type) {
	case nil, spill:
		return ""
	case string:
		return v
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return ""
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	case fmt.Stringer:
		return v.String()
	}
	switch reflect.ValueOf(v).Kind() {
	case reflect.Map, reflect.Slice, reflect.Array, reflect.Struct:
		text, _ := encoded(v, "", "")
		return string(text)
	}
	return fmt.Sprint(v)
}

// encoded is a value as JSON, without escapes of <, > and &.
func encoded(v any, indent, step string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(indent, step)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// OrNull is a text for programs, null where it is empty.
func OrNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// Number is a float64 within structs and maps that is null in JSON where it is not
// finite.
type Number float64

// MarshalJSON writes all digits, or null.
func (n Number) MarshalJSON() ([]byte, error) {
	return []byte(jsonNumber(float64(n))), nil
}

// jsonNumber is a number as encoding/json writes it, and null where it is not finite.
func jsonNumber(x float64) string {
	switch size := math.Abs(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "null"
	case size != 0 && size < 1e-6 || size >= 1e21:
		return strings.Replace(strconv.FormatFloat(x, 'e', -1, 64), "e-0", "e-", 1)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// JSON writes a report as one object, piece by piece. The bytes equal the output of an
// encoder with an indent of two blanks and without escapes of <, > and &.
func JSON(w io.Writer, r *Report, _ Options) error {
	out := &jsonWriter{b: bufio.NewWriterSize(w, 1<<16)} // a path may have a million lines
	out.section(r, "")
	out.b.WriteByte('\n')
	if out.err != nil {
		return out.err
	}
	return out.b.Flush()
}

// jsonWriter writes JSON. The first error stays.
type jsonWriter struct {
	b   *bufio.Writer
	err error
}

const step = "  " // of the indent

// list writes what is between two brackets; write calls next before each element.
func (o *jsonWriter) list(open, end, indent string, write func(next func())) {
	o.b.WriteString(open)
	before := "\n"
	write(func() {
		o.b.WriteString(before)
		o.b.WriteString(indent)
		o.b.WriteString(step)
		before = ",\n"
	})
	if before != "\n" {
		o.b.WriteByte('\n')
		o.b.WriteString(indent)
	}
	o.b.WriteString(end)
}

func (o *jsonWriter) section(s *Report, indent string) {
	o.list("{", "}", indent, func(next func()) {
		for _, item := range s.Items {
			switch item := item.(type) {
			case field:
				o.field(item.name, item.value, indent+step, next)
			case *Report:
				o.field(item.Name, item, indent+step, next)
			case *Table:
				if item.Name != "" {
					o.field(item.Name, item, indent+step, next)
				}
			}
		}
	})
}

// field writes a name and its value, two of them for an estimate.
func (o *jsonWriter) field(name string, v any, indent string, next func()) {
	if e, ok := v.(Estimate); ok {
		o.field(name, e.X, indent, next)
		o.field(name+errorSuffix, e.SE, indent, next)
		return
	}
	next()
	o.text(name)
	o.b.WriteString(": ")
	o.value(v, indent)
}

func (o *jsonWriter) table(t *Table, indent string) {
	inner := indent + step
	below := inner + step
	o.list("[", "]", indent, func(next func()) {
		err := t.programs(func(row []any) error {
			next()
			o.list("{", "}", inner, func(next func()) {
				t.fields(row, OnlyCells, func(name string, v any) { o.field(name, v, below, next) })
			})
			return o.err
		})
		o.fail(err)
	})
}

func (o *jsonWriter) fail(err error) {
	if o.err == nil {
		o.err = err
	}
}

func (o *jsonWriter) value(v any, indent string) {
	switch v := v.(type) {
	case nil, spill:
		o.b.WriteString("null")
	case func() any:
		o.value(v(), indent)
	case float64:
		o.b.WriteString(jsonNumber(v))
	case string:
		o.text(v)
	case model.Amount:
		o.b.WriteString(v.String())
	case *float64:
		o.value(settled(v), indent)
	case *Report:
		o.section(v, indent)
	case *Table:
		o.table(v, indent)
	default:
		o.b.Write(o.encoded(v, indent))
	}
}

// text writes a text in quotes; nearly all need no escapes.
func (o *jsonWriter) text(s string) {
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
		o.b.Write(o.encoded(s, ""))
		return
	}
	o.b.WriteByte('"')
	o.b.WriteString(s)
	o.b.WriteByte('"')
}

// encoded is a value as it stands at an indent.
func (o *jsonWriter) encoded(v any, indent string) []byte {
	text, err := encoded(v, indent, step)
	o.fail(err)
	return text
}
