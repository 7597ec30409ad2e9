package read

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"

	"fms-tui/model"
)

// lineText passes UTF-8 text on and stops at the first byte that is none, with the number of its line, and at a line
// that is too long: a file without line ends would take all memory.
type lineText struct {
	file   string
	r      io.Reader
	lines  int    // line ends passed on
	width  int    // bytes passed on since the last of them
	carry  []byte // the beginning of a rune that the last Read cut
	failed error
	limits Limits
}

func (t *lineText) Read(p []byte) (int, error) {
	if t.failed != nil {
		return 0, t.failed
	}
	n := copy(p, t.carry)
	if n < len(t.carry) || n == len(p) {
		return 0, io.ErrShortBuffer
	}
	m, err := t.r.Read(p[n:])
	data := p[:n+m]
	t.carry = t.carry[:0]
	if err != nil && !errors.Is(err, io.EOF) {
		err = readError(t.file, t.lines+bytes.Count(data, lineEnd)+1, err)
	}
	if !utf8.Valid(data) {
		whole, _, wrong := encoding.UTF8Validator.Transform(data, data, err != nil)
		if errors.Is(wrong, transform.ErrShortSrc) { // a rune goes on
			t.carry = append(t.carry, data[whole:]...)
		} else if wrong != nil {
			err = t.badByte(data, whole)
		}
		data = data[:whole]
	}
	if nul := bytes.IndexByte(data, 0); nul >= 0 {
		err = t.badByte(data, nul)
		data = data[:nul]
	}
	t.lines += bytes.Count(data, lineEnd)
	t.width += len(data)
	if i := bytes.LastIndexByte(data, '\n'); i >= 0 {
		t.width = len(data) - i - 1
	}
	if int64(t.width) > t.limits.Most("line") {
		err = t.limits.Exceeded(t.file, t.lines+1, "line", "is longer than %s bytes: is the file a table with line ends?")
	}
	t.failed = err
	return len(data), err
}

var lineEnd = []byte("\n")

func (t *lineText) badByte(data []byte, at int) error {
	e := &Error{File: t.file, Line: t.lines + bytes.Count(data[:at], lineEnd) + 1}
	if data[at] == 0 {
		e.Message = "holds a NUL byte, so this is no text: " + acceptedFormats()
	} else {
		e.Value = string(data[at : at+1])
		e.Message = "is not UTF-8: save the file as UTF-8, or name its encoding: " + strings.Join(Encodings()[1:], ", ")
		e.Remedies = []model.Choice{model.Choose(model.OptionEncoding, windows1252, "reads what most older programs write")}
	}
	return e
}

// placedText is text of which the line of an offset is known, and which begins no value of too many bytes.
type placedText struct {
	lineText
	offset int64   // of what was passed on
	ends   []int64 // of lines that begin after the last one asked for
	before int     // lines before ends
	from   int64   // where the present value begins
}

func (t *placedText) Read(p []byte) (int, error) {
	n, err := t.lineText.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			t.ends = append(t.ends, t.offset+int64(i))
		}
	}
	t.offset += int64(n)
	if t.offset-t.from > t.limits.Most("record")+bufferSize { // which was read ahead
		return n, t.limits.Exceeded(t.file, t.before+1, "record", "begins a JSON value of more than %s bytes")
	}
	return n, err
}

// line returns the line of an offset, which must not fall from call to call.
func (t *placedText) line(offset int64) int {
	for len(t.ends) > 0 && t.ends[0] < offset {
		t.ends = t.ends[1:]
		t.before++
	}
	return t.before + 1
}

// guessed is the form with the encoding of most older programs where no flag names one, and the
// beginning of a table is text in another than UTF-8.
func (f form) guessed(file string, r *bufio.Reader) form {
	head, _ := r.Peek(bufferSize) // a read error comes again
	_, _, wrong := encoding.UTF8Validator.Transform(make([]byte, len(head)), head, false)
	control := func(c byte) bool { return c < ' ' && c != '\t' && c != '\r' && c != '\n' }
	if f.encoding != "" && f.encoding != utf8Encoding || !errors.Is(wrong, encoding.ErrInvalidUTF8) || slices.ContainsFunc(head, control) || wideText().Match(head) {
		return f
	}
	f.encoding = windows1252
	if f.tell != nil {
		f.tell(model.CodeEncoding, printable(file)+" is not UTF-8, and was read as Windows-1252, as most older programs write",
			model.Choose(model.OptionEncoding, windows1252, "confirms this reading and removes this note"))
	}
	return f
}

// wideText is four letters beyond ASCII side by side, as Windows-1252 hardly has them.
var wideText = model.Pattern(`[^\x00-\x7f]{4}`)

// decoded returns a reader of UTF-8, without a byte order mark.
func (f form) decoded(r *bufio.Reader) *bufio.Reader {
	if e, err := htmlindex.Get(f.encoding); err == nil && f.encoding != utf8Encoding {
		r = bufio.NewReaderSize(e.NewDecoder().Reader(r), bufferSize)
	}
	if head, _ := r.Peek(len(byteOrderMark)); string(head) == byteOrderMark {
		_, _ = r.Discard(len(byteOrderMark)) // it was peeked: cannot fail
	}
	return r
}

const byteOrderMark = "\xef\xbb\xbf"
