package export

import (
	"fmt"
	"io"
	"strings"

	"fms-tui/model"
)

// R writes a file without packages, for R 4 and later. Its function predict_label
// takes the judgments of one object, a named list of numeric vectors, and returns
// the prediction, or NA where an attribute has none. Under a fixed panel it takes
// the raters of these judgments as well, as Python does. For a label with two classes
// or more the function classify_label calls the object; with several scores predict_label
// returns a vector. A name that holds the character NUL, which no text of R can, is an error.
func R(w io.Writer, p model.Predictor) error { return writeProgram(w, p, rLanguage, "r", true) }

// vectorOfR is a vector of R in lines of its own. c() is NULL, so an empty one needs
// its kind.
func vectorOfR(kind string, values []string) string {
	if len(values) == 0 {
		return kind + "()"
	}
	return "c(\n    " + strings.Join(values, ",\n    ") + "\n  )"
}

// inR is a string literal of ASCII characters only.
func inR(s string) (string, error) {
	if strings.ContainsRune(s, 0) {
		return "", &nulError{s, "R"}
	}
	return literal(s, func(r rune) string { return fmt.Sprintf(`\U{%x}`, r) }), nil
}
