package read

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"fms-tui/model"
)

// maxLine bounds a line, so that a file without line ends cannot take all
// memory.
const maxLine = 64 << 20

// lineText passes UTF-8 text on and stops at the first byte that is none, with
// the number of its line.
type lineText struct {
	file   string
	r      io.Reader
	lines  int    // line ends passed on
	width  int    // bytes passed on since the last of them
	carry  []byte // the beginning of a rune that the last Read cut
	failed error
	limits Limits // the zero value means the usual limits
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
		err = readError(t.file, t.lines+bytes.Count(data, []byte("\n"))+1, err)
	}
	if bad := firstBad(data); bad >= 0 {
		err = t.badByte(data, bad)
		data = data[:bad]
	}
	t.pass(data)
	if most := cmp.Or(t.limits.Line, maxLine); int64(t.width) > most {
		err = &LimitError{File: t.file, Line: t.lines + 1, Limit: "line", Most: most, Found: fmt.Sprintf("is longer than %s bytes: is the file a table with line ends?", SizeText(most))}
	}
	t.failed = err
	return len(data), err
}

func (t *lineText) pass(data []byte) {
	t.lines += bytes.Count(data, []byte("\n"))
	if i := bytes.LastIndexByte(data, '\n'); i >= 0 {
		t.width = len(data) - i - 1
	} else {
		t.width += len(data)
	}
}

func (t *lineText) badByte(data []byte, at int) error {
	e := &Error{File: t.file, Line: t.lines + bytes.Count(data[:at], []byte("\n")) + 1}
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
	var b strings.Builder
	for _, c := range data[from:to] {
		b.WriteRune(table.DecodeByte(c))
	}
	return encoding, b.String()
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
