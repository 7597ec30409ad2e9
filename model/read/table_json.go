package read

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// records is a table of JSON objects, one a line (JSON Lines) or in one list. Their
// keys are the columns, in order of first appearance. Keys of an object within an
// object follow a dot. A missing key, and null, is an empty cell.
type records struct {
	file   string
	text   *newlines
	dec    *json.Decoder
	list   bool
	names  []string
	index  map[string]int
	ahead  []record // the records that the columns were found in
	cells  []string
	read   int // how many of ahead next has returned
	failed error
	limits Limits
}

// record is one object: its fields in order, and the line it begins on.
type record struct {
	fields []field
	line   int
}

type field struct{ name, cell string }

// headRecords is how many records are looked at to find the columns.
const headRecords = 1000

const acceptedJSON = "accepted are objects, one a line (JSON Lines) or in one list"

// isJSON tells by the first character that is not blank.
func isJSON(_ string, head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte(byteOrderMark)), " \t\r\n")
	return len(head) > 0 && (head[0] == '{' || head[0] == '[')
}

func openJSON(file string, r *bufio.Reader, f form) (table, error) {
	f.limits = f.limits.orDefault()
	r = f.decoded(r)
	if head, _ := r.Peek(len(byteOrderMark)); string(head) == byteOrderMark {
		_, _ = r.Discard(len(byteOrderMark)) // it was peeked: cannot fail
	}
	text := &newlines{r: &lineText{file: file, r: r, limits: f.limits}, file: file, most: f.limits.Record}
	t := &records{file: file, text: text, dec: json.NewDecoder(text), index: make(map[string]int), limits: f.limits}
	t.dec.UseNumber()
	if err := t.begin(); err != nil {
		return nil, err
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
		return nil, noKeys(file)
	}
	if err := t.checkPath(f.records); err != nil {
		return nil, err
	}
	if !t.list && len(t.ahead) == 1 && errors.Is(t.failed, io.EOF) { // one object
		if err := t.descend(f.records); err != nil {
			return nil, err
		}
	}
	return f.cells(t, file, false), nil
}

func noKeys(file string) error {
	return &Error{File: file, Line: 1, Message: "holds no object with a key: " + acceptedJSON}
}

// begin steps into the list, if there is one.
func (t *records) begin() error {
	if head, _ := t.text.peek(); head != '[' {
		return nil
	}
	t.list = true
	_, err := t.dec.Token()
	return t.problem(err)
}

func (t *records) header() ([]string, int) { return t.names, 1 }

func (t *records) next() ([]string, int, error) {
	var rec record
	switch {
	case t.read < len(t.ahead):
		rec = t.ahead[t.read]
		t.ahead[t.read] = record{}
		t.read++
	case t.failed != nil:
		return nil, 0, t.failed
	default:
		var err error
		if rec, err = t.record(); err != nil {
			t.failed = err
			return nil, 0, err
		}
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
	return rec, t.problem(t.fields(&rec, "", 0))
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

// deepest is how many objects may lie within one another.
const deepest = 20

// fields reads the fields of an object up to its end.
func (t *records) fields(rec *record, prefix string, depth int) error {
	for t.dec.More() {
		key, err := t.dec.Token()
		if err != nil {
			return err
		}
		name := prefix + strings.TrimSpace(fmt.Sprint(key))
		var raw json.RawMessage
		if err := t.dec.Decode(&raw); err != nil {
			return err
		}
		if err := t.field(rec, name, raw, depth); err != nil {
			return err
		}
	}
	_, err := t.dec.Token()
	return err
}

// field adds a value as a cell, or an object's fields one by one.
func (t *records) field(rec *record, name string, raw json.RawMessage, depth int) error {
	if most := t.limits.orDefault().Depth; depth == 0 && nesting(raw) > most {
		return tooDeep(t.file, rec.line, t.limits)
	}
	switch raw[0] {
	case '{':
		if depth == deepest {
			return &Error{File: t.file, Line: rec.line, Column: name, Message: fmt.Sprintf("holds more than %d objects within one another", deepest)}
		}
		return rec.addObject(t.file, raw, name+".", depth+1)
	case '"':
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return err
		}
		rec.fields = append(rec.fields, field{name, s})
	case 'n':
		rec.fields = append(rec.fields, field{name, ""})
	default: // a number, true, false, or a list as it stands
		rec.fields = append(rec.fields, field{name, string(raw)})
	}
	return nil
}

// addObject adds the fields of a JSON object, their names behind a prefix.
func (rec *record) addObject(file string, raw json.RawMessage, prefix string, depth int) error {
	t := &records{file: file, dec: json.NewDecoder(bytes.NewReader(raw))}
	t.dec.UseNumber()
	open, err := t.dec.Token()
	if err == nil && open != json.Delim('{') {
		err = fmt.Errorf("found is %v where an object is expected", open)
	}
	if err != nil {
		return err
	}
	return t.fields(rec, prefix, depth)
}

func tooDeep(file string, line int, l Limits) error {
	most := l.orDefault().Depth
	return &LimitError{File: file, Line: line, Limit: "depth", Most: most, Found: fmt.Sprintf("holds more than %d JSON values within one another", most)}
}

// problem explains an error of the decoder; errors of the text are explained already.
func (t *records) problem(err error) error {
	var located *Error
	var limit *LimitError
	switch {
	case errors.As(err, &limit):
		return limit
	case err == nil || errors.As(err, &located):
		return err
	}
	line := t.text.line(t.dec.InputOffset())
	if strings.HasSuffix(err.Error(), "exceeded max depth") {
		return tooDeep(t.file, line, t.limits)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return &Error{File: t.file, Line: line, Message: "ends in the middle of an object or a list: was it copied in part?", Err: io.ErrUnexpectedEOF}
	}
	return &Error{File: t.file, Line: line, Message: "is not JSON as expected (" + err.Error() + "): " + acceptedJSON, Err: err}
}

// jsonProblem is an error of decoding in words that do not speak of this program.
func jsonProblem(err error) string {
	var other *json.UnmarshalTypeError
	if errors.As(err, &other) {
		return "found is a JSON " + other.Value + " where another value is expected"
	}
	if message := printable(err.Error()); !strings.HasPrefix(message, "json: ") {
		return message
	}
	return "found is text where a number is expected" // the only other complaint about what is JSON
}

// newlines passes text on and knows where its lines end.
type newlines struct {
	r      io.Reader
	first  []byte  // what peek took, still to be passed on
	offset int64   // of what was passed on
	ends   []int64 // of lines that begin after the last one asked for
	lines  int     // before ends
	file   string
	from   int64 // where the present record begins
	most   int64 // bytes of a record; 0 for any number
}

// peek returns the first character that is not blank.
func (n *newlines) peek() (byte, error) {
	buffer := make([]byte, 4096)
	for {
		k, err := n.r.Read(buffer)
		n.first = append(n.first, buffer[:k]...)
		if rest := bytes.TrimLeft(n.first, " \t\r\n"); len(rest) > 0 {
			return rest[0], nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// Read implements io.Reader.
func (n *newlines) Read(p []byte) (int, error) {
	var k int
	var err error
	if len(n.first) > 0 {
		k = copy(p, n.first)
		n.first = n.first[k:]
	} else {
		k, err = n.r.Read(p)
	}
	for i, c := range p[:k] {
		if c == '\n' {
			n.ends = append(n.ends, n.offset+int64(i))
		}
	}
	n.offset += int64(k)
	if n.most > 0 && n.offset-n.from > n.most+bufferSize { // which was read ahead
		return k, &LimitError{File: n.file, Line: n.lines + 1, Limit: "record", Most: n.most, Found: fmt.Sprintf("begins a JSON value of more than %s bytes", SizeText(n.most))}
	}
	return k, err
}

// line returns the line of an offset, which must not fall from call to call.
func (n *newlines) line(offset int64) int {
	for len(n.ends) > 0 && n.ends[0] < offset {
		n.ends = n.ends[1:]
		n.lines++
	}
	return n.lines + 1
}
