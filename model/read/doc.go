// Package read turns files of judgments into a [model.Dataset].
//
// Start with [Open]: a [Query] names files, each a [Source], and [Options] control the
// reading. The result is [Found]: a data set, or the bytes of moments files. [Costs],
// [Sheets], [FeatureFiles] and [Predictor] read the files that go with a data set.
//
// A file passes five stations, and each is some files of this package. A test holds them
// to this order, as packages would: no format knows a column's role, no tool another tool.
//
//	source.go   stored bytes: opening, SHA-256, decompression
//	table.go    formats: bytes into a header and rows of cells, a file a format
//	            (table_*.go; table_records.go for records within records)
//	shapes.go   exports and logs of tools, made into one of the layouts: declared
//	            (logs.go), or a file a tool (tool_*.go); and records that hold lists of
//	            scores (records.go)
//	roles.go    columns: which one is the object, the judgment, a label …: a search
//	            (search.go) over a batch of the first rows (batch.go), by evidences
//	            (evidence.go) of cells and headers (names.go), within flags (obey.go);
//	            the best reading is taken (take.go), or a question (question.go)
//	layout.go   layouts: what the name of an attribute is made of, and one loop for all of
//	            them that turns rows into judgments (cells.go)
//
// A role has a reason: a code of package model, and a sentence. Decisions made from
// cells are listed too, each with the flag that overrides it.
//
// On the way rows tell more than judgments: prices (price.go), which attributes come
// from one call (calls.go), columns that tell the judgments of a cell apart
// (take.go), and cells that most others of their column contradict (cells.go).
//
// Another format is one more file that returns a table, and one more line in
// the list formats; another export is one more file that reshapes rows, and one
// more line in the list tools.
//
// Data too large for memory come in parts: [Query].Part takes one [model.Dataset] after
// another, of whole objects, as they are read (parts.go); core.MomentsMerger sums them. A
// [SplitError] says that objects do not come together; they can then be read [Shard] by
// shard. For judgments in the order of objects from elsewhere, such as a database, make
// parts with a [model.Builder] that knows all attributes and raters so far. A [Meter]
// shows the progress of reading.
//
// Nothing is guessed where two readings are possible: [AmbiguousError] lists
// them as the flags that choose one. Every other defect of a file is an [Error]
// that names file, line, column and value, and says what would be accepted.
package read
