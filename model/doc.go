// Package model holds the plain types that every other package of fms-tui
// speaks in: the judgments of a data set, the settings a user chooses, the
// predictor that comes out, exact amounts of money, and warnings as values.
//
// The words follow Sabato & Kalai 2013, "Feature Multi-Selection among
// Subjective Features", section 2: an attribute of an object is judged by
// raters; a label is the number to be predicted; the budget B limits the cost
// of the judgments bought for one new object; a repeat vector r says how many
// judgments of each attribute are bought.
//
// A program starts with a [Dataset], from package read or from a [Builder], and
// with [Settings], whose zero value is the default of everything. A [Predictor] comes
// out; package export writes it.
//
// model imports nothing of this module.
package model
