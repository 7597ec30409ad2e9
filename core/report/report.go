// Package report is one result on its way to every reader: the command or the
// screen says once what the result is, and a writer for each form says it as
// text, CSV, TSV, JSON, Markdown or HTML.
//
// A [Report] is a list of items in the order of reading. Some are for people
// ([Sentence], [Line], [Findings]), some for programs ([Field]), and a [Table] or a
// [Section] serves both: each [Column] says how people see a value and under which
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

// Report is a result: its items are the fields of one JSON object, and the
// paragraphs and tables of one page.
type Report struct {
	Section
	Title string // of the HTML page; the first sentence where it is empty
}

// Section is a part of a report: an object of its own in JSON, called Name, and
// for people no more than the items in their order.
type Section struct {
	Name  string
	Items []Item
}

// Item is a part of a report: a [Field], [Sentence], [Line], [Findings], [*Table] or
// [*Section].
type Item interface{ item() }

// Field is for JSON alone: a value of any kind under a name. A float64 that is not
// finite is null. A func() any is called when the field is written, after all that
// stands before it.
type Field struct {
	Name  string
	Value any
}

// Sentence is a line of text for people only, wrapped where it is too wide. An empty one is
// an empty line.
type Sentence string

// Findings are sentences for people only, with a bullet before each.
type Findings []string

// Line is a [Sentence] that is never wrapped, such as a heading.
type Line string

func (Field) item()    {}
func (Sentence) item() {}
func (Line) item()     {}
func (Findings) item() {}
func (*Section) item() {}
func (*Table) item()   {}

func (s *Section) Add(items ...Item) { s.Items = append(s.Items, items...) }

// Field appends a field for each pair of a name and a value. It panics where a
// name is no string.
func (s *Section) Field(pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		s.Add(Field{pairs[i].(string), pairs[i+1]})
	}
}

func (s *Section) Say(format string, args ...any) { s.Add(Sentence(fmt.Sprintf(format, args...))) }

func (s *Section) Head(format string, args ...any) { s.Add(Line(fmt.Sprintf(format, args...))) }

func (s *Section) Space() { s.Add(Sentence("")) }

// Begin appends a section and returns it.
func (s *Section) Begin(name string) *Section {
	inner := &Section{Name: name}
	s.Add(inner)
	return inner
}

// walk calls use for each item of a section and of its subsections, in the order of reading.
func (s *Section) walk(use func(Item) error) error {
	for _, item := range s.Items {
		if inner, ok := item.(*Section); ok {
			if err := inner.walk(use); err != nil {
				return err
			}
		} else if err := use(item); err != nil {
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
