package read

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"

	"fms-tui/model"
)

// table is what every format comes down to: named columns and rows of cells.
type table interface {
	// header returns the names of the columns and the line they stand on.
	header() (names []string, line int)
	// next returns the cells of the next row, as many as there are names, and the line it starts on; io.EOF after the
	// last. The slice is valid until the next call; cells are not trimmed.
	next() (cells []string, line int, err error)
}

// format is a way to write a table.
type format struct {
	name     string   // for people
	suffixes []string // of its files, which their data are not called by
	takes    func(file string, head []byte) bool
	open     func(file string, r *bufio.Reader, f form) (table, error)
}

// formats are tried in order; the last takes everything.
func formats() []format {
	begins := func(magic string) func(string, []byte) bool {
		return func(_ string, head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }
	}
	return []format{
		{zipName, []string{".zip", ".eval"}, isZip, openZip},
		{excelName, []string{".xlsx"}, begins(magicZip), openXLSX},
		{parquetName, []string{".parquet"}, begins("PAR1"), openParquet},
		{"JSON", []string{".json", ".jsonl", ".ndjson"}, isJSON, openJSON},
		{delimitedName, []string{".csv", ".tsv"}, begins(""), openDelimited},
	}
}

// Formats names the formats that can be read, for people: a, b and c.
func Formats() string {
	var names []string
	for _, f := range slices.Backward(formats()) {
		if !slices.Contains(without, f.name) {
			names = append(names, f.name)
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

func acceptedFormats() string {
	return "accepted are " + Formats() + ", text as UTF-8 or UTF-16, plain, gzip or zstd"
}

const (
	zipName       = "zip"
	delimitedName = "CSV, TSV"
)

// The formats that a build with the tag nodata recognises, but cannot read.
const (
	excelName   = "Excel (.xlsx)"
	parquetName = "Parquet"
)

// foreign are first bytes of files that nobody should try to read as text.
var foreign = []struct{ magic, what string }{
	{"SQLite f", `an SQLite database: sqlite3 -header -csv FILE "SELECT * FROM table" > table.csv writes a table that can be read`},
	{"BZh", "a bzip2 file"},
	{"\xfd7zXZ", "an xz file"},
	{"\xd0\xcf\x11\xe0", "a file of an old Office program (.xls or .doc)"},
	{"$FL", `an SPSS file: pandas.read_spss("FILE.sav").to_csv("data.csv") in Python writes a table that can be read`},
	{"<stata_dta>", `a Stata file: export delimited using data.csv in Stata writes a table that can be read`},
	{"X\n\x00\x00", `a file of R: write.csv(readRDS("FILE.rds"), "data.csv") in R writes a table that can be read`},
	{"RDX", `a file of R: load("FILE.rda") and write.csv(TABLE, "data.csv") in R write a table that can be read`},
	{"ARROW1", `an Arrow (Feather) file: pandas.read_feather("FILE").to_parquet("data.parquet") in Python writes a table that can be read`},
	{"%PDF-", "a PDF file"},
	{"\x89PNG", "a picture (PNG)"},
	{"\xff\xd8\xff", "a picture (JPEG)"},
	{"GIF8", "a picture (GIF)"},
	{"{\\rtf", "a text document (RTF)"},
	{"<?xml", `an XML file: pandas.read_xml("FILE").to_csv("data.csv") in Python writes a table that can be read`},
	{"@relation", `an ARFF file: write it as CSV, as Weka's "Save as" does`},
	{"@RELATION", `an ARFF file: write it as CSV, as Weka's "Save as" does`},
	{"<!DOCTYP", webPage},
	{"<!doctyp", webPage},
	{"<html", webPage},
}

const webPage = `a web page (HTML), perhaps of a login that stood in the way; pandas.read_html("FILE")[0].to_csv("data.csv") in Python writes its first table`

// foreignLine are first lines of texts whose rows are no lines of cells.
var foreignLine = []struct {
	like func() *regexp.Regexp
	what string
}{
	{model.Pattern(`^(?:[\w.]+=(?:"[^"]*"|[^\s"]+)[ \t\r\n]+){3}`), "a log of keys and values (logfmt): write an object a line, as JSON Lines"},
	{model.Pattern(`^(?:---\s*\n)?(?:[\w -]+:\s*\n)?\s*- [\w ]+: `), "a YAML file: write its list as JSON"},
}

func emptyFile(file string) error {
	return &Error{File: file, Message: "is empty: a header and at least one row are needed"}
}

func openTable(file string, r *bufio.Reader, form form) (table, error) {
	head, err := r.Peek(bufferSize)
	if len(head) == 0 && errors.Is(err, io.EOF) {
		return nil, emptyFile(file)
	}
	if mark := string(head[:min(2, len(head))]); mark == "\xff\xfe" || mark == "\xfe\xff" { // as spreadsheets write "Unicode text"
		r = bufio.NewReaderSize(unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(r), bufferSize)
		head, _ = r.Peek(bufferSize) // a read error comes again
	}
	if bytes.HasPrefix(head[min(8, len(head)):], []byte("DUCK")) { // behind a checksum
		return nil, &Error{File: file, Message: `is a DuckDB database: duckdb FILE -c "COPY table TO 'table.parquet'" writes a table that can be read`}
	}
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return nil, &Error{File: file, Message: "is " + f.what + ": " + acceptedFormats()}
		}
	}
	for _, f := range foreignLine {
		if f.like().Match(head) {
			return nil, &Error{File: file, Message: "is " + f.what + ": " + acceptedFormats()}
		}
	}
	all := formats()
	f := all[slices.IndexFunc(all, func(f format) bool { return f.takes(file, head) })]
	if len(form.columns) > 0 && f.name != delimitedName && f.name != zipName {
		return nil, &Error{
			File: file, Option: model.OptionColumns,
			Message: "is " + f.name + ", whose columns have names: names of columns are accepted for " + delimitedName + " alone",
		}
	}
	if form.part != "" && f.name != excelName && f.name != zipName {
		return nil, &Error{File: file, Message: "is " + f.name + ", which has no parts: # names a sheet of a workbook, or a file in a zip"}
	}
	return f.open(file, r, form)
}

// eachRow calls add for every row until the table or the context ends.
func eachRow(ctx context.Context, t table, add func(cells []string, line int) error) error {
	const between = 4096 // rows, so that cancelling is prompt and costs nothing
	for n := 0; ; n++ {
		if n%between == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		cells, line, err := t.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := add(cells, line); err != nil {
			return err
		}
	}
}

// changed is a table of whose rows a function makes others: none, one or several. It may write on the cells.
type changed struct {
	table
	change func(cells []string, line int) (rows [][]string, err error)
	ended  func()   // called at the end of the table; nil for nothing
	names  []string // nil: as in the table
	cells  []string
	rows   [][]string // made, and not returned yet
	line   int        // of these
}

func (c *changed) header() ([]string, int) {
	names, line := c.table.header()
	if c.names != nil {
		names = c.names
	}
	return names, line
}

func (c *changed) next() ([]string, int, error) {
	for len(c.rows) == 0 {
		cells, line, err := c.table.next()
		if errors.Is(err, io.EOF) && c.ended != nil {
			c.ended()
			c.ended = nil
		}
		if err == nil {
			c.cells, c.line = append(c.cells[:0], cells...), line
			c.rows, err = c.change(c.cells, line)
		}
		if err != nil {
			return nil, line, err
		}
	}
	row := c.rows[0]
	c.rows = c.rows[1:]
	return row, c.line, nil
}

// eachCell is a table whose cells a function changes, by column.
func eachCell(t table, change func(cell string, column, line int) (string, error), ended func()) table {
	return &changed{table: t, ended: ended, change: func(cells []string, line int) (rows [][]string, err error) {
		for i, cell := range cells {
			if cells[i], err = change(cell, i, line); err != nil {
				return nil, err
			}
		}
		return [][]string{cells}, nil
	}}
}

// extended is a table with one more column.
func extended(t table, column string, value func(cells []string) string) table {
	names, _ := t.header()
	return &changed{table: t, names: append(slices.Clone(names), column), change: func(cells []string, _ int) ([][]string, error) {
		return [][]string{append(cells, value(cells))}, nil
	}}
}

// emptied is a table in which some words stand for nothing, but where they are ids: which columns hold
// ids, options say, or is known after a look at the first rows.
type emptied struct {
	table
	words []string
	ids   map[string]bool   // by column
	taken map[[2]int]string // what was emptied, by line and column; nil once ids are known
}

func newEmptied(t table, words, ids []string) *emptied {
	e := &emptied{table: t, words: words, ids: make(map[string]bool), taken: make(map[[2]int]string)}
	for _, name := range ids {
		e.ids[name] = true
	}
	return e
}

func (e *emptied) next() ([]string, int, error) {
	cells, line, err := e.table.next()
	names, _ := e.header()
	for i, cell := range cells {
		if slices.Contains(e.words, trim(cell)) && !e.ids[names[i]] {
			if cells[i] = ""; e.taken != nil {
				e.taken[[2]int{line, i}] = cell
			}
		}
	}
	return cells, line, err
}

// row is one row of a table, kept.
type row struct {
	cells []string
	line  int
}

// held is a table in memory.
type held struct {
	names []string
	line  int // of the header
	rows  []row
	done  int
}

func (h *held) header() ([]string, int) { return h.names, h.line }

func (h *held) next() ([]string, int, error) {
	if h.done == len(h.rows) {
		return nil, 0, io.EOF
	}
	r := h.rows[h.done]
	h.rows[h.done] = row{}
	h.done++
	return r.cells, r.line, nil
}

// wide is what becomes of a column: several, of whose cells its own tells.
type wide struct {
	names []string
	cells func(cell string) []string
}

// widened is a table with several columns in place of some.
func widened(t table, by map[int]wide) table {
	spread := func(cells []string, of func(w wide, cell string) []string) (all []string) {
		for i, cell := range cells {
			if w, is := by[i]; is {
				all = append(all, of(w, cell)...)
			} else {
				all = append(all, cell)
			}
		}
		return all
	}
	names, _ := t.header()
	return &changed{table: t, names: spread(names, func(w wide, _ string) []string { return w.names }), change: func(cells []string, _ int) ([][]string, error) {
		return [][]string{spread(cells, func(w wide, cell string) []string { return w.cells(cell) })}, nil
	}}
}

// lookahead is a table whose first rows can be looked at before they are read.
type lookahead struct {
	table
	rows []row
	read int   // how many of rows next has returned
	err  error // what ended the looking ahead; io.EOF at the end of the table
}

// peek fetches rows until more returns false or the table ends.
func (l *lookahead) peek(more func() bool) {
	for l.err == nil && more() {
		cells, line, err := l.table.next()
		if err != nil {
			l.err = err
			return
		}
		l.rows = append(l.rows, row{append([]string(nil), cells...), line})
	}
}

func (l *lookahead) next() ([]string, int, error) {
	if l.read < len(l.rows) {
		r := l.rows[l.read]
		l.rows[l.read] = row{}
		l.read++
		return r.cells, r.line, nil
	}
	if l.err != nil {
		return nil, 0, l.err
	}
	return l.table.next()
}

// Limits of looking ahead: wide tables are told by fewer rows.
const (
	sampleRows    = 1000
	sampleMinRows = 20
	sampleCells   = 20000
)

// look fetches the first rows.
func (l *lookahead) look() {
	names, _ := l.header()
	rows := max(sampleMinRows, min(sampleRows, sampleCells/len(names)))
	l.peek(func() bool { return len(l.rows) < rows })
}

// blank tells whether a row holds nothing, as spreadsheets leave behind.
func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return trim(c) != "" })
}
