package figure

import "strings"

// List writes names in a sentence: "a, b and c", where and is the word before the last.
func List(names []string, and string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " " + and + " " + names[last]
	}
	return strings.Join(names, "")
}

// Wrap breaks a sentence at its blanks into lines of at most width columns; width of a
// text is what measure says. Lines after the first are indented.
func Wrap(s string, width int, measure func(string) int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		switch {
		case line == "":
			line = word
		case measure(line)+1+measure(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = "  " + word
		}
	}
	return append(lines, line)
}
