package export

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"fms-tui/model"
)

// Form is one way to write a predictor.
type Form struct {
	Name   string // as in --form
	Suffix string // of files in this form, with the dot; "" where --form must name it
	For    string // whom or what it serves, for people, as in help
	// Panel tells whether the form subtracts the offsets of a fixed panel's raters.
	Panel bool
	Write func(io.Writer, model.Predictor) error
	// WriteBeside writes a form that is two files: path is where the first goes, and
	// the second lies beside it. Nil for forms of one file; Write is nil then.
	WriteBeside func(path string, p model.Predictor) error
}

// Forms returns the forms of one file, each with a suffix of its own; the first is
// the default.
func Forms() []Form {
	return []Form{
		{Name: "json", Suffix: ".json", For: "what fms-tui predict reads, with all that is known", Panel: true, Write: JSON},
		{Name: "csv", Suffix: ".csv", For: "a table of the weights", Write: CSV},
		{Name: "markdown", Suffix: ".md", For: "a table for people", Panel: true, Write: in(&markdown, "markdown", true)},
		{Name: "latex", Suffix: ".tex", For: "a table for a paper", Panel: true, Write: in(&latex, "latex", true)},
		{Name: "python", Suffix: ".py", For: "a function", Panel: true, Write: in(&python, "python", true)},
		{Name: "sql", Suffix: ".sql", For: "a query", Panel: true, Write: in(&ofSQL, "sql", true)},
		{Name: "js", Suffix: ".js", For: "a module of JavaScript with a function", Panel: true, Write: in(&javaScript, "javascript", true)},
		{Name: "r", Suffix: ".r", For: "a function of R", Panel: true, Write: in(&ofR, "r", true)},
	}
}

// Pipelines returns the forms for programs that call judges or decide; --form names them.
func Pipelines() []Form {
	return []Form{
		{Name: "promptfoo", For: "assertions of promptfoo, and beside them a scoring function", WriteBeside: writePromptfoo},
		{Name: "inspect", For: "a module of Inspect with a scorer that calls graders", Write: in(&python, "inspect", false)},
		{Name: "stopping", For: "a stopping rule: what to ask until a decision is clear", Write: StoppingJSON},
	}
}

// ByName returns the form of that name, pipelines included. The error lists all.
func ByName(name string) (Form, error) {
	var names []string
	for _, f := range slices.Concat(Forms(), Pipelines()) {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Form{}, fmt.Errorf("there is no form %q: the forms are %s", name, strings.Join(names, ", "))
}

// BySuffix returns the form whose suffix a path has, in any case. The error lists all
// suffixes.
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
