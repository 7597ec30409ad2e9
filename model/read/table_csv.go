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

// delimited is a table of text lines. Lines without a quote, which is to say
// almost all, are cut by hand: three times as fast as package encoding/csv,
// which takes over for the rest of the file at the first quote.
type delimited struct {
	file      string
	separator byte
	text      *bufio.Reader
	quoted    *csv.Reader // nil until a quote was seen
	quotedAt  *limited    // what quoted reads from
	line      int         // lines consumed before quoted took over
	cells     []string
	names     []string
	namesLine int
	optional  int // cells at its end that a row may lack
	limits    Limits
	mostCells int
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
	d := newDelimited(&lineText{file: file, r: r, limits: f.limits}, separator)
	d.line = line
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
	d.optional = reviewed(d.names)
	return f.cells(t, file, separator == ';'), nil
}

func newDelimited(text *lineText, separator byte) *delimited {
	return &delimited{file: text.file, separator: separator, text: bufio.NewReaderSize(text, bufferSize), limits: text.limits, mostCells: int(text.limits.Most("cells"))}
}

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
	case tabs > commas, (tabs > 0 || commas == 0) && hasSuffix(file, ".tsv", ".tab"):
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
	lack := len(d.names) - len(cells)
	switch {
	case err != nil || lack == 0:
	case 0 < lack && lack <= d.optional:
		cells = append(cells, make([]string, lack)...)
	default:
		err = &Error{File: d.file, Line: line, Message: fmt.Sprintf("has %s, and the header has %d: write equally many in every row, an empty cell for a missing value",
			counted(len(cells), "cell"), len(d.names))}
	}
	return cells, line, err
}

// record returns the cells of the next line that is not blank.
func (d *delimited) record() ([]string, int, error) {
	for d.quoted == nil {
		line, err := d.readLine()
		if err != nil {
			return nil, 0, err
		}
		if strings.IndexByte(line, '"') >= 0 && line[0] != '|' {
			d.quote(line)
			break
		}
		d.line++
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		switch d.separator {
		case '|':
			line = unframed(line)
		case ' ':
			line = blanks().ReplaceAllString(line, "$1")
		}
		if line != "" {
			return d.checked(d.split(line), d.line)
		}
	}
	d.quotedAt.left = d.limits.Most("record") + bufferSize // which was read ahead
	cells, err := d.quoted.Read()
	if err != nil {
		return nil, 0, d.quotedError(err)
	}
	line, _ := d.quoted.FieldPos(0)
	return d.checked(cells, d.line+line)
}

func (d *delimited) checked(cells []string, line int) ([]string, int, error) {
	if len(cells) > d.mostCells {
		return nil, line, d.limits.checkCells(d.file, line, len(cells))
	}
	return cells, line, nil
}

// readLine returns a line with its end; io.EOF only when nothing is left.
func (d *delimited) readLine() (string, error) {
	part, err := d.text.ReadSlice('\n')
	line := string(part)
	if errors.Is(err, bufio.ErrBufferFull) {
		var rest string
		rest, err = d.text.ReadString('\n')
		line += rest
	}
	if line != "" && errors.Is(err, io.EOF) {
		err = nil
	}
	return line, err
}

func (d *delimited) split(line string) []string {
	d.cells = d.cells[:0]
	start := 0
	for i := range len(line) { // cells are short: faster than strings.IndexByte
		if line[i] == d.separator {
			if len(d.cells) > d.mostCells {
				break // which the caller refuses
			}
			d.cells = append(d.cells, line[start:i])
			start = i + 1
		}
	}
	d.cells = append(d.cells, line[start:])
	return d.cells
}

// unframed is a line of a table in Markdown, or as databases print it, without its frame; "" for the
// rule below the header.
func unframed(line string) string {
	line = strings.TrimSpace(line)
	if strings.Trim(line, "|-+: ") == "" {
		return ""
	}
	if len(line) > 1 && line[0] == '|' && line[len(line)-1] == '|' {
		line = line[1 : len(line)-1]
	}
	return line
}

// quote hands the file over to encoding/csv, from this line on.
func (d *delimited) quote(line string) {
	d.quotedAt = &limited{
		r:        io.MultiReader(strings.NewReader(line), d.text),
		exceeded: d.limits.Exceeded(d.file, d.line+1, "record", "has a quote, here or further down, that is not closed within %s bytes"),
	}
	d.quoted = csv.NewReader(bufio.NewReaderSize(d.quotedAt, bufferSize))
	d.quoted.Comma = rune(d.separator)
	d.quoted.FieldsPerRecord = -1
	d.quoted.ReuseRecord = true
	d.quoted.TrimLeadingSpace = d.separator != '\t' // which is white space too
}

func (d *delimited) quotedError(err error) error {
	var p *csv.ParseError
	if !errors.As(err, &p) {
		return err
	}
	wrong := &Error{File: d.file, Line: d.line + p.Line, Message: `has a quote that is not closed, or text after a closed one: write "" for a quote inside a quoted cell`, Err: err}
	switch {
	case errors.Is(err, csv.ErrBareQuote):
		wrong.Message = `has a quote inside a cell that does not begin with one: write "" for a quote, and put the cell in quotes`
	case p.StartLine != p.Line:
		wrong.Message = fmt.Sprintf("opens a quote that is not closed properly up to line %d: close it, or write \"\" for a quote inside a quoted cell", wrong.Line)
		wrong.Line = d.line + p.StartLine
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
			if err != nil || len(next) != len(first) {
				return 0, 0
			}
			return size, lines
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
