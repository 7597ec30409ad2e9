package read

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"fms-tui/model"
)

// lineText passes UTF-8 text on and stops at the first byte that is none, with
// the number of its line, and at a line that is too long: a file without line ends would take all
// memory.
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
	if err == nil {
		whole := len(data) - cutRune(data)
		t.carry = append(t.carry, data[whole:]...)
		data = data[:whole]
	} else if !errors.Is(err, io.EOF) {
		err = readError(t.file, t.lines+bytes.Count(data, lineEnd)+1, err)
	}
	if bad := firstBad(data); bad >= 0 {
		err = t.badByte(data, bad)
		data = data[:bad]
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
		encoding, word := likelyEncoding(data, at)
		e.Message = "is not UTF-8: save the file as UTF-8, or name its encoding, latin1 or windows-1252"
		e.Remedies = []model.Remedy{model.Choose(model.OptionEncoding, encoding, "is likely: it reads "+quote(word))}
	}
	return e
}

// likelyEncoding returns the encoding that text from a bad byte on may have,
// and the word with that byte as it reads it. Latin 1 has no letters from 0x80
// to 0x9f, where Windows has quotes, dashes and the euro.
func likelyEncoding(data []byte, at int) (encoding, word string) {
	encoding, table := latin1Encoding, charmap.ISO8859_1
	for rest := data[at:]; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		if r == utf8.RuneError && size == 1 && rest[0] < 0xa0 {
			encoding, table = windows1252, charmap.Windows1252
			break
		}
		rest = rest[size:]
	}
	isEnd := func(r rune) bool { return strings.ContainsRune(" \t\r\n,;\"|", r) }
	from := bytes.LastIndexFunc(data[:at], isEnd) + 1
	to := len(data)
	if i := bytes.IndexFunc(data[at:], isEnd); i >= 0 {
		to = at + i
	}
	text, _ := table.NewDecoder().Bytes(data[from:to]) // it has a rune for every byte
	return encoding, string(text)
}

// cutRune returns the number of bytes at the end that begin a rune without
// completing it.
func cutRune(data []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(data); n++ {
		if tail := data[len(data)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// firstBad returns the index of the first byte that belongs to no text, or -1.
func firstBad(data []byte) int {
	nul := bytes.IndexByte(data, 0)
	if utf8.Valid(data) {
		return nul
	}
	for i := 0; ; {
		r, size := utf8.DecodeRune(data[i:])
		if i == nul || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
}

// placedText is text of which the line of an offset is known, and which begins no value of too many
// bytes.
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

// decoded returns a reader of UTF-8, without a byte order mark.
func (f form) decoded(r *bufio.Reader) *bufio.Reader {
	switch f.encoding {
	case latin1Encoding:
		r = bufio.NewReaderSize(charmap.ISO8859_1.NewDecoder().Reader(r), bufferSize)
	case windows1252:
		r = bufio.NewReaderSize(charmap.Windows1252.NewDecoder().Reader(r), bufferSize)
	}
	if head, _ := r.Peek(len(byteOrderMark)); string(head) == byteOrderMark {
		_, _ = r.Discard(len(byteOrderMark)) // it was peeked: cannot fail
	}
	return r
}

const byteOrderMark = "\xef\xbb\xbf"
