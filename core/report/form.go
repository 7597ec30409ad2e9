package report

import (
	"fmt"
	"io"
	"strings"
)

// form is a way to write a report.
type form struct {
	name  string // text, csv, …: what a reader asks for
	write func(w io.Writer, r *Report, o Options) error
}

// forms are all forms, the form for terminals first. A new form is a writer in a file
// of its own and a line here.
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
