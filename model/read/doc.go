// Package read turns files of judgments into a model.Dataset.
//
// A file passes five stations, and each is a file of this package:
//
//	source.go   stored bytes: opening, SHA-256, decompression
//	table.go    formats: bytes into a header and rows of cells (csv.go)
//	shapes.go   exports of annotation tools, made into one of the layouts
//	roles.go    columns: which one is the object, the judgment, a label …
//	layout.go   layouts: rows into judgments (long.go, byrater.go, byobject.go)
//
// Another format is one more file that returns a table, and one more line in
// the list formats; another export is one more file that reshapes rows, and one
// more line in the list shapes.
//
// Nothing is guessed where two readings are possible: AmbiguousError lists
// them as the flags that choose one. Every other defect of a file is an Error
// that names file, line, column and value, and says what would be accepted.
package read
