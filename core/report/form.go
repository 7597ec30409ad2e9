package report

import (
	"fmt"
	"io"
	"strings"
)

// Form is a way to write a report.
type Form struct {
	Name  string // text, csv, …: what a reader asks for
	Write func(w io.Writer, r *Report, o Options) error
}

// Forms lists all forms, the form for terminals first. A new form is a writer in a file
// of its own and a line here.
func Forms() []Form {
	return []Form{
		{"text", Text},
		{"csv", CSV},
		{"tsv", TSV},
		{"json", JSON},
		{"md", Markdown},
		{"html", HTML},
	}
}

// Names returns the names of all forms.
func Names() (names []string) {
	for _, f := range Forms() {
		names = append(names, f.Name)
	}
	return names
}

// Write writes a report in the form of a name. The error lists the known forms.
func Write(w io.Writer, form string, r *Report, o Options) error {
	for _, f := range Forms() {
		if f.Name == form {
			return f.Write(w, r, o)
		}
	}
	return fmt.Errorf("%q is not a form of reports: accepted are %s", form, strings.Join(Names(), ", "))
}
