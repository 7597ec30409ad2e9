package read

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fms-tui/model"
)

// delimited is a table of text lines.
type delimited struct {
	file      string
	rows      *csv.Reader
	from      *limited // what rows reads from
	exceeded  *Error   // of from
	above     int      // lines above the header
	names     []string
	namesLine int
	optional  int // cells at its end that a row may lack
	limits    Limits
	form      form
	headers   int // rows that repeat the header
}

// openDelimited reads the header of a CSV or TSV file.
func openDelimited(file string, r *bufio.Reader, f form) (table, error) {
	f = f.guessed(file, r)
	r = f.decoded(r)
	head, _ := r.Peek(bufferSize) // a read error comes again
	size, line := 0, 0
	if len(f.columns) == 0 {
		size, line = preamble(file, head)
		f.tellPreamble(file, line, string(head[:size]))
	}
	separator := sniff(file, head[size:])
	_, _ = r.Discard(size)
	d := newDelimited(&lineText{file: file, r: r, limits: f.limits}, separator, line)
	cells, namesLine, err := d.record()
	switch {
	case errors.Is(err, io.EOF):
		return nil, emptyFile(file)
	case err != nil:
		return nil, err
	}
	if slices.ContainsFunc(cells, func(c string) bool { return strings.ContainsRune(c, '\r') }) {
		return nil, &Error{File: file, Line: namesLine, Message: "ends its lines with CR alone: accepted are LF and CRLF"}
	}
	var t table = d
	if len(f.columns) > 0 {
		t = &lookahead{table: d, rows: []row{{slices.Clone(cells), namesLine}}}
		if cells, err = f.named(file, len(cells)); err != nil {
			return nil, err
		}
		namesLine = 0
	}
	d.namesLine = namesLine
	for _, c := range cells {
		d.names = append(d.names, strings.Clone(strings.TrimSpace(c)))
	}
	if len(f.columns) == 0 && namesRows(head[size:bytes.LastIndexByte(head, '\n')+1], separator) {
		d.names = slices.Insert(d.names, 0, "")
	}
	if n := len(d.names) - 2; n > 0 && slices.Equal(d.names[n:], reviewed) {
		d.optional = len(reviewed)
	}
	d.form = f
	return f.cells(t, file, separator == ';'), nil
}

// newDelimited begins a table, so many lines below the beginning of the file.
func newDelimited(text *lineText, separator byte, above int) *delimited {
	d := &delimited{
		file: text.file, above: above, limits: text.limits,
		exceeded: text.limits.Exceeded(text.file, above+1, "record", "has a quote, here or further down, that is not closed within %s bytes"),
	}
	d.from = &limited{r: text, exceeded: d.exceeded}
	switch lines := bufio.NewReaderSize(text, bufferSize); separator {
	case '|':
		d.from.r = &rewritten{lines: lines, rewrite: unframed}
	case ' ':
		d.from.r = &rewritten{lines: lines, rewrite: func(line string) string { return blanks().ReplaceAllString(line, "$1") }}
	}
	d.rows = csv.NewReader(bufio.NewReaderSize(d.from, bufferSize))
	d.rows.Comma, d.rows.FieldsPerRecord, d.rows.ReuseRecord = rune(separator), -1, true
	d.rows.TrimLeadingSpace = separator != '\t' && separator != ' ' // which are white space too
	return d
}

// tabFile is the name of a file whose columns tabs separate, perhaps packed.
var tabFile = model.Pattern(`(?i)\.(?:tsv|tab)(?:\.zst)?(?:\.gz)?$`)

// sniff finds the separator of the columns in the first line.
func sniff(file string, head []byte) byte {
	head = bytes.TrimLeft(head, " \r\n")
	first, _, _ := bytes.Cut(head, []byte("\n"))
	count := make(map[byte]int)
	inQuotes := false
	for _, c := range first {
		if c == '"' {
			inQuotes = !inQuotes
		}
		if !inQuotes {
			count[c]++
		}
	}
	tabs, commas, semicolons := count['\t'], count[','], count[';']
	switch {
	case count['|'] > max(tabs, commas, semicolons):
		return '|'
	case semicolons > max(tabs, commas):
		return ';'
	case tabs > commas, (tabs > 0 || commas == 0) && tabFile().MatchString(file):
		return '\t'
	case commas == 0 && isSpaced(head):
		return ' '
	}
	return ','
}

// isSpaced tells whether blanks are between the cells of some lines, as R prints tables: lines of equally
// many cells, or of one more than the header has, the name of the row.
func isSpaced(head []byte) bool {
	const fewest = 3 // columns, and lines below the header
	rows := firstRows(head, ' ')
	header, err := rows.Read()
	for range fewest {
		row, failed := rows.Read()
		if err != nil || failed != nil || len(header) < fewest || len(row) != len(header) && len(row) != len(header)+1 {
			return false
		}
	}
	return true
}

func (d *delimited) header() ([]string, int) { return d.names, d.namesLine }

// next returns a row of as many cells as the header has.
func (d *delimited) next() ([]string, int, error) {
	cells, line, err := d.record()
	again := func(cell, name string) bool { return strings.TrimSpace(cell) == name }
	if len(cells) > 1 && slices.EqualFunc(cells, d.names, again) { // as in tables of several pages; never two, for a table may hold nothing else
		d.headers++
		cells, line, err = d.record()
	}
	lack := len(d.names) - len(cells)
	switch {
	case errors.Is(err, io.EOF):
		d.tellNotes(d.headers > 0, fmt.Sprintf("%s: %s that repeat the header, not used", printable(d.file), counted(d.headers, "row")))
	case err != nil || lack == 0:
	case lack == -1 && cells[len(cells)-1] == "": // behind a separator at the end
		cells = cells[:len(d.names)]
	case 0 < lack && lack <= d.optional:
		cells = append(cells, make([]string, lack)...)
	case len(cells) == 1 && len(d.names) > 2 && strings.Contains(cells[0], " ") && d.isNote(line, strings.Clone(cells[0])):
		err = io.EOF
	default:
		err = &Error{File: d.file, Line: line, Message: fmt.Sprintf("has %s, and the header has %d: write equally many in every row, an empty cell for a missing value",
			counted(len(cells), "cell"), len(d.names))}
	}
	return cells, line, err
}

// tellNotes says once what is not used of the text.
func (d *delimited) tellNotes(some bool, message string) {
	if some && d.form.tell != nil {
		d.form.tell(model.CodePreamble, message)
	}
	d.headers = 0
}

// isNote tells whether a line of one cell, of some words, begins notes below the table, and says that they are not used.
func (d *delimited) isNote(line int, text string) bool {
	for range mostPreamble {
		switch cells, _, err := d.record(); {
		case errors.Is(err, io.EOF):
			d.tellNotes(true, fmt.Sprintf("%s:%d: notes below the table, not used: %s", printable(d.file), line, quote(text)))
			return true
		case err != nil || len(cells) != 1:
			return false
		}
	}
	return false
}

// record returns the cells of the next line that is not blank.
func (d *delimited) record() ([]string, int, error) {
	d.from.left = d.limits.Most("record") + bufferSize // which was read ahead
	cells, err := d.rows.Read()
	if err != nil {
		return nil, 0, d.quotedError(err)
	}
	line, _ := d.rows.FieldPos(0)
	line += d.above
	d.exceeded.Line = line + 1
	return cells, line, d.limits.checkCells(d.file, line, len(cells))
}

// rewritten is text of which each line is written in another way.
type rewritten struct {
	lines   *bufio.Reader
	rewrite func(line string) string // with its end
	line    string                   // not yet read
}

func (w *rewritten) Read(p []byte) (n int, err error) {
	if w.line == "" {
		part, err := w.lines.ReadSlice('\n')
		if w.line = string(part); w.line == "" {
			return 0, err
		}
		if !errors.Is(err, bufio.ErrBufferFull) { // else it goes on as it is, to where its length is bounded
			w.line = w.rewrite(w.line)
		}
	}
	n = copy(p, w.line)
	w.line = w.line[n:]
	return n, nil
}

// unframed is a line of a table in Markdown, or as databases print it, without its frame; a blank one for
// the rule below the header.
func unframed(line string) string {
	text := strings.TrimSpace(line)
	switch last := len(text) - 1; {
	case strings.Trim(text, "|-+: ") == "":
		return "\n"
	case last == 0 || text[0] != '|' || text[last] != '|':
		return line
	case strings.Contains(text, `"`): // which quotes nothing within a frame
		return `"` + strings.ReplaceAll(strings.ReplaceAll(text[1:last], `"`, `""`), "|", `"|"`) + "\"\n"
	default:
		return text[1:last] + "\n"
	}
}

func (d *delimited) quotedError(err error) error {
	var p *csv.ParseError
	if !errors.As(err, &p) {
		return err
	}
	wrong := &Error{File: d.file, Line: d.above + p.Line, Message: `has a quote that is not closed, or text after a closed one: write "" for a quote inside a quoted cell`, Err: err}
	switch {
	case errors.Is(err, csv.ErrBareQuote):
		wrong.Message = `has a quote inside a cell that does not begin with one: write "" for a quote, and put the cell in quotes`
	case p.StartLine != p.Line:
		wrong.Message = fmt.Sprintf("opens a quote that is not closed properly up to line %d: close it, or write \"\" for a quote inside a quoted cell", wrong.Line)
		wrong.Line = d.above + p.StartLine
	}
	return wrong
}

// mostPreamble bounds the lines above the header of a spreadsheet: titles, comments, dates.
const mostPreamble = 20

// isTitle tells whether a line says one thing, as the title of a spreadsheet does.
func isTitle(cells []string) bool { return len(distinct(cells)) <= 1 }

// blanks are those that lines begin and end with, and all but the first between cells.
var blanks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^ +| +$|( ) +`) })

// firstRows reads the beginning of a file.
func firstRows(head []byte, separator byte) *csv.Reader {
	if separator == ' ' {
		head = blanks().ReplaceAll(head, []byte("$1"))
	}
	rows := csv.NewReader(bytes.NewReader(head))
	rows.Comma, rows.LazyQuotes, rows.FieldsPerRecord = rune(separator), true, -1
	return rows
}

// namesRows tells whether every row of whole lines begins with a name of its own, of which the header
// says nothing, as R writes tables.
func namesRows(text []byte, separator byte) bool {
	const fewest = 3
	rows, names, ends := firstRows(text, separator), make(map[string]bool), false
	header, err := rows.Read()
	for row, e := rows.Read(); err == nil && e == nil; row, e = rows.Read() {
		if len(row) != len(header)+1 || names[row[0]] {
			return false
		}
		names[row[0]], ends = true, ends || row[len(header)] != ""
	}
	return ends && len(names) >= fewest
}

// preamble returns the bytes and lines above the header of a delimited file, as its beginning
// shows: lines of one cell above two lines of several, equally many.
func preamble(file string, head []byte) (size, lines int) {
	for lines < mostPreamble {
		rest := head[size:]
		rows := firstRows(rest, sniff(file, rest))
		first, err := rows.Read()
		if err != nil {
			return 0, 0
		}
		end := int(rows.InputOffset())
		if !isTitle(first) {
			next, err := rows.Read()
			switch {
			case err != nil:
				return 0, 0
			case len(next) != len(first) && (strings.HasPrefix(first[0], "# ") || strings.HasPrefix(first[0], "//")): // a comment
			case len(next) == len(first), len(next) == len(first)+1: // a separator at the end, or the name of the row
				return size, lines
			default:
				return 0, 0
			}
		}
		lines += bytes.Count(rest[:end], []byte("\n"))
		size += end
	}
	return 0, 0
}

// tellPreamble says what stands above the header and is not used.
func (f form) tellPreamble(file string, lines int, text string) {
	if lines > 0 && f.tell != nil {
		f.tell(model.CodePreamble, fmt.Sprintf("%s: %s above the header, not used: %s", printable(file), counted(lines, "line"), quote(strings.TrimSpace(text))))
	}
}

// named are the names of the columns of a file without a header, from --columns. The place of a column
// stands for a name that is missing.
func (f form) named(file string, columns int) ([]string, error) {
	if len(f.columns) > columns {
		return nil, &Error{
			File: file, Line: 1, Option: model.OptionColumns,
			Message: fmt.Sprintf("has %s, fewer than the %d names of columns", counted(columns, "cell"), len(f.columns)),
		}
	}
	names := append(slices.Clone(f.columns), make([]string, columns-len(f.columns))...)
	for i, name := range names {
		if strings.TrimSpace(name) == "" {
			names[i] = "c" + strconv.Itoa(i+1)
		}
	}
	return names, nil
}
