// Package export writes a [model.Predictor] in the forms that people and
// programs read, and files so that nothing is lost when writing fails.
//
// A program takes a [Form] by [ByName] or [BySuffix], and calls its Write within
// [WriteFile]. [Labels] writes labels from votes.
//
// A form is a template of a language in the folder languages, filled with one outcome, and
// a line in the list of Forms. JSON and CSV are written by Go.
package export
