package export

import (
	"io"
	"strings"

	"fms-tui/model"
)

// Python writes a file without imports, for Python 3.10 and later. Its function predict
// takes the judgments of one object by attribute. It returns the prediction, or None if
// an attribute has no judgment. Under a fixed panel predict also takes the raters of
// these judgments, in the same order, and subtracts their offsets. Unknown raters, and
// raters that are not given, have an offset of 0.
//
// For a label with two classes the function classify returns the class and the
// probability of class 1, and the file imports exp of the standard library. For three
// classes and more it returns the class and the probability of each by name. With several
// scores predict returns each by name.
func Python(w io.Writer, p model.Predictor) error {
	return writeProgram(w, p, pythonLanguage, "python", true)
}

// Inspect writes a module for Inspect (inspect_ai) and Python 3.10 and later: the
// function predicted makes a scorer of graders, one for each attribute. It calls each
// grader as many times as the attribute has repeats, and its score is the prediction: for
// classes the prediction where they are ordered, else the probability of the class called,
// and of several labels the first one's. Attributes with the same grader are asked in one
// call, which answers with a dictionary. Judgments carry no rater there: the offsets of a
// fixed panel are not subtracted.
func Inspect(w io.Writer, p model.Predictor) error {
	return writeProgram(w, p, pythonLanguage, "inspect", false)
}

// withPoint appends end to a number that nothing tells from an integer.
func withPoint(s, end string) string {
	if strings.ContainsAny(s, ".e") {
		return s
	}
	return s + end
}

// inPython is a string literal of ASCII characters alone.
func inPython(s string) string { return literal(s, byWidth) }
