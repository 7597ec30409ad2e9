package read

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// records is a table of JSON objects, one a line (JSON Lines) or in one list. Their keys are the columns, in order of
// first appearance. Keys of an object within an object follow a dot. A missing key, and null, is an empty cell.
type records struct {
	file   string
	text   *placedText
	dec    *json.Decoder
	list   bool
	names  []string
	index  map[string]int
	ahead  []record // the records that the columns were found in
	cells  []string
	read   int // how many of ahead next has returned
	failed error
}

// record is one object: its fields in order, and the line it begins on.
type record struct {
	fields []field
	line   int
}

type field struct{ name, cell string }

const (
	headRecords  = 1000 // that are looked at to find the columns
	deepest      = 20   // objects that may lie within one another
	acceptedJSON = "accepted are objects, one a line (JSON Lines) or in one list"
)

// isJSON tells by the first character that is not blank.
func isJSON(_ string, head []byte) bool {
	first := firstOfJSON(bytes.TrimPrefix(head, []byte(byteOrderMark)))
	return first == '{' || first == '['
}

func firstOfJSON(head []byte) byte {
	if head = bytes.TrimLeft(head, " \t\r\n"); len(head) > 0 {
		return head[0]
	}
	return 0
}

func openJSON(file string, r *bufio.Reader, f form) (table, error) {
	r = f.decoded(r)
	head, _ := r.Peek(bufferSize) // a read error comes again
	text := &placedText{lineText: lineText{file: file, r: r, limits: f.limits}}
	t := &records{file: file, text: text, dec: newDecoder(text), list: firstOfJSON(head) == '[', index: make(map[string]int)}
	if t.list {
		if _, err := t.dec.Token(); err != nil {
			return nil, t.problem(err)
		}
	}
	for (len(t.ahead) < headRecords || isRecordOfTool(t.names)) && t.failed == nil {
		rec, err := t.record()
		if err != nil {
			t.failed = err
			break
		}
		t.enter(rec)
		if err := f.limits.checkCells(file, rec.line, len(t.names)); err != nil {
			return nil, err
		}
	}
	if !errors.Is(t.failed, io.EOF) && t.failed != nil {
		return nil, t.failed
	}
	if len(t.names) == 0 {
		return nil, &Error{File: file, Line: 1, Message: "holds no object with a key: " + acceptedJSON}
	}
	if err := t.checkPath(f.records); err != nil {
		return nil, err
	}
	if t.list || len(t.ahead) > 1 || !errors.Is(t.failed, io.EOF) {
		return f.cells(t, file, false), nil
	}
	doc, err := t.document(f.records)
	if err != nil {
		return nil, err
	}
	return f.cells(doc, file, false), nil
}

// document is the table within one object: one by columns, as pandas writes it, or of the records in it.
func (t *records) document(path string) (table, error) {
	doc := t.ahead[0]
	names, columns := doc.columns()
	if len(names) < 2 || len(columns[0]) < 2 || slices.ContainsFunc(columns, func(c []string) bool { return len(c) != len(columns[0]) }) {
		return t.descend(path)
	}
	frame := &held{names: names, line: 1}
	for n := range columns[0] {
		r := row{line: doc.line}
		for _, column := range columns {
			r.cells = append(r.cells, column[n])
		}
		frame.rows = append(frame.rows, r)
	}
	return frame, nil
}

// columns are the columns of a table: {"columns": ["a", "b"], "data": [[1, 3], [2, 4]]}, {"a": [1, 2], "b": [3, 4]},
// or {"a": {"0": 1, "1": 2}, …} with the same numbers in each; nil for none.
func (rec *record) columns() (names []string, columns [][]string) {
	var heads []string
	var data [][]json.RawMessage
	for _, f := range rec.fields {
		switch f.name {
		case "columns":
			heads, _ = cellsOf(f.cell)
		case "data":
			_ = json.Unmarshal([]byte(f.cell), &data) // else it has no rows
		}
		if cells, is := cellsOf(f.cell); is && len(cells) > 0 {
			names, columns = append(names, f.name), append(columns, cells)
		}
	}
	switch {
	case len(heads) > 0 && len(data) > 0:
		columns = make([][]string, len(heads))
		for _, row := range data {
			for i := range heads[:min(len(heads), len(row))] {
				columns[i] = append(columns[i], plain(row[i]))
			}
		}
		return heads, columns
	case len(columns) == len(rec.fields):
		return names, columns
	}
	m := melt(make([]string, len(rec.fields)))
	for i, f := range rec.fields {
		at := strings.LastIndexByte(f.name, '.')
		if at <= 0 || !isNumber(f.name[at+1:]) {
			return nil, nil
		}
		m.take(i, f.name[at+1:], f.name[:at])
	}
	if !m.isFull() {
		return nil, nil
	}
	columns = make([][]string, len(m.attributes))
	for a, name := range m.attributes {
		for _, number := range m.who {
			columns[a] = append(columns[a], rec.fields[m.at[[2]string{number, name}]].cell)
		}
	}
	return m.attributes, columns
}

// newDecoder leaves numbers as they are written.
func newDecoder(r io.Reader) *json.Decoder {
	dec := json.NewDecoder(r)
	dec.UseNumber()
	return dec
}

func (t *records) header() ([]string, int) { return t.names, 1 }

func (t *records) next() ([]string, int, error) {
	var rec record
	switch {
	case t.read < len(t.ahead):
		rec = t.ahead[t.read]
		t.ahead[t.read] = record{}
		t.read++
	case t.failed == nil:
		if rec, t.failed = t.record(); t.failed == nil {
			break
		}
		fallthrough
	default:
		return nil, 0, t.failed
	}
	t.cells = append(t.cells[:0], make([]string, len(t.names))...)
	for _, f := range rec.fields {
		i, known := t.index[f.name]
		if !known {
			t.failed = &Error{File: t.file, Line: rec.line, Column: f.name, Message: fmt.Sprintf(
				"is a key that none of the first %d objects has: write it in one of them, with null", headRecords)}
			return nil, 0, t.failed
		}
		t.cells[i] = f.cell
	}
	return t.cells, rec.line, nil
}

// record reads the next object; io.EOF after the last.
func (t *records) record() (record, error) {
	t.text.from = t.dec.InputOffset()
	if t.list && !t.dec.More() {
		return record{}, t.end()
	}
	open, err := t.dec.Token()
	switch {
	case errors.Is(err, io.EOF) && !t.list:
		return record{}, io.EOF
	case err != nil:
		return record{}, t.problem(err)
	}
	rec := record{line: t.text.line(t.dec.InputOffset())}
	if open != json.Delim('{') {
		return rec, &Error{File: t.file, Line: rec.line, Value: fmt.Sprint(open), Message: "is no object: " + acceptedJSON}
	}
	return rec, t.problem(rec.fieldsOf(t.dec, t.file, "", 0))
}

// end reads the end of the list, after which nothing must follow; io.EOF if so.
func (t *records) end() error {
	if _, err := t.dec.Token(); err != nil {
		return t.problem(err)
	}
	more, err := t.dec.Token()
	switch {
	case errors.Is(err, io.EOF):
		return io.EOF
	case err != nil:
		return t.problem(err)
	}
	return &Error{
		File: t.file, Line: t.text.line(t.dec.InputOffset()), Value: fmt.Sprint(more),
		Message: "follows the end of the list: " + acceptedJSON,
	}
}

// addObject adds the fields of a JSON object, their names behind a prefix.
func (rec *record) addObject(file string, raw json.RawMessage, prefix string, depth int) error {
	dec := newDecoder(bytes.NewReader(raw))
	open, err := dec.Token()
	if err == nil && open != json.Delim('{') {
		err = fmt.Errorf("found is %v where an object is expected", open)
	}
	if err != nil {
		return err
	}
	return rec.fieldsOf(dec, file, prefix, depth)
}

// fieldsOf reads the fields of an object up to its end.
func (rec *record) fieldsOf(dec *json.Decoder, file, prefix string, depth int) error {
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return err
		}
		if err := rec.field(file, prefix+strings.TrimSpace(fmt.Sprint(key)), raw, depth); err != nil {
			return err
		}
	}
	_, err := dec.Token()
	return err
}

// field adds a value as a cell, or an object's fields one by one.
func (rec *record) field(file, name string, raw json.RawMessage, depth int) error {
	cell := string(raw) // a number, true, false, or a list as it stands
	switch raw[0] {
	case '{':
		if depth == deepest {
			return &Error{File: file, Line: rec.line, Column: name, Message: fmt.Sprintf("holds more than %d objects within one another", deepest)}
		}
		return rec.addObject(file, raw, name+".", depth+1)
	case '"':
		if err := json.Unmarshal(raw, &cell); err != nil {
			return err
		}
		if raw, is := objectIn(cell); is && depth < deepest {
			return rec.addObject(file, raw, name+".", depth+1)
		}
	case 'n':
		cell = ""
	}
	rec.fields = append(rec.fields, field{name, cell})
	return nil
}

// problem explains an error of the decoder; errors of the text are explained already.
func (t *records) problem(err error) error {
	if _, located := errors.AsType[*Error](err); located || err == nil {
		return err
	}
	line := t.text.line(t.dec.InputOffset())
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return &Error{File: t.file, Line: line, Message: "ends in the middle of an object or a list: was it copied in part?", Err: io.ErrUnexpectedEOF}
	}
	return &Error{File: t.file, Line: line, Message: "is not JSON as expected (" + err.Error() + "): " + acceptedJSON, Err: err}
}

// jsonProblem is an error of decoding in words that do not speak of this program.
func jsonProblem(err error) string {
	if other, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		return "found is a JSON " + other.Value + " where another value is expected"
	}
	if message := printable(err.Error()); !strings.HasPrefix(message, "json: ") {
		return message
	}
	return "found is text where a number is expected" // the only other complaint about what is JSON
}
