package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math"
)

// Number is a float64 within structs and maps that is null in JSON where it is not
// finite.
type Number float64

// MarshalJSON writes all digits, or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if x := float64(n); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// JSONNumber is a finite number as JSON writes it, for Table.Digits.
func JSONNumber(x float64) string {
	b, _ := json.Marshal(Number(x)) // which has no error
	return string(b)
}

// JSON writes a report as one object, piece by piece. The bytes equal the output of an
// encoder with an indent of two blanks and without escapes of <, > and &.
func JSON(w io.Writer, r *Report, _ Options) error {
	out := &jsonWriter{b: bufio.NewWriter(w), keys: make(map[string]string)}
	out.section(&r.Section, "")
	out.b.WriteByte('\n')
	if out.err != nil {
		return out.err
	}
	return out.b.Flush()
}

// jsonWriter writes JSON. The first error stays.
type jsonWriter struct {
	b    *bufio.Writer
	keys map[string]string // quoted, by name
	err  error
}

const step = "  " // of the indent

// list writes what is between two brackets; write calls next before each element.
func (o *jsonWriter) list(open, end, indent string, write func(next func())) {
	o.b.WriteString(open)
	separator := "\n" + indent + step
	after := false
	write(func() {
		if after {
			o.b.WriteByte(',')
		}
		after = true
		o.b.WriteString(separator)
	})
	if after {
		o.b.WriteString("\n" + indent)
	}
	o.b.WriteString(end)
}

func (o *jsonWriter) section(s *Section, indent string) {
	o.list("{", "}", indent, func(next func()) {
		for _, item := range s.Items {
			switch item := item.(type) {
			case Field:
				o.field(item.Name, item.Value, indent+step, next)
			case *Section:
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
func (o *jsonWriter) field(name string, v Value, indent string, next func()) {
	if e, ok := v.(Estimate); ok {
		o.field(name, e.X, indent, next)
		o.field(name+errorSuffix, e.SE, indent, next)
		return
	}
	key, known := o.keys[name]
	if !known {
		key = string(o.encoded(name, "")) + ": "
		o.keys[name] = key
	}
	next()
	o.b.WriteString(key)
	o.value(v, indent)
}

func (o *jsonWriter) table(t *Table, indent string) {
	o.list("[", "]", indent, func(next func()) {
		err := t.each(func(row []Value) error {
			if forPeople(row) {
				return o.err
			}
			next()
			o.list("{", "}", indent+step, func(next func()) {
				for i := range t.Columns {
					c := &t.Columns[i]
					switch _, known := row[i].(Estimate); {
					case c.Name == "" || c.Only == OnlyCells:
					case c.Estimate && !known:
						o.field(c.Name, Estimate{math.NaN(), math.NaN()}, indent+step+step, next)
					default:
						o.field(c.Name, row[i], indent+step+step, next)
					}
				}
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

func (o *jsonWriter) value(v Value, indent string) {
	switch v := v.(type) {
	case nil, Spill:
		o.b.WriteString("null")
	case func() any:
		o.value(v(), indent)
	case float64:
		o.b.WriteString(JSONNumber(v))
	case *float64:
		o.value(settled(v), indent)
	case *Section:
		o.section(v, indent)
	case *Table:
		o.table(v, indent)
	default:
		o.b.Write(o.encoded(v, indent))
	}
}

// encoded is a value as it stands at an indent.
func (o *jsonWriter) encoded(v any, indent string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(indent, step)
	o.fail(enc.Encode(v))
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
