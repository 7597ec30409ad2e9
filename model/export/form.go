package export

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"fms-tui/model"
)

// Form is one way to write a predictor.
type Form struct {
	Name   string // as in --form
	Suffix string // of files in this form, with the dot
	For    string // whom or what it serves, for people, as in help
	Write  func(io.Writer, model.Predictor) error
}

// Forms returns all forms; the first is the default.
func Forms() []Form {
	return []Form{
		{"json", ".json", "what fms-tui predict reads, with all that is known", JSON},
		{"csv", ".csv", "what fms-tui predict reads, the weights alone", CSV},
		{"markdown", ".md", "a table for people", Markdown},
		{"latex", ".tex", "a table for a paper", LaTeX},
		{"python", ".py", "a function", Python},
		{"sql", ".sql", "a query", SQL},
	}
}

// ByName returns the form of that name. The error lists those there are.
func ByName(name string) (Form, error) {
	var names []string
	for _, f := range Forms() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Form{}, fmt.Errorf("there is no form %q: the forms are %s", name, strings.Join(names, ", "))
}

// BySuffix returns the form whose suffix a path has, in any case. The error
// lists the suffixes there are.
func BySuffix(path string) (Form, error) {
	suffix := filepath.Ext(path)
	var suffixes []string
	for _, f := range Forms() {
		if strings.EqualFold(f.Suffix, suffix) {
			return f, nil
		}
		suffixes = append(suffixes, f.Suffix)
	}
	return Form{}, fmt.Errorf("the suffix of %q names no form: the suffixes are %s", path, strings.Join(suffixes, ", "))
}
