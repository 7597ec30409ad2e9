// Package report is one result on its way to every reader: the command or the
// screen says once what the result is, and a writer for each form says it as
// text, CSV, TSV, JSON, Markdown or HTML.
//
// A [Report] is a list of items in the order of reading. Some are for people
// ([Line], [Findings]), some for programs, and a [Table] or a
// [Report] within it serves both: each [Column] says how people see a value and under which
// name programs find it. People get rounded figures in aligned columns. Programs
// get all digits, and null (JSON) or an empty cell (CSV, TSV) for what is not known.
//
// The package is pure: values in, bytes out through an [io.Writer]. The only errors
// come from the writer, and from a table that is made while it is written.
package report

import (
	"fmt"
	"io"
	"strings"
)

// Report is a result: its items are the fields of one JSON object, and the paragraphs and tables of one
// page. A report within another is an object of its own in JSON, and for people no more than its items.
type Report struct {
	Title string // of the HTML page; the first sentence where it is empty
	Name  string // within another
	Items []item
}

// item is a part of a report: a field, [Line], [Findings], [*Table] or [*Report].
type item interface{ item() }

// field is for JSON alone: a value of any kind under a name.
type field struct {
	name  string
	value any
}

// Line is a sentence for people only, wrapped where it is too wide unless it is a heading. One without a
// text is an empty line.
type Line struct {
	Text    string
	Heading bool
}

// Findings are sentences for people only, with a bullet before each.
type Findings []string

func (field) item()    {}
func (Line) item()     {}
func (Findings) item() {}
func (*Report) item()  {}
func (*Table) item()   {}

func (r *Report) Add(items ...item) { r.Items = append(r.Items, items...) }

// Field appends a field for each pair of a name and a value, for JSON alone. A float64 that is not
// finite is null. A func() any is called when the field is written, after all that stands before it. Field
// panics where a name is no string.
func (r *Report) Field(pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		r.Add(field{pairs[i].(string), pairs[i+1]})
	}
}

func (r *Report) Say(format string, args ...any) { r.Add(Line{Text: fmt.Sprintf(format, args...)}) }

func (r *Report) Head(format string, args ...any) {
	r.Add(Line{Text: fmt.Sprintf(format, args...), Heading: true})
}

func (r *Report) Space() { r.Add(Line{}) }

// Begin appends a report of its own and returns it.
func (r *Report) Begin(name string) *Report {
	inner := &Report{Name: name}
	r.Add(inner)
	return inner
}

// walk calls use for each item of a report and of those within it, in the order of reading.
func (r *Report) walk(use func(item) error) error {
	for _, part := range r.Items {
		if inner, ok := part.(*Report); ok {
			if err := inner.walk(use); err != nil {
				return err
			}
		} else if err := use(part); err != nil {
			return err
		}
	}
	return nil
}

// form is a way to write a report.
type form struct {
	name  string // text, csv, …: what a reader asks for
	write func(w io.Writer, r *Report, o Options) error
}

// forms are all forms, the form for terminals first.
var forms = []form{{"text", Text}, {"csv", CSV}, {"tsv", TSV}, {"json", JSON}, {"md", Markdown}, {"html", HTML}}

// Names returns the names of all forms.
func Names() (names []string) {
	for _, f := range forms {
		names = append(names, f.name)
	}
	return names
}

// Write writes a report in the form of a name. The error lists the known forms.
func Write(w io.Writer, name string, r *Report, o Options) error {
	for _, f := range forms {
		if f.name == name {
			return f.write(w, r, o)
		}
	}
	return fmt.Errorf("%q is not a form of reports: accepted are %s", name, strings.Join(Names(), ", "))
}
