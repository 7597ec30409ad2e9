package export

import (
	"fmt"
	"io"
	"strings"

	"fms-tui/model"
)

// JavaScript writes a CommonJS module for Node 16 and later, which browsers load as a
// script and modules import by name. Its function predict takes the judgments of one
// object, a list for each attribute in an object or a Map. It returns the prediction,
// or null if an attribute has no judgment. Under a fixed panel predict also takes the
// raters of these judgments, like Python's. For a label with two classes or more the
// function classify calls the object. With several scores predict returns each by name.
func JavaScript(w io.Writer, p model.Predictor) error {
	return writeProgram(w, p, javaScriptLanguage, "javascript", true)
}

// inJavaScript is a string literal of ASCII characters only. It has no "<", which
// could end the script in a page.
func inJavaScript(s string) string {
	text := literal(s, func(r rune) string { return fmt.Sprintf(`\u{%x}`, r) })
	return strings.ReplaceAll(text, "<", `\u{3c}`)
}
