// Package export writes a [model.Predictor] in the forms that people and
// programs read, and files so that nothing is lost when writing fails.
//
// A program takes a [Form] by [ByName] or [BySuffix], and calls its Write within
// [WriteFile]. [Tasks], [FormTasks] and [Labels] write what is to be collected, and
// labels from votes.
//
// A form is one file with a function func(io.Writer, model.Predictor) error
// and one line in the list of Forms.
package export
